"""A3: the tournaments somebody runs and those somebody plays in, and what waits for them there."""

from dataclasses import dataclass

from django.db.models import Count, Q

from crosstable.accounts.models import User
from crosstable.events.models import Entry, Match, Status, Tournament
from crosstable.events.permissions import entries_of
from crosstable.events.queries.people.player import waiting_for


@dataclass(frozen=True, slots=True)
class Mine:
    running: list[Tournament]
    playing: list[Entry]
    waiting: list[Match]


def my_tournaments(user: User) -> Mine:
    running = Tournament.objects.filter(Q(owner=user) | Q(organisers=user)).distinct()
    playing = Entry.objects.filter(entries_of(user)).exclude(tournament__status=Status.DRAFT)
    return Mine(
        running=list(running.annotate(entered=Count("entries", distinct=True)).order_by("-date", "-pk")),
        playing=list(playing.select_related("tournament").order_by("-tournament__date", "-pk")),
        waiting=waiting_for(user),
    )
