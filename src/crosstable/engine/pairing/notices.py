"""What a pairing bends, whoever made it: the machine because it had to, or a person because they chose to."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from crosstable.engine.history import EntryHistory, History, history
from crosstable.engine.model import Bye, EntryId, Notice, Pairing, Tournament

Record = tuple[int, int, int]


def record(entry: EntryHistory) -> Record:
    """Wins, draws, losses in the order of the ladder: more wins first, then more draws, then fewer losses."""
    return (-entry.wins, -entry.draws, entry.losses)


def ladder(histories: Iterable[EntryHistory]) -> dict[Record, int]:
    """The records present, best first, each with its step."""
    return {r: step for step, r in enumerate(sorted({record(h) for h in histories}))}


def bent_rules(
    tournament: Tournament, pairings: Sequence[Pairing], byes: Sequence[Bye]
) -> tuple[Notice, ...]:
    """Rematches, second byes, and pairings more than one step of the ladder apart."""
    known = history(tournament)
    here = [known[id] for p in pairings for id in (p.first, p.second)] + [known[b.entry] for b in byes]
    steps = ladder(here)
    return (
        *_rematches(known, pairings),
        *_second_byes(known, byes, here),
        *_wide_gaps(known, pairings, steps),
    )


def _rematches(known: History, pairings: Sequence[Pairing]) -> Iterable[Notice]:
    for pairing in pairings:
        if times := known[pairing.first].met[pairing.second]:
            yield Notice("rematch", (pairing.first, pairing.second), times)


def _second_byes(known: History, byes: Sequence[Bye], here: Sequence[EntryHistory]) -> Iterable[Notice]:
    fewest = min((h.allocated_byes for h in here), default=0)
    for bye in byes:
        if known[bye.entry].allocated_byes > fewest:
            yield Notice("second-bye", (bye.entry,), known[bye.entry].allocated_byes)


def _wide_gaps(known: History, pairings: Sequence[Pairing], steps: dict[Record, int]) -> Iterable[Notice]:
    def step(id: EntryId) -> int:
        return steps[record(known[id])]

    for pairing in pairings:
        gap = abs(step(pairing.first) - step(pairing.second))
        if gap > 1:
            yield Notice("gap", (pairing.first, pairing.second), gap)
