"""What the control room says: where the event stands, what is missing, the one thing to do now."""

from __future__ import annotations

from dataclasses import dataclass

from django.urls import reverse

from crosstable.events.errors import DraftOutdated, DraftStale, PlayersAside, named
from crosstable.events.errors.conflicts import hole_words
from crosstable.events.models import Stage
from crosstable.events.queries.desk.control import ControlRoom
from crosstable.events.queries.desk.steps import Step
from crosstable.events.queries.rounds.open_matches import open_places
from crosstable.events.records.settings.game import uses, words_of
from crosstable.games import Use


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


def plural(count: int, word: str) -> str:
    return f"{count} {word}" if count == 1 else f"{count} {word}s"


def _tables(room: ControlRoom) -> str:
    return f"{words_of(room.tournament).table.lower()}s"


def _entry(room: ControlRoom) -> str:
    return "team" if room.tournament.has_teams else "player"


def _open_registration(room: ControlRoom) -> Announcement:
    text = "Only the organisers see this draft. Once registration opens the event is public and players can enter."
    return Announcement("Ready to announce the event?", text, "Open registration", _url(room, "advance"))


def _open_check_in(room: ControlRoom) -> Announcement:
    people = room.people
    lists = f" {plural(people.without_list, _entry(room))} without a list." if people.without_list else ""
    text = f"{plural(people.expected, _entry(room))} registered.{lists} Open check-in on the day, when the doors open."
    return Announcement("Registration is open", text, "Open check-in", _url(room, "advance"))


def _start_event(room: ControlRoom) -> Announcement:
    people = room.people
    if not uses(room.tournament, Use.CHECK_IN):
        return _start_without_check_in(room)
    title = f"{people.checked_in} of {plural(people.expected, _entry(room))} checked in"
    if people.checked_in < 2:
        return Announcement(
            title, f"At least two {_entry(room)}s must be checked in before the event can start."
        )
    text = (
        "Everybody is here."
        if not people.not_here
        else f"{people.not_here} not here yet; they will not be paired."
    )
    return Announcement(title, text, "Close check-in and start", _url(room, "advance"))


def _start_without_check_in(room: ControlRoom) -> Announcement:
    entered = plural(room.people.expected, _entry(room))
    if room.people.expected < 2:
        text = "Share the address of the event, or add them yourself. At least two are needed."
        return Announcement(f"Registration is open, {entered} entered", text)
    text = "Starting closes the registration. Latecomers can still be added from the next round on."
    label = "Close registration and start"
    return Announcement(f"Registration is open, {entered} entered", text, label, _url(room, "advance"))


def _pair(room: ControlRoom) -> Announcement:
    number = room.round.number + 1 if room.round else 1
    bye = f" One {_entry(room)} will have the bye." if room.to_pair % 2 else ""
    asked = room.people.checked_in - room.to_pair
    byes = f" {asked} {'sits' if asked == 1 else 'sit'} out, as asked." if asked else ""
    text = f"{plural(room.to_pair, _entry(room))} to pair.{byes}{bye} The draft is seen by organisers only."
    title = f"Round {number - 1} is closed. Pair round {number}" if room.round else "Pair round 1"
    return Announcement(title, text, f"Pair round {number}", _url(room, "pair"))


def _publish(room: ControlRoom) -> Announcement:
    assert room.round is not None
    title = f"Round {room.round.number} is a draft"
    if room.differences.any:
        blocked = str(DraftOutdated(room.differences.gone, room.differences.missing))
        return Announcement(title, "", "Pair again", _url(room, "pair"), blocked=blocked)
    if room.changes:
        return Announcement(
            title, "", "Pair again", _url(room, "pair"), blocked=str(DraftStale(room.changes))
        )
    if room.undecided:
        return _publish_with_open(room, title)
    missions = " and missions" if uses(room.tournament, Use.MISSIONS) else ""
    text = f"Look it over: swap players, change {_tables(room)}{missions}. Players see nothing until you publish."
    return Announcement(title, text, f"Publish round {room.round.number}", _url(room, "publish"))


def _publish_with_open(room: ControlRoom, title: str) -> Announcement:
    hole = hole_words(open_places(room.undecided), words_of(room.tournament).table)
    it = "it" if len(room.undecided) == 1 else "they"
    text = f"{hole} without a result. See what {it} could change here before you publish, or decide first."
    return Announcement(title, text, "What could change", _url(room, "open-results"), is_link=True)


def _start_round(room: ControlRoom) -> Announcement:
    assert room.round is not None
    if room.aside:
        blocked = str(PlayersAside(room.round.number, room.aside))
        title, url = f"Round {room.round.number} is published", _url(room, "by-hand")
        return Announcement(title, "", "Pair by hand", url, is_link=True, blocked=blocked)
    shown = f"Players see their {_tables(room)} now."
    text = f"{shown} Start the round when they should begin; results are taken from then on."
    number = room.round.number
    return Announcement(f"Round {number} is published", text, f"Start round {number}", _url(room, "start"))


