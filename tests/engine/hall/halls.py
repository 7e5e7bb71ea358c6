"""Halls to try things out in: matches from a line of text, and random ones."""

from __future__ import annotations

from datetime import datetime, timedelta

from hypothesis import strategies as st

from crosstable.engine.hall import Board, Break, Evening, HallMatch, Progress
from crosstable.engine.model import EntryId
from crosstable.engine.pairing.round_robin import (
    BoardRule,
    Group,
    GroupOptions,
    ScheduleOptions,
    form_groups,
    schedule_groups,
)

DAY = datetime(2026, 11, 16, 18, 0)


def at(clock: str) -> datetime:
    """ "18:30" on that day."""
    hours, minutes = clock.split(":")
    return DAY.replace(hour=int(hours), minute=int(minutes))


def minutes(number: int) -> timedelta:
    return timedelta(minutes=number)


def evening(boards: int, length: int = 20, **more: object) -> Evening:
    return Evening(DAY, minutes(length), tuple(Board(i) for i in range(1, boards + 1)), **more)  # type: ignore[arg-type]


def match(number: int, round_: int, persons: str, board: int | None = None, **more: object) -> HallMatch:
    """Persons by letter: "ab" is a against b, "abcd" a doubles match."""
    return HallMatch(number, (round_, number), frozenset(map(ord, persons)), board, **more)  # type: ignore[arg-type]


def pool_matches(players: int, groups: int, boards: int) -> list[HallMatch]:
    """A round robin with balanced boards, as the hall sees it."""
    formed: tuple[Group, ...] = form_groups([EntryId(i) for i in range(1, players + 1)], GroupOptions(groups))
    schedule = schedule_groups(formed, ScheduleOptions(boards, board_rule=BoardRule.BALANCED))
    planned = [
        (round_.number, m.slot, m.board, m.entries)
        for group in schedule.groups
        for round_ in group.rounds
        for m in round_.matches
    ]
    return [
        HallMatch(number, (round_, slot), frozenset(entries), board)
        for number, (round_, slot, board, entries) in enumerate(sorted(planned, key=lambda p: p[:3]), start=1)
    ]


@st.composite
def halls(draw: st.DrawFn) -> list[HallMatch]:
    """Matches of two to four persons, some called or in play (no person twice, no board twice), some done."""
    people = draw(st.integers(4, 10))
    found: list[HallMatch] = []
    busy: set[int] = set()
    taken: set[int] = set()
    for number in range(1, draw(st.integers(1, 14)) + 1):
        persons = draw(st.frozensets(st.integers(1, people), min_size=2, max_size=4))
        board = draw(st.none() | st.integers(1, 5))
        progress = draw(st.sampled_from(Progress))
        on = progress in (Progress.CALLED, Progress.IN_PLAY)
        if on and (board is None or board in taken or persons & busy):
            progress, on = Progress.WAITING, False
        if on and board is not None:
            busy |= persons
            taken.add(board)
        ended = DAY - minutes(draw(st.integers(0, 30))) if progress is Progress.DONE else None
        started = DAY - minutes(draw(st.integers(0, 30))) if progress is Progress.IN_PLAY else None
        waits = frozenset(draw(st.sets(st.integers(1, number - 1), max_size=1)) if number > 1 else ())
        if progress is not Progress.WAITING:
            waits = frozenset()
        order = (draw(st.integers(1, 4)), number)
        found.append(HallMatch(number, order, persons, board, progress, waits, started, ended))
    return found


@st.composite
def evenings(draw: st.DrawFn) -> Evening:
    boards = tuple(
        Board(
            number,
            draw(st.none() | st.integers(0, 90).map(lambda m: DAY + minutes(m))),
            draw(st.none() | st.integers(90, 300).map(lambda m: DAY + minutes(m))),
        )
        for number in range(1, draw(st.integers(1, 5)) + 1)
    )
    begins = DAY + minutes(draw(st.integers(0, 120)))
    breaks = (Break(begins, begins + minutes(draw(st.integers(1, 40)))),) if draw(st.booleans()) else ()
    rest = minutes(draw(st.integers(0, 30)))
    ends = draw(st.none() | st.integers(60, 400).map(lambda m: DAY + minutes(m)))
    return Evening(DAY, minutes(draw(st.integers(5, 45))), boards, breaks, rest, ends)
