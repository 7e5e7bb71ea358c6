"""The next step as a card: what the event says about it, with the address that does it or leads there."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from django.urls import reverse

from crosstable.events.models import Stage, StageKind
from crosstable.events.queries.desk.control import OF_THE_EVENT, ControlRoom
from crosstable.events.queries.desk.steps import Announcement, Step


@dataclass(frozen=True, slots=True)
class Card:
    """No `url`: nothing to press yet. `is_link`: a page to go to, not an action."""

    title: str
    text: str
    label: str
    url: str
    is_link: bool
    blocked: str


# What does a step of a stage: the name of an address, and whether the number of the stage is a part of it.
ACTS: Mapping[str, Mapping[Step, tuple[str, ...]]] = {
    StageKind.SWISS: {
        Step.PAIR: ("pair",),
        Step.PUBLISH: ("publish",),
        Step.START: ("start",),
        Step.CLOSE: ("close",),
    },
    StageKind.POOLS: {
        Step.SCHEDULE: ("make-schedule", "number"),
        Step.PUBLISH: ("stage-act", "number", "publish"),
        Step.START: ("stage-act", "number", "start"),
        Step.CLOSE: ("stage-act", "number", "close"),
    },
    StageKind.KNOCKOUT: {
        Step.DRAW: ("knockout-act", "draw"),
        Step.PUBLISH: ("knockout-act", "publish"),
        Step.START: ("knockout-act", "start"),
        Step.CLOSE: ("knockout-act", "close"),
    },
}


def next_card(room: ControlRoom) -> Card:
    return card(room.announcement, room.step, room.stage)


def card(said: Announcement, step: Step, stage: Stage) -> Card:
    url = _address(said, step, stage) if said.label else ""
    return Card(said.title, said.text, said.label, url, bool(said.page), said.blocked)


def _address(said: Announcement, step: Step, stage: Stage) -> str:
    slug = stage.tournament.slug
    if said.page:
        name, *args = said.page
        return reverse(str(name), args=[slug, *args])
    if step in OF_THE_EVENT:
        return reverse("advance", args=[slug])
    name, *rest = ACTS[stage.kind][step]
    return reverse(name, args=[slug, *(stage.number if part == "number" else part for part in rest)])
