"""Start now: from a draft to matches on their tables in one action."""

from typing import Any

from crosstable.accounts.models import User
from crosstable.events.actions.core.action import Action, one_action
from crosstable.events.actions.event.tournaments import move_on
from crosstable.events.actions.hall.dispatch import call_all
from crosstable.events.actions.stages.kinds import ACTIONS_BY_STAGE_KIND, StepDetails
from crosstable.events.errors import StepWaits
from crosstable.events.models import Round, Stage, Status, Tournament
from crosstable.events.queries.desk.control import control_room
from crosstable.events.queries.desk.steps import NextStep
from crosstable.text import tr

BEFORE_PLAY = (Status.DRAFT, Status.REGISTRATION, Status.CHECK_IN)
UP_TO_PLAY = StepDetails(at_once=True)


def start_now(*, tournament: Tournament, by: User) -> Round | Stage:
    """Check all players in, start the event with its first round or stage, and call matches to the free boards.

    One journal entry, one undo. Lists are locked if one was handed in. Raises WrongStatus, StepWaits, NeedsSearch, and
    what the steps refuse.
    """
    with one_action(tournament, by) as act:
        act.require(tr("Start the event"), *BEFORE_PLAY)
        before = act.tournament.status
        has_lists = act.tournament.entries.exclude(list_text="").exists()
        moved = move_on(act, Status.IN_PROGRESS, lock_lists=has_lists, check_in=True)
        started = _start_play(act)
        call_all(act)
        _record(act, started, {"status": before}, moved)
    return started


def _start_play(act: Action) -> Round | Stage:
    """Take the steps of the first stage up to its start. Raises StepWaits."""
    for _ in NextStep:
        room = control_room(act.tournament, journal_length=0)
        step = ACTIONS_BY_STAGE_KIND[room.stage.kind].of(room.step)
        if step is None or room.blocked:
            raise StepWaits(why=room.blocked or room.announcement.text)
        moved = step(room.stage, act.by, UP_TO_PLAY)
        if room.step is NextStep.START:
            return moved
    raise AssertionError("every stage starts after its other steps")


def _record(act: Action, started: Round | Stage, before: dict[str, Any], after: dict[str, Any]) -> None:
    if isinstance(started, Round):
        after = {**after, "round": started.number}
        act.record("round.started-with-event", str(started), before, after)
    else:
        act.record("stage.drawn-and-started-with-event", started.name, before, after, stage=started)
