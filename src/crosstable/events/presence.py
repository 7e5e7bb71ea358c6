"""Which organiser has which match open, to keep two from deciding the same match.

Neither an action nor part of the event: nothing is journaled, the revision stays, and a row expires after seconds. It
is stored in the database because the processes of an installation share nothing else.
"""

from collections.abc import Mapping, Sequence
from datetime import timedelta

from django.utils import timezone

from crosstable.accounts.models import User
from crosstable.events.models import Match, Presence, Tournament

# An open page sends a signal every 15 seconds; one that missed two is closed.
LIFETIME = timedelta(seconds=40)


def arrive(match: Match, user: User) -> None:
    """Record that this organiser has the match open."""
    now = timezone.now()
    tournament = match.round.tournament
    Presence.objects.filter(tournament=tournament, at__lt=now - LIFETIME).delete()
    Presence.objects.update_or_create(user=user, match=match, defaults={"at": now, "tournament": tournament})


def leave(match: Match, user: User) -> None:
    Presence.objects.filter(user=user, match=match).delete()


def others_at(match: Match, user: User) -> list[str]:
    """Return the other organisers who have this match open."""
    return list(present_at(match.round.tournament, user).get(match.pk, ()))


def present_at(tournament: Tournament, user: User) -> Mapping[int, Sequence[str]]:
    """Map each match to the other organisers who have it open, in one query."""
    rows = Presence.objects.filter(tournament=tournament, at__gte=timezone.now() - LIFETIME)
    names: dict[int, list[str]] = {}
    for match, name, player in (
        rows.exclude(user=user).order_by("at").values_list("match_id", "user__username", "user__player__name")
    ):
        names.setdefault(match, []).append(player or name)
    return names
