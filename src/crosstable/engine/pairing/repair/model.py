"""What is asked (a round as it stands in the hall) and what is answered (a proposal and what it costs)."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum

from crosstable.engine.model import Bye, ByeKind, EntryId, Notice, Pairing


@dataclass(frozen=True, slots=True)
class LiveTable:
    """A pairing with its table. `may_move`: nobody has begun to play here, so the machine may take it apart."""

    pairing: Pairing
    may_move: bool = True

    @property
    def table(self) -> int:
        assert self.pairing.table is not None, "a live table has a number"
        return self.pairing.table

    @property
    def entries(self) -> tuple[EntryId, EntryId]:
        return self.pairing.first, self.pairing.second


@dataclass(frozen=True)
class LiveRound:
    """A published or started round. `absent` are not in the hall; `waiting` are, and have nobody to play.

    Somebody waiting may stand among `byes` with a bye that is worth no game (a zero-point bye); a way out
    that lets them play takes it away.
    """

    tables: tuple[LiveTable, ...]
    byes: tuple[Bye, ...] = ()
    absent: frozenset[EntryId] = frozenset()
    waiting: tuple[EntryId, ...] = ()
    seats: Mapping[EntryId, int] = field(default_factory=dict)
    blocked_tables: frozenset[int] = frozenset()

    @property
    def broken(self) -> tuple[LiveTable, ...]:
        """Tables that may move and at which somebody is missing."""
        return tuple(t for t in self.tables if t.may_move and not self.absent.isdisjoint(t.entries))

    @property
    def without_opponent(self) -> tuple[EntryId, ...]:
        """Players at a table whose opponent is absent."""
        return tuple(id for t in self.broken for id in t.entries if id not in self.absent)

    @property
    def bye_holders(self) -> tuple[EntryId, ...]:
        """Those the pairing itself left over; byes asked for beforehand are not to be played."""
        away = {*self.absent, *self.waiting}
        return tuple(b.entry for b in self.byes if b.kind is ByeKind.ALLOCATED and b.entry not in away)

    @property
    def needs_repair(self) -> bool:
        return bool(self.broken or self.waiting)


class RepairKind(Enum):
    """What a proposal comes to, in one word; pages find the sentence."""

    WITHOUT_OPPONENT_MEET = "widows-meet"
    MEETS_BYE = "meets-bye"
    LATE_PLAYS = "late-plays"
    RE_PAIR = "re-pair"
    FORFEIT = "forfeit"
    BYE = "bye"


@dataclass(frozen=True, slots=True, order=True)
class Disturbance:
    """What a proposal costs, the gravest first: proposals are ranked by this tuple.

    `idle` are people in the hall without a game; `notified` those whose opponent or table changes, or who learn that
    they have no game; `walking` those who change tables; `gap` the rungs of the ladder between opponents, squared
    and added up; `colors` colours that do not suit.
    """

    rematches: int
    idle: int
    notified: int
    walking: int
    gap: int
    colors: int


@dataclass(frozen=True, slots=True)
class Proposal:
    """A whole way out. Whoever is not named keeps table and opponent.

    `pairings` are new and have their tables; `forfeits` stand as they are and the one who is here wins; `byes`
    are new, zero-point ones for the absent whose opponent plays somebody else.
    """

    kind: RepairKind
    pairings: tuple[Pairing, ...]
    forfeits: tuple[Pairing, ...]
    byes: tuple[Bye, ...]
    recipients: tuple[EntryId, ...]
    disturbance: Disturbance
    notices: tuple[Notice, ...] = ()
