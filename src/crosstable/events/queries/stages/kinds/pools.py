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
from crosstable.events.queries.stages.advancing import stage_after, stage_before
from crosstable.events.queries.stages.kinds.desk import (
    URGENT,
    StageDesk,
    step_back_from,
    tie_announcement,
    unconfirmed_words,
)
from crosstable.events.queries.stages.participants import all_advance_warning, pools_wanted, too_small_pools
from crosstable.events.queries.stages.pool_people import PoolPeople, not_checked_in
from crosstable.events.queries.stages.pool_schedule import SchedulePlan, schedule_of
from crosstable.events.queries.stages.pool_setup import PreparedPools
from crosstable.events.queries.stages.ties import open_ties
from crosstable.text import tr, trn


class PoolsDesk(StageDesk):
    played_in = "pools"

    @property
    def open_word(self) -> str:
        return tr("to play")

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
        announcement = announce_preparation(self.preparation)
        if self.step is NextStep.START:
            return announcement
        # Link to the page where it is prepared.
        page = ("pool-stage", self.stage.number)
        label = tr("Prepare {stage}", stage=str(self.stage))
        return Announcement(
            announcement.title, announcement.text, label, page, announcement.blocked, announcement.waits
        )

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
    sentences: list[str] = []
    if p.disputed:
        sentences.append(trn("{count} disputed result.", "{count} disputed results.", p.disputed))
    if p.claimed:
        sentences.append(unconfirmed_words(p.claimed))
    sentences.append(
        rules_of(desk.tournament).say(
            "Matches can be reported in any order; the {tables} show what comes next."
        )
    )
    title = tr("{decided} of {count} matches decided", decided=p.agreed, count=p.total)
    return Announcement(title, " ".join(map(str, sentences)), waits=True)


def _close(desk: PoolsDesk) -> Announcement:
    stage = str(desk.stage)
    does = (
        tr("Closing decides who advances.")
        if stage_after(desk.stage)
        else tr("Closing makes the standings final.")
    )
    title, label = tr("All results of {stage} are in", stage=stage), tr("Close {stage}", stage=stage)
    return Announcement(title, desk.closing(does), label)


PLAYED = {NextStep.COLLECT_RESULTS: _play, NextStep.CLOSE: _close}


def announce_preparation(preparation: PreparedPools) -> Announcement:
    """The announcement on the guided page of the stage, where it is prepared."""
    return PREPARED[preparation.step](preparation)


def _participants(preparation: PreparedPools) -> Announcement:
    count = len(preparation.participants)
    text = tr("A pool needs two entries. Add them, or open registration so that players can register.")
    return Announcement(tr("Entries so far: {count}", count=count), text, waits=True)


def _pools(preparation: PreparedPools) -> Announcement:
    before = stage_before(preparation.stage)
    if before and (ties := [tie for tie in open_ties(before) if tie.is_waited_for]):
        return tie_announcement(before, ties)
    if preparation.pools:
        return Announcement(tr("The pools are out of date"), "", blocked=_outdated(preparation))
    count, groups = len(preparation.participants), pools_wanted(preparation.stage)
    title = tr("{players}: form the pools", players=preparation.stage.tournament.entries_counted(count))
    if count < 2 * groups:
        return Announcement(title, str(NotEnoughForPools(count, groups)), waits=True)
    if why := too_small_pools(preparation.stage):
        return Announcement(title, why, waits=True)
    text = (
        tr("Choose how many pools, and whether to shuffle.")
        if preparation.settings.groups
        else tr("Choose how many pools ({count} proposed), and whether to shuffle.", count=groups)
    )
    return Announcement(title, f"{text}{_about_the_cut(preparation)}")


def _about_the_cut(preparation: PreparedPools) -> str:
    warning = all_advance_warning(preparation.stage)
    return f" {warning}" if warning else ""


