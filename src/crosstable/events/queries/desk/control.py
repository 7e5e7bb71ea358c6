"""The organiser's control room: the event's state, its next step, and the desk of the current stage.

Read in a fixed number of queries.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from crosstable.events.bridge.rules import rules_of
from crosstable.events.bridge.stages import stages_of
from crosstable.events.models import JournalEntry, Stage, StageKind, StageStatus, Status, Tournament
from crosstable.events.play_errors import TooManyRounds
from crosstable.events.queries.desk.steps import Alternative, Announcement, NextStep
from crosstable.events.queries.past.journal import journal
from crosstable.events.queries.people.check_in import Headcount, headcount, left_out, not_checked_in
from crosstable.events.queries.rounds.next_round import FinishNow, NextRound
from crosstable.events.queries.rounds.small_fields import (
    check_rounds,
    warning_about_rounds,
    ways_around_rounds,
)
from crosstable.events.queries.stages.kinds import STAGE_READINGS
from crosstable.events.queries.stages.kinds.desk import StageDesk
from crosstable.events.queries.stages.kinds.rounds import RoundsDesk
from crosstable.events.queries.stages.participants import all_advance_warning, too_large_a_cut
from crosstable.games import Use
from crosstable.states import Is
from crosstable.text import tr

CHECK_IN_ALL = tr("Check everyone in and start")
START_NOW = Alternative("start-now", tr("Start now"), "start-now")
STEPS_OF_A_ROUND = (NextStep.PAIR, NextStep.PUBLISH, NextStep.CLOSE)
REPEATABLE_STEPS = (NextStep.PAIR, NextStep.FORM_POOLS)


@dataclass(frozen=True)
class ControlRoom:
    tournament: Tournament
    stages: Sequence[Stage]
    people: Headcount
    journal: list[JournalEntry]

    @cached_property
    def stage(self) -> Stage:
        return current_stage(self.stages)

    @cached_property
    def desk(self) -> StageDesk:
        reading = STAGE_READINGS[self.stage.kind]
        return reading.desk(self.tournament, self.stage, self.stages, self.people)

    @cached_property
    def step(self) -> NextStep:
        before = _step_of_event(self.tournament)
        if before is NextStep.DONE:
            return before
        if before is not None and not self.desk.begins_before_the_event:
            return before
        return NextStep.COMPLETE if self.stage.status == StageStatus.CLOSED else self.desk.step

    pairs_next = Is("step", NextStep.PAIR)

    @property
    def asks_mission(self) -> bool:
        """Whether the next step pairs a new round."""
        if self.next_round is not None:
            return self.next_round.preview is not None
        return self.pairs_next and not (isinstance(self.desk, RoundsDesk) and self.desk.is_draft)

    starts_event_next = Is("step", NextStep.START_EVENT)
    opens_check_in_next = Is("step", NextStep.OPEN_CHECK_IN)
    may_open_registration = Is("put_off", NextStep.OPEN_REGISTRATION)
    may_open_check_in = Is("put_off", NextStep.OPEN_CHECK_IN)

    @property
    def put_off(self) -> NextStep | None:
        """The event's own step that can already be taken while its stage is prepared first."""
        step = _step_of_event(self.tournament)
        return (
            step
            if step in (NextStep.OPEN_REGISTRATION, NextStep.OPEN_CHECK_IN) and step is not self.step
            else None
        )

    @cached_property
    def next_round(self) -> NextRound | None:
        """The next round in one click, instead of the single step."""
        return self.desk.next_round if self.step in STEPS_OF_A_ROUND else None

    @property
    def finish(self) -> FinishNow | None:
        """What finishing now means, where the event can end after its newest round."""
        return self.desk.finish if self.step in STEPS_OF_A_ROUND else None

    @cached_property
    def announcement(self) -> Announcement:
        if self.step in OF_THE_EVENT:
            return OF_THE_EVENT[self.step](self)
        shown = self.desk.announcement
        return shown if self.next_round is None else self._in_one_click(shown, self.next_round)

    def _in_one_click(self, shown: Announcement, planned: NextRound) -> Announcement:
        """The single step stays available next to the button for all of them."""
        if planned.preview is None:
            label = tr("Publish and start round {number}", number=planned.number)
            return replace(shown, label=label, single_step=shown.label)
        text = left_out(self.tournament, self.people)
        return replace(shown, text=text, label=tr("Next round"), single_step=shown.label)

    @property
    def button_step(self) -> NextStep:
        """What the button of the next step does."""
        return NextStep.NEXT_ROUND if self.next_round is not None else self.step

    @property
    def ways(self) -> tuple[Alternative, ...]:
        """The alternatives to the step: in a draft with players, Start now."""
        if not self.tournament.is_draft or self.people.expected < 2:
            return self.announcement.ways
        return (START_NOW, *self.announcement.ways)

    @property
    def blocked(self) -> str:
        """Why the step cannot be taken; empty when it can.

        Steps that replace a draft or draw are not blocked by the old one. An organiser who still needs
        participants in a draft can open registration.
        """
        shown = self.announcement
        if self.step is NextStep.FIND_PARTICIPANTS and self.put_off is not None:
            return ""
        return shown.text if shown.waits else "" if self.step in REPEATABLE_STEPS else shown.blocked

    @property
    def may_lock_lists(self) -> bool:
        return Use.LISTS in rules_of(self.tournament).uses and not self.tournament.lists_are_locked

    @property
    def is_one_swiss(self) -> bool:
        return all(stage.kind == StageKind.SWISS for stage in self.stages)

    @property
    def may_step_back(self) -> bool:
        return may_step_back(self.tournament, bool(self.people.entered))


