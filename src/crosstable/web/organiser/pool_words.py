"""What the control room and the guided page say about a stage of pools: where it stands, the one thing to do now."""

from __future__ import annotations

from collections.abc import Callable

from django.urls import reverse

from crosstable.events.errors import PoolsOutdated
from crosstable.events.queries.desk.stage_room import StageRoom
from crosstable.events.queries.stages.stage_steps import PoolStage, PoolStep
from crosstable.web.organiser.words import Announcement, plural


def pool_announcement(seen: PoolStage) -> Announcement:
    """On the guided page: buttons act there."""
    return GUIDE[seen.step](seen)


def room_announcement(room: StageRoom) -> Announcement:
    """In the control room: what is prepared elsewhere is a link to there."""
    if room.step is PoolStep.PLAY:
        return _play(room)
    if room.step is PoolStep.CLOSE:
        text = "Closing moves the ratings and settles who goes on."
        title = f"All results of {room.stage} are in"
        return Announcement(title, text, f"Close {room.stage}", _act(room.prepared, "close"))
    if room.step is PoolStep.DONE:
        return _done(room)
    said = pool_announcement(room.prepared)
    if room.step is PoolStep.START:
        return said
    page = reverse("pool-stage", args=[room.tournament.slug, room.stage.number])
    return Announcement(said.title, said.text or said.blocked, f"Prepare {room.stage}", page, is_link=True)


def _done(room: StageRoom) -> Announcement:
    if room.tournament.status == "complete":
        text = "The tables are final and locked. Thank you for running it."
        where = reverse("standings", args=[room.tournament.slug])
        return Announcement("The event is complete", text, "See the final tables", where, is_link=True)
    text = "Check the tables once more. Completing the event locks them."
    where = reverse("advance", args=[room.tournament.slug])
    return Announcement(f"{room.stage} is closed", text, "Complete the event", where)


def _play(room: StageRoom) -> Announcement:
    p = room.progress
    title = f"{p.agreed} of {p.total} matches decided"
    told = []
    if p.disputed:
        told.append(f"{p.disputed} disputed")
    if p.claimed:
        told.append(f"{p.claimed} reported by one side")
    text = f"{', '.join(told)}. ".capitalize() if told else ""
    return Announcement(
        title, f"{text}Any match can be reported in any order; the boards show what comes next."
    )


def _act(seen: PoolStage, verb: str) -> str:
    return reverse("stage-act", args=[seen.stage.tournament.slug, seen.stage.number, verb])


def _participants(seen: PoolStage) -> Announcement:
    count = len(seen.participants)
    text = "A pool needs two. Add participants, or open registration so that they enter themselves."
    return Announcement(f"{count or 'Nobody'} takes part yet", text)


def _pools(seen: PoolStage) -> Announcement:
    count = plural(len(seen.participants), "participant")
    if seen.pools:
        blocked = str(PoolsOutdated(seen.differences.gone, seen.differences.missing))
        return Announcement("The pools are out of date", "", blocked=blocked)
    return Announcement(f"{count}: form the pools", "Choose how many pools, and whether to shuffle.")


def _schedule(seen: PoolStage) -> Announcement:
    text = "Move somebody by hand if need be. Then make the schedule; only organisers see it at first."
    where = reverse("make-schedule", args=[seen.stage.tournament.slug, seen.stage.number])
    label = "Search for a schedule" if seen.settings.constraints else "Make the schedule"
    return Announcement(f"{plural(len(seen.pools), 'pool')} formed", text, label, where)


def _publish(seen: PoolStage) -> Announcement:
    title = "The schedule is made"
    if seen.differences.any:
        blocked = str(PoolsOutdated(seen.differences.gone, seen.differences.missing))
        return Announcement(title, "", blocked=blocked)
    text = "Look it over. Nobody but organisers sees pools and schedule until you publish them."
    return Announcement(title, text, "Publish pools and schedule", _act(seen, "publish"))


def _start(seen: PoolStage) -> Announcement:
    text = "Everybody sees who plays whom, where and when. Start when play begins; results are taken from then on."
    return Announcement(f"{seen.stage} is published", text, "Start play", _act(seen, "start"))


def _being_played(seen: PoolStage) -> Announcement:
    where = reverse("control", args=[seen.stage.tournament.slug])
    text = "Pools and schedule stay as they are now. Results, boards and withdrawals are in the control room."
    return Announcement(f"{seen.stage} is being played", text, "Control room", where, is_link=True)


def _closed(seen: PoolStage) -> Announcement:
    where = reverse("stage", args=[seen.stage.tournament.slug, seen.stage.number])
    return Announcement(f"{seen.stage} is closed", "", "See the tables", where, is_link=True)


GUIDE: dict[PoolStep, Callable[[PoolStage], Announcement]] = {
    PoolStep.PARTICIPANTS: _participants,
    PoolStep.POOLS: _pools,
    PoolStep.SCHEDULE: _schedule,
    PoolStep.PUBLISH: _publish,
    PoolStep.START: _start,
    PoolStep.PLAY: _being_played,
    PoolStep.CLOSE: _being_played,
    PoolStep.DONE: _closed,
}
