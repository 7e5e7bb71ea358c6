"""The next step as a card: what the event says about it, with the address that does it or leads there."""

from collections.abc import Mapping
from dataclasses import dataclass

from django.urls import reverse

from crosstable.events.models import Round, Stage, Status, Tournament
from crosstable.events.queries.desk.control import ControlRoom
from crosstable.events.queries.desk.steps import Announcement, Step
from crosstable.events.records.play_offs import name_of


@dataclass(frozen=True, slots=True)
class OfferedWay:
    """Something to do instead: a button that sends `fields`, or a link."""

    label: str
    url: str
    fields: Mapping[str, str]
    is_link: bool


@dataclass(frozen=True, slots=True)
class Card:
    """No `url`: nothing to press yet. `is_link`: a page to go to, not an action; `is_match`: that of a match, where
    judges rule. `as_it_is` is a second button, for those who do not want everybody checked in by the first;
    `with_everybody` one for those who do."""

    title: str
    text: str
    label: str
    url: str
    is_link: bool
    is_match: bool
    blocked: str
    checks_in: bool
    as_it_is: str
    with_everybody: str
    ways: tuple[OfferedWay, ...] = ()
    warning: str = ""
    # A tick beside the button, as it is chosen so far; None where nothing is asked.
    third_place: bool | None = None


# What is said when a step was taken, where the page does not say it anyway.
SAID: Mapping[Step, str] = {
    Step.DRAW: "{} is drawn. Only organisers see it until you publish.",
    Step.PUBLISH: "{} is published: players and screens show it.",
    Step.START: "{} has started; results are taken now.",
    Step.CLOSE: "{} is closed and rated.",
}


def next_card(room: ControlRoom) -> Card:
    """The button takes the next step, whatever it is."""
    return card(room.announcement, room.tournament, reverse("next", args=[room.tournament.slug]))


def card(said: Announcement, tournament: Tournament, act: str) -> Card:
    """`act` is the address that does it, where it is no page to go to."""
    url = _address(said, tournament, act) if said.label else ""
    return Card(
        said.title,
        said.text,
        said.label,
        url,
        is_link=bool(said.page),
        is_match=said.page[:1] == ("match-page",),
        blocked=said.blocked,
        checks_in=said.checks_in,
        as_it_is=said.as_it_is,
        with_everybody=said.with_everybody,
        ways=tuple(
            OfferedWay(way.label, reverse(way.page, args=[tournament.slug]), way.fields, way.is_link)
            for way in said.ways
        ),
        warning=said.warning,
        third_place=said.third_place,
    )


def said_of(step: Step, subject: Round | Stage | Status, tournament: Tournament) -> str:
    if isinstance(subject, Status):
        return f"{tournament.name} is now at “{subject.label}”."
    if isinstance(subject, Round) and subject.is_play_off:
        return SAID[step].format(name_of(subject))
    return SAID.get(step, "").format(subject)


def _address(said: Announcement, tournament: Tournament, act: str) -> str:
    if not said.page:
        return act
    name, *args = said.page
    return reverse(str(name), args=[tournament.slug, *args])
