"""From one stage to the next: a Swiss is over with its last round, and the seats of a knockout get their entries.

Parts of the actions that close a round or a stage, not actions of their own.
"""

from crosstable.events.actions.frame.acting import Act
from crosstable.events.actions.stages.bracket_rows import follow_bracket
from crosstable.events.actions.stages.stages import save_stage
from crosstable.events.models import Stage, StageKind, StageStatus
from crosstable.events.play_errors import PlayOffOn, TieUndecided
from crosstable.events.queries.stages.going_on import places_after, stage_after, swiss_status

SEATED = (StageStatus.DRAWN, StageStatus.PUBLISHED)


def fill_next_stage(act: Act, stage: Stage) -> int:
    """The stage is over: seats of the next that wait for its places get their entries. Returns how many did.

    A next stage that is not drawn yet is left alone: drawing it is the organiser's next action. While a tie for one of
    the places is undecided they all wait.
    """
    following = stage_after(stage)
    if following is None or following.kind != StageKind.KNOCKOUT or following.status not in SEATED:
        return 0
    try:
        held = {place.label: place.entry for place in places_after(stage)}
    except (TieUndecided, PlayOffOn):
        return 0
    waiting = [seat for seat in following.bracket_seats.filter(entry__isnull=True) if held.get(seat.label)]
    for seat in waiting:
        seat.entry_id = held[seat.label]
        seat.save(update_fields=["entry"])
    following.tournament = act.tournament
    save_stage(following)
    if following.status == StageStatus.PUBLISHED:
        follow_bracket(act, following)
    return len(waiting)


def follow_rounds(act: Act) -> dict[str, object]:
    """The Swiss is where its rounds are. Part of every action that moves a round or their number.

    It stays closed once its cut is drawn: those who go on are known. Returns what the journal says of its end.
    """
    stage = act.tournament.stages.filter(kind=StageKind.SWISS).first()
    if stage is None or stage.status == (status := swiss_status(act.tournament)):
        return {}
    if stage.status == StageStatus.CLOSED and _is_cut_drawn(stage):
        return {}
    is_over = status == StageStatus.CLOSED
    stage.tournament, stage.status = act.tournament, status
    stage.started_at = None if status == StageStatus.PLANNED else stage.started_at or act.now
    stage.closed_at = act.now if is_over else None
    save_stage(stage)
    return {"stage_closed": stage.name, "seats_filled": fill_next_stage(act, stage)} if is_over else {}


def _is_cut_drawn(stage: Stage) -> bool:
    following = stage_after(stage)
    return following is not None and following.status != StageStatus.PLANNED