def _schedule(preparation: PreparedPools) -> Announcement:
    text = tr("Move entries if needed, then make the schedule. At first, only organisers see it.")
    label = tr("Search for a schedule") if preparation.settings.constraints else tr("Make the schedule")
    title = trn("{count} pool formed", "{count} pools formed", len(preparation.pools))
    return Announcement(title, f"{text}{_about_the_cut(preparation)}", label)


def _publish(preparation: PreparedPools) -> Announcement:
    if preparation.differences.any:
        return Announcement(tr("The schedule is made"), "", blocked=_outdated(preparation))
    text: str = tr("Check it. Only organisers see the pools and the schedule until you publish them.")
    text = f"{_on_one_board(preparation)}{text}{_about_the_cut(preparation)}"
    return Announcement(tr("The schedule is made"), text, tr("Publish pools and schedule"))


# A pool of three plays three matches, for which one board is enough.
FEW = 3


def _on_one_board(preparation: PreparedPools) -> str:
    """Warn before publishing if all matches are on one board, the default when the setup is skipped."""
    stage = preparation.stage
    matches = len(rows_of(stage)) if len(board_numbers(stage)) == 1 else 0
    if matches <= FEW:
        return ""
    ends = stored_end(stage)
    values = {**rules_of(stage.tournament).vocabulary.of_places, "count": matches}
    if ends:
        text = tr(
            "{Tables}: 1. All {count} matches are played one after another, until {time}: "
            "choose more in the setup.",
            **values,
            time=f"{timezone.localtime(ends):%H:%M}",
        )
    else:
        text = tr(
            "{Tables}: 1. All {count} matches are played one after another: choose more in the setup.",
            **values,
        )
    return f"{text} "


def _start(preparation: PreparedPools) -> Announcement:
    people, title = preparation.people, tr("{stage} is published", stage=str(preparation.stage))
    missing = [entry.display_name for entry in not_checked_in(people)]
    text = _in_no_pool(people)
    if not missing:
        text += tr("The schedule is public. Start when play begins. Results can be entered from then on.")
        return Announcement(title, text, tr("Start play"))
    text += tr(
        "{here} of {count} checked in; not yet {missing}. Absent players stay in their pool and their "
        "opponents wait: later, check them in, forfeit their matches or withdraw them.",
        here=len(people.here),
        count=len(people.here) + len(missing),
        missing=named(missing),
    )
    if preparation.stage.tournament.status == Status.IN_PROGRESS:
        return Announcement(title, text, tr("Start play"))
    without = tr("Start without {names}", names=named(missing, limit=2)) if len(people.here) > 1 else ""
    return Announcement(title, text, tr("Check everyone in and start"), checks_in=True, as_it_is=without)


def _in_no_pool(people: PoolPeople) -> str:
    if not people.unseated:
        return ""
    names = named([entry.display_name for entry in people.unseated])
    if free := [seat.pool.name for seat in people.free_seats]:
        text = tr(
            "In no pool: {names}. Free seats in pool {pools}: see “Late arrival”.", names=names, pools=free
        )
    elif gone := [str(seat.entry) for seat in people.seats_to_give]:
        text = tr(
            "In no pool: {names}. The seat of {gone} can be reassigned: see “Late arrival”.",
            names=names,
            gone=named(gone),
        )
    else:
        text = tr("In no pool: {names}. No pool has a free seat.", names=names)
    return f"{text} "


def _being_played(preparation: PreparedPools) -> Announcement:
    text = rules_of(preparation.stage.tournament).say(
        "Pools and schedule stay as they are now. Results, {tables} and withdrawals are in the control room."
    )
    title = tr("{stage} is in progress", stage=str(preparation.stage))
    return Announcement(title, text, tr("Control room"), ("control",))


def _closed(preparation: PreparedPools) -> Announcement:
    page = ("stage", preparation.stage.number)
    title = tr("{stage} is closed", stage=str(preparation.stage))
    return Announcement(title, "", tr("See the standings"), page)


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
