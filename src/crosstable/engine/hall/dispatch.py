"""Next free board: which waiting matches are called now, and where; and a match as the venue sees it.

No player is in two places, every player has had their rest, an earlier round goes before a later one, and a match keeps
its planned board if that is free. No board stays free while a match could be played on it.
"""

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from enum import Enum

from crosstable.engine.errors import EngineError
from crosstable.text import tr

NOTHING = timedelta(0)


class Progress(Enum):
    WAITING = "waiting"
    CALLED = "called"
    IN_PLAY = "in play"
    DONE = "done"


@dataclass(frozen=True, slots=True)
class HallMatch:
    """A match as the venue sees it.

    `order` is the order of play, the round first: (round, slot) in pools, (depth, position) in a bracket.

    `persons` are all players needed, so a doubles match has four. A bracket match whose entrants are not known yet
    needs no persons and `waits_for` matches. `board` is the planned one, and where it is played once it is called;
    `boards` are those it may be planned for, None for any.
    """

    number: int
    order: tuple[int, ...]
    persons: frozenset[int]
    board: int | None = None
    progress: Progress = Progress.WAITING
    waits_for: frozenset[int] = frozenset()
    started: datetime | None = None
    ended: datetime | None = None
    lasts: timedelta | None = None
    """Set if it differs from the other matches: a final over more games."""
    boards: frozenset[int] | None = None

    @property
    def is_on(self) -> bool:
        """Whether it occupies its board and its persons."""
        return self.progress in (Progress.CALLED, Progress.IN_PLAY)


@dataclass(frozen=True, slots=True)
class Board:
    """Open all evening unless it has a start or an end."""

    number: int
    opens: datetime | None = None
    closes: datetime | None = None


@dataclass(frozen=True, slots=True)
class Break:
    """Nothing is played during a break; a match that would reach into it starts after it."""

    begins: datetime
    ends: datetime


@dataclass(frozen=True, slots=True)
class Evening:
    """`rest` is the minimum time between two matches of a person; without `ends` it is open-ended."""

    start: datetime
    match: timedelta
    boards: tuple[Board, ...]
    breaks: tuple[Break, ...] = ()
    rest: timedelta = NOTHING
    ends: datetime | None = None

    def length(self, match: HallMatch) -> timedelta:
        return self.match if match.lasts is None else match.lasts


@dataclass(frozen=True, slots=True)
class Call:
    match: int
    board: int


class BoardInUse(EngineError):
    """A board on which a match is in progress cannot be closed."""

    board: int
    match: int
    says = tr("board {board} cannot be closed while match {match} is played on it")


class LastBoard(EngineError):
    board: int
    says = tr("board {board} is the last one open; its matches have nowhere to go")


MayStart = Callable[[HallMatch, int], bool]


def next_calls(
    matches: Sequence[HallMatch],
    boards: Collection[int],
    now: datetime,
    rest: timedelta = NOTHING,
    may_start: MayStart = lambda match, board: True,
) -> list[Call]:
    """Return the calls to open boards. `may_start` refuses a board to a match (it closes too soon)."""
    free = sorted(set(boards) - {match.board for match in matches if match.is_on})
    ready = _ready(matches, now, rest)
    calls: list[Call] = []
    while free and (chosen := _chosen(ready, free, may_start)):
        placed = _placed(chosen, free, may_start)
        calls += placed
        taken = {call.board for call in placed}
        called = {call.match for call in placed}
        busy = {person for match in chosen if match.number in called for person in match.persons}
        free = [board for board in free if board not in taken]
        ready = [match for match in ready if match.number not in called and not match.persons & busy]
    return calls


def _ready(matches: Sequence[HallMatch], now: datetime, rest: timedelta) -> list[HallMatch]:
    """Return the waiting matches that could be played now, in order."""
    busy = {person for match in matches if match.is_on for person in match.persons}
    over = {match.number: match.ended for match in matches if match.progress is Progress.DONE}
    tired = {
        person
        for match in matches
        if match.ended is not None and match.ended + rest > now
        for person in match.persons
    }

    def is_over(number: int) -> bool:
        ended = over.get(number)
        return number in over and (ended is None or ended + rest <= now)

    waiting = (match for match in matches if match.progress is Progress.WAITING)
    return sorted(
        (m for m in waiting if not m.persons & (busy | tired) and all(map(is_over, m.waits_for))),
        key=lambda match: (match.order, match.number),
    )


def _chosen(ready: Sequence[HallMatch], free: Sequence[int], may_start: MayStart) -> list[HallMatch]:
    """Return the first matches in order that share no person, as many as there are boards."""
    chosen: list[HallMatch] = []
    busy: set[int] = set()
    for match in ready:
        if len(chosen) == len(free):
            break
        if not match.persons & busy and any(may_start(match, board) for board in free):
            chosen.append(match)
            busy |= match.persons
    return chosen


def _placed(matches: Sequence[HallMatch], free: Sequence[int], may_start: MayStart) -> list[Call]:
    """Fill planned boards first, each with its first match; the others take the boards left."""
    left = list(free)
    board_of: dict[int, int] = {}
    for match in matches:
        if match.board in left and may_start(match, match.board):
            left.remove(match.board)
            board_of[match.number] = match.board
    for match in matches:
        board = next((board for board in left if may_start(match, board)), None)
        if match.number not in board_of and board is not None:
            left.remove(board)
            board_of[match.number] = board
    return [Call(match.number, board_of[match.number]) for match in matches if match.number in board_of]


def close_board(matches: Sequence[HallMatch], board: int, boards: Iterable[int]) -> list[HallMatch]:
    """Return the matches that move, waiting again with a new planned board.

    That is the board with the fewest matches of their round.

    Raises BoardInUse if a match is in progress there, LastBoard if no other is open. A match that was only called goes
    back to waiting.
    """
    others = sorted(set(boards) - {board})
    here = [match for match in matches if match.board == board and match.progress is not Progress.DONE]
    for match in here:
        if match.progress is Progress.IN_PLAY:
            raise BoardInUse(board, match.number)
    if not others and here:
        raise LastBoard(board)
    load = Counter((match.order[:1], match.board) for match in matches)
    moved = []
    for match in sorted(here, key=lambda m: (m.order, m.number)):
        to = min(others, key=lambda other: (load[match.order[:1], other], other))
        load[match.order[:1], to] += 1
        moved.append(replace(match, board=to, progress=Progress.WAITING, started=None))
    return moved
