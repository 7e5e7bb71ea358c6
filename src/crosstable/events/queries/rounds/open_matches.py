"""Matches of a round being played that have no agreed result while a later round is drafted or played."""

from django.db.models import QuerySet

from crosstable.events.models import Match, RoundStatus, Tournament


def open_matches(tournament: Tournament, before_round: int | None = None) -> QuerySet[Match]:
    """Without an agreed result, in rounds being played, the oldest first."""
    rows = Match.objects.undecided().filter(round__tournament=tournament, round__status=RoundStatus.STARTED)
    if before_round is not None:
        rows = rows.filter(round__number__lt=before_round)
    related = rows.select_related("round__tournament", "first__player", "second__player")
    return related.prefetch_related("claims__entry").order_by("round__number", "table")


def open_places(tournament: Tournament, before_round: int) -> list[tuple[int, int]]:
    """Round and table of each."""
    rows = open_matches(tournament, before_round).values_list("round__number", "table")
    return [(number, table or 0) for number, table in rows]
