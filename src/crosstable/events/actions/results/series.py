"""Results of matches of several games: a best of n, which advances the bracket automatically, and the boards of a team
match.

A correction that changes who plays later matches lists them first and is done once the organiser accepts.
"""

from collections.abc import Collection, Sequence
from typing import Any

from crosstable.accounts.models import User
from crosstable.database.compiled_sql import CompiledQuery, insert, update
from crosstable.engine.pairing.knockout import Bracket, Correction, correct, match_name, winning_side
from crosstable.engine.pairing.knockout import MatchState as BracketMatchState
from crosstable.engine.pairing.knockout import Status as BracketStatus
from crosstable.engine.pairing.knockout.bracket import KnockoutDraw, SeriesOver
from crosstable.engine.results import Score, from_series
from crosstable.events.actions.core.action import Action, action
from crosstable.events.actions.results.settling import (
    check_may_say,
    overall,
    reopen,
    settle,
    settle_boards,
    take_boards,
)
from crosstable.events.actions.stages.bracket_rows import follow_bracket, for_journal, remove_rows
from crosstable.events.bridge.rules import match_in_round
from crosstable.events.bridge.stages import as_games, load_bracket, load_bracket_results
from crosstable.events.bridge.team_boards import parts_of
from crosstable.events.errors import BadValue, Refused, Stale
from crosstable.events.models import (
    Claim,
    Entry,
    Match,
    MatchPart,
    MatchState,
    ResultCode,
    Settled,
    Stage,
    score_from_json,
)
from crosstable.events.permissions import ENTER_RESULTS
from crosstable.events.play_errors import NeedsWinner, SeriesIsDecided, TouchedMatch, TouchesLaterMatches
from crosstable.text import tr

Accepted = Collection[int]


def enter_games(
    *,
    match: Match,
    games: Sequence[Score],
    by: User,
    seen_version: int | None = None,
    accept: Accepted = (),
    reason: str = "",
) -> Match:
    """Replace all games of a series, as an organiser.

    `accept` are the numbers of later matches that may be replaced. Raises TouchesLaterMatches, NeedsWinner.
    """
    with action(match.round.tournament, by, ENTER_RESULTS) as act:
        fresh = fresh_bracket_match(act, match, seen_version)
        check_may_say(act, fresh, *games, replaces=bool(accept))
        before = games_as_json(fresh)
        disputed = fresh.state == MatchState.DISPUTED
        moves = play_on(act, fresh, games, Settled.RULED if disputed else Settled.ENTERED, accept)
        subject = match_in_round(fresh)
        after = {"games": [one.words for one in games], **moves}
        act.record("series.entered", subject, {"games": before}, after, reason[:300], match=fresh)
    return fresh


def correct_game(act: Action, match: Match, score: Score, how: Settled, accept: Accepted) -> dict[str, Any]:
    """Replace the result of a match of one game. Raises SeriesIsDecided for a series, whose games are set together."""
    assert match.bracket_number is not None
    bracket = load_bracket(_stage_of(match))
    drawn = bracket.match(match.bracket_number)
    if drawn.best_of > 1:
        raise SeriesIsDecided(
            match=match_name(bracket, drawn), score=", ".join(games_as_json(match)), best_of=drawn.best_of
        )
    return play_on(act, match, [score], how, accept)


def check_takes_game(match: Match, score: Score) -> None:
    """Check that this could be the next game. Raises NeedsWinner, SeriesIsDecided."""
    assert match.bracket_number is not None
    bracket = load_bracket(_stage_of(match))
    drawn = bracket.match(match.bracket_number)
    try:
        winning_side(drawn, [one.to_result() for one in (*stored_games(match), score)])
    except KnockoutDraw as error:
        raise _no_winner(bracket, match, score.words) from error
    except SeriesOver as error:
        raise SeriesIsDecided(
            match=match_name(bracket, drawn),
            score=", ".join(games_as_json(match)),
            best_of=error.best_of,
        ) from error


