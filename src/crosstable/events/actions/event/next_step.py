"""The one next step of an event, whatever its stages: the same loop runs a club evening and a grand tournament."""

from django.db import transaction

from crosstable.accounts.models import User
from crosstable.accounts.permissions import check_may
from crosstable.events.actions.event import tournaments
from crosstable.events.actions.people.check_ins import check_in_all
from crosstable.events.actions.stages.kinds import KINDS, StepDetails
from crosstable.events.errors import StepPassed, StepWaits
from crosstable.events.models import Round, Stage, Status, Tournament
from crosstable.events.permissions import is_organiser
from crosstable.events.queries.desk.control import control_room
from crosstable.events.queries.desk.steps import Step

NOTHING = StepDetails()
BEFORE_PLAY = (Status.DRAFT, Status.REGISTRATION, Status.CHECK_IN)


@transaction.atomic
def take_next_step(
    *,
    tournament: Tournament,
    seen_step: str,
    by: User,
    check_in: bool = False,
    lock_lists: bool = True,
    details: StepDetails = NOTHING,
) -> Round | Stage | Status:
    """Do the step that was seen, if it is still the next one. Each step is the ordinary action with its journal entry.
    Returns what it moved: a round, a stage, or the event, whose new status it is.

    With `check_in` everybody is checked in before the event starts. Raises StepPassed, StepWaits, and whatever the
    action of the step refuses.
    """
    check_may(is_organiser(by, tournament), "take the next step of this event; only its organisers may")
    fresh = Tournament.objects.select_for_update().get(pk=tournament.pk)
    room = control_room(fresh, journal_length=0)
    if seen_step != room.step.value:
        raise StepPassed(seen_step, room.step.value)
    begins = check_in and room.step in (Step.START_EVENT, Step.START)
    if room.blocked and not begins:
        raise StepWaits(room.blocked)
    if begins:
        _begin(fresh, by, lock_lists)
    if act := KINDS[room.stage.kind].of(room.step):
        return act(room.stage, by, details)
    return Status.IN_PROGRESS if begins else _advance(fresh, by, check_in, lock_lists)


def _advance(tournament: Tournament, by: User, check_in: bool, lock_lists: bool) -> Status:
    status = tournaments.advance(tournament=tournament, by=by, lock_lists=lock_lists)
    if status == Status.CHECK_IN and check_in:
        check_in_all(tournament=tournament, by=by)
    return status


def _begin(tournament: Tournament, by: User, lock_lists: bool) -> None:
    """From wherever it stands before play to the event being played, with everybody here."""
    status = Status(tournament.status)
    while status in BEFORE_PLAY:
        if status == Status.CHECK_IN:
            check_in_all(tournament=tournament, by=by)
        status = tournaments.advance(tournament=tournament, by=by, lock_lists=lock_lists)
