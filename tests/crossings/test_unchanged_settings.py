"""Saving the settings as they are changes nothing and writes nothing, in every game and every format: whether the event
was made by the form or by a program that chose little."""

from __future__ import annotations

import pytest

from building import details, user
from crossings.cells import GAMES
from crossings.forms import forms_on
from crossings.small_event import FORMATS, event
from crosstable.events.actions.event import tournaments
from crosstable.events.models import JournalEntry, Tournament
from crosstable.games import GAMES as ALL
from web.visiting import logged_in

pytestmark = pytest.mark.django_db


def save_as_it_is(tournament: Tournament) -> None:
    address = f"/t/{tournament.slug}/control/settings"
    olga = logged_in("olga")
    page = olga.get(address).content.decode()
    form = next(form for form in forms_on(page, address) if "date" in form.names)
    answer = olga.post(address, form.sent(form.buttons[0], {}))
    assert answer.status_code == 302, answer.context["form"].errors


def changes_of_settings() -> list[dict[str, object]]:
    return [
        dict(entry.after)
        for entry in JournalEntry.objects.filter(verb__in=("tournament.edited", "stage.edited"))
    ]


@pytest.mark.parametrize("format", FORMATS)
@pytest.mark.parametrize("game", GAMES)
def test_what_was_chosen(game, format):
    tournament = event(game, format, "players")
    before = changes_of_settings()
    save_as_it_is(tournament)
    assert changes_of_settings() == before


@pytest.mark.parametrize("game", ALL)
def test_what_a_program_left_out(game):
    needed = {"name": "Go"} if game == "other" else {}
    wanted = details(choices=needed)
    tournament = tournaments.create_in_format(details=wanted, format="swiss", by=user("olga"), game=game)
    save_as_it_is(tournament)
    assert changes_of_settings() == []
