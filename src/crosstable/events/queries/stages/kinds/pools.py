"""The desk of a pool stage: prepared step by step (C6), then all matches are open until decided."""

from collections.abc import Sequence
from functools import cached_property

from django.utils import timezone

from crosstable.events.bridge.rules import rules_of
from crosstable.events.bridge.settings.hall_settings import board_numbers
from crosstable.events.errors import named
from crosstable.events.models import Entry, Match, MatchState, StageStatus, Status
from crosstable.events.play_errors import NotEnoughForPools, PoolsOutdated
from crosstable.events.queries.desk.boards import BoardQueue, next_matches, queues_of
from crosstable.events.queries.desk.evening import rows_of, stored_end
from crosstable.events.queries.desk.steps import Announcement, NextStep, StepBack
from crosstable.events.queries.stages.going_on import stage_after, stage_before
from crosstable.events.queries.stages.kinds.desk import (
    URGENT,
    StageDesk,
    plural,
    step_back_from,
    tie_announcement,
)
from crosstable.events.queries.stages.participants import everybody_goes_on, pools_wanted, too_small_pools
from crosstable.events.queries.stages.pool_people import PoolPeople, not_checked_in
from crosstable.events.queries.stages.pool_schedule import SchedulePlan, schedule_of
from crosstable.events.queries.stages.pool_setup import PreparedPools
from crosstable.events.queries.stages.ties import open_ties


class PoolsDesk(StageDesk):
    played_in = "pools"

    @property
    def open_word(self) -> str:
        return "to play"

    @property
    def begins_before_the_event(self) -> bool:
        return True

    @cached_property
    def preparation(self) -> PreparedPools:
        return PreparedPools(self.stage)

    @cached_property
    def step(self) -> NextStep:
        """The next step; any match can be reported at any time, so a dispute blocks only closing."""
        if self.stage.status != StageStatus.STARTED:
            return self.preparation.step
        return NextStep.COLLECT_RESULTS if self.progress.waiting else NextStep.CLOSE

    @property
    def announcement(self) -> Announcement:
        if self.step in PLAYED:
            return PLAYED[self.step](self)
        said = announce_preparation(self.preparation)
        if self.step is NextStep.START:
            return said
        # Link to the page where it is prepared.
        page = ("pool-stage", self.stage.number)
        return Announcement(said.title, said.text, f"Prepare {self.stage}", page, said.blocked, said.waits)

    @property
    def step_back(self) -> StepBack | None:
        """The start before the first report, or closing. Preparation is discarded on the stage's own page."""
        is_fresh = self.is_being_played and self.progress.open == self.progress.total
        if not is_fresh and self.stage.status != StageStatus.CLOSED:
            return None
        newest = self.stage.rounds.filter(play_off=0).select_related("stage").order_by("number").last()
        return step_back_from(newest) if newest is not None else None

    @property
    def is_being_played(self) -> bool:
        return self.stage.status == StageStatus.STARTED

    @cached_property
    def schedule(self) -> SchedulePlan:
        return schedule_of(self.stage)

    @cached_property
    def matches(self) -> list[Match]:
        return [m for plan in self.schedule.rounds for m in plan.matches if not m.is_void]

    @cached_property
    def queues(self) -> list[BoardQueue]:
        """The queues of what is in progress: this stage, or a play-off of an earlier one."""
        return queues_of(self.hall) if self.hall is not None else next_matches(self.tournament)

    @cached_property
    def urgent(self) -> list[Match]:
        """Matches reported by one side, or disputed."""
        queued = [m for queue in self.queues for m in (queue.now, *queue.then)]
        ids = {m.pk for m in queued}
        rest = [m for m in self.matches if m.pk not in ids]
        waiting = [m for m in (*queued, *rest) if m.state in (MatchState.DISPUTED, MatchState.CLAIMED)]
        return sorted(waiting, key=lambda m: (URGENT[MatchState(m.state)], m.table or 0))

    @cached_property
    def people_in_pools(self) -> PoolPeople:
        return PoolPeople(self.stage, [m for plan in self.schedule.rounds for m in plan.matches])

    @cached_property
    def left_undecided(self) -> Sequence[Entry]:
        """Entries withdrawn during the stage whose games are still undecided."""
        withdrawn = set(self.stage.withdrawals.values_list("entry_id", flat=True))
        return [
            plan.entry
            for plan in self.schedule.players
            if plan.entry.is_dropped and plan.entry.pk not in withdrawn
        ]


def _play(desk: PoolsDesk) -> Announcement:
    p = desk.progress
    waiting = [f"{p.disputed} disputed"] if p.disputed else []
    waiting += [f"{p.claimed} reported by one side"] if p.claimed else []
    text = f"{', '.join(waiting)}. ".capitalize() if waiting else ""
    order = rules_of(desk.tournament).say(
        "Any match can be reported in any order; the {tables} show what comes next."
    )
    return Announcement(f"{p.agreed} of {p.total} matches decided", f"{text}{order}", waits=True)


def _close(desk: PoolsDesk) -> Announcement:
    text = desk.closing("settles who goes on" if stage_after(desk.stage) else "makes the standings final")
    return Announcement(f"All results of {desk.stage} are in", text, f"Close {desk.stage}")


PLAYED = {NextStep.COLLECT_RESULTS: _play, NextStep.CLOSE: _close}


