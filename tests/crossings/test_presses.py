"""One press, one entry of the journal: until play begins Undo takes every press back whole, in every format, for
players, doubles and teams, by the pages and over the API."""

from __future__ import annotations

import pytest
from django.urls import reverse

from api.calling import done
from building import user
from crossings.cells import Cell
from crossings.test_cells import World
from crosstable.events.actions.core import undo
from crosstable.events.bridge.verbs.sentences import describe
from digests import digest

pytestmark = pytest.mark.django_db
HERE = {"players": "ann0, ann1, ann2 and ann3", "teams": "Team 0, Team 1, Team 2 and Team 3"}
HERE["doubles"] = HERE["teams"]
EVENT = [
    "Registration opened",
    "Check-in opened, {here} checked in",
    "Event started, lists locked",
]
POOLS = [
    "{stage} published, registration opened",
    "{stage} started, event started, lists locked, {here} checked in",
]
BEGINNING = {"swiss": EVENT, "knockout": EVENT, "round-robin": POOLS, "pools-knockout": POOLS}
CELLS = [
    Cell("wargame", format, entries)
    for format in BEGINNING
    for entries in HERE
    if format != "swiss" or entries != "doubles"
]


def by_the_page(world: World, step: str) -> None:
    address = reverse("next", args=[world.tournament.slug])
    assert world.visitors["olga"].post(address, {"seen": step, "check_in": "all"}).status_code == 302


def over_the_api(world: World, step: str) -> None:
    done(world.olga.post(f"{world.path}/next", {"seen": step, "checkIn": "all"}))


@pytest.mark.parametrize("press", [by_the_page, over_the_api])
@pytest.mark.parametrize("cell", CELLS, ids=str)
def test_a_press_is_one_entry_that_undo_takes_back_whole(cell, press):
    world = World(cell)
    world.enter_everyone()
    messages = []
    while (now := world.next_step())["step"] != "collect-results":
        before = digest(world.tournament)
        press(world, now["step"])
        messages.append(describe(world.tournament.journal.first()))
        undo.undo(tournament=world.tournament, by=user("olga"))
        assert digest(world.tournament) == before, now["step"]
        press(world, now["step"])
    names = {"here": HERE[cell.entries], "stage": world.tournament.stages.first().name}
    wanted = [sentence.format(**names) for sentence in BEGINNING[cell.format]]
    assert [sentence for sentence in messages if "opened" in sentence or "vent started" in sentence] == wanted
