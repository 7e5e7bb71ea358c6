"""What the control room says: where the event stands, what is missing, the one thing to do now."""

from __future__ import annotations

from dataclasses import dataclass

from django.urls import reverse

from crosstable.events.choices import profile_of
from crosstable.events.errors import DraftOutdated, named
from crosstable.events.queries.control import ControlRoom
from crosstable.events.queries.steps import Step


@dataclass(frozen=True, slots=True)
class Announcement:
    """The next-action card. No `url`: nothing to press yet. `is_link`: a page to go to, not an action."""

    title: str
    text: str
    label: str = ""
    url: str = ""
    is_link: bool = False
    blocked: str = ""


def announcement(room: ControlRoom) -> Announcement:
    return WORDS[room.step](room)


def _url(room: ControlRoom, name: str, *args: object) -> str:
    return reverse(name, args=[room.tournament.slug, *args])


def _plural(count: int, word: str) -> str:
    return f"{count} {word}" if count == 1 else f"{count} {word}s"


def _tables(room: ControlRoom) -> str:
    return f"{profile_of(room.tournament).words.table.lower()}s"


def _open_registration(room: ControlRoom) -> Announcement:
    text = "Only the organisers see this draft. Once registration opens the event is public and players can enter."
    return Announcement("Ready to announce the event?", text, "Open registration", _url(room, "advance"))


def _open_check_in(room: ControlRoom) -> Announcement:
    people = room.people
    lists = f" {_plural(people.without_list, 'player')} without a list." if people.without_list else ""
    text = f"{_plural(people.expected, 'player')} registered.{lists} Open check-in on the day, when the doors open."
    return Announcement("Registration is open", text, "Open check-in", _url(room, "advance"))


def _start_event(room: ControlRoom) -> Announcement:
    people = room.people
    if not profile_of(room.tournament).has_check_in:
        return _start_without_check_in(room)
    title = f"{people.checked_in} of {_plural(people.expected, 'player')} checked in"
    if people.checked_in < 2:
        return Announcement(title, "At least two players must be checked in before the event can start.")
    text = (
        "Everybody is here."
        if not people.not_here
        else f"{people.not_here} not here yet; they will not be paired."
    )
    return Announcement(title, text, "Close check-in and start", _url(room, "advance"))


def _start_without_check_in(room: ControlRoom) -> Announcement:
    entered = _plural(room.people.expected, "player")
    if room.people.expected < 2:
        text = "Share the address of the event, or add players yourself. At least two are needed."
        return Announcement(f"Registration is open, {entered} entered", text)
    text = "Starting closes the registration. Latecomers can still be added from the next round on."
    label = "Close registration and start"
    return Announcement(f"Registration is open, {entered} entered", text, label, _url(room, "advance"))


def _pair(room: ControlRoom) -> Announcement:
    number = room.round.number + 1 if room.round else 1
    bye = " One player will have the bye." if room.people.checked_in % 2 else ""
    text = f"{_plural(room.people.checked_in, 'player')} to pair.{bye} The draft is seen by organisers only."
    title = f"Round {number - 1} is closed. Pair round {number}" if room.round else "Pair round 1"
    return Announcement(title, text, f"Pair round {number}", _url(room, "pair"))


def _publish(room: ControlRoom) -> Announcement:
    assert room.round is not None
    title = f"Round {room.round.number} is a draft"
    if room.differences.any:
        blocked = str(DraftOutdated(room.differences.gone, room.differences.missing))
        return Announcement(title, "", "Pair again", _url(room, "pair"), blocked=blocked)
    missions = " and missions" if profile_of(room.tournament).has_missions else ""
    text = f"Look it over: swap players, change {_tables(room)}{missions}. Players see nothing until you publish."
    return Announcement(title, text, f"Publish round {room.round.number}", _url(room, "publish"))


def _start_round(room: ControlRoom) -> Announcement:
    assert room.round is not None
    shown = f"Players see their {_tables(room)} now."
    text = f"{shown} Start the round when they should begin; results are taken from then on."
    number = room.round.number
    return Announcement(f"Round {number} is published", text, f"Start round {number}", _url(room, "start"))


def _resolve(room: ControlRoom) -> Announcement:
    first = room.disputes[0]
    tables = named([str(m.table) for m in room.disputes])
    many = len(room.disputes) > 1
    word = profile_of(room.tournament).words.table
    text = f"{word}{'s' if many else ''} {tables} {'report' if many else 'reports'} different scores. {_rest(room)}"
    label = "Resolve disputes" if many else "Resolve dispute"
    return Announcement(_waiting_title(room), text, label, _url(room, "table", first.table), is_link=True)


def _collect(room: ControlRoom) -> Announcement:
    return Announcement(_waiting_title(room), _rest(room))


def _waiting_title(room: ControlRoom) -> str:
    return f"Waiting for {_plural(room.progress.waiting, 'result')} before the round can close"


def _rest(room: ControlRoom) -> str:
    p = room.progress
    parts = []
    if p.claimed:
        parts.append(f"{p.claimed} {'waits' if p.claimed == 1 else 'wait'} for the opponent to confirm")
    if p.open:
        parts.append(f"{p.open} {'is' if p.open == 1 else 'are'} still playing")
    return f"{', '.join(parts).capitalize()}." if parts else "All other results are agreed."


def _close(room: ControlRoom) -> Announcement:
    assert room.round is not None
    number = room.round.number
    text = "Closing moves the ratings and lets you pair the next round."
    if number == room.tournament.total_rounds:
        text = "This was the last round. Closing moves the ratings and makes the standings final."
    return Announcement(
        f"All results of round {number} are in", text, f"Close round {number}", _url(room, "close")
    )


def _complete(room: ControlRoom) -> Announcement:
    text = "Check the standings once more. Completing the event locks them."
    return Announcement("The last round is closed", text, "Complete the event", _url(room, "advance"))


def _done(room: ControlRoom) -> Announcement:
    text = "The standings are final and locked. Thank you for running it."
    return Announcement(
        "The event is complete", text, "See the final standings", _url(room, "standings"), is_link=True
    )


WORDS = {
    Step.OPEN_REGISTRATION: _open_registration,
    Step.OPEN_CHECK_IN: _open_check_in,
    Step.START_EVENT: _start_event,
    Step.PAIR: _pair,
    Step.PUBLISH: _publish,
    Step.START_ROUND: _start_round,
    Step.RESOLVE_DISPUTES: _resolve,
    Step.COLLECT_RESULTS: _collect,
    Step.CLOSE_ROUND: _close,
    Step.COMPLETE: _complete,
    Step.DONE: _done,
}
