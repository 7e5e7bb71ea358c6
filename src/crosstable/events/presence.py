"""Which organiser is at which match just now, so that two do not settle the same table.

Neither an action nor part of the event: nothing is journaled, no revision is raised, and a row is forgotten
after seconds. It stands in the database because the processes of an installation share nothing else.
"""

from collections.abc import Mapping, Sequence
from datetime import timedelta

from django.utils import timezone

from crosstable.accounts.models import User
from crosstable.events.models import Match, Presence, Tournament

# A page says that it is open every 15 seconds; one that missed it twice is closed.
LIFETIME = timedelta(seconds=40)


def come_to(match: Match, user: User) -> None:
    """This organiser has the match open."""
    now = timezone.now()
    tournament = match.round.tournament
    Presence.objects.filter(tournament=tournament, at__lt=now - LIFETIME).delete()
    Presence.objects.update_or_create(user=user, match=match, defaults={"at": now, "tournament": tournament})


def leave(match: Match, user: User) -> None:
    Presence.objects.filter(user=user, match=match).delete()


def others_at(match: Match, user: User) -> list[str]:
    """The other organisers who have this match open."""
    return list(present_at(match.round.tournament, user).get(match.pk, ()))


def present_at(tournament: Tournament, user: User) -> Mapping[int, Sequence[str]]:
    """Match → the other organisers who have it open, in one query."""
    rows = Presence.objects.filter(tournament=tournament, at__gte=timezone.now() - LIFETIME)
    names: dict[int, list[str]] = {}
    for match, name, player in (
        rows.exclude(user=user).order_by("at").values_list("match_id", "user__username", "user__player__name")
    ):
        names.setdefault(match, []).append(player or name)
    return names
