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
from crosstable.events.play_errors import BoardNotFree, InTwoPlaces, MatchNotStarted, NoBoards, NobodyToCall
from crosstable.events.queries.desk.boards import Hall, hall_of, stage_being_played


def call_match(*, match: Match, by: User, board: int | None = None) -> Match:
    """Call both sides to a board: the given one, or the one dispatch proposes.

    Raises BoardNotFree, InTwoPlaces, NobodyToCall, NoBoards, NotNow.
    """
    with action(match.round.tournament, by) as act:
        hall = _hall(act)
        fresh = _in(hall, match)
        _require(fresh, "Calling", Progress.WAITING)
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
            nobody = rules_of(act.tournament).say("Nobody can be called to {table} {board} now.", board=board)
            raise NobodyToCall(why=hall.why_nobody or nobody)
        fresh = hall.by_key[first_call.match]
        _call(act, hall, fresh, first_call.board)
    return fresh


def call_back(*, match: Match, by: User) -> Match:
    """Cancel the call: the match waits again."""
    with action(match.round.tournament, by) as act:
        fresh = _in(_hall(act), match)
        _require(fresh, "Taking back the call", Progress.CALLED)
        fresh.called_at = None
        fresh.save(update_fields=["called_at"])
        act.record("match.called-back", match_words(fresh), match=fresh)
    return fresh


def start_match(*, match: Match, by: User) -> Match:
    """Start play at the match's board; a match that was not called is called with this."""
    with action(match.round.tournament, by) as act:
        hall = _hall(act)
        fresh = _in(hall, match)
        _require(fresh, "Starting", Progress.WAITING, Progress.CALLED)
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
    words = rules_of(hall.stage.tournament).words
    if board not in hall.boards:
        raise BoardNotFree(
            words=words, board=board, why=words.say("the {tables} are 1 to {last}", last=len(hall.boards))
        )
    if board not in hall.open_boards:
        raise BoardNotFree(words=words, board=board, why="it is closed")
    there = hall.on_boards.get(board)
    if there is not None:
        raise BoardNotFree(words=words, board=board, why=f"{there} is on it")


def _check_free(hall: Hall, match: Match) -> None:
    for side in (match.first, match.second):
        elsewhere = hall.where_is(side.pk, match) if side is not None else None
        if elsewhere is not None:
            raise InTwoPlaces(
                words=rules_of(hall.stage.tournament).words, name=str(side), board=elsewhere.table or 0
            )


def _board_for(hall: Hall, match: Match) -> int:
    """Return the proposed board, the planned one, or the lowest free one."""
    proposed = next((call.board for call in hall.calls if call.match == match.pk), None)
    value = next(value for value in hall.values if value.number == match.pk)
    free = [b for b in hall.open_boards if b not in hall.on_boards and hall.may_play_at(value, b)]
    if proposed is None and not free:
        raise NobodyToCall(why=rules_of(hall.stage.tournament).say("Every open {table} is taken."))
    planned = match.table if match.table in free else free[0] if free else 0
    return proposed or planned


def _hall(act: Action) -> Hall:
    stage = stage_being_played(act.tournament)
    if stage is None:
        raise NotNow(action="Calling", now="nothing is being played")
    if not hall_of(stage).is_used:
        raise NoBoards(words=rules_of(act.tournament).words, stage=stage.name)
    return hall_of(stage, act.now)


def _in(hall: Hall, match: Match) -> Match:
    fresh = hall.by_key.get(match.pk)
    if fresh is None:
        raise MatchNotStarted(number=match.round.number)
    return fresh


def _require(match: Match, what: str, *states: Progress) -> None:
    now = progress_of(match)
    if now not in states:
        raise NotNow(action=f"{what} {match}", now=f"the match is {now.value}")
