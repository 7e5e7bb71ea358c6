"""Everything people get wrong, through the pages: each gets a sentence that says what, and nothing changes (F9)."""

from __future__ import annotations

import pytest
from django.test import Client

from building import entry, event, match_of, play_round, playing, settle, user
from crosstable.events.actions.results import results
from crosstable.events.bridge.results.scores import parse_score
from crosstable.events.models import Status
from pool_building import revision

pytestmark = pytest.mark.django_db


def browser(name: str) -> Client:
    client = Client()
    client.force_login(user(name))
    return client


def page_after(client: Client, address: str, page: str, **fields: object) -> str:
    """What the person reads after sending the form: on the page itself, or on the one it leads back to."""
    answer = client.post(address, fields, headers={"referer": f"http://testserver{page}"})
    if answer.status_code in (302, 303):
        answer = client.get(answer.url)
    return answer.content.decode()


@pytest.fixture
def tournament():
    """ann plays bo at table 1, cy plays di at table 2."""
    return playing("ann cy bo di")


def me(tournament) -> str:
    return f"/t/{tournament.slug}/me"


@pytest.mark.parametrize(
    ("mine", "theirs", "words"),
    [
        ("-3", "40", "-3 is not a possible score: victory points are whole numbers from 0 to 100."),
        ("101", "40", "101 is not a possible score"),
        ("99999999999999999999", "40", "is not a possible score"),
        ("72.5", "40", "72.5 is not a possible score"),
        ("many", "40", "many is not a possible score"),
        ("", "40", "Enter a score: victory points are whole numbers from 0 to 100."),
    ],
)
def test_victory_points_that_cannot_be(tournament, mine, theirs, words):
    before = revision(tournament)
    address = f"{me(tournament)}/matches/{match_of(tournament, 'ann').pk}/report"
    assert words in page_after(browser("ann"), address, me(tournament), mine=mine, theirs=theirs)
    assert revision(tournament) == before


def test_what_was_typed_is_still_there_after_a_mistake(tournament):
    address = f"{me(tournament)}/matches/{match_of(tournament, 'ann').pk}/report"
    page = page_after(browser("ann"), address, me(tournament), mine="172", theirs="45")
    assert 'value="172"' in page
    assert 'value="45"' in page


def test_a_report_for_someone_elses_match(tournament):
    before = revision(tournament)
    address = f"{me(tournament)}/matches/{match_of(tournament, 'cy').pk}/report"
    answer = browser("ann").post(address, {"mine": 50, "theirs": 40})
    assert (answer.status_code, "This is not your match." in answer.content.decode()) == (403, True)
    assert revision(tournament) == before


def test_a_report_for_a_match_that_is_agreed_or_over(tournament):
    settle(tournament, "ann 72-45")
    before = revision(tournament)
    address = f"{me(tournament)}/matches/{match_of(tournament, 'ann').pk}/report"
    words = page_after(browser("ann"), address, me(tournament), mine=1, theirs=2)
    assert "Table 1 has a confirmed result already: 72–45." in words
    play_round(tournament)
    before = revision(tournament)
    words = page_after(browser("ann"), address, me(tournament), mine=1, theirs=2)
    assert "Round 1 is not in progress" in words
    assert revision(tournament) == before


def test_confirming_ones_own_report(tournament):
    match = match_of(tournament, "ann")
    results.report(match=match, score=parse_score(match, (72, 45)), by=user("ann"))
    before = revision(tournament)
    words = page_after(browser("ann"), f"{me(tournament)}/matches/{match.pk}/confirm", me(tournament))
    assert "You reported this score yourself; your opponent has to confirm it." in words
    assert revision(tournament) == before


def test_a_stale_confirmation_says_what_it_is_now(tournament):
    match = match_of(tournament, "ann")
    results.report(match=match, score=parse_score(match, (72, 45)), by=user("ann"))
    seen = match_of(tournament, "ann").version
    results.report(match=match, score=parse_score(match, (80, 45)), by=user("ann"))
    address = f"{me(tournament)}/matches/{match.pk}/confirm"
    assert "It is now: 80–45, ann won." in page_after(browser("bo"), address, me(tournament), version=seen)
    assert match_of(tournament, "ann").state == "claimed"


