"""What a phone requests automatically, and reports that arrive more than once."""

from __future__ import annotations

import json
import re

import pytest
from django.contrib.staticfiles import finders
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from building import match_of, playing, settle, user
from crosstable.events.actions.results import results
from crosstable.events.bridge.results.scores import parse_score
from crosstable.events.models import Claim, JournalEntry
from crosstable.web.phone import ICONS, MASKABLE, SHELL
from events.test_line_ups import league
from knockout_building import meeting, started, with_knockout
from web.visiting import logged_in, text

pytestmark = pytest.mark.django_db


@pytest.fixture
def tournament():
    return playing("ann cy bo di")


def address(tournament, what: str = "report") -> str:
    return f"/t/{tournament.slug}/me/matches/{match_of(tournament, 'ann').pk}/{what}"


def send(client: Client, url: str, **fields: object):
    return client.post(url, fields, headers={"Accept": "application/json"})


def reports() -> int:
    return JournalEntry.objects.filter(verb="result.reported").count()


def test_every_file_the_phone_keeps_is_there():
    names = [*SHELL, "icon-180.png", *(name for name, *_ in (*ICONS, MASKABLE))]
    assert [name for name in names if finders.find(name) is None] == []


def test_the_service_worker_covers_the_whole_site_and_is_not_cached(client):
    answer = client.get("/sw.js")
    assert answer["Content-Type"] == "text/javascript; charset=utf-8"
    assert answer["Cache-Control"] == "no-cache"
    assert "default-src 'self'" in answer["Content-Security-Policy"]
    again = client.get("/sw.js", headers={"If-None-Match": answer["ETag"]})
    assert again.status_code == 304


def test_the_manifest_opens_my_events_in_a_window_of_its_own(client):
    manifest = json.loads(client.get("/manifest.webmanifest").content)
    assert (manifest["start_url"], manifest["scope"], manifest["display"]) == ("/mine", "/", "standalone")
    assert [icon["purpose"] for icon in manifest["icons"]] == ["any", "any", "maskable"]


def test_the_token_says_whose_session_it_is(client):
    assert client.get("/token").json()["user"] is None
    assert logged_in("ann").get("/token").json()["user"] == "ann"


def test_a_fresh_token_is_enough_to_send_a_stored_report(tournament):
    ann = Client(enforce_csrf_checks=True)
    ann.force_login(user("ann"))
    fields = {"mine": 72, "theirs": 45, "key": "k1", "age": 600}
    assert ann.post(address(tournament), fields).status_code == 403
    token = ann.get("/token").json()["token"]
    answer = ann.post(
        address(tournament), fields, headers={"Accept": "application/json", "X-CSRFToken": token}
    )
    assert answer.json() == {"state": "claimed", "message": "Reported. Your opponent is asked to confirm."}


def test_the_same_report_twice_is_one_report_and_one_answer(tournament):
    ann = logged_in("ann")
    answers = [send(ann, address(tournament), mine=72, theirs=45, key="k1", age=n).json() for n in (0, 60)]
    assert answers[0] == answers[1]
    assert (reports(), Claim.objects.count()) == (1, 1)


TWO_NUMBERS = {"mine": 72, "theirs": 45}
# One match of a knockout is read, not the matches of its bracket: two queries more than in a Swiss.
REPORTED_IN = {
    "a Swiss": (lambda: match_of(playing("ann cy bo di"), "ann"), TWO_NUMBERS, 17),
    "a knockout": (lambda: meeting(started(with_knockout()), "ann", "hal"), TWO_NUMBERS, 19),
    "a team": (lambda: league()[1], {"board": 1, "result_1": "1-0"}, 24),
}


@pytest.mark.parametrize("where", REPORTED_IN)
def test_a_report_costs_few_questions(where: str):
    build, score, most = REPORTED_IN[where]
    match = build()
    url = f"/t/{match.round.tournament.slug}/me/matches/{match.pk}/report"
    ann = logged_in("ann")
    with CaptureQueriesContext(connection) as asked:
        assert send(ann, url, **score, key="one").json()["state"] == "claimed"
    frame = ("BEGIN", "COMMIT", "SAVEPOINT", "RELEASE")
    assert len([query for query in asked if not query["sql"].startswith(frame)]) == most