def control_room(tournament: Tournament, journal_length: int = 8) -> ControlRoom:
    entries = list(journal(tournament)[:journal_length]) if journal_length else []
    return ControlRoom(tournament, stages_of(tournament), headcount(tournament), entries)


def current_stage(stages: Sequence[Stage]) -> Stage:
    """Return the first stage that is not closed, or the last one."""
    return next((stage for stage in stages if stage.status != StageStatus.CLOSED), stages[-1])


def may_step_back(tournament: Tournament, has_entries: bool) -> bool:
    """Return whether nothing depends yet on the last step of the event."""
    undoable: dict[Status, Callable[[], bool]] = {
        Status.REGISTRATION: lambda: not has_entries,
        Status.CHECK_IN: lambda: True,
        Status.IN_PROGRESS: lambda: not tournament.rounds.exists(),
    }
    return undoable.get(Status(tournament.status), lambda: False)()


def _step_of_event(tournament: Tournament) -> NextStep | None:
    """Return the event's step before the first stage or after the last one; None in between."""
    status = Status(tournament.status)
    if status == Status.REGISTRATION and Use.CHECK_IN not in rules_of(tournament).uses:
        return NextStep.START_EVENT
    return BY_STATUS.get(status)


BY_STATUS = {
    Status.DRAFT: NextStep.OPEN_REGISTRATION,
    Status.REGISTRATION: NextStep.OPEN_CHECK_IN,
    Status.CHECK_IN: NextStep.START_EVENT,
    Status.COMPLETE: NextStep.DONE,
}


def _open_registration(room: ControlRoom) -> Announcement:
    text = tr(
        "Only the organisers see this draft. When registration opens, the event is public and "
        "players can register."
    )
    return Announcement(tr("The event is a draft"), text, tr("Open registration"))


def _open_check_in(room: ControlRoom) -> Announcement:
    players = room.tournament.entries_counted(room.people.expected)
    opening = tr("Open check-in on the day, when the doors open.")
    text = _joined(tr("{players} registered.", players=players), _about_lists(room), opening)
    return Announcement(tr("Registration is open"), text, tr("Open check-in"))


