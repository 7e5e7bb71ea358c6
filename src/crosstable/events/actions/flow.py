"""The short way of a club evening (B8): start, next round, complete the round, finish.

Each is a few of the ordinary actions, all of them or none; every one keeps its own journal entry.
"""

from __future__ import annotations

from django.db import transaction

from crosstable.accounts.models import User
from crosstable.events.actions import rounds, tournaments
from crosstable.events.errors import NotAllowed, WrongStatus
from crosstable.events.models import Round, Status, Tournament
from crosstable.events.permissions import is_organiser


@transaction.atomic
def start_tournament(*, tournament: Tournament, by: User) -> Round:
    """From wherever it stands before play to the first round being played."""
    if not is_organiser(by, tournament):
        raise NotAllowed("start this event; only its organisers may")
    status = Status(Tournament.objects.select_for_update().get(pk=tournament.pk).status)
    if status in (Status.IN_PROGRESS, Status.COMPLETE):
        raise WrongStatus("Starting", status.label)
    while status != Status.IN_PROGRESS:
        status = tournaments.advance(tournament=tournament, by=by)
    return start_next_round(tournament=tournament, by=by)


@transaction.atomic
def start_next_round(*, tournament: Tournament, by: User) -> Round:
    """Pair, publish and start in one go."""
    rounds.pair_next_round(tournament=tournament, by=by)
    rounds.publish_round(tournament=tournament, by=by)
    return rounds.start_round(tournament=tournament, by=by)
