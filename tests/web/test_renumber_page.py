"""Starting numbers on pages and over the API: Renumber asks first, and a late entry lists who moves."""

from __future__ import annotations

import re

import pytest

from api.calling import Caller, problem
from building import entry
from chess_building import SIX, chess, play_chess, start_chess
from crosstable.events.actions.people import entries
from crosstable.events.bridge.entries import EntryDetails, numbers_of
from crosstable.events.models import Tournament
from web.visiting import logged_in, text

pytestmark = pytest.mark.django_db


def with_a_wrong_rating() -> Tournament:
    """Round 1 is played, and flo has been given the rating that should have been there before."""
    tournament = chess(SIX)
    play_chess(tournament)
    rate(tournament, "flo", 2050)
    return tournament


def rate(tournament: Tournament, name: str, rating: int) -> None:
    wanted = EntryDetails(name, rating=rating)
    entries.edit_entry(entry=entry(tournament, name), details=wanted, by=tournament.owner)


def in_numbers(tournament: Tournament) -> list[str]:
    numbers = numbers_of(tournament)
    return [row.display_name for row in sorted(tournament.entries.all(), key=lambda row: numbers[row.pk])]


def seen_on(response) -> str:
    return re.search(r'name="seen" value="(\w+)"', response.content.decode()).group(1)


def test_the_page_lists_who_moves_and_asks():
    tournament = with_a_wrong_rating()
    client, page = logged_in("vera"), f"/t/{tournament.slug}/control/players/renumber"
    assert page in client.get(f"/t/{tournament.slug}/control/players").content.decode()
    asked = client.get(page)
    assert "Player Now New flo 6 2 bo 2 3 cy 3 4 di 4 5 ed 5 6 Renumber 5 players" in text(asked)
    assert in_numbers(tournament) == list(SIX)
    done = client.post(page, {"seen": seen_on(asked)}, follow=True)
    assert "5 starting numbers changed." in text(done)
    assert in_numbers(tournament) == ["ann", "flo", "bo", "cy", "di", "ed"]


def test_the_page_asks_again_when_the_list_has_changed_meanwhile():
    tournament = with_a_wrong_rating()
    client, page = logged_in("vera"), f"/t/{tournament.slug}/control/players/renumber"
    seen = seen_on(client.get(page))
    rate(tournament, "ed", 2300)
    answer = client.post(page, {"seen": seen})
    assert answer.status_code == 409
    assert "Read the new list and renumber again." in text(answer)
    assert "ed 5 1 ann 1 2" in text(answer)
    assert in_numbers(tournament) == list(SIX)


def test_the_page_says_why_numbers_stay():
    tournament = chess(SIX)
    client = logged_in("vera")
    answer = client.get(f"/t/{tournament.slug}/control/players/renumber")
    assert "Numbers follow the ratings automatically until the first round is published." in text(answer)
    assert "renumber" not in client.get(f"/t/{tournament.slug}/control/players").content.decode()


def test_a_late_entry_at_the_desk_lists_who_moves():
    tournament = chess(SIX)
    start_chess(tournament)
    answer = logged_in("vera").post(
        f"/t/{tournament.slug}/control/players/add", {"display_name": "gus", "rating": "1950"}, follow=True
    )
    assert (
        "gus is added. Starting number: gus 3. These players move: cy 3 → 4, di 4 → 5, ed 5 → 6, flo 6 → 7."
    ) in text(answer)


def test_a_pasted_list_of_late_entries_says_their_numbers():
    tournament = chess(SIX)
    start_chess(tournament)
    client = logged_in("vera")
    preview = client.post(f"/t/{tournament.slug}/control/players/several", {"lines": "gus\nhal"})
    answer = client.post(f"{preview.url}/take", follow=True)
    assert "Starting numbers: gus 7, hal 8." in text(answer)


def test_the_player_list_shows_the_stored_number():
    tournament = chess(SIX)
    start_chess(tournament)
    rate(tournament, "flo", 2500)
    words = text(logged_in("vera").get(f"/t/{tournament.slug}"))
    assert [words.index(f"{number} {name}") > 0 for number, name in enumerate(SIX, start=1)] == [True] * 6


def test_a_program_reads_the_numbers_and_renumbers():
    tournament = with_a_wrong_rating()
    vera, path = Caller("vera"), f"/tournaments/{tournament.pk}"
    players = vera.get(f"{path}/players").json()["players"]
    assert [(p["displayName"], p["startingNumber"]) for p in players] == [
        (name, number) for number, name in enumerate(SIX, start=1)
    ]
    planned = vera.get(f"{path}/starting-numbers/changes").json()
    assert [(m["name"], m["before"], m["after"]) for m in planned["moves"]][:2] == [
        ("flo", 6, 2),
        ("bo", 2, 3),
    ]
    refused = vera.post(f"{path}/starting-numbers/renumber", {"seen": "another list"})
    assert problem(refused) == (409, "starting-numbers-changed")
    answer = vera.post(f"{path}/starting-numbers/renumber", {"seen": planned["seen"]})
    assert (answer.status_code, len(answer.json()["moves"])) == (200, 5)
    assert in_numbers(tournament) == ["ann", "flo", "bo", "cy", "di", "ed"]


def test_a_program_is_given_the_reason_when_numbers_stay():
    tournament = chess(SIX)
    vera = Caller("vera")
    planned = vera.get(f"/tournaments/{tournament.pk}/starting-numbers/changes").json()
    assert planned["whyNot"] == "Numbers follow the ratings automatically until the first round is published."
    refused = vera.post(f"/tournaments/{tournament.pk}/starting-numbers/renumber")
    assert problem(refused) == (409, "starting-numbers-stay")