def announce_preparation(preparation: PreparedPools) -> Announcement:
    """The announcement on the guided page of the stage, where it is prepared."""
    return PREPARED[preparation.step](preparation)


def _participants(preparation: PreparedPools) -> Announcement:
    count = len(preparation.participants)
    text = "A pool needs two. Add participants, or open registration so that they enter themselves."
    return Announcement(f"{count or 'Nobody'} takes part yet", text, waits=True)


def _pools(preparation: PreparedPools) -> Announcement:
    before = stage_before(preparation.stage)
    if before and (ties := [tie for tie in open_ties(before) if tie.is_waited_for]):
        return tie_announcement(before, ties)
    if preparation.pools:
        return Announcement("The pools are out of date", "", blocked=_outdated(preparation))
    count, groups = len(preparation.participants), pools_wanted(preparation.stage)
    title = f"{plural(count, 'participant')}: form the pools"
    if count < 2 * groups:
        return Announcement(title, str(NotEnoughForPools(count, groups)), waits=True)
    if why := too_small_pools(preparation.stage):
        return Announcement(title, why, waits=True)
    proposed = "" if preparation.settings.groups else f" ({groups} proposed)"
    text = f"Choose how many pools{proposed}, and whether to shuffle.{_about_the_cut(preparation)}"
    return Announcement(title, text)


def _about_the_cut(preparation: PreparedPools) -> str:
    said = everybody_goes_on(preparation.stage)
    return f" {said}" if said else ""


def _schedule(preparation: PreparedPools) -> Announcement:
    text = "Move somebody by hand if need be. Then make the schedule; only organisers see it at first."
    label = "Search for a schedule" if preparation.settings.constraints else "Make the schedule"
    title = f"{plural(len(preparation.pools), 'pool')} formed"
    return Announcement(title, f"{text}{_about_the_cut(preparation)}", label)


def _publish(preparation: PreparedPools) -> Announcement:
    if preparation.differences.any:
        return Announcement("The schedule is made", "", blocked=_outdated(preparation))
    text = "Look it over. Nobody but organisers sees pools and schedule until you publish them."
    text = f"{_on_one_board(preparation)}{text}{_about_the_cut(preparation)}"
    return Announcement("The schedule is made", text, "Publish pools and schedule")


# A pool of three plays three matches, for which one board is enough.
FEW = 3


def _on_one_board(preparation: PreparedPools) -> str:
    """Warn before publishing if all matches are on one board, the default when the setup is skipped."""
    stage, word = preparation.stage, rules_of(preparation.stage.tournament).words.table.lower()
    matches = len(rows_of(stage)) if len(board_numbers(stage)) == 1 else 0
    if matches <= FEW:
        return ""
    ends = stored_end(stage)
    until = f", until {timezone.localtime(ends):%H:%M}" if ends else ""
    return f"{matches} matches on one {word}, one after another{until}: choose more in the setup. "


def _start(preparation: PreparedPools) -> Announcement:
    people, title = preparation.people, f"{preparation.stage} is published"
    missing = [entry.display_name for entry in not_checked_in(people)]
    text = _in_no_pool(people)
    if not missing:
        text += (
            "Everybody sees who plays whom, where and when. Start when play begins; results are taken then."
        )
        return Announcement(title, text, "Start play")
    text += (
        f"{len(people.here)} of {len(people.here) + len(missing)} are checked in; not yet {named(missing)}. "
        "Whoever is not here stays in the pool, and the opponents wait: later you mark them as here, give their "
        "matches away or withdraw them."
    )
    if preparation.stage.tournament.status == Status.IN_PROGRESS:
        return Announcement(title, text, "Start play")
    without = f"Start without {named(missing, limit=2)}" if len(people.here) > 1 else ""
    return Announcement(title, text, "Check everybody in and start", checks_in=True, as_it_is=without)


def _in_no_pool(people: PoolPeople) -> str:
    if not people.unseated:
        return ""
    names = named([entry.display_name for entry in people.unseated])
    return f"In no pool: {names}; {_seats_there_are(people)}. "


def _seats_there_are(people: PoolPeople) -> str:
    if free := ", ".join(seat.pool.name for seat in people.free_seats):
        return f"there is a free seat in pool {free} (Somebody came late)"
    if gone := [str(seat.entry) for seat in people.seats_to_give]:
        return f"the seat of {named(gone)} can be given to somebody (Somebody came late)"
    return "no pool has a free seat"


def _being_played(preparation: PreparedPools) -> Announcement:
    text = (
        "Pools and schedule stay as they are now. Results, {tables} and withdrawals are in the control room."
    )
    text = rules_of(preparation.stage.tournament).say(text)
    return Announcement(f"{preparation.stage} is being played", text, "Control room", ("control",))


def _closed(preparation: PreparedPools) -> Announcement:
    page = ("stage", preparation.stage.number)
    return Announcement(f"{preparation.stage} is closed", "", "See the standings", page)


def _outdated(preparation: PreparedPools) -> str:
    return str(PoolsOutdated(preparation.differences.leavers, preparation.differences.missing))


PREPARED = {
    NextStep.FIND_PARTICIPANTS: _participants,
    NextStep.FORM_POOLS: _pools,
    NextStep.SCHEDULE: _schedule,
    NextStep.PUBLISH: _publish,
    NextStep.START: _start,
    NextStep.COLLECT_RESULTS: _being_played,
    NextStep.DONE: _closed,
}
