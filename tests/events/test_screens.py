"""The screens of an event: a code each, a rotation that is checked, every change in the journal."""

from __future__ import annotations

import pytest

from building import event, user
from crosstable.events.actions.event import screens
from crosstable.events.bridge.verbs.sentences import describe
from crosstable.events.errors import BadValue, NotAllowed
from crosstable.events.models import Screen, Status, Tournament
from crosstable.events.queries.addressed import screen_by_code

pytestmark = pytest.mark.django_db


@pytest.fixture
def tournament() -> Tournament:
    return event("", Status.REGISTRATION)


def add(tournament: Tournament, name: str = "Hall left") -> Screen:
    return screens.add_screen(tournament=tournament, name=name, by=tournament.owner)


def test_a_screen_has_a_code_of_digits_and_shows_everything_in_turn(tournament):
    screen = add(tournament)
    assert screen.code.isdigit() and len(screen.code) == 4
    shown = [kind for kind, _ in screen.rotation]
    assert shown == ["names", "tables", "next", "pools", "bracket", "results", "standings", "clock"]
    assert screen_by_code(screen.code) == screen
    assert describe(tournament.journal.first()) == "Display “Hall left” added"


def test_two_screens_never_share_a_code(tournament):
    assert len({add(tournament, f"Screen {n}").code for n in range(20)}) == 20
    with pytest.raises(BadValue) as refused:
        add(tournament, "one more")
    assert str(refused.value) == "An event has at most 20 displays. Remove one first."


def test_changing_a_screen_keeps_its_code_and_raises_the_revision(tournament):
    screen = add(tournament)
    before = Tournament.objects.get().revision
    screens.change_screen(screen=screen, name="Bar", rotation=[("clock", 30)], by=tournament.owner)
    changed = Screen.objects.get()
    assert (changed.code, changed.name, changed.rotation) == (screen.code, "Bar", [["clock", 30]])
    assert Tournament.objects.get().revision == before + 1
    screens.change_screen(screen=changed, name="Bar", rotation=[("clock", 30)], by=tournament.owner)
    assert Tournament.objects.get().revision == before + 1


@pytest.mark.parametrize(
    ("name", "rotation", "sentence"),
    [
        ("", [("clock", 10)], "Give the display a name of at most 60 characters, such as “Hall left”."),
        ("Bar", [], "A display shows 1 to 12 pages in turn."),
        ("Bar", [("clock", 10)] * 13, "A display shows 1 to 12 pages in turn."),
        ("Bar", [("clock", 2)], "A page is shown for 3 to 600 seconds, not 2."),
    ],
)
def test_what_cannot_be_shown_is_refused_and_nothing_changes(tournament, name, rotation, sentence):
    screen = add(tournament)
    with pytest.raises(BadValue) as refused:
        screens.change_screen(screen=screen, name=name, rotation=rotation, by=tournament.owner)
    assert str(refused.value) == sentence
    assert Screen.objects.get().name == "Hall left"


def test_a_kind_no_one_knows_is_refused_by_naming_those_there_are(tournament):
    with pytest.raises(BadValue) as refused:
        screens.add_screen(tournament=tournament, name="Bar", rotation=[("weather", 10)], by=tournament.owner)
    assert str(refused.value).startswith(
        "There is no page “weather” for displays. Choose from tables, names,"
    )


def test_a_removed_screen_is_gone_and_a_draft_shows_nothing(tournament):
    screen = add(tournament)
    screens.remove_screen(screen=screen, by=tournament.owner)
    assert screen_by_code(screen.code) is None
    with pytest.raises(BadValue):
        screens.remove_screen(screen=screen, by=tournament.owner)
    draft = add(event("", Status.DRAFT))
    assert screen_by_code(draft.code) is None


def test_only_organisers_have_screens(tournament):
    with pytest.raises(NotAllowed):
        screens.add_screen(tournament=tournament, name="Bar", by=user("ann"))
