"""Entries without an account, and who says to be one of them."""

from django.db.models import QuerySet

from crosstable.events.models import Entry, EntryClaim, Tournament


def unclaimed(tournament: Tournament) -> QuerySet[Entry]:
    """Persons without an account who take part."""
    free = {"player__user": None, "player__is_team": False, "player__deleted_at": None, "dropped_at": None}
    return tournament.entries.filter(**free).select_related("player").defer("list_text")


def claims_of(tournament: Tournament) -> QuerySet[EntryClaim]:
    return EntryClaim.objects.filter(entry__tournament=tournament).select_related("entry", "user")