def test_a_stale_ruling_keeps_what_was_typed_and_shows_the_other_value(tournament):
    address = f"/t/{tournament.slug}/control/tables/1"
    seen = match_of(tournament, "ann").version
    settle(tournament, "ann 72-45")
    words = page_after(browser("olga"), address, address, first_vp=10, second_vp=20, version=seen, reason="")
    assert '<b class="pts num">72–45</b>' in words
    assert '<b class="pts num">10–20</b>' in words
    assert match_of(tournament, "ann").result_words == "72–45"


def test_closing_a_round_with_open_results_names_the_tables(tournament):
    settle(tournament, "ann 72-45")
    before = revision(tournament)
    control = f"/t/{tournament.slug}/control"
    assert "Table 2 still has no confirmed result." in page_after(
        browser("olga"), f"{control}/close", control
    )
    assert revision(tournament) == before


@pytest.mark.parametrize("action", ["publish", "discard", "advance", "pair", "step-back"])
def test_acting_in_the_wrong_status(tournament, action):
    before = revision(tournament)
    control = f"/t/{tournament.slug}/control"
    page = page_after(browser("olga"), f"{control}/{action}", control, seen="in-progress", mission="")
    assert 'class="message error"' in page
    assert revision(tournament) == before


def test_checking_in_after_the_start():
    tournament = event("ann bo cy", Status.CHECK_IN)
    tournament.entries.exclude(display_name="cy").update(checked_in_at="2026-11-21T08:00:00Z")
    browser("olga").post(f"/t/{tournament.slug}/control/advance")
    before = revision(tournament)
    assert "Check-in is over." in page_after(browser("cy"), f"{me(tournament)}/check-in", me(tournament))
    assert (revision(tournament), entry(tournament, "cy").is_checked_in) == (before, False)


def test_registering_twice_and_under_a_name_that_is_taken():
    tournament = event("ann", Status.REGISTRATION)
    before = revision(tournament)
    address = f"/t/{tournament.slug}/register"
    again = page_after(browser("ann"), address, address, display_name="Ann Two", faction="Orks")
    assert "You are registered for this event already, as “ann”." in again
    taken = page_after(browser("bo"), address, address, display_name="ANN", faction="Orks")
    assert "“ANN” is registered already." in taken
    assert revision(tournament) == before


def test_a_list_of_200_kb_is_refused_and_not_lost():
    tournament = event("", Status.REGISTRATION)
    address = f"/t/{tournament.slug}/register"
    text = "Boyz 200pts\n" * 17_000
    page = page_after(browser("bo"), address, address, display_name="bo", faction="Orks", list_text=text)
    assert "The army list has 204,000 characters; 50,000 are allowed." in page
    assert page.count("Boyz 200pts") == 17_000
    assert tournament.entries.count() == 0


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({"table": "9", "first_vp": "1", "second_vp": "2"}, "There is no table 9 in this round."),
        (
            {"table": "one", "first_vp": "1", "second_vp": "2"},
            "Start with the number of the table, for example 1 60 40.",
        ),
        ({"line": ""}, "Start with the number of the table, for example 1 60 40."),
        ({"table": "1", "first_vp": "x", "second_vp": "2"}, "“x 2” is not a score here."),
        ({"table": "1", "first_vp": "101", "second_vp": "2"}, "101 is not a possible score"),
    ],
)
def test_a_slip_in_the_quick_entry(tournament, fields, words):
    before = revision(tournament)
    control = f"/t/{tournament.slug}/control"
    page = page_after(browser("olga"), f"{control}/enter", control, **fields)
    assert words in page
    assert revision(tournament) == before


def test_typing_over_an_agreed_result_at_the_desk(tournament):
    settle(tournament, "ann 72-45")
    control = f"/t/{tournament.slug}/control"
    page = page_after(browser("olga"), f"{control}/enter", control, table=1, first_vp=45, second_vp=72)
    assert "You typed 45–72. " in page
    assert " entered 72–45 at " in page
    assert match_of(tournament, "ann").result_words == "72–45"
