"""The one next step of an event, whatever its stages: the same loop runs a club evening and a grand tournament."""

from dataclasses import replace

from django.db import transaction

from crosstable.accounts.models import User
from crosstable.events.actions.event import tournaments
from crosstable.events.actions.stages.kinds import KINDS, StepDetails
from crosstable.events.errors import StepPassed, StepWaits
from crosstable.events.models import Round, Stage, Status, Tournament
from crosstable.events.permissions import check_can
from crosstable.events.queries.desk.control import control_room
from crosstable.events.queries.desk.steps import Step

NOTHING = StepDetails()


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
    check_can(by, tournament, what="take the next step of this event")
    fresh = Tournament.objects.select_for_update().get(pk=tournament.pk)
    room = control_room(fresh, journal_length=0)
    if seen_step != room.step.value:
        raise StepPassed(seen_step=seen_step, now=room.step.value)
    # What is held up by those who are not here goes on with everybody checked in.
    if room.blocked and not (check_in and room.step in (Step.START_EVENT, Step.START)):
        raise StepWaits(why=room.blocked)
    if act := KINDS[room.stage.kind].of(room.step):
        return act(room.stage, by, replace(details, check_in=check_in, lock_lists=lock_lists))
    return tournaments.advance(tournament=fresh, by=by, lock_lists=lock_lists, check_in=check_in)
