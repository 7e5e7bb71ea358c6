"""The organiser's pages about the past, as a browser without scripts sees them."""

from __future__ import annotations

import json

import pytest
from django.test import Client

from building import match_of, play_round, playing, start_next, user
from crosstable.events.actions.results import corrections

pytestmark = pytest.mark.django_db


@pytest.fixture
def tournament():
    tournament = playing("ann bo cy di ed flo gus hal")
    play_round(tournament)
    start_next(tournament)
    play_round(tournament)
    return tournament


@pytest.fixture
def olga(tournament) -> Client:
    client = Client()
    client.force_login(user("olga"))
    return client


def address(tournament, page: str) -> str:
    return f"/t/{tournament.slug}/control/{page}"


def test_a_result_is_looked_at_corrected_and_undone(tournament, olga):
    match = match_of(tournament, "ann", 1)
    url = address(tournament, f"matches/{match.pk}/correct")
    said = {"first_vp": 30, "second_vp": 70, "result": "", "policy": "everywhere", "reason": "A slip"}
    seen = olga.get(url, said).content.decode()
    assert "nothing is changed yet" in seen
    assert match_of(tournament, "ann", 1).result_words == "50–40"
    done = olga.post(url, {**said, "version": match.version}, follow=True).content.decode()
    assert "Corrected from 50–40: A slip" in done
    made = match_of(tournament, "ann", 1).corrections.get()
    olga.post(address(tournament, f"corrections/{made.pk}/undo"))
    assert match_of(tournament, "ann", 1).result_words == "50–40"


def test_what_was_typed_stays_when_somebody_was_quicker(tournament, olga):
    match = match_of(tournament, "ann", 1)
    corrections.correct_result(match=match, policy="note-only", reason="Seen", by=tournament.owner)
    url = address(tournament, f"matches/{match.pk}/correct")
    said = {
        "first_vp": 30,
        "second_vp": 70,
        "policy": "everywhere",
        "reason": "A slip",
        "version": match.version,
    }
    answer = olga.post(url, said)
    assert answer.status_code == 422
    page = answer.content.decode()
    assert "it is now 50–40. You sent 30–70." in page
    assert 'value="A slip"' in page


def test_a_tile_of_the_standings_leads_to_its_match(tournament, olga):
    match = match_of(tournament, "ann", 1)
    answer = olga.get(address(tournament, f"rounds/1/players/{match.first_id}"))
    assert answer.url == address(tournament, f"matches/{match.pk}/correct")
    assert (
        f"rounds/1/players/{match.first_id}" in olga.get(f"/t/{tournament.slug}/standings").content.decode()
    )


def test_the_journal_is_narrowed_and_taken_away(tournament, olga):
    page = olga.get(address(tournament, "journal"), {"q": "closed", "round": "1"}).content.decode()
    assert page.count('<tr id="j') == 1
    assert "Round 1 closed, 4 games rated" in page
    assert "No entry fits" in olga.get(address(tournament, "journal"), {"q": "zzz"}).content.decode()
    data = json.loads(olga.get(address(tournament, "journal.json"), {"kind": "round"}).content)
    assert {row["verb"].split(".")[0] for row in data} == {"round"}
    lines = olga.get(address(tournament, "journal.csv")).content.decode("utf-8-sig").splitlines()
    assert len(lines) == tournament.journal.count() + 1


def test_the_control_room_undoes_the_last_action_and_reopens(tournament, olga):
    last = tournament.journal.first()
    room = olga.get(address(tournament, "")[:-1]).content.decode()
    assert f'name="number" value="{last.number}"' in room
    olga.post(address(tournament, "undo"), {"number": last.number})
    assert tournament.rounds.get(number=2).status == "started"
    refused = olga.post(
        address(tournament, "rounds/1/reopen"),
        headers={"referer": f"http://testserver/t/{tournament.slug}/control"},
        follow=True,
    )
    assert "Correct the result instead" in refused.content.decode()
