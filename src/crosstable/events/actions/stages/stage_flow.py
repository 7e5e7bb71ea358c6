"""From one stage to the next: a Swiss is over with its last round, and the seats of a knockout get their entries.

Parts of the actions that close a round or a stage, not actions of their own.
"""

from __future__ import annotations

from crosstable.events.actions.frame.acting import Act
from crosstable.events.actions.stages.bracket_rows import follow_bracket
from crosstable.events.actions.stages.stages import save_stage
from crosstable.events.models import Round, Stage, StageKind, StageStatus, Tournament
from crosstable.events.queries.stages.going_on import places_after, stage_after, swiss_is_over

SEATED = (StageStatus.DRAWN, StageStatus.PUBLISHED)


def fill_next_stage(act: Act, stage: Stage) -> int:
    """The stage is over: seats of the next that wait for its places get their entries. Returns how many did.

    A next stage that is not drawn yet is left alone: drawing it is the organiser's next action.
    """
    following = stage_after(stage)
    if following is None or following.kind != StageKind.KNOCKOUT or following.status not in SEATED:
        return 0
    held = {place.label: place.entry for place in places_after(stage)}
    waiting = [seat for seat in following.bracket_seats.filter(entry__isnull=True) if held.get(seat.label)]
    for seat in waiting:
        seat.entry_id = held[seat.label]
        seat.save(update_fields=["entry"])
    following.tournament = act.tournament
    save_stage(following)
    if following.status == StageStatus.PUBLISHED:
        follow_bracket(act, following)
    return len(waiting)


def swiss_stage_of(tournament: Tournament) -> Stage | None:
    return tournament.stages.filter(kind=StageKind.SWISS).first()


def begin_swiss(act: Act, round_: Round) -> None:
    """The first round of a Swiss stage is being played, or one more than was planned."""
    stage = round_.stage
    if stage is not None and stage.kind == StageKind.SWISS and stage.status != StageStatus.STARTED:
        stage.status, stage.started_at, stage.closed_at = StageStatus.STARTED, act.now, None
        save_stage(stage)


def close_swiss_if_over(act: Act) -> dict[str, object]:
    """The Swiss stage is closed with its last round. What the journal says about it; nothing when it goes on."""
    stage = swiss_stage_of(act.tournament)
    if stage is None or stage.status == StageStatus.CLOSED or not swiss_is_over(act.tournament):
        return {}
    stage.tournament = act.tournament
    stage.status, stage.closed_at = StageStatus.CLOSED, act.now
    save_stage(stage)
    return {"stage_closed": stage.name, "seats_filled": fill_next_stage(act, stage)}
