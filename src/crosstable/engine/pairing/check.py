"""Re-pair finished rounds and report the differences."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from crosstable.engine.errors import PairingImpossible
from crosstable.engine.model import ByeKind, EntryId, Match, Round, RoundPlan, Tournament
from crosstable.engine.pairing.fide.dutch import plan_round
from crosstable.engine.pairing.fide.options import DutchOptions, initial_color
from crosstable.engine.pairing.fide.scorebook import Scorebook

Board = tuple[EntryId, EntryId | None]
"""White and Black; None as opponent is the pairing-allocated bye."""

Colorless = frozenset[tuple[int, frozenset[EntryId]]]
"""Games without recorded colours: the round and the two entries."""


@dataclass(frozen=True, slots=True)
class RoundCheck:
    """One round paired again: pairings only we have, pairings only the tournament has."""

    number: int
    players: int
    ours: tuple[Board, ...] = ()
    theirs: tuple[Board, ...] = ()
    impossible: PairingImpossible | None = None

    @property
    def differs(self) -> bool:
        return self.impossible is not None or bool(self.ours or self.theirs)


def check_rounds(
    tournament: Tournament, options: DutchOptions | None = None, colorless: Colorless = frozenset()
) -> Iterator[RoundCheck]:
    """Pair every round again from the results before it and the byes known for it.

    A game without recorded colours is assumed to have had those the rules give.
    """
    options = options or DutchOptions()
    book = Scorebook(with_rounds_counted(tournament), options)
    initial = initial_color(tournament, options)
    for written in tournament.rounds:
        round_ = written
        try:
            plan = plan_round(book, absentees(round_), initial)
        except PairingImpossible as error:
            boards = boards_of(round_)
            yield RoundCheck(round_.number, _count(boards), theirs=tuple(sorted(boards)), impossible=error)
        else:
            round_ = _colored(written, boards_of(plan), colorless)
            ours, theirs = boards_of(plan), boards_of(round_)
            yield RoundCheck(
                round_.number, _count(ours), tuple(sorted(ours - theirs)), tuple(sorted(theirs - ours))
            )
        book.add(round_)


def _colored(round_: Round, ours: set[Board], colorless: Colorless) -> Round:
    def colored(match: Match) -> Match:
        first, second = match.pairing.first, match.pairing.second
        if (round_.number, match.pairing.entries) not in colorless or (second, first) not in ours:
            return match
        result = match.result
        swapped = None if result is None else replace(result, first=result.second, second=result.first)
        return Match(replace(match.pairing, first=second, second=first), swapped)

    return replace(round_, matches=tuple(map(colored, round_.matches))) if colorless else round_


def with_rounds_counted(tournament: Tournament) -> Tournament:
    """Set the number of rounds of a finished tournament that does not state it to the rounds it has."""
    if tournament.total_rounds:
        return tournament
    return replace(tournament, total_rounds=len(tournament.rounds))


def absentees(round_: Round) -> list[EntryId]:
    """Return the entries not paired in a round because their bye was known before."""
    return [bye.entry for bye in round_.byes if bye.kind is not ByeKind.ALLOCATED]


def boards_of(plan: Round | RoundPlan) -> set[Board]:
    pairings = plan.pairings if isinstance(plan, RoundPlan) else [match.pairing for match in plan.matches]
    boards: set[Board] = {(pairing.first, pairing.second) for pairing in pairings}
    return boards | {(bye.entry, None) for bye in plan.byes if bye.kind is ByeKind.ALLOCATED}


def _count(boards: set[Board]) -> int:
    return sum(1 if black is None else 2 for _, black in boards)
