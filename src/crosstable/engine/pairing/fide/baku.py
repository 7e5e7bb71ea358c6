"""Baku acceleration (C.04.7): the upper half starts with virtual points, so that it meets itself."""

from collections.abc import Iterable, Mapping

from crosstable.engine.model import Bye, ByeKind, EntryId, Points, Tournament


def baku_acceleration(
    tournament: Tournament, next_byes: Iterable[Bye] = (), last: EntryId | None = None
) -> Mapping[EntryId, tuple[Points, ...]]:
    """Virtual points per entry. `last` is the last member of group A as it was fixed for round 1; without it the group
    is formed now. A late entry ranked above the last member joins group A (art. 1.3)."""
    last = last or last_of_group_a(tournament, next_byes)
    seeds = {entry.id: entry.seed for entry in tournament.entries}
    granted = virtual_points_by_round(
        tournament.total_rounds or len(tournament.rounds), tournament.scoring.win
    )
    ordered = sorted(tournament.entries, key=lambda entry: entry.seed)
    return {entry.id: granted for entry in ordered if last is not None and entry.seed <= seeds[last]}


def last_of_group_a(tournament: Tournament, next_byes: Iterable[Bye] = ()) -> EntryId | None:
    """Art. 1.2: group A is the first half of those numbered for round 1, rounded up to an even number."""
    first_round = tournament.rounds[0].byes if tournament.rounds else tuple(next_byes)
    absent = {bye.entry for bye in first_round if bye.kind is not ByeKind.ALLOCATED}
    ordered = sorted(tournament.entries, key=lambda entry: entry.seed)
    numbered = [entry.id for entry in ordered if entry.id not in absent]
    size = 2 * -(-len(numbered) // 4)
    return numbered[min(size, len(numbered)) - 1] if numbered else None


def virtual_points_by_round(rounds: int, win: Points) -> tuple[Points, ...]:
    """The first half of the rounds is accelerated: its first half by a win, the rest by half a win.

    Halves are rounded up: 9 rounds give 1, 1, 1, ½, ½.
    """
    accelerated = -(-rounds // 2)
    full = -(-accelerated // 2)
    return (win,) * full + (win / 2,) * (accelerated - full)