def play_on(
    act: Action, match: Match, games: Sequence[Score], how: Settled, accept: Accepted = ()
) -> dict[str, Any]:
    """Store the games, or none if the match is a walkover. Later matches with other players are replaced, and new ones
    get their rows."""
    walkover = how is Settled.WALKOVER
    stage = _stage_of(match)
    bracket = load_bracket(stage)
    results = load_bracket_results(stage, bracket)
    assert match.bracket_number is not None
    drawn = bracket.match(match.bracket_number)
    played = as_games(drawn, games[0]) if walkover else [score.to_result() for score in games]
    try:
        correction = correct(bracket, results, drawn.number, played)
    except KnockoutDraw as error:
        raise _no_winner(bracket, match, ", ".join(score.words for score in games)) from error
    except SeriesOver as error:
        raise SeriesIsDecided(
            match=match_name(bracket, drawn), score=_count(games), best_of=drawn.best_of
        ) from error
    replaced = _touched_rows(stage, correction)
    touched = [_touched(bracket, row) for row in replaced]
    if {row.number for row in touched} - set(accept):
        raise TouchesLaterMatches(touched)
    remove_rows(replaced)
    standing = correction.matches[drawn.number]
    if drawn.best_of > 1 and not walkover:
        _keep_games(match, games)
    if standing.status is BracketStatus.DECIDED:
        is_one = drawn.best_of == 1 or walkover
        settle(act, match, games[-1] if is_one else from_series(_won_by(standing), games), how)
    else:
        match.disputed_at, match.dispute_reason = None, ""
        reopen(match)
        match.claims.all().delete()  # they were about the game before
    made = follow_bracket(act, stage, (bracket, correction.matches))
    return _for_journal(touched, made)


def fresh_bracket_match(act: Action, match: Match, seen_version: int | None) -> Match:
    """Return the current match, if its round is in progress. Raises Stale for an older version."""
    fresh = act.fresh_match(match)
    if fresh.bracket_number is None:
        raise BadValue(tr("This is not a match of a knockout."), "match")
    if seen_version is not None and seen_version != fresh.version:
        raise Stale(str(fresh), MatchState(fresh.state).label)
    return fresh


def stored_games(match: Match) -> list[Score]:
    """Return the games of a series so far, or the boards of a team match that have a result."""
    return [part.parsed_score for part in parts_of(match) if part.result]


def games_as_json(match: Match) -> list[str]:
    return [score.words for score in match.parts_with_result] or (
        [match.result_words] if match.is_agreed else []
    )


def _stage_of(match: Match) -> Stage:
    """Return the stage with the event of the match, which is not read again."""
    stage = match.round.stage
    assert stage is not None
    stage.tournament = match.round.tournament
    return stage


def _keep_games(match: Match, games: Sequence[Score]) -> None:
    match.parts.all().delete()
    MatchPart.objects.bulk_create(
        MatchPart(match=match, number=n, **score.stored()) for n, score in enumerate(games, start=1)
    )


def _won_by(standing: BracketMatchState) -> str:
    return ResultCode.FIRST_WINS if standing.winner == standing.first else ResultCode.SECOND_WINS


def _touched_rows(stage: Stage, correction: Correction) -> list[Match]:
    # A match has a row once both its sides are known.
    numbers = [touched.match for touched in correction.later_matches if None not in touched.before]
    if not numbers:
        return []
    rows = Match.objects.filter(round__stage=stage, bracket_number__in=numbers).order_by("bracket_number")
    return list(rows.select_related("round", "first", "second").prefetch_related("parts", "claims"))


def _touched(bracket: Bracket, row: Match) -> TouchedMatch:
    assert row.bracket_number is not None
    name = match_name(bracket, bracket.match(row.bracket_number))
    return TouchedMatch(row.bracket_number, name, str(row), _what_is_lost(row))


def _what_is_lost(row: Match) -> str:
    games = row.parts_with_result
    if row.is_agreed:
        return tr("{score} is deleted", score=_count(games) if games else row.result_words)
    if games:
        return tr("{score} so far is deleted", score=_count(games))
    if row.claims.all():
        return tr("its reports are deleted")
    return tr("in progress") if row.game_started_at else ""


