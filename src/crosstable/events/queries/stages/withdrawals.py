"""The organiser's preview of a withdrawal."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from crosstable.engine import model as engine
from crosstable.engine.model import EntryId
from crosstable.engine.pairing.round_robin import Withdrawal as Way
from crosstable.engine.pairing.round_robin import withdraw
from crosstable.engine.standings import standings
from crosstable.events.bridge.rules import rules_of
from crosstable.events.bridge.stages import load_pools
from crosstable.events.bridge.words import points_words
from crosstable.events.models import Entry, Stage, WithdrawalKind
from crosstable.events.queries.standings.pool_tables import voids_withdrawn


@dataclass(frozen=True, slots=True)
class RankChange:
    """One pool member's place now and after the withdrawal."""

    name: str
    rank: int
    points: str
    would_rank: int | None
    would_have: str

    @property
    def moved(self) -> int:
        """Places gained (positive) or lost."""
        return 0 if self.would_rank is None else self.rank - self.would_rank


@dataclass(frozen=True, slots=True)
class Effect:
    how: WithdrawalKind
    by_rule: bool
    standings: Sequence[RankChange]


@dataclass(frozen=True, slots=True)
class WithdrawalPreview:
    """The effects of a withdrawal after `played` of `total` games.

    Below half of them FIDE's rule counts none, otherwise it forfeits the rest. With `voids_all` the rule of
    the sport counts none in either case.
    """

    entry: Entry
    pool: str
    played: int
    total: int
    voids_all: bool
    effects: Sequence[Effect]


def preview_withdrawal(stage: Stage, entry: Entry) -> WithdrawalPreview | None:
    """Return all three options; None for an entry in no pool of the stage."""
    seat = stage.pool_seats.select_related("pool").filter(entry=entry).first()
    if seat is None:
        return None
    pool, id = load_pools(stage)[seat.pool_id], EntryId(entry.pk)
    codes = rules_of(stage.tournament).pool_tie_breaks
    now = _ranks(pool, codes)
    voids_all = voids_withdrawn(stage.tournament)
    ruled = withdraw(pool, id, voids_all=voids_all)
    effects = [
        Effect(WithdrawalKind(way.value), way is ruled.by_rule, _standings(now, _after(pool, id, way, codes)))
        for way in Way
    ]
    return WithdrawalPreview(entry, seat.pool.name, ruled.played, ruled.total, voids_all, effects)


Ranks = Mapping[EntryId, tuple[str, int, str]]


def _after(pool: engine.Tournament, entry: EntryId, way: Way, codes: Sequence[str]) -> Ranks:
    after = _ranks(withdraw(pool, entry, way).tournament, codes)
    if way is not Way.VOID:
        return after
    # An entry whose games are void has no place: those below move up.
    gone = after[entry][1]
    return {
        id: (name, rank - (rank > gone), points) for id, (name, rank, points) in after.items() if id != entry
    }


def _ranks(pool: engine.Tournament, codes: Sequence[str]) -> Ranks:
    return {
        row.entry.id: (row.entry.name, row.rank, points_words(row.history.score))
        for row in standings(pool, codes)
    }


def _standings(now: Ranks, then: Ranks) -> list[RankChange]:
    return [
        RankChange(name, rank, points, *(then[id][1:] if id in then else (None, "–")))
        for id, (name, rank, points) in now.items()
    ]
