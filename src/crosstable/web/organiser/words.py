"""The address that takes the next step or leads there, and what is said when it was taken."""

from collections.abc import Mapping

from django.urls import reverse

from crosstable.events.models import Round, Stage, Status, Tournament
from crosstable.events.queries.desk.control import ControlRoom
from crosstable.events.queries.desk.steps import Announcement, Step
from crosstable.events.records.play_offs import name_of

# What is said when a step was taken, where the page does not say it anyway.
SAID: Mapping[Step, str] = {
    Step.DRAW: "{} is drawn. Only organisers see it until you publish.",
    Step.PUBLISH: "{} is published: players and screens show it.",
    Step.START: "{} has started; results are taken now.",
    Step.CLOSE: "{} is closed and rated.",
}


def next_url(room: ControlRoom) -> str:
    """Where the button of the next step leads: it takes the step, whatever it is."""
    return url_of(room.announcement, room.tournament, reverse("next", args=[room.tournament.slug]))


def url_of(announcement: Announcement, tournament: Tournament, act: str) -> str:
    """Empty where there is nothing to press yet. `act` is the address that does it, where it is no page to go to."""
    if not announcement.label:
        return ""
    if not announcement.is_link:
        return act
    name, *args = announcement.page
    return reverse(str(name), args=[tournament.slug, *args])


def said_of(step: Step, subject: Round | Stage | Status, tournament: Tournament) -> str:
    if isinstance(subject, Status):
        return f"{tournament.name} is now at “{subject.label}”."
    if isinstance(subject, Round) and subject.is_play_off:
        return SAID[step].format(name_of(subject))
    return SAID.get(step, "").format(subject)