def _count(games: Sequence[Score]) -> str:
    results = [score.to_result() for score in games]
    return f"{sum(r.first.is_win for r in results)}–{sum(r.second.is_win for r in results)}"


def _no_winner(bracket: Bracket, match: Match, score: str) -> Refused:
    assert match.bracket_number is not None
    return NeedsWinner(match=match_name(bracket, bracket.match(match.bracket_number)), score=score)


def _for_journal(replaced: Sequence[TouchedMatch], made: Sequence[Match]) -> dict[str, Any]:
    moves: dict[str, Any] = {}
    if replaced:
        moves["replaced"] = [match.words for match in replaced]
    if made:
        moves |= for_journal(made)
    return moves


def agree_on_boards(
    act: Action, match: Match, boards: Sequence[Score], how: Settled, accept: Accepted = ()
) -> dict[str, Any]:
    """Confirm the boards, and with them the match; advance the bracket of a knockout. Return the values for the
    journal."""
    if match.bracket_number is None:
        settle_boards(act, match, boards, how)
        return {}
    take_boards(match, boards)
    return play_on(act, match, [overall(act.tournament, boards)], how, accept)


_claims_of = CompiledQuery(lambda match: Claim.objects.filter(match_id=match).order_by("pk"), int)


def claims_of(match: Match, side: Entry) -> tuple[Claim | None, Claim | None]:
    """Return the reports of this side and of the other. The event's row is locked: no other report can be added."""
    claims = {claim.entry_id: claim for claim in _claims_of(match.pk)}
    return claims.pop(side.pk, None), next(iter(claims.values()), None)


def store_claim(act: Action, claim: Claim, score: Score, boards: Sequence[Score | None] = ()) -> None:
    values = {"by": act.by, "at": act.now, **score.stored()}
    values["boards"] = [board.stored() if board else None for board in boards]
    for name, value in values.items():
        setattr(claim, name, value)
    if claim.pk is None:
        insert(claim)
    else:
        update(claim, *values)


def claimed_boards(claim: Claim) -> list[Score | None]:
    """Return the reported boards in order; None for one this side has not reported yet."""
    return [score_from_json(board) if board else None for board in claim.boards]


def claim_boards(act: Action, match: Match, side: Entry, boards: Sequence[Score | None]) -> dict[str, Any]:
    """Store this side's report of its boards. The match is confirmed once both sides report all of them alike, disputed
    as soon as they differ about one. Return the journal values of a bracket that advances."""
    reported = [score for score in boards if score is not None]
    mine, other = claims_of(match, side)
    store_claim(act, mine or Claim(match=match, entry=side), overall(act.tournament, reported), boards)
    theirs = claimed_boards(other) if other is not None else []
    if len(reported) == len(boards) and theirs == list(boards):
        return agree_on_boards(act, match, reported, Settled.AGREED)
    differ = other is not None and _differ(boards, theirs)
    match.state = MatchState.DISPUTED if differ else MatchState.CLAIMED
    match.disputed_at = (match.disputed_at or act.now) if differ else None
    match.version += 1
    update(match, "state", "disputed_at", "version")
    return {}


def confirm_boards(
    act: Action, match: Match, side: Entry, mine: Claim | None, other: Claim
) -> dict[str, Any]:
    """Confirm each board the other side reported; for the others this side's own report stays."""
    theirs = claimed_boards(other)
    own = (claimed_boards(mine) if mine is not None else []) or [None] * len(theirs)
    return claim_boards(act, match, side, [their or score for their, score in zip(theirs, own, strict=True)])


def _differ(mine: Sequence[Score | None], theirs: Sequence[Score | None]) -> bool:
    """Whether the reports differ about a board, or the other side reported that nothing was played."""
    return not theirs or any(a and b and a != b for a, b in zip(mine, theirs, strict=True))
