"""Correcting past results. Published pairings stay unchanged, whatever the policy; see docs/corrections.md."""

from collections.abc import Sequence

from crosstable.accounts.models import User
from crosstable.engine.results import Score, by_code
from crosstable.events.actions.core.action import Action, action
from crosstable.events.actions.ratings.rerating import book_difference, rerate_round, undo_booking
from crosstable.events.actions.results.settling import correct, correct_boards, overall
from crosstable.events.bridge.results.corrected import (
    ResultOrBye,
    ScoreOnBoards,
    as_json,
    ending_of,
    for_journal,
    from_json,
    on_boards,
    words,
)
from crosstable.events.bridge.rules import match_words, moves_ratings, rules_of
from crosstable.events.errors import BadValue, BoardsNeeded, Stale
from crosstable.events.models import ByeCode, Correction, Match, Policy, RoundStatus, StageKind, Tournament
from crosstable.events.permissions import RULE
from crosstable.events.play_errors import CorrectedAlready, CorrectionOutdated, RoundNotClosed
from crosstable.events.queries.desk.places import parts_of
from crosstable.text import Text, alternatives, tr

LONGEST_REASON = 300
OF_STANDINGS = (Policy.EVERYWHERE, Policy.FROM_NOW)
OF_A_SERIES = tr(
    "The result of a series follows from its games. Reopen the knockout and change the games, or leave a note."
)
# The correct result: one, or one for each board of a team match; None: the current one.
ScoreOrGames = Score | Sequence[Score] | None


def correct_result(
    *,
    match: Match,
    policy: str,
    reason: str,
    by: User,
    score: ScoreOrGames = None,
    bye: str | None = None,
    seen_version: int | None = None,
) -> Correction:
    """Correct a match of a closed round, also in a finished event. Without a result the current one is meant, which
    only a note may do. Raises RoundNotClosed, Stale, CorrectedAlready, BoardsNeeded, BadValue."""
    with action(match.round.tournament, by, RULE) as act:
        fresh = closed_match(act.tournament, match)
        ending = understand_ending(fresh, score, bye)
        if seen_version is not None and seen_version != fresh.version:
            raise _stale(fresh, ending)
        chosen = check_correction(fresh, ending, policy, reason)
        correction = _store(act, fresh, ending, chosen, reason.strip())
        _write(fresh, ending if correction.changes_standings else ending_of(fresh))
        moved = _rate(correction, act)
        before = for_journal(from_json(correction.before))
        after = {**for_journal(ending), "policy": chosen.value, "ratings_moved": moved}
        act.record("result.corrected", subject_of(fresh), before, after, correction.reason, match=fresh)
    return correction


def withdraw_correction(act: Action, correction: Correction) -> None:
    """Restore result, standings and ratings as if there had been no correction. Part of undo."""
    match = closed_match(act.tournament, correction.match)
    if correction.changes_standings:
        corrected = from_json(correction.after)
        if ending_of(match) != corrected:
            raise CorrectionOutdated(
                what=subject_of(match), result=words(corrected), current=words(ending_of(match))
            )
        _write(match, from_json(correction.before))
    else:
        _write(match, ending_of(match))
    correction.undone_by, correction.undone_at = act.by, act.now
    correction.save(update_fields=["undone_by", "undone_at"])
    if not _moves_ratings(correction):
        return
    if correction.policy == Policy.FROM_NOW:
        undo_booking(correction)
    else:
        rerate_round(match.round)


def closed_match(tournament: Tournament, match: Match) -> Match:
    """Return the current match, if its round is closed. Raises RoundNotClosed."""
    rows = Match.objects.select_related(
        "round__tournament__club", "round__stage", "first", "second", "decided_by"
    )
    fresh = rows.get(pk=match.pk, round__tournament=tournament)
    if fresh.round.status != RoundStatus.CLOSED:
        raise RoundNotClosed(
            vocabulary=rules_of(fresh.round.tournament).vocabulary, number=fresh.round.number
        )
    if not fresh.is_bye and not fresh.is_agreed:
        raise BadValue(
            tr("{subject_of} has no result that could be corrected.", subject_of=subject_of(fresh)), "match"
        )
    return fresh


def understand_ending(match: Match, score: ScoreOrGames, bye: str | None = None) -> ResultOrBye:
    """Return the correct ending of the match; its current one if none is given. Raises BadValue with the field, and
    BoardsNeeded."""
    if match.is_bye:
        if score is not None:
            raise BadValue(tr("A bye has no score. Choose the kind of bye."), "bye")
        if bye is not None and bye not in ByeCode.values:
            raise BadValue(tr("A bye is one of {values}.", values=", ".join(ByeCode.values)), "bye")
        return ByeCode(bye or match.bye_kind)
    if score is None:
        return ending_of(match)
    if match.round.tournament.has_boards:
        return _on_boards(match.round.tournament, score)
    if is_series(match):
        raise BadValue(OF_A_SERIES, "result" if isinstance(score, Score) else "score.games")
    if not isinstance(score, Score):
        raise BadValue(
            tr("A correction is one score for the whole match, not one for each game."), "score.games"
        )
    return score


def _on_boards(tournament: Tournament, scores: Score | Sequence[Score]) -> ScoreOnBoards:
    """Return the boards, as when entered: a forfeit of the match counts on every board."""
    count = tournament.team_boards
    if isinstance(scores, Score):
        scores = [scores] * count if scores.is_forfeit else []
    if len(scores) != count:
        raise BoardsNeeded(boards=count)
    whole = overall(tournament, scores)
    return on_boards(tournament, whole, [by_code(whole.code)] * count if whole.is_forfeit else scores)


