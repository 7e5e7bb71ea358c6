"""Dispatch: call a match to a board, start it there, or return it to the queue. No player is in two places.

A match ends with its result; its board is then free without another action.
"""

from crosstable.accounts.models import User
from crosstable.engine.hall import Progress
from crosstable.events.actions.core.action import Action, action
from crosstable.events.actions.hall.evenings import put_at
from crosstable.events.bridge.hall import progress_of
from crosstable.events.bridge.rules import match_words, rules_of
from crosstable.events.errors import NotNow
from crosstable.events.models import Match, Tournament
from crosstable.events.play_errors import BoardNotFree, InTwoPlaces, MatchNotStarted, NoBoards, NoMatchToCall
from crosstable.events.queries.desk.boards import Hall, hall_of, stage_being_played
from crosstable.text import tr


def call_match(*, match: Match, by: User, board: int | None = None) -> Match:
    """Call both sides to a board: the given one, or the one dispatch proposes.

    Raises BoardNotFree, InTwoPlaces, NoMatchToCall, NoBoards, NotNow.
    """
    with action(match.round.tournament, by) as act:
        hall = _hall(act)
        fresh = _in(hall, match)
        _require(fresh, Progress.WAITING)
        _check_free(hall, fresh)
        _call(act, hall, fresh, board if board is not None else _board_for(hall, fresh))
    return fresh


def call_next(*, tournament: Tournament, by: User, board: int | None = None) -> Match:
    """Call the match dispatch proposes for this board; without a board, the first proposal."""
    with action(tournament, by) as act:
        hall = _hall(act)
        if board is not None:
            _check_board(hall, board)
        first_call = next((call for call in hall.calls if board is None or call.board == board), None)
        if first_call is None:
            usual_reason = rules_of(act.tournament).say(
                "No match can be called to {table} {board} now.", board=board
            )
            raise NoMatchToCall(why=hall.why_none or usual_reason)
        fresh = hall.by_key[first_call.match]
        _call(act, hall, fresh, first_call.board)
    return fresh


def call_all(act: Action) -> None:
    """Call every match dispatch proposes, as a part of this action. The hall is read once, not for each board."""
    stage = stage_being_played(act.tournament)
    if stage is None:
        return
    hall = hall_of(stage, act.now)
    for call in hall.calls:
        match = hall.by_key[call.match]
        _place(hall, match, call.board)
        match.called_at = act.now
        match.save(update_fields=["called_at", "table", "slot"])


def call_back(*, match: Match, by: User) -> Match:
    """Cancel the call: the match waits again."""
    with action(match.round.tournament, by) as act:
        fresh = _in(_hall(act), match)
        _require(fresh, Progress.CALLED)
        fresh.called_at = None
        fresh.save(update_fields=["called_at"])
        act.record("match.called-back", match_words(fresh), match=fresh)
    return fresh


def start_match(*, match: Match, by: User) -> Match:
    """Start play at the match's board; a match that was not called is called with this."""
    with action(match.round.tournament, by) as act:
        hall = _hall(act)
        fresh = _in(hall, match)
        _require(fresh, Progress.WAITING, Progress.CALLED)
        if fresh.called_at is None:
            _check_free(hall, fresh)
            _place(hall, fresh, _board_for(hall, fresh))
            fresh.called_at = act.now
        fresh.game_started_at = act.now
        fresh.save(update_fields=["game_started_at", "called_at", "table", "slot"])
        act.record("game.started", match_words(fresh), match=fresh)
    return fresh


def _call(act: Action, hall: Hall, match: Match, board: int) -> None:
    _place(hall, match, board)
    match.called_at = act.now
    match.save(update_fields=["called_at", "table", "slot"])
    act.record("match.called", match_words(match), after={"board": board}, match=match)


def _place(hall: Hall, match: Match, board: int) -> None:
    _check_board(hall, board)
    put_at(match, board)


def _check_board(hall: Hall, board: int) -> None:
    vocabulary = rules_of(hall.stage.tournament).vocabulary
    if board not in hall.boards:
        raise BoardNotFree(
            vocabulary=vocabulary,
            board=board,
            why=vocabulary.say("The {tables} are 1 to {last}.", last=len(hall.boards)),
        )
    if board not in hall.open_boards:
        raise BoardNotFree(
            vocabulary=vocabulary,
            board=board,
            why=vocabulary.say("{Table} {number} is closed.", number=board),
        )
    there = hall.on_boards.get(board)
    if there is not None:
        raise BoardNotFree(
            vocabulary=vocabulary, board=board, why=tr("{match} is in progress there.", match=there)
        )


def _check_free(hall: Hall, match: Match) -> None:
    for side in (match.first, match.second):
        elsewhere = hall.where_is(side.pk, match) if side is not None else None
        if elsewhere is not None:
            raise InTwoPlaces(
                vocabulary=rules_of(hall.stage.tournament).vocabulary,
                name=str(side),
                board=elsewhere.table or 0,
            )


def _board_for(hall: Hall, match: Match) -> int:
    """Return the proposed board, the planned one, or the lowest free one."""
    proposed = next((call.board for call in hall.calls if call.match == match.pk), None)
    value = next(value for value in hall.values if value.number == match.pk)
    free = [b for b in hall.open_boards if b not in hall.on_boards and hall.may_play_at(value, b)]
    if proposed is None and not free:
        raise NoMatchToCall(why=rules_of(hall.stage.tournament).say("Every open {table} is taken."))
    planned = match.table if match.table in free else free[0] if free else 0
    return proposed or planned


def _hall(act: Action) -> Hall:
    stage = stage_being_played(act.tournament)
    if stage is None:
        raise NotNow(why=tr("No round is in progress."))
    if not hall_of(stage).is_used:
        raise NoBoards(vocabulary=rules_of(act.tournament).vocabulary, stage=stage.shown_name)
    return hall_of(stage, act.now)


def _in(hall: Hall, match: Match) -> Match:
    fresh = hall.by_key.get(match.pk)
    if fresh is None:
        raise MatchNotStarted(number=match.round.number)
    return fresh


NOW = {
    Progress.WAITING: tr("{match} is waiting."),
    Progress.CALLED: tr("{match} is called already."),
    Progress.IN_PLAY: tr("{match} is in progress already."),
    Progress.DONE: tr("{match} has a result already."),
}


def _require(match: Match, *states: Progress) -> None:
    now = progress_of(match)
    if now not in states:
        raise NotNow(why=NOW[now].filled(match=match))
