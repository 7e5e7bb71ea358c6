"""An invented game with sides called Red and Blue: data alone, and none of its pages, printouts and files mentions
White or Black."""

from __future__ import annotations

from dataclasses import replace

import pytest
from django.test import Client
from django.urls import reverse

from building import user
from crossings.foreign_words import words_of_others
from crossings.pages import Visitors, addresses
from crossings.small_event import event, next_step
from crosstable import games
from crosstable.engine.results import Decided
from crosstable.events.files.printing.tables import crosstable
from crosstable.events.models import Match, Tournament
from crosstable.events.queries.people.my_matches import games_of
from crosstable.games import Game, Use, Vocabulary
from crosstable.games.model import ORGANISER, Noun
from crosstable.web.organiser.event_form import EventForm

pytestmark = pytest.mark.django_db
SYSTEMS = ("fide-dutch", "swiss-club", "swiss-next", "swiss-simple", "swiss-monrad")
FENCING = Game(
    code="fencing",
    name="Lantern fencing",
    short_name="Fencing",
    sentence="Two lamps, one touch.",
    shape=Decided(draws=False),
    vocabulary=Vocabulary(
        Noun("Piste", "Pistes", "piste", "pistes"),
        first="Red",
        second="Blue",
        official=replace(ORGANISER, title="Referee", person="the referee"),
    ),
    systems=SYSTEMS,
    tie_breaks={"swiss": ("PTS", "BH"), "pools": ("PTS", "DE")},
    uses=frozenset({Use.COLORS}),
)


@pytest.fixture(autouse=True)
def a_game_no_one_has(monkeypatch):
    monkeypatch.setitem(games.GAMES, FENCING.code, FENCING)


def in_round_two(system: str) -> Tournament:
    tournament = event(FENCING.code, "swiss", "players", system=system)
    while not tournament.rounds.filter(number=2, status="started").exists():
        assert next_step(tournament)
    return tournament


def pages_of(tournament: Tournament) -> list[tuple[str, str]]:
    match = Match.objects.filter(round__tournament=tournament, round__number=2).first()
    slug = tournament.slug
    return [
        *addresses(tournament),
        ("why-pairing", reverse("why-pairing", args=[slug, match.pk])),
        ("why-round", reverse("why-round", args=[slug, 2])),
        ("round", reverse("round", args=[slug, 2])),
        ("screen-kind", reverse("screen-kind", args=[slug, "names"])),
        ("screen-kind", reverse("screen-kind", args=[slug, "tables"])),
    ]


@pytest.mark.parametrize("system", SYSTEMS)
def test_no_page_speaks_of_the_colours_of_another_game(system):
    tournament = in_round_two(system)
    visitors, foreign = Visitors(), words_of_others(tournament)
    read = {}
    for name, address in pages_of(tournament):
        answer = visitors["ann" if name == "me" else "olga"].get(address)
        if answer.status_code == 200 and answer["Content-Type"].startswith("text/html"):
            read[address] = foreign.said_on(answer.content.decode())
    assert {address: words for address, words in read.items() if words} == {}
    assert {"me", "entry", "crosstable", "why-pairing", "why-round", "screen-kind"} <= {
        name for name, address in pages_of(tournament) if address in read
    }


def test_crosstable_card_and_export_say_red_and_blue():
    tournament = in_round_two("fide-dutch")
    page = Client().get(reverse("crosstable", args=[tournament.slug])).content.decode()
    legend = "12r1: a win against row 12 as Red. b: Blue, ½: draw, + and −: forfeit, *: in progress."
    assert legend in page
    assert legend in str(crosstable(tournament, None, ""))
    rows = Client().get(reverse("export-crosstable", args=[tournament.slug, "csv"])).content.decode()
    sides = {cell[1] for row in rows.splitlines()[1:] for cell in row.split(",")[4:6]}
    assert sides == {"r", "b"}


def test_what_a_player_has_played_names_the_side():
    tournament = in_round_two("swiss-monrad")
    entry = tournament.entries.first()
    matches = Match.objects.filter(round__number=1, round__tournament=tournament)
    [mine] = [m for m in matches if entry.pk in (m.first_id, m.second_id)]
    sides = {game.color: game.side for game in games_of(entry, [mine], None, {})}
    assert sides in ({"white": "Red"}, {"black": "Blue"})


def test_the_form_offers_the_first_colour_and_the_systems_in_its_words():
    form = EventForm(FENCING)
    assert [label for _, label in form.fields["initial_color"].choices][1:] == ["Red", "Blue"]
    assert form.fields["initial_color"].help_text == "Used by FIDE Dutch. In the other systems it is Red."
    assert "who had Blue more often gets Red." in str(form["system"])


def test_what_only_some_games_have_is_not_offered_because_a_game_has_colours():
    """It has no bye to request, no resigning and no clock to start: colours imply none of these."""
    tournament, olga = in_round_two("swiss-next"), Client()
    olga.force_login(user("olga"))
    players = olga.get(reverse("players", args=[tournament.slug])).content.decode()
    control = olga.get(reverse("control", args=[tournament.slug])).content.decode()
    match = Match.objects.filter(round__tournament=tournament, round__number=2).first()
    page = olga.get(reverse("match-page", args=[tournament.slug, match.pk])).content.decode()
    assert [word in players for word in (">Byes<", "Concede and withdraw", "Resign")] == [False, True, False]
    assert ["Requested byes" in control, "Forbidden pairings" in control, "Swap colours" in control] == [
        False,
        True,
        False,
    ]
    assert "Start this game" not in page
