"""Finish a Swiss with the rounds that were played, where the next one cannot be paired or is not wanted."""

from crosstable.accounts.models import User
from crosstable.events.actions.event.tournaments import move_on
from crosstable.events.actions.frame.acting import Act, acting
from crosstable.events.actions.stages.stage_flow import follow_rounds
from crosstable.events.models import RoundStatus, Status, Tournament
from crosstable.events.play_errors import NoSuchRound, RoundStillOpen
from crosstable.events.records.tournament import OF_A_SWISS


def finish_now(*, tournament: Tournament, by: User) -> Status:
    """The closed rounds are all there are: the Swiss is over, and so is the event unless a stage follows.

    A draft is thrown away. Raises WrongStatus, NoSuchRound, RoundStillOpen.
    """
    with acting(tournament, by) as act:
        act.require("Finishing now", Status.IN_PROGRESS)
        t = act.tournament
        before = {"rounds": t.total_rounds, "status": t.status}
        t.total_rounds = _closed_rounds(act)
        t.save(update_fields=["total_rounds"])
        after = {"rounds": t.total_rounds, "status": t.status, **follow_rounds(act)}
        if t.stages.count() == 1:
            after |= move_on(act, Status.COMPLETE)
        act.record("tournament.finished-early", before=before, after=after)
        return Status(t.status)


def _closed_rounds(act: Act) -> int:
    rounds = act.tournament.rounds.filter(OF_A_SWISS)
    rounds.filter(status=RoundStatus.DRAFT).delete()
    last = rounds.order_by("-number").first()
    if last is None:
        raise NoSuchRound(action="Finishing now", condition="closed")
    if last.status != RoundStatus.CLOSED:
        raise RoundStillOpen(number=last.number)
    return last.number
