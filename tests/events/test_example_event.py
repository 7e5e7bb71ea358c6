"""The example event: loaded once, with results in round 1, and removed without a trace."""

from __future__ import annotations

import pytest

from building import administrator, user
from crosstable.accounts.errors import NotAllowed
from crosstable.accounts.models import Player
from crosstable.events.actions.event.copying import copy_event
from crosstable.events.actions.event.example import load_example, remove_example
from crosstable.events.models import DeletedEvent, Match, RatingChange, Tournament
from web.visiting import logged_in, page

pytestmark = pytest.mark.django_db


def test_the_example_is_loaded_once_and_removed_with_its_players():
    root = administrator()
    before = set(Player.objects.all())
    event = load_example(by=root)
    assert load_example(by=root) == event
    assert (event.is_in_progress, event.entries.count()) == (True, 8)
    states = Match.objects.filter(round__tournament=event).order_by("table").values_list("state", flat=True)
    assert list(states) == ["agreed", "agreed", "open", "open"]
    remove_example(by=root)
    remove_example(by=root)
    assert not Tournament.objects.exists()
    assert not DeletedEvent.objects.exists()
    assert not RatingChange.objects.exists()
    assert set(Player.objects.all()) == before


def test_a_copy_of_the_example_stays_with_its_players():
    root = administrator()
    copy = copy_event(tournament=load_example(by=root), by=root)
    remove_example(by=root)
    assert list(Tournament.objects.all()) == [copy]
    assert copy.entries.count() == 8


def test_only_a_system_administrator_loads_and_removes_it():
    for act in (load_example, remove_example):
        with pytest.raises(NotAllowed):
            act(by=user("zoe"))


def test_the_first_steps_load_and_remove_the_example_with_one_click_each():
    administrator()
    root = logged_in("root")
    assert "Load an example event" in page(root, "/administration/first-steps")
    assert root.post("/administration/example").url.endswith("/control")
    assert "Remove the example event" in page(root, "/administration/first-steps")
    assert root.post("/administration/example/remove").url == "/administration/first-steps"
    assert not Tournament.objects.exists()
