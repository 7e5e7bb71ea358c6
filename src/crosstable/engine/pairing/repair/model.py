"""Input (a round in progress) and output (a proposal and its cost) of a repair."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum

from crosstable.engine.model import Bye, ByeKind, EntryId, Notice, Pairing


@dataclass(frozen=True, slots=True)
class LiveTable:
    """A pairing with its table. `may_move`: play has not begun, so the pairing engine may break it up."""

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
    """A published or started round. `absent` are not in the venue; `waiting` are, without an opponent.

    A waiting player may be among `byes` with a bye that is worth no game (a zero-point bye); a proposal that lets them
    play removes it.
    """

    tables: tuple[LiveTable, ...]
    byes: tuple[Bye, ...] = ()
    absent: frozenset[EntryId] = frozenset()
    waiting: tuple[EntryId, ...] = ()
    seats: Mapping[EntryId, int] = field(default_factory=dict)
    blocked_tables: frozenset[int] = frozenset()

    @property
    def broken(self) -> tuple[LiveTable, ...]:
        """Tables that may move and at which a player is absent."""
        return tuple(t for t in self.tables if t.may_move and not self.absent.isdisjoint(t.entries))

    @property
    def without_opponent(self) -> tuple[EntryId, ...]:
        """Players at a table whose opponent is absent."""
        return tuple(id for t in self.broken for id in t.entries if id not in self.absent)

    @property
    def bye_holders(self) -> tuple[EntryId, ...]:
        """Players with the pairing-allocated bye; requested byes are not to be played."""
        away = {*self.absent, *self.waiting}
        return tuple(b.entry for b in self.byes if b.kind is ByeKind.ALLOCATED and b.entry not in away)

    @property
    def needs_repair(self) -> bool:
        return bool(self.broken or self.waiting)


class RepairKind(Enum):
    """The kind of a proposal; pages have the sentence."""

    PLAY_EACH_OTHER = "play-each-other"
    MEETS_BYE = "meets-bye"
    LATE_PLAYS = "late-plays"
    RE_PAIR = "re-pair"
    FORFEIT = "forfeit"
    BYE = "bye"


@dataclass(frozen=True, slots=True, order=True)
class Disturbance:
    """The cost of a proposal, most serious first: proposals are ranked by this tuple.

    `idle` are players present without a game; `notified` those whose opponent or table changes, or who lose their game;
    `walking` those who change tables; `gap` the levels of the ladder between opponents, squared and added up; `colors`
    colours that do not suit.
    """

    rematches: int
    idle: int
    notified: int
    walking: int
    gap: int
    colors: int


@dataclass(frozen=True, slots=True)
class Proposal:
    """A complete proposal. Players not listed keep their table and opponent.

    `pairings` are new and have their tables; `forfeits` stay unchanged and the player present wins; `byes` are new,
    zero-point ones for the absent players whose opponent plays someone else.
    """

    kind: RepairKind
    pairings: tuple[Pairing, ...]
    forfeits: tuple[Pairing, ...]
    byes: tuple[Bye, ...]
    recipients: tuple[EntryId, ...]
    disturbance: Disturbance
    notices: tuple[Notice, ...] = ()
