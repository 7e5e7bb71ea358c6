"""The short way of a club evening (B8, D7): create, start, pair and start the next round.

Each is a few of the ordinary actions, all of them or none; every one keeps its own journal entry.
"""

from collections.abc import Sequence
from dataclasses import replace

from django.db import transaction

from crosstable.accounts.models import Club, Membership, User
from crosstable.events.actions.event import sharing, tournaments
from crosstable.events.actions.event.details import Details
from crosstable.events.actions.people import members
from crosstable.events.actions.rounds import rounds
from crosstable.events.errors import WrongStatus
from crosstable.events.models import Dialect, Round, RoundStatus, Status, Tournament
from crosstable.events.permissions import check_can
from crosstable.games import CLUB_GAME


@transaction.atomic
def create_for_members(
    *, details: Details, club: Club, memberships: Sequence[Membership], by: User
) -> Tournament:
    """An event of the club's game with these members in it, or nothing at all."""
    tournament = tournaments.create_tournament(details=details, by=by, profile=CLUB_GAME, club=club)
    if memberships:
        members.enter_members(tournament=tournament, memberships=memberships, by=by)
    return tournament


@transaction.atomic
def create_swiss_app(*, details: Details, by: User) -> Tournament:
    """D: paired, coloured and ranked as its document has it, with a share link from the beginning."""
    wanted = replace(details, system="swiss-next", tie_breaks=("PTS", "OPP", "RTNG"))
    tournament = tournaments.create_tournament(
        details=wanted, by=by, profile=CLUB_GAME, dialect=Dialect.SWISS_APP
    )
    sharing.share(tournament=tournament, by=by)
    return tournament


@transaction.atomic
def generate_round(*, tournament: Tournament, by: User) -> Round:
    """D7: the finished round is closed, the next one paired, published and started; the event with the first."""
    now = Tournament.objects.select_for_update().get(pk=tournament.pk)
    if now.status not in (Status.IN_PROGRESS, Status.COMPLETE):
        return start_tournament(tournament=tournament, by=by)
    if now.rounds.filter(status=RoundStatus.STARTED).exists():
        rounds.close_round(tournament=tournament, by=by)
    return start_next_round(tournament=tournament, by=by)


@transaction.atomic
def start_tournament(*, tournament: Tournament, by: User) -> Round:
    """From wherever it stands before play to the first round being played."""
    check_can(by, tournament, what="start this event")
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
