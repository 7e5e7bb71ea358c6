"""Tables for pairings, rules a round violates, and how a manual pairing differs from the engine's.

Some players always sit at one table (a ramp, a camera), and some tables are never used: fixed seats come first, then
the lowest numbers that are not blocked. Rules named here: forbidden, rematch, second-bye, gap, color-review,
club-mates, fixed-seat, blocked-table.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import count

from crosstable.engine.history import history_of
from crosstable.engine.model import Bye, ByeKind, Color, EntryId, Notice, Pairing, RoundPlan, Tournament
from crosstable.engine.pairing.colors import REVIEW, CountColors, accepts
from crosstable.engine.pairing.swiss import violated_pairing_rules
from crosstable.engine.pairing.system import System

Seats = Mapping[EntryId, int]


def seated(plan: RoundPlan, seats: Seats, blocked_tables: Collection[int] = ()) -> RoundPlan:
    """Return the plan with its tables renumbered in the plan's own order.

    No two entries have the same fixed seat, so no two pairings need the same table. If both players have a fixed seat,
    they play at the lower of the two.
    """
    if not seats and not blocked_tables:
        return plan
    fixed = {pairing: seat for pairing in plan.pairings if (seat := seat_of(pairing, seats)) is not None}
    free = (n for n in count(1) if n not in blocked_tables and n not in fixed.values())
    numbered = [replace(p, table=fixed[p] if p in fixed else next(free)) for p in plan.pairings]
    return replace(plan, pairings=tuple(sorted(numbered, key=lambda pairing: pairing.table or 0)))


def seat_of(pairing: Pairing, seats: Seats) -> int | None:
    """Return the fixed seat at which this pairing is played, if one of the two has one."""
    wanted = [seats[id] for id in (pairing.first, pairing.second) if id in seats]
    return min(wanted) if wanted else None


FORBIDDEN, CLUB_MATES, FIXED_SEAT, BLOCKED = "forbidden", "club-mates", "fixed-seat", "blocked-table"


@dataclass(frozen=True)
class Setting:
    """The context of the pairings: the system, forbidden pairings, clubs by entry, seats, blocked tables."""

    system: System
    forbidden: Collection[tuple[EntryId, EntryId]] = ()
    clubs: Mapping[EntryId, str] = field(default_factory=dict)
    seats: Mapping[EntryId, int] = field(default_factory=dict)
    blocked_tables: Collection[int] = ()


def violated_rules(
    tournament: Tournament, pairings: Sequence[Pairing], byes: Sequence[Bye], setting: Setting
) -> tuple[Notice, ...]:
    """Return every rule these pairings violate, the most serious first."""
    allocated = [bye for bye in byes if bye.kind is ByeKind.ALLOCATED]
    notices = [
        *violated_pairing_rules(tournament, pairings, allocated, setting.system.ladder, setting.forbidden)
    ]
    if setting.system.colors:
        notices += _third_colors(tournament, pairings, setting.system.counts_color)
    notices += _club_mates(pairings, setting.clubs)
    notices += _wrong_tables(pairings, setting)
    return tuple(sorted(notices, key=lambda notice: GRAVITY.index(notice.rule)))


GRAVITY = (FORBIDDEN, "rematch", "second-bye", BLOCKED, FIXED_SEAT, REVIEW, "gap", CLUB_MATES)


def _third_colors(
    tournament: Tournament, pairings: Iterable[Pairing], counted: CountColors
) -> Iterator[Notice]:
    """The same colour a third time in a row, for one of the two or for both."""
    history = history_of(tournament)
    for pairing in pairings:
        sides = ((pairing.first, Color.WHITE), (pairing.second, Color.BLACK))
        if not all(accepts(history[id], color, counted) for id, color in sides):
            yield Notice(REVIEW, (pairing.first, pairing.second))


def _club_mates(pairings: Iterable[Pairing], clubs: Mapping[EntryId, str]) -> Iterator[Notice]:
    """If all entries are from one club there is nothing to avoid."""
    if len(set(clubs.values())) < 2:
        return
    for pairing in pairings:
        club = clubs.get(pairing.first)
        if club and clubs.get(pairing.second) == club:
            yield Notice(CLUB_MATES, (pairing.first, pairing.second))


def _wrong_tables(pairings: Iterable[Pairing], setting: Setting) -> Iterator[Notice]:
    for pairing in pairings:
        wanted = [setting.seats[id] for id in pairing.entries if id in setting.seats]
        if pairing.table is None:
            continue
        if pairing.table in setting.blocked_tables:
            yield Notice(BLOCKED, (pairing.first, pairing.second), pairing.table)
        if wanted and pairing.table not in wanted:
            yield Notice(FIXED_SEAT, (pairing.first, pairing.second), seat_of(pairing, setting.seats) or 0)


Meeting = tuple[EntryId, EntryId | None]
"""Two entries that meet, White first where there are colours; None for the bye."""


@dataclass(frozen=True, slots=True)
class Comparison:
    """Pairings only in the round, pairings only in the engine's version, and the rules each violates."""

    only_here: tuple[Meeting, ...]
    only_engine: tuple[Meeting, ...]
    violated_here: tuple[Notice, ...]
    violated_by_engine: tuple[Notice, ...]

    @property
    def differs(self) -> bool:
        return bool(self.only_here or self.only_engine)


def compare(
    tournament: Tournament,
    pairings: Sequence[Pairing],
    byes: Sequence[Bye],
    plan: RoundPlan,
    setting: Setting,
) -> Comparison:
    """Compare pairings without tables: the same two at another table are the same pairing."""
    here = _meetings(pairings, byes, setting)
    engine = _meetings(plan.pairings, plan.byes, setting)
    return Comparison(
        only_here=tuple(meeting for key, meeting in here.items() if key not in engine),
        only_engine=tuple(meeting for key, meeting in engine.items() if key not in here),
        violated_here=violated_rules(tournament, pairings, byes, setting),
        violated_by_engine=violated_rules(tournament, plan.pairings, plan.byes, setting),
    )


def _meetings(pairings: Iterable[Pairing], byes: Iterable[Bye], setting: Setting) -> dict[object, Meeting]:
    """Return the meetings by identity: colours count where there are any."""
    met: dict[object, Meeting] = {}
    for p in pairings:
        met[(p.first, p.second) if setting.system.colors else p.entries] = (p.first, p.second)
    for bye in byes:
        if bye.kind is ByeKind.ALLOCATED:
            met[bye.entry] = (bye.entry, None)
    return met
