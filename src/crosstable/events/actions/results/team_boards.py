"""Team matches over several boards: results board by board, from which the match result follows (C7).

As in any match one side reports, the other confirms or disputes, and an organiser decides; a report has one result per
board.
"""

from collections.abc import Sequence
from typing import Any

from crosstable.accounts.models import User
from crosstable.engine.results import Score
from crosstable.events.actions.core.action import Action, action
from crosstable.events.actions.results.results import fresh_match, playable, ruling_of
from crosstable.events.actions.results.series import (
    Accepted,
    agree_on_boards,
    claim_boards,
    claimed_boards,
    claims_of,
)
from crosstable.events.actions.results.settling import check_may_report, check_may_say, overall
from crosstable.events.bridge.results.scores import report_for_journal
from crosstable.events.bridge.rules import match_in_round, rules_of
from crosstable.events.bridge.team_boards import line_ups_of, points_on_boards
from crosstable.events.bridge.words import points_words
from crosstable.events.errors import BadValue, BoardsNeeded, EmptyBoard, NotYourBoard, Stale
from crosstable.events.models import Entry, Match
from crosstable.events.permissions import ENTER_RESULTS, may_see
from crosstable.events.play_errors import WouldOverwrite
from crosstable.text import tr


def enter_boards(
    *,
    match: Match,
    boards: Sequence[Score],
    by: User,
    seen_version: int | None = None,
    overwrite: bool = False,
    accept: Accepted = (),
    reason: str = "",
) -> Match:
    """Set the results of all boards as an organiser. Another confirmed result is replaced only with `overwrite`.

    In a knockout `accept` are the numbers of later matches that may be replaced. Raises TouchesLaterMatches.
    """
    with action(match.round.tournament, by, ENTER_RESULTS) as act:
        fresh = fresh_match(act, match)
        scores = _all_boards(fresh, boards)
        if seen_version is not None and seen_version != fresh.version:
            raise Stale(str(fresh), fresh.result_words or fresh.get_state_display())
        before = fresh.parts_with_result
        if fresh.is_agreed and before == scores:
            act.leave_as_it_is()
            return fresh
        if fresh.is_agreed and not overwrite:
            raise WouldOverwrite(
                vocabulary=rules_of(act.tournament).vocabulary, number=fresh.table, score=fresh.result_words
            )
        decided = [one for one in scores if not one.is_usual and not one.is_forfeit]
        check_may_say(act, fresh, overall(act.tournament, scores), *decided, replaces=bool(accept))
        moves = agree_on_boards(act, fresh, scores, ruling_of(fresh), accept)
        verb = "result.changed" if before else "boards.entered"
        after = {**_json(fresh, scores), **moves}
        act.record(verb, match_in_round(fresh), _json(fresh, before), after, reason[:300], match=fresh)
    return fresh


def report_boards(
    *, match: Match, boards: Sequence[Score], by: User, seen_version: int | None = None
) -> Match:
    """Report all boards as a member; the other team's equal report makes it the result."""
    with action(match.round.tournament, by, may_see) as act:
        fresh, side = playable(act, match)
        scores = _all_boards(fresh, boards)
        check_may_report(*scores)
        _check_version(fresh, seen_version)
        moves = claim_boards(act, fresh, side, scores)
        _record_report(act, fresh, side, scores, moves)
    return fresh


def report_board(
    *, match: Match, board: int, score: Score, by: User, seen_version: int | None = None
) -> Match:
    """Report one board as its player. Once both sides report every board alike, the match is confirmed.

    Raises NotYourBoard or EmptyBoard for a player of another board.
    """
    with action(match.round.tournament, by, may_see) as act:
        fresh, side = playable(act, match)
        _check_board(fresh, board)
        line_up = next(one for one in line_ups_of(fresh) if one.entry == side)
        if line_up.board_of(act.by) != board:
            sits = line_up.name_at(board)
            raise NotYourBoard(board=board, sits=sits) if sits else EmptyBoard(board=board)
        _check_version(fresh, seen_version)
        take_board(act, fresh, side, board, score)
    return fresh


def take_board(act: Action, match: Match, side: Entry, board: int, score: Score) -> None:
    """Add one side's report of one board to its reports of the others. Part of an action."""
    _check_board(match, board)
    check_may_report(score)
    mine, _ = claims_of(match, side)
    reported = claimed_boards(mine) if mine is not None else []
    boards: list[Score | None] = reported or [None] * _boards_of(match)
    boards[board - 1] = score
    moves = claim_boards(act, match, side, boards)
    _record_report(act, match, side, boards, moves)


def _check_board(match: Match, board: int) -> None:
    count = _boards_of(match)
    if not 1 <= board <= count:
        raise BadValue(tr("This match has boards 1 to {count}.", count=count), "board")


def _record_report(
    act: Action, match: Match, side: Entry, boards: Sequence[Score | None], moves: dict[str, Any]
) -> None:
    after = {
        **_json(match, boards),
        **_report(match, side, boards),
        "state": str(match.state),
        **moves,
    }
    act.record("boards.reported", match_in_round(match), after=after, match=match)


def _check_version(match: Match, seen: int | None) -> None:
    if seen is not None and seen != match.version:
        raise Stale(str(match), match.get_state_display())


def _boards_of(match: Match) -> int:
    boards = match.round.tournament.team_boards
    if boards < 2:
        raise BadValue(tr("In this event a match is one game; it has no boards."), "boards")
    return boards


def _all_boards(match: Match, boards: Sequence[Score]) -> list[Score]:
    count = _boards_of(match)
    if len(boards) != count:
        raise BoardsNeeded(boards=count)
    return list(boards)


def _json(match: Match, boards: Sequence[Score | None]) -> dict[str, Any]:
    """Return the boards, and both sides' totals once all are reported."""
    if not boards:
        return {}
    words = [one.words if one else "–" for one in boards]
    return {"boards": words, "score": _score(match, boards, first=True)}


def _score(match: Match, boards: Sequence[Score | None], *, first: bool) -> str:
    """Return the score from one side: the points on the boards, or the boards themselves."""
    points = points_on_boards([one for one in boards if one], match.round.tournament)
    if points:
        return "–".join(map(points_words, points if first else reversed(points)))
    return ", ".join(one.words_for(first=first) if one else "–" for one in boards)


def _report(match: Match, side: Entry, boards: Sequence[Score | None]) -> dict[str, Any]:
    """Return who reported, their numbers first, and who won once all boards are reported."""
    scores = [one for one in boards if one]
    in_all = overall(match.round.tournament, scores)
    score = _score(match, boards, first=side.pk == match.first_id)
    reported = {**report_for_journal(match, side, in_all), "reported": score}
    if len(scores) < len(boards):
        reported.pop("winner", None)
        return reported
    return {**reported, "result": in_all.code}