def _resolve(room: ControlRoom) -> Announcement:
    first = room.disputes[0]
    tables = named([str(m.table) for m in room.disputes])
    many = len(room.disputes) > 1
    word = words_of(room.tournament).table
    text = f"{word}{'s' if many else ''} {tables} {'report' if many else 'reports'} different scores. {_rest(room)}"
    label = "Resolve disputes" if many else "Resolve dispute"
    to_rule = ("bracket-match", first.pk) if first.bracket_number else ("table", first.table)
    return Announcement(_waiting_title(room), text, label, _url(room, *to_rule), is_link=True)


def _collect(room: ControlRoom) -> Announcement:
    return Announcement(_waiting_title(room), _rest(room))


def _waiting_title(room: ControlRoom) -> str:
    if room.knockout is not None:
        return f"{plural(room.progress.waiting, 'match')} being played".replace("matchs", "matches")
    return f"Waiting for {plural(room.progress.waiting, 'result')} before the round can close"


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
    if room.earlier:
        return _close_earlier(room)
    number = room.round.number
    text = "Closing moves the ratings and lets you pair the next round."
    if number == room.tournament.total_rounds:
        text = "This was the last round. Closing moves the ratings and makes the standings final."
        if len(room.stages) > 1:
            text = (
                f"This was the last round. After closing it, the {_lower(room.stages[1].name)} can be drawn."
            )
    return Announcement(
        f"All results of round {number} are in", text, f"Close round {number}", _url(room, "close")
    )


def _close_earlier(room: ControlRoom) -> Announcement:
    """Rounds close in order: what is still open in an earlier one comes first."""
    assert room.round is not None
    title = f"All results of round {room.round.number} are in"
    if room.undecided:
        hole = hole_words(open_places(room.undecided), words_of(room.tournament).table)
        first = room.undecided[0]
        url = f"{_url(room, 'table', first.table)}?round={first.round.number}"
        return Announcement(title, f"{hole} still undecided, and rounds close in order.", "Decide", url, True)
    number = room.earlier[0].number
    text = f"Round {number} has all its results now, too. Close it first: rounds close in order."
    return Announcement(title, text, f"Close round {number}", _url(room, "close"))


def _draw(room: ControlRoom) -> Announcement:
    stage = _knockout(room)
    before = [other for other in room.stages if other.number == stage.number - 1]
    if before:
        title = f"{before[0].name} is over"
        text = "The bracket is drawn from how it ended. Only organisers see it until you publish."
    else:
        title = f"{plural(room.people.checked_in, _entry(room))} to draw"
        text = "Seats are given by seed, byes to the best. Only organisers see the bracket until you publish."
    return Announcement(title, text, f"Draw the {_lower(stage.name)}", _url(room, "knockout-act", "draw"))


def _publish_bracket(room: ControlRoom) -> Announcement:
    text = "Look it over: swap seats, replace whoever has withdrawn. Players see nothing until you publish."
    title = f"{_knockout(room).name} is drawn"
    return Announcement(title, text, "Seats and bracket", _url(room, "knockout"), is_link=True)


def _start_bracket(room: ControlRoom) -> Announcement:
    stage = _knockout(room)
    text = f"Players see the bracket and their {_tables(room)}. Start when they should begin."
    label = f"Start the {_lower(stage.name)}"
    return Announcement(f"{stage.name} is published", text, label, _url(room, "knockout-act", "start"))


def _close_bracket(room: ControlRoom) -> Announcement:
    stage = _knockout(room)
    text = "Closing moves the ratings and makes the places final. Until then results can be corrected."
    label = f"Close the {_lower(stage.name)}"
    return Announcement("We have a champion", text, label, _url(room, "knockout-act", "close"))


def _knockout(room: ControlRoom) -> Stage:
    assert room.knockout is not None
    return room.knockout


def _lower(name: str) -> str:
    """'Top 8' in the middle of a sentence, but 'KO cup' stays."""
    return name[0].lower() + name[1:] if name[1:2].islower() else name


def _complete(room: ControlRoom) -> Announcement:
    text = "Check the standings once more. Completing the event locks them."
    title = "The last round is closed" if room.is_one_swiss else "The last stage is closed"
    return Announcement(title, text, "Complete the event", _url(room, "advance"))


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
    Step.DRAW: _draw,
    Step.PUBLISH_BRACKET: _publish_bracket,
    Step.START_BRACKET: _start_bracket,
    Step.CLOSE_BRACKET: _close_bracket,
    Step.COMPLETE: _complete,
    Step.DONE: _done,
}