def check_correction(match: Match, ending: ResultOrBye, policy: str, reason: str) -> Policy:
    """Check that this correction is possible and return its policy. Raises BadValue, CorrectedAlready."""
    if policy not in Policy.values:
        raise BadValue(
            tr("The effect of a correction is one of {values}.", values=", ".join(Policy.values)), "policy"
        )
    if not reason.strip():
        raise BadValue(tr("Enter a reason. It is shown in the history and at the match."), "reason")
    if len(reason.strip()) > LONGEST_REASON:
        raise BadValue(
            tr("The reason has at most {longest_reason} characters.", longest_reason=LONGEST_REASON), "reason"
        )
    chosen = Policy(policy)
    if chosen != Policy.NOTE_ONLY:
        _check_change(match, ending, chosen)
    return chosen


def _check_change(match: Match, ending: ResultOrBye, policy: Policy) -> None:
    if ending == ending_of(match):
        raise BadValue(
            tr(
                "{words} is the result already. Enter another result, or choose “{label}”.",
                words=words(ending),
                label=Policy.NOTE_ONLY.label,
            ),
            "bye" if match.is_bye else "result",
        )
    if policy not in reaches_of(match):
        teams = match.round.tournament.has_teams
        if match.is_bye:
            raise BadValue(tr("A bye is not rated. Choose another effect for the correction."), "policy")
        if teams:
            raise BadValue(
                tr("Team matches are not rated. Choose another effect for the correction."), "policy"
            )
        raise BadValue(tr("This game is not rated. Choose another effect for the correction."), "policy")
    there = match.corrections.filter(undone_at__isnull=True).exclude(policy=Policy.NOTE_ONLY)
    if earlier := there.select_related("by").first():
        raise CorrectedAlready(
            what=subject_of(match), by=name_of(earlier.by), at=earlier.at, reason=earlier.reason
        )
    if policy in OF_STANDINGS:
        _check_what_hangs_on_it(match, ending)


def is_series(match: Match) -> bool:
    """Whether its result follows from games reported one by one; boards are corrected with it."""
    return parts_of(match).count > 1 and not match.round.tournament.has_boards


def reaches_of(match: Match) -> list[Policy]:
    """Return the policies available for this match: ratings exist only for people who played."""
    if is_series(match):
        return [Policy.NOTE_ONLY]
    tournament = match.round.tournament
    # An event from a report moves no ratings here, but still exports a report.
    is_reported = not match.is_bye and not tournament.has_teams and bool(rules_of(tournament).rating_pool)
    return [policy for policy in Policy if is_reported or policy != Policy.RATING_ONLY]


def is_rated(match: Match) -> bool:
    """Whether correcting it changes ratings."""
    return not match.is_bye and moves_ratings(match.round.tournament)


def _check_what_hangs_on_it(match: Match, ending: ResultOrBye) -> None:
    """Refuse if another row depends on the winner: a correction of the match alone would contradict it."""
    knockout = match.round.stage is not None and match.round.stage.kind == StageKind.KNOCKOUT
    if knockout and isinstance(ending, Score) and _winner(ending) != _winner(match.parsed_score):
        others = [f"“{policy.label}”" for policy in reaches_of(match) if policy not in OF_STANDINGS]
        raise BadValue(
            tr(
                "Another winner would change who plays on in the bracket. Change it in the bracket, or choose "
                "{policies} here.",
                policies=alternatives(others),
            ),
            "policy",
        )


def _winner(score: Score) -> int:
    result = score.to_result()
    return 1 if result.first.is_win else 2 if result.second.is_win else 0


def _store(act: Action, match: Match, ending: ResultOrBye, policy: Policy, reason: str) -> Correction:
    closed = act.tournament.rounds.filter(status=RoundStatus.CLOSED).order_by("-number").first()
    assert closed is not None
    return Correction.objects.create(
        match=match,
        policy=policy,
        before=as_json(ending_of(match)),
        after=as_json(ending),
        reason=reason,
        by=act.by,
        at=act.now,
        since_round=closed.number + 1 if policy == Policy.FROM_NOW else match.round.number,
        number=act.revision,
    )


def _write(match: Match, ending: ResultOrBye) -> None:
    if isinstance(ending, Score):
        correct(match, ending)
        if isinstance(ending, ScoreOnBoards):
            correct_boards(match, ending.boards)
        return
    match.bye_kind = ending
    match.version += 1
    match.save(update_fields=["bye_kind", "version"])


def _rate(correction: Correction, act: Action) -> int:
    match = correction.match
    if not _moves_ratings(correction):
        return 0
    if correction.policy == Policy.FROM_NOW:
        return book_difference(correction, act.now)
    return rerate_round(match.round)


def _moves_ratings(correction: Correction) -> bool:
    return is_rated(correction.match) and correction.policy != Policy.NOTE_ONLY


def _stale(match: Match, ending: ResultOrBye) -> Stale:
    """Return the current value and who set it: the last correction or its undo, else the person who decided the
    game."""
    last = match.corrections.select_related("by", "undone_by").last()
    if last is None:
        who, at = match.decided_by, match.decided_at
    elif last.undone_at is None:
        who, at = last.by, last.at
    else:
        who, at = last.undone_by, last.undone_at
    current = words(ending_of(match))
    return Stale(subject_of(match), current, name_of(who), at, yours=words(ending))


def name_of(user: User | None) -> str:
    return user.get_username() if user else tr("another person")


def subject_of(match: Match) -> Text:
    if match.second is None:
        return tr("{round}, bye: {name}", round=match.round, name=match.first.display_name)
    return match_words(match)
