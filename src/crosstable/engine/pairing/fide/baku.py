"""Baku acceleration (C.04.7): the upper half starts with virtual points, so that it meets itself."""

from collections.abc import Iterable, Mapping

from crosstable.engine.model import Bye, ByeKind, Entry, EntryId, Points, Tournament


def baku_acceleration(
    tournament: Tournament, next_byes: Iterable[Bye] = ()
) -> Mapping[EntryId, tuple[Points, ...]]:
    """Virtual points per entry. Art. 1.2: group A is the first half of those numbered for round 1, rounded
    up to an even number. A late entry ranked above the last member of group A joins it."""
    first_round = tournament.rounds[0].byes if tournament.rounds else tuple(next_byes)
    absent = {bye.entry for bye in first_round if bye.kind is not ByeKind.ALLOCATED}
    ordered = sorted(tournament.entries, key=lambda entry: entry.seed)
    last = _last_of_group_a([entry for entry in ordered if entry.id not in absent])
    rounds = tournament.total_rounds or len(tournament.rounds)
    granted = virtual_points_by_round(rounds, tournament.scoring.win)
    return {entry.id: granted for entry in ordered if last is not None and entry.seed <= last.seed}


def _last_of_group_a(entries: list[Entry]) -> Entry | None:
    size = 2 * -(-len(entries) // 4)
    return entries[min(size, len(entries)) - 1] if entries else None


def virtual_points_by_round(rounds: int, win: Points) -> tuple[Points, ...]:
    """The first half of the rounds is accelerated: its first half by a win, the rest by half a win.

    Halves are rounded up: 9 rounds give 1, 1, 1, ½, ½.
    """
    accelerated = -(-rounds // 2)
    full = -(-accelerated // 2)
    return (win,) * full + (win / 2,) * (accelerated - full)
