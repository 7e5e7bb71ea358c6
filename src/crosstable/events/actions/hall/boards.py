"""Closing and opening boards during play; the matches of a closed board move to the others."""

from crosstable.accounts.models import User
from crosstable.engine.hall import BoardInUse, HallMatch, LastBoard
from crosstable.engine.hall import close_board as matches_to_move
from crosstable.events.actions.core.action import Action, action
from crosstable.events.actions.hall.evenings import give_times_to, put_at
from crosstable.events.actions.stages.stages import fresh_stage, require_hall, save_stage
from crosstable.events.bridge.rules import rules_of
from crosstable.events.bridge.settings.hall_settings import MOST_BOARDS, HallSettings, board_numbers
from crosstable.events.errors import BadValue
from crosstable.events.models import Match, RoundStatus, Stage, StageKind
from crosstable.events.play_errors import BoardStaysOpen, NoBoards
from crosstable.events.queries.desk.boards import Hall
from crosstable.text import tr

NOT_OVER = [status for status in RoundStatus if status != RoundStatus.CLOSED]


def close_board(*, stage: Stage, board: int, by: User) -> int:
    """Close a board and return how many matches moved, including future rounds. Raises BoardStaysOpen with a match on
    it, or for the last board."""
    with action(stage.tournament, by) as act:
        fresh = _stage_with(act, stage, board)
        chosen = HallSettings.of(fresh)
        if board in chosen.closed:
            act.leave_as_it_is()
            return 0
        hall = Hall(fresh, act.now, NOT_OVER)
        moved = _moved(hall, board)
        for value in moved:
            _move(hall.by_key[value.number], value.board or 0)
        fresh.hall = chosen.changed(closed=sorted([*chosen.closed, board])).as_json()
        give_times_to(fresh, [hall.by_key[value.number] for value in moved], act.now)
        save_stage(fresh)
        after = {"board": board, "matches": len(moved)}
        act.record("board.closed", fresh.name, after=after, stage=fresh)
    return len(moved)


def open_board(*, stage: Stage, board: int, by: User) -> None:
    """Open a board. Matches that were moved stay where they are; waiting matches can be called to it."""
    with action(stage.tournament, by) as act:
        fresh = _stage_with(act, stage, board)
        chosen = HallSettings.of(fresh)
        if board not in chosen.closed:
            act.leave_as_it_is()
            return
        fresh.hall = chosen.changed(closed=[n for n in chosen.closed if n != board]).as_json()
        save_stage(fresh)
        act.record("board.opened", fresh.name, after={"board": board}, stage=fresh)


def add_board(*, stage: Stage, by: User) -> int:
    """Add a board, before or during play; waiting matches can be called to it. Return its number.

    Raises NoBoards if every match has its own table, BadValue at the limit.
    """
    with action(stage.tournament, by) as act:
        fresh = fresh_stage(act, stage)
        rules = rules_of(act.tournament)
        require_hall(fresh, rules.say("Add {table}"))
        board, chosen = len(board_numbers(fresh)) + 1, HallSettings.of(fresh)
        if board == 1:
            raise NoBoards(vocabulary=rules.vocabulary, stage=fresh.shown_name)
        if board > MOST_BOARDS:
            raise BadValue(
                rules.say("There are at most {most} {tables}.", most=MOST_BOARDS),
                "boards",
            )
        more = {"added": chosen.added + 1} if fresh.kind == StageKind.POOLS else {"boards": board}
        fresh.hall = chosen.changed(**more).as_json()
        save_stage(fresh)
        act.record("board.added", fresh.name, after={"board": board}, stage=fresh)
    return board


def _stage_with(act: Action, stage: Stage, board: int) -> Stage:
    fresh = fresh_stage(act, stage)
    rules = rules_of(act.tournament)
    require_hall(fresh, rules.say("Close or reopen {table}"))
    numbers = board_numbers(fresh)
    if not numbers:
        raise NoBoards(vocabulary=rules.vocabulary, stage=fresh.shown_name)
    if board not in numbers:
        raise BadValue(rules.say("The {tables} are 1 to {last}.", last=len(numbers)), "board")
    return fresh


def _moved(hall: Hall, board: int) -> list[HallMatch]:
    chosen = [v for v in hall.values if v.board == board]
    vocabulary = rules_of(hall.stage.tournament).vocabulary
    others = [b for b in hall.open_boards if not chosen or hall.may_play_at(chosen[0], b)]
    try:
        return matches_to_move(hall.values, board, others)
    except BoardInUse as error:
        there = hall.by_key[error.match]
        raise BoardStaysOpen(
            vocabulary=vocabulary, board=board, why=tr("{match} is in progress there.", match=there)
        ) from error
    except LastBoard as error:
        raise BoardStaysOpen(
            vocabulary=vocabulary,
            board=board,
            why=tr("No other one is open for its matches."),
        ) from error


def _move(match: Match, board: int) -> None:
    put_at(match, board)
    match.called_at = None
    match.save(update_fields=["table", "slot", "called_at"])
