"""An organiser's settings for boards and clock times of a stage, as values; stored as JSON with the stage.

Times are local times on the day of the event, in its time zone: “18:00”. A time before the start means after midnight.
An empty JSON means that nothing was set.
"""

from __future__ import annotations

import datetime
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field, fields, replace
from typing import Any, Self

from crosstable.engine.hall import Board, Break, Evening
from crosstable.events.bridge.local_times import moment_of
from crosstable.events.bridge.rules import rules_of
from crosstable.events.bridge.settings.stage_settings import PoolSettings, number_of_pools
from crosstable.events.errors import BadValue
from crosstable.events.models import Stage, StageKind, Tournament
from crosstable.text import tr

MOST_BOARDS = 1000
LONGEST_MATCH = 600
MOST_BREAKS = 10
DAY = datetime.timedelta(days=1)


@dataclass(frozen=True, slots=True)
class HallSettings:
    """`boards`: their number if the stage itself does not have one (pools do); 0 means a table for every match.
    `added`: boards a pool stage got in addition to its setup. `inherited`: taken over from the pools before.

    `hours`: board → opening and closing time, either may be empty. `times`: in a bracket, the planned times of matches
    without players yet, by their number in it.
    """

    boards: int = 0
    closed: Sequence[int] = ()
    starts: str = ""
    minutes: int = 0
    rest: int = 0
    ends: str = ""
    breaks: Sequence[Sequence[str]] = ()
    hours: Mapping[str, Sequence[str]] = field(default_factory=dict)
    times: Mapping[str, str] = field(default_factory=dict)
    added: int = 0
    inherited: bool = False

    @classmethod
    def of(cls, stage: Stage) -> Self:
        known = {one.name for one in fields(cls)}
        return cls(**{name: value for name, value in stage.hall.items() if name in known})

    def as_json(self) -> dict[str, Any]:
        return asdict(self)

    def changed(self, **values: Any) -> HallSettings:
        return replace(self, **values)

    @property
    def has_times(self) -> bool:
        return bool(self.starts and self.minutes)


def board_numbers(stage: Stage) -> list[int]:
    """Return the boards of the stage; none if every match has its own table."""
    if stage.kind == StageKind.POOLS:
        chosen = PoolSettings.of(stage)
        shares = number_of_pools(stage) or 1 if chosen.own_boards else 1
        return list(range(1, chosen.boards * shares + HallSettings.of(stage).added + 1))
    return list(range(1, HallSettings.of(stage).boards + 1))


def open_boards(stage: Stage) -> list[int]:
    closed = set(HallSettings.of(stage).closed)
    return [board for board in board_numbers(stage) if board not in closed]


def evening_of(stage: Stage, chosen: HallSettings | None = None) -> Evening | None:
    """Return the time limits of the schedule; None if no times are set. Raises BadValue for an invalid time."""
    chosen = chosen or HallSettings.of(stage)
    if not chosen.has_times:
        return None
    start = _time(chosen.starts, "starts")
    after = lambda text, name: _after(stage.tournament, start, _time(text, name), name) if text else None  # noqa: E731
    closed = set(chosen.closed)
    numbers = board_numbers(stage) if stage.kind == StageKind.POOLS else list(range(1, chosen.boards + 1))
    hours = {number: chosen.hours.get(str(number), ("", "")) for number in numbers if number not in closed}
    return Evening(
        start=_moment(stage.tournament, start, "starts"),
        match=datetime.timedelta(minutes=chosen.minutes),
        boards=tuple(Board(n, after(a, "hours"), after(z, "hours")) for n, (a, z) in hours.items()),
        breaks=tuple(_break(after(a, "breaks"), after(z, "breaks")) for a, z in chosen.breaks),
        rest=datetime.timedelta(minutes=chosen.rest),
        ends=after(chosen.ends, "ends"),
    )


def _time(text: str, name: str) -> datetime.time:
    try:
        time = datetime.time.fromisoformat(text.strip())
    except ValueError as error:
        raise BadValue(tr("Write a time of day as 18:30, not “{text}”.", text=text[:20]), name) from error
    return time.replace(second=0, microsecond=0, tzinfo=None)


def _after(event: Tournament, start: datetime.time, time: datetime.time, name: str) -> datetime.datetime:
    """Return the moment of a time on the day of the event, or after midnight."""
    return _moment(event, time, name, DAY if time < start else datetime.timedelta(0))


def _moment(
    event: Tournament, time: datetime.time, name: str, later: datetime.timedelta = datetime.timedelta(0)
) -> datetime.datetime:
    return moment_of(datetime.datetime.combine(event.date, time) + later, event.zone, name)


def _break(begins: datetime.datetime | None, ends: datetime.datetime | None) -> Break:
    if begins is None or ends is None or begins >= ends:
        raise BadValue(tr("A break has a beginning and a later end: “20:00–20:15”."), "breaks")
    return Break(begins, ends)


def checked_hall(stage: Stage, chosen: HallSettings) -> HallSettings:
    """Validate the settings. Raises BadValue with the field."""
    event = stage.tournament
    rules = rules_of(event)
    _between(chosen.boards, 0, MOST_BOARDS, rules.say("The number of {tables}"), "boards")
    _between(chosen.minutes, 0, LONGEST_MATCH, tr("The minutes of a match"), "minutes")
    _between(chosen.rest, 0, LONGEST_MATCH, tr("The minutes of rest"), "rest")
    if bool(chosen.starts) != bool(chosen.minutes):
        missing = "minutes" if chosen.starts else "starts"
        raise BadValue(tr("For clock times, enter both the start and the minutes of a match."), missing)
    if len(chosen.breaks) > MOST_BREAKS:
        raise BadValue(tr("There are at most {most_breaks} breaks.", most_breaks=MOST_BREAKS), "breaks")
    evening = evening_of(stage, chosen)
    if evening is not None and not evening.boards:
        raise BadValue(
            rules.say("Enter the number of {tables}. Play needs at least one."),
            "boards",
        )
    _check_known(stage, chosen)
    for board in evening.boards if evening else ():
        if board.opens is not None and board.closes is not None and board.opens >= board.closes:
            raise BadValue(rules.say("{Table} {n} closes before it opens.", n=board.number), "hours")
    return chosen


def _check_known(stage: Stage, chosen: HallSettings) -> None:
    """Refuse hours of boards that do not exist: they would silently have no effect."""
    last = len(board_numbers(stage)) if stage.kind == StageKind.POOLS else chosen.boards
    for number in chosen.hours:
        if not 1 <= int(number) <= last:
            known = rules_of(stage.tournament).say(
                "There is no {table} {n}: the {tables} are 1 to {last}.",
                n=number,
                last=last,
            )
            raise BadValue(known, "hours")


def _between(value: int, least: int, most: int, what: str, name: str) -> None:
    if not least <= value <= most:
        raise BadValue(
            tr("{what} must be a whole number from {least} to {most:,}.", what=what, least=least, most=most),
            name,
        )
