"""Tournaments in one line for tests: `played("a b c", "a-b 72-45", "c bye", "/", "a-c 50-50")`.

Entries are letters or words, seeded in the order given, with ids 1, 2, 3 …; "/" starts the next round.
A match is `a-b 72-45` in victory points, `a-b 1-0F` for a forfeit, `a-b` while it is open; a bye is
`c bye`, `c half`, `c zero` or `c full`.
"""

from __future__ import annotations

from random import Random

from crosstable.engine.model import (
    Bye,
    ByeKind,
    Entry,
    EntryId,
    Match,
    Outcome,
    Pairing,
    Result,
    Round,
    RoundPlan,
    Tournament,
)
from crosstable.engine.pairing.swiss import BY_RECORD, SwissOptions, pair_round
from crosstable.engine.results import Points

BYES = {"bye": ByeKind.ALLOCATED, "full": ByeKind.FULL, "half": ByeKind.HALF, "zero": ByeKind.ZERO}
FORFEITS = {
    "1-0F": Result(Outcome.FORFEIT_WIN, Outcome.FORFEIT_LOSS),
    "0-1F": Result(Outcome.FORFEIT_LOSS, Outcome.FORFEIT_WIN),
}


def played(names: str, *lines: str) -> Tournament:
    entries = tuple(Entry(EntryId(i), i, name) for i, name in enumerate(names.split(), start=1))
    ids = {entry.name: entry.id for entry in entries}
    rounds: list[Round] = []
    chunk: list[str] = []
    for line in (*lines, "/"):
        if line != "/":
            chunk.append(line)
        elif chunk:
            rounds.append(_round(len(rounds) + 1, chunk, ids))
            chunk = []
    return Tournament(entries, tuple(rounds))


def _round(number: int, lines: list[str], ids: dict[str, EntryId]) -> Round:
    matches, byes = [], []
    for line in lines:
        who, _, what = line.partition(" ")
        if what in BYES:
            byes.append(Bye(ids[who], BYES[what]))
        else:
            first, second = who.split("-")
            matches.append(Match(Pairing(ids[first], ids[second]), _result(what)))
    return Round(number, tuple(matches), tuple(byes))


def _result(text: str) -> Result | None:
    if not text:
        return None
    if text in FORFEITS:
        return FORFEITS[text]
    first, second = text.split("-")
    return result_from_vp(int(first), int(second))


def result_from_vp(first: int, second: int) -> Result:
    return Points().read((first, second)).to_result()


def named(tournament: Tournament, plan: RoundPlan) -> list[str]:
    """The plan as `a-b` by table, byes last as `c bye`."""
    names = {entry.id: entry.name for entry in tournament.entries}
    pairings = [f"{names[p.first]}-{names[p.second]}" for p in plan.pairings]
    return pairings + [f"{names[bye.entry]} bye" for bye in plan.byes]


def ids_of(tournament: Tournament, names: str) -> list[EntryId]:
    ids = {entry.name: entry.id for entry in tournament.entries}
    return [ids[name] for name in names.split()]


def with_results(plan: RoundPlan, rng: Random, draws: float = 0.05, open_: float = 0.0) -> Round:
    matches = []
    for pairing in plan.pairings:
        first, second = (rng.randint(0, 100) for _ in range(2))
        if rng.random() < draws:
            second = first
        result = None if rng.random() < open_ else result_from_vp(first, second)
        matches.append(Match(pairing, result))
    return Round(plan.number, tuple(matches), plan.byes)


def random_event(
    rng: Random,
    size: int,
    rounds: int,
    draws: float = 0.1,
    options: SwissOptions = BY_RECORD,
    churn: float = 0.1,
) -> tuple[Tournament, list[EntryId]]:
    """An event after some rounds, paired by us or at random, with drops, absences and late entries."""
    entries = tuple(Entry(EntryId(i), i) for i in range(1, size + 1))
    ids = [entry.id for entry in entries]
    start = {id: 0 if rng.random() > churn else rng.randint(0, rounds) for id in ids}
    stop = {id: rounds + 1 if rng.random() > churn else rng.randint(1, rounds + 1) for id in ids}
    tournament = Tournament(entries)
    by_lot = rng.random() < 0.3
    for number in range(rounds):
        active = [id for id in ids if start[id] <= number < stop[id] and rng.random() > churn / 4]
        plan = _by_lot(rng, active, number + 1) if by_lot else pair_round(tournament, active, options)
        round_ = with_results(plan, rng, draws, open_=0.02)
        tournament = Tournament(entries, (*tournament.rounds, round_))
    return tournament, [id for id in ids if start[id] <= rounds < stop[id]]


def _by_lot(rng: Random, active: list[EntryId], number: int) -> RoundPlan:
    order = rng.sample(active, len(active))
    pairs = tuple(Pairing(a, b) for a, b in zip(order[::2], order[1::2], strict=False))
    return RoundPlan(number, pairs, tuple(Bye(id) for id in order[2 * len(pairs) :]))