def test_a_report_repeated_after_the_opponent_confirmed_gives_its_first_answer(tournament):
    ann = logged_in("ann")
    first = send(ann, address(tournament), mine=72, theirs=45, key="k1")
    results.confirm(match=match_of(tournament, "ann"), by=user("bo"))
    assert send(ann, address(tournament), mine=72, theirs=45, key="k1").json() == first.json()
    assert send(ann, address(tournament), mine=72, theirs=45, key="k2").json()["state"] == "agreed"
    assert reports() == 1


def test_the_same_key_with_another_score_is_another_report(tournament):
    ann = logged_in("ann")
    send(ann, address(tournament), mine=72, theirs=45, key="k1")
    send(ann, address(tournament), mine=70, theirs=45, key="k1")
    assert Claim.objects.get().result_words == "70–45"


def test_a_report_that_waited_does_not_replace_a_later_one(tournament):
    ann = logged_in("ann")
    send(ann, address(tournament), mine=70, theirs=45, key="k2")
    answer = send(ann, address(tournament), mine=72, theirs=45, key="k1", age=600)
    assert (answer.status_code, answer.json()["code"]) == (409, "reported-later")
    assert re.fullmatch(
        r"You reported 70–45 at \d\d:\d\d, after 72–45\. The later report counts\.", answer.json()["message"]
    )
    assert Claim.objects.get().result_words == "70–45"


def test_a_refused_report_says_why_and_leaves_its_key_free(tournament):
    settle(tournament, "ann 60-40")
    ann = logged_in("ann")
    answer = send(ann, address(tournament), mine=72, theirs=45, key="k1")
    assert (answer.status_code, answer.json()["code"]) == (409, "already-agreed")
    results.clear_result(match=match_of(tournament, "ann"), by=tournament.owner)
    assert send(ann, address(tournament), mine=72, theirs=45, key="k1").json()["state"] == "claimed"


def test_a_score_that_cannot_be_is_said_to_the_script_as_to_the_person(tournament):
    answer = send(logged_in("ann"), address(tournament), mine=720, theirs=45, key="k1")
    assert (answer.status_code, answer.json()["message"]) == (
        422,
        "720 is not a possible score: victory points are whole numbers from 0 to 100.",
    )


def test_confirming_twice_is_harmless_and_confirming_what_changed_is_refused(tournament):
    match = match_of(tournament, "ann")
    results.report(match=match, score=parse_score(match, (72, 45)), by=user("ann"))
    bo, version = logged_in("bo"), match_of(tournament, "ann").version
    results.report(match=match, score=parse_score(match, (80, 45)), by=user("ann"))
    stale = send(bo, address(tournament, "confirm"), version=version, key="k1")
    assert (stale.status_code, stale.json()["code"]) == (409, "stale")
    fields = {"version": match_of(tournament, "ann").version, "key": "k2"}
    answers = [send(bo, address(tournament, "confirm"), **fields).json() for _ in range(2)]
    assert answers == [{"state": "agreed", "message": "The result is confirmed."}] * 2


def test_a_confirmed_game_of_a_series_leads_to_the_next_one():
    stage = started(with_knockout("ann bo cy di", best_of=3))
    matches = f"/t/{stage.tournament.slug}/me/matches/{meeting(stage, 'ann', 'di').pk}"
    send(logged_in("ann"), f"{matches}/report", mine=72, theirs=45)
    answer = send(logged_in("di"), f"{matches}/confirm").json()
    assert answer == {"state": "open", "message": "Confirmed. Continue with the next game."}


def test_another_table_is_promised_only_while_a_round_follows():
    for rounds, promised in ((2, True), (1, False)):
        made = playing("ann bo", total_rounds=rounds, name=f"Event of {rounds}")
        settle(made, "ann 72-45")
        words = text(logged_in("ann").get(f"/t/{made.slug}/me"))
        assert "The result is confirmed: 72 – 45." in words
        assert ("Your next match appears here automatically." in words) is promised
