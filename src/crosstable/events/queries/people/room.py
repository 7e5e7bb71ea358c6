"""How many more entries an event takes."""

from crosstable.events.models import Tournament


def entered(tournament: Tournament) -> int:
    """Entries that count against the limit: those who left do not."""
    return tournament.entries.filter(dropped_at__isnull=True).count()


def free_places(tournament: Tournament) -> int | None:
    """None where there is no limit."""
    if tournament.max_players is None:
        return None
    return max(0, tournament.max_players - entered(tournament))


def is_full(tournament: Tournament) -> bool:
    return free_places(tournament) == 0
