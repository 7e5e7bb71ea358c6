"""The organiser's control room: the event's state, its next step, and the desk of the current stage.

Read in a fixed number of queries.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property

from crosstable.accounts.names import in_name_order
from crosstable.events.bridge.rules import rules_of
from crosstable.events.bridge.stages import stages_of
from crosstable.events.errors import named
from crosstable.events.models import JournalEntry, Stage, StageKind, StageStatus, Status, Tournament
from crosstable.events.play_errors import TooManyRounds
from crosstable.events.queries.desk.steps import Alternative, Announcement, NextStep
from crosstable.events.queries.past.journal import journal
from crosstable.events.queries.people.check_in import Headcount, headcount, not_checked_in
from crosstable.events.queries.rounds.small_fields import (
    check_rounds,
    warning_about_rounds,
    ways_around_rounds,
)
from crosstable.events.queries.stages.kinds import STAGE_READINGS
from crosstable.events.queries.stages.kinds.desk import StageDesk, plural
from crosstable.events.queries.stages.participants import everybody_goes_on, too_large_a_cut
from crosstable.games import Use
from crosstable.states import Is

EVERYBODY = "Check everybody in and start"
MADE_ANEW = (NextStep.PAIR, NextStep.FORM_POOLS)


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
    def announcement(self) -> Announcement:
        return OF_THE_EVENT[self.step](self) if self.step in OF_THE_EVENT else self.desk.announcement

    @property
    def blocked(self) -> str:
        """Why the step cannot be taken; empty when it can.

        Steps that replace a draft or draw are not blocked by the old one. An organiser who still needs
        participants in a draft can open registration.
        """
        said = self.announcement
        if self.step is NextStep.FIND_PARTICIPANTS and self.put_off is not None:
            return ""
        return said.text if said.waits else "" if self.step in MADE_ANEW else said.blocked

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


def may_step_back(tournament: Tournament, somebody_entered: bool) -> bool:
    """Return whether nothing depends yet on the last step of the event."""
    undoable: dict[Status, Callable[[], bool]] = {
        Status.REGISTRATION: lambda: not somebody_entered,
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
    text = "Only the organisers see this draft. Once registration opens the event is public and players can enter."
    return Announcement("Ready to announce the event?", text, "Open registration")


def _open_check_in(room: ControlRoom) -> Announcement:
    people, entry = room.people, room.tournament.entry_word
    registered = f"{plural(people.expected, entry)} registered.{_about_lists(room)}"
    text = f"{registered} Open check-in on the day, when the doors open."
    return Announcement("Registration is open", text, "Open check-in")


def _start_event(room: ControlRoom) -> Announcement:
    people, entry = room.people, room.tournament.entry_word
    if Use.CHECK_IN not in rules_of(room.tournament).uses:
        return _start_without_check_in(room)
    title = f"{people.checked_in} of {plural(people.expected, entry)} checked in"
    too_few = f"At least two {entry}s must be checked in before the event can start."
    if people.expected < 2:
        return Announcement(title, too_few, waits=True)
    if people.checked_in < 2:
        return Announcement(title, _about_lists(room), EVERYBODY, blocked=too_few, checks_in=True)
    if said := _cut_too_large(room, title) or _too_many_rounds(room, title):
        return said
    ways = _ways_around_rounds(room, people.checked_in)
    risk = _about_rounds(room, people.checked_in)
    about = f"{_about_lists(room)}{_about_the_cut(room)}"
    if not people.not_here:
        text = f"Everybody is here.{about}"
        return Announcement(title, text, "Close check-in and start", ways=ways, warning=risk)
    missing = f"{people.not_here} not here yet, and left out until you check them in: "
    text = f"{missing}{not_checked_in(room.tournament)}.{about}"
    some = f"Start with {people.checked_in} of {people.expected}"
    return Announcement(title, text, some, with_everybody=EVERYBODY, ways=ways, warning=risk)


def _cut_too_large(room: ControlRoom, title: str) -> Announcement | None:
    """Warn if more players advance from the Swiss than are present, while players can still be added."""
    why = too_large_a_cut(room.stage)
    return Announcement(title, "", "Choose the cut", ("knockout",), blocked=why) if why else None


def _too_many_rounds(room: ControlRoom, title: str) -> Announcement | None:
    """Warn if the rounds cannot all be paired even when every expected player checks in."""
    if room.stage.kind != StageKind.SWISS:
        return None
    try:
        check_rounds(room.tournament, room.people.expected)
    except TooManyRounds as refusal:
        ways = ways_around_rounds(room.tournament, room.people.expected)
        return Announcement(title, "", "Change the settings", ("settings",), blocked=str(refusal), ways=ways)
    return None


def _about_rounds(room: ControlRoom, entries: int) -> str:
    return warning_about_rounds(room.tournament, entries) if room.stage.kind == StageKind.SWISS else ""


def _ways_around_rounds(room: ControlRoom, entries: int) -> tuple[Alternative, ...]:
    return ways_around_rounds(room.tournament, entries) if room.stage.kind == StageKind.SWISS else ()


def _about_the_cut(room: ControlRoom) -> str:
    said = everybody_goes_on(room.stage)
    return f" {said}" if said else ""


def _about_lists(room: ControlRoom) -> str:
    """A5: name the players without an army list while they can still hand one in."""
    if Use.LISTS not in rules_of(room.tournament).uses or not room.people.without_list:
        return ""
    if room.tournament.lists_are_locked:
        return f" Lists are locked, {room.people.without_list} missing."
    missing = in_name_order(room.tournament.entries.filter(list_text="", dropped_at__isnull=True))
    return f" Without a list: {named([entry.display_name for entry in missing])}."


def _start_without_check_in(room: ControlRoom) -> Announcement:
    title = f"Registration is open, {plural(room.people.expected, room.tournament.entry_word)} entered"
    if room.people.expected < 2:
        text = "Share the address of the event, or add them yourself. At least two are needed."
        return Announcement(title, text, waits=True)
    if said := _cut_too_large(room, title) or _too_many_rounds(room, title):
        return said
    text = "Starting closes the registration. Latecomers can still be added from the next round on."
    if room.stage.kind == StageKind.KNOCKOUT:
        text = "Starting closes the registration. Latecomers can still be added until the bracket is drawn."
    text = f"{text}{_about_the_cut(room)}"
    risk, ways = _about_rounds(room, room.people.expected), _ways_around_rounds(room, room.people.expected)
    return Announcement(title, text, "Close registration and start", ways=ways, warning=risk)


def _complete(room: ControlRoom) -> Announcement:
    title = "The last round is closed" if room.is_one_swiss else "The last stage is closed"
    text = "Check the standings once more. Completing the event locks them."
    return Announcement(title, text, "Complete the event")


def _done(room: ControlRoom) -> Announcement:
    text = "The standings are final and locked. Thank you for running it."
    return Announcement("The event is complete", text, "See the final standings", ("standings",), waits=True)


OF_THE_EVENT = {
    NextStep.OPEN_REGISTRATION: _open_registration,
    NextStep.OPEN_CHECK_IN: _open_check_in,
    NextStep.START_EVENT: _start_event,
    NextStep.COMPLETE: _complete,
    NextStep.DONE: _done,
}