def _start_event(room: ControlRoom) -> Announcement:
    people = room.people
    if Use.CHECK_IN not in rules_of(room.tournament).uses:
        return _start_without_check_in(room)
    players = room.tournament.entries_counted(people.expected)
    title = tr("{here} of {players} checked in", here=people.checked_in, players=players)
    too_few = tr("At least two players must be checked in before the event can start.")
    if room.tournament.has_teams:
        too_few = tr("At least two teams must be checked in before the event can start.")
    if people.expected < 2:
        return Announcement(title, too_few, waits=True)
    if people.checked_in < 2:
        return Announcement(title, _about_lists(room), CHECK_IN_ALL, blocked=too_few, checks_in=True)
    if warning := _too_large_cut(room, title) or _too_many_rounds(room, title):
        return warning
    ways = _ways_around_rounds(room, people.checked_in)
    risk = _about_rounds(room, people.checked_in)
    about = _about_lists(room), all_advance_warning(room.stage)
    if not people.not_here:
        text = _joined(tr("Everyone is checked in."), *about)
        return Announcement(title, text, tr("Close check-in and start"), ways=ways, warning=risk)
    missing = tr(
        "{count} not checked in yet, and left out until you check them in: {names}.",
        count=people.not_here,
        names=not_checked_in(room.tournament),
    )
    text = _joined(missing, *about)
    some = tr("Start with {here} of {count}", here=people.checked_in, count=people.expected)
    return Announcement(title, text, some, check_in_all_label=CHECK_IN_ALL, ways=ways, warning=risk)


def _too_large_cut(room: ControlRoom, title: str) -> Announcement | None:
    """Warn if more players advance from the Swiss than are present, while players can still be added."""
    why = too_large_a_cut(room.stage)
    return Announcement(title, "", tr("Choose the cut"), ("knockout",), blocked=why) if why else None


def _too_many_rounds(room: ControlRoom, title: str) -> Announcement | None:
    """Warn if the rounds cannot all be paired even when every expected player checks in."""
    if room.stage.kind != StageKind.SWISS:
        return None
    try:
        check_rounds(room.tournament, room.people.expected)
    except TooManyRounds as refusal:
        ways = ways_around_rounds(room.tournament, room.people.expected)
        label = tr("Change the settings")
        return Announcement(title, "", label, ("settings",), blocked=str(refusal), ways=ways)
    return None


def _about_rounds(room: ControlRoom, entries: int) -> str:
    return warning_about_rounds(room.tournament, entries) if room.stage.kind == StageKind.SWISS else ""


def _ways_around_rounds(room: ControlRoom, entries: int) -> tuple[Alternative, ...]:
    return ways_around_rounds(room.tournament, entries) if room.stage.kind == StageKind.SWISS else ()


def _joined(*sentences: str) -> str:
    return " ".join(str(sentence) for sentence in sentences if sentence)


def _about_lists(room: ControlRoom) -> str:
    """Say how many lists are missing once they are locked. Until then the checklist names the players (A5)."""
    uses_lists = Use.LISTS in rules_of(room.tournament).uses
    if not (uses_lists and room.tournament.lists_are_locked and room.people.without_list):
        return ""
    return tr("Lists are locked; missing: {count}.", count=room.people.without_list)


def _start_without_check_in(room: ControlRoom) -> Announcement:
    players = room.tournament.entries_counted(room.people.expected)
    title = tr("Registration is open, {players} registered", players=players)
    if room.people.expected < 2:
        text: str = tr("Share the address of the event, or add entries yourself. At least two are needed.")
        return Announcement(title, text, waits=True)
    if warning := _too_large_cut(room, title) or _too_many_rounds(room, title):
        return warning
    text = tr("Starting closes the registration. Late entries can still be added from the next round on.")
    if room.stage.kind == StageKind.KNOCKOUT:
        text = tr(
            "Starting closes the registration. Late entries can still be added until the bracket is drawn."
        )
    text = _joined(text, all_advance_warning(room.stage))
    risk, ways = _about_rounds(room, room.people.expected), _ways_around_rounds(room, room.people.expected)
    return Announcement(title, text, tr("Close registration and start"), ways=ways, warning=risk)


def _complete(room: ControlRoom) -> Announcement:
    title = tr("The last round is closed") if room.is_one_swiss else tr("The last stage is closed")
    text = tr("Check the standings. Finishing the event locks them.")
    return Announcement(title, text, tr("Finish the event"))


def _done(room: ControlRoom) -> Announcement:
    text = tr("The standings are final and locked. Thank you for running it.")
    label = tr("See the final standings")
    return Announcement(tr("The event is finished"), text, label, ("standings",), waits=True)


OF_THE_EVENT = {
    NextStep.OPEN_REGISTRATION: _open_registration,
    NextStep.OPEN_CHECK_IN: _open_check_in,
    NextStep.START_EVENT: _start_event,
    NextStep.COMPLETE: _complete,
    NextStep.DONE: _done,
}
