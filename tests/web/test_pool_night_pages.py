"""Pages of a pool night: the start, absent players, late entries, ties, how the knockout is played."""

from __future__ import annotations

import datetime
import re

import pytest
from django.test import Client

from building import details, entry, user
from crosstable.events.actions.event import tournaments
from crosstable.events.actions.hall import evenings
from crosstable.events.actions.people import entries
from crosstable.events.actions.stages import pool_play, pools, schedules, stages, withdrawals
from crosstable.events.actions.stages import seats as seat_actions
from crosstable.events.bridge.entries import EntryDetails
from crosstable.events.bridge.settings.stage_settings import FORMATS, StagePlan
from crosstable.events.models import Match, StageKind, Tournament
from crosstable.events.queries.stages.pool_setup import PreparedPools
from pool_building import drawn, fresh, playing_pools, seats, won
from web.visiting import text

pytestmark = pytest.mark.django_db
THEN = (StagePlan(StageKind.KNOCKOUT, "Knockout"),)


@pytest.fixture
def olga() -> Client:
    client = Client()
    client.force_login(user("olga"))
    return client


def words(answer) -> str:
    return " ".join(answer.content.decode().split())


def room(stage) -> str:
    return f"/t/{stage.tournament.slug}/control"


def test_one_press_checks_everyone_in_and_starts(olga):
    stage = drawn("ann bo cy", game="wargame")
    pool_play.publish_pools(stage=stage, by=user("olga"))
    page = olga.get(room(stage)).content.decode()
    assert "Check everyone in and start" in page and "not yet ann, bo and cy" in page
    olga.post(f"{room(stage)}/next", {"seen": "start", "check_in": "all"})
    assert fresh(stage).status == "started"


def test_the_event_offers_no_registration_once_the_pools_are_published():
    stage = drawn("ann bo cy", game="wargame")
    pool_play.publish_pools(stage=stage, by=user("olga"))
    zed = Client()
    zed.force_login(user("zed"))
    address = f"/t/{stage.tournament.slug}"
    page = zed.get(address).content.decode()
    assert ">Register<" not in page and "registration open" not in page and "about to start" in page
    front = zed.get("/").content.decode()
    assert "registration open" not in front and "about to start" in front
    page = zed.get(f"{address}/register").content.decode()
    assert "Registration is closed" in page and "can give you a free" in page


def test_a_no_show_is_marked_and_the_match_given_on_the_page_the_swiss_has_too(olga):
    stage = playing_pools("ann bo cy di")
    cy = entry(stage.tournament, "cy")
    olga.post(f"{room(stage)}/players/{cy.pk}/no-show", {"then": "repairs"})
    page = olga.get(f"{room(stage)}/repairs").content.decode()
    assert "Forfeit all 3 matches" in page and "Withdraw…" in page
    match = Match.objects.filter(round__stage=stage, second=cy).order_by("round__number")[0]
    olga.post(f"{room(stage)}/stages/1/walkover", {"entry": cy.pk, "match": match.pk})
    assert Match.objects.get(pk=match.pk).result == "1-0F"
    olga.post(f"{room(stage)}/stages/1/walkover", {"entry": cy.pk})
    assert pool_play.open_matches(stage).count() == 3


def test_someone_late_takes_the_free_seat(olga):
    stage = playing_pools("ann bo cy")
    page = olga.get(f"{room(stage)}/late").content.decode()
    assert "<legend>Seat</legend>" in page and "Pool A" in page
    answer = olga.post(f"{room(stage)}/late", {"display_name": "zed", "how": stage.pools.get().pk})
    assert answer.status_code == 302
    assert seats(stage) == {"A": ["ann", "bo", "cy", "zed"]}
    assert (
        "No seat is free: in every pool all players play in every round."
        in olga.get(f"{room(stage)}/late").content.decode()
    )


def test_someone_late_says_a_rating_or_chooses_a_faction_as_in_a_swiss(olga):
    stage = playing_pools("ann bo cy")
    assert 'name="rating"' in olga.get(f"{room(stage)}/late").content.decode()
    olga.post(f"{room(stage)}/late", {"display_name": "zed", "rating": "1850", "how": stage.pools.get().pk})
    assert entry(stage.tournament, "zed").rating == 1850
    Tournament.objects.filter(pk=stage.tournament_id).update(game="wargame")
    assert '<option value="Orks">' in olga.get(f"{room(stage)}/late").content.decode()


def test_anyone_who_waits_is_given_the_seat_of_a_no_show_where_that_one_is_marked(olga):
    stage = playing_pools("ann bo cy di")
    cy = entry(stage.tournament, "cy")
    olga.post(f"{room(stage)}/late", {"display_name": "zed", "how": "wait"})
    assert "no free seat" in words(olga.get(f"{room(stage)}/late"))
    olga.post(f"{room(stage)}/players/{cy.pk}/no-show", {"then": "repairs"})
    assert "Give the seat to zed" in words(olga.get(f"{room(stage)}/repairs"))
    zed = entry(stage.tournament, "zed")
    given = olga.post(f"{room(stage)}/late", {"entry": zed.pk, "how": f"seat-{cy.pk}"}, follow=True)
    assert "zed now has the seat of cy and plays all its matches." in words(given)
    assert seats(stage) == {"A": ["ann", "bo", "zed", "di"]}
    again = olga.post(f"{room(stage)}/late", {"entry": zed.pk, "how": f"seat-{cy.pk}"})
    assert (again.status_code, "cy takes no part in Pools." in words(again)) == (422, True)
    olga.post(f"{room(stage)}/undo", {})
    assert seats(stage) == {"A": ["ann", "bo", "cy", "di"]}


def test_a_seat_with_matches_played_is_given_by_a_choice_that_says_so(olga):
    stage = playing_pools("ann bo cy di")
    won(stage, "cy-ann")
    cy = entry(stage.tournament, "cy")
    olga.post(f"{room(stage)}/players/{cy.pk}/no-show", {"then": "repairs"})
    page = words(olga.get(f"{room(stage)}/repairs"))
    assert f'href="{room(stage)}/late?how=replay-{cy.pk}" >Give the seat…' in page
    page = words(olga.get(f"{room(stage)}/late?how=replay-{cy.pk}"))
    assert (
        f'value="replay-{cy.pk}" checked' in page
        and "1 match of cy no longer counts and is replayed." in page
    )
    refused = olga.post(f"{room(stage)}/late", {"display_name": "zed", "how": f"seat-{cy.pk}"})
    assert (refused.status_code, "cy has played 1 match." in words(refused)) == (422, True)
    olga.post(f"{room(stage)}/late", {"display_name": "zed", "how": f"replay-{cy.pk}"})
    assert seats(stage) == {"A": ["ann", "bo", "zed", "di"]}


def test_a_tie_is_decided_on_its_page(olga):
    stage = playing_pools("ann bo cy di", then=THEN, per_pool=2)
    won(stage, "ann-bo", "bo-cy", "cy-ann", "ann-di", "bo-di", "cy-di")
    pool_play.close_stage(stage=stage, by=user("olga"))
    page = olga.get(f"{room(stage)}/stages/1/ties").content.decode()
    assert "ann, bo and cy are tied for places 1 to 2 of pool A" in page
    public = f"/t/{stage.tournament.slug}/stages/1"
    assert olga.get(public).content.decode().count("goes-on") == 0
    assert "Decide the tie" in text(olga.get(f"{room(stage)}/knockout"))
    tied = [entry(stage.tournament, name).pk for name in ("ann", "bo", "cy")]
    wrong = olga.post(
        f"{room(stage)}/stages/1/ties", {"entry": tied, "way": "play-off", f"points_{tied[0]}": "x"}
    )
    assert wrong.status_code == 303 and fresh(stage).decisions == []
    address = f"{room(stage)}/stages/1/ties"
    olga.post(address, {"entry": tied, "way": "make-play-off"})
    page = words(olga.get(address))
    assert "in progress" in page and "Close the play-off" not in page and "Create the play-off" not in page
    for shown in ("", "/boards"):
        assert "Play-off for places 1 to 2 of pool A" in words(olga.get(f"{room(stage)}{shown}"))
    olga.post(address, {"number": 1, "way": "take-play-off-back"})
    assert "Create the play-off" in words(olga.get(address))
    olga.post(address, {"entry": tied, "way": "make-play-off"})
    for match in Match.objects.filter(round__play_off=1):
        fields = {"do": "result", "result": "1/2-1/2", "version": match.version}
        olga.post(f"{room(stage)}/matches/{match.pk}", fields)
    assert "Close the play-off" in words(olga.get(address))
    closed = olga.post(address, {"number": 1, "way": "close-play-off"}, follow=True)
    assert "They are still tied after the play-off." in words(closed)
    olga.post(address, {"entry": tied, "way": "lots", "seed": "7"})
    assert "No ties left to decide" in words(olga.get(address))
    # The public page shows how it was decided, and who advances by it.
    page = olga.get(public)
    first, second, third = re.search(
        r"(\w+), then (\w+), then (\w+): draw of lots \(7\)", text(page)
    ).groups()
    through = re.findall(r'goes-on\s*"\s*data-find="(\w+)"', page.content.decode())
    assert set(through) == {first, second} == {"ann", "bo", "cy"} - {third}


def test_how_a_knockout_is_played_is_chosen_on_its_page_with_the_cut(olga):
    stage = playing_pools("ann bo cy di", then=THEN, per_pool=2)
    knockout = stage.tournament.stages.get(number=2)
    page = olga.get(f"{room(stage)}/knockout").content.decode()
    assert "Knockout settings" in page and "A match for third place" in page
    same = {"elimination": "single", "best_of": 3, "best_of_final": 5, "consolation": "first"}
    chosen = {**same, "version": knockout.version, "third_place": "on", "per_pool": 4, "next_best": 0}
    rounds = {"quarter_finals": 5, "reseed": "on"}
    answer = olga.post(f"{room(stage)}/knockout/settings", {**chosen, **rounds})
    assert answer.status_code == 302
    knockout.refresh_from_db()
    kept = {**same, "third_place": True, "reseed": True, "best_of_rounds": [None, 5]}
    assert {name: knockout.settings[name] for name in kept} == kept
    refused = olga.post(
        f"{room(stage)}/knockout/settings",
        {**chosen, **rounds, "version": knockout.version, "elimination": "double", "consolation": "none"},
    )
    assert refused.status_code == 422
    assert "reseeding after each round needs single elimination" in refused.content.decode()
    assert fresh(stage).settings["per_pool"] == 4


def test_the_knockout_waits_for_the_pools_and_leads_to_boards_and_times(olga):
    stage = playing_pools("ann bo cy di", then=THEN, per_pool=2)
    knockout = stage.tournament.stages.get(number=2)
    olga.post(f"{room(stage)}/knockout/draw")
    olga.post(f"{room(stage)}/knockout/publish")
    page = olga.get(f"{room(stage)}/knockout").content.decode()
    assert "is still in progress" in page and "Start play" not in page
    boards = f"{room(stage)}/boards?stage=2"
    assert f'href="{boards}"' in page and "1 of 1 open" in text(olga.get(boards))
    saved = olga.post(f"{room(stage)}/stages/2/evening", {"boards": "2"})
    assert saved["Location"] == boards
    knockout.refresh_from_db()
    assert knockout.hall["boards"] == 2


def test_a_knockout_is_not_offered_for_drawing_before_the_event_has_begun(olga):
    stage = drawn("ann bo cy di", then=THEN, per_pool=2)
    pool_play.publish_pools(stage=stage, by=user("olga"))
    page = olga.get(f"{room(stage)}/knockout").content.decode()
    assert "is drawn later" in page and 'id="next-action"' not in page


def test_a_cut_larger_than_a_pool_is_refused_when_it_is_chosen(olga):
    stage = playing_pools("ann bo cy di", then=THEN, per_pool=2)
    chosen = {"version": 1, "elimination": "single", "best_of": 1, "per_pool": 5, "next_best": 0}
    answer = olga.post(f"{room(stage)}/knockout/settings", chosen)
    assert answer.status_code == 422
    assert "5 cannot advance from pool A, which has 4." in answer.content.decode()
    assert fresh(stage).settings["per_pool"] == 2


def test_a_cut_that_is_no_number_is_said_beside_the_field(olga):
    stage = playing_pools("ann bo cy di", then=THEN, per_pool=2)
    chosen = {"version": 1, "elimination": "single", "best_of": 1, "per_pool": 9999, "next_best": 0}
    answer = olga.post(f"{room(stage)}/knockout/settings", chosen)
    assert answer.status_code == 422
    assert "must be a whole number from 0 to 512" in answer.content.decode()


def test_new_events_get_balanced_boards_and_the_setup_says_what_each_rule_does(olga):
    made = tournaments.create_tournament(details=details(), by=user("olga"))
    (stage,) = stages.set_stages(tournament=made, plans=FORMATS["round-robin"].stages, by=user("olga"))
    page = olga.get(f"/t/{made.slug}/control/stages/1").content.decode()
    assert "Formula: match by match to the next table, starting one table later in each round" in page
    assert "Balanced: each plays on every table equally often, as far as possible" in page
    for name in ["ann", "bo", "cy", "di", "ed", "flo"]:
        entries.add_entry(tournament=made, details=EntryDetails(name, faction="Orks"), by=user("olga"))
    stages.edit_stage(stage=stage, settings={"boards": 2}, by=user("olga"))
    pools.form_pools(stage=stage, by=user("olga"))
    schedules.make_schedule(stage=stage, by=user("olga"))
    prepared = PreparedPools(fresh(stage))
    assert prepared.equality is not None
    assert (prepared.equality.boards.least, prepared.equality.boards.most) == (2, 3)
    assert (
        prepared.boards_words
        == "Balanced: for each player, the numbers of matches per table differ by 1 at most."
    )


def test_clock_times_stand_on_every_side_of_the_schedule_and_in_the_hall(olga):
    stage = drawn("ann bo cy", boards=1)
    Tournament.objects.update(date=datetime.date(2099, 1, 1))
    evenings.set_evening(stage=fresh(stage), by=user("olga"), starts="18:00", minutes=15, ends="18:45")
    pool_play.publish_pools(stage=fresh(stage), by=user("olga"))
    pool_play.start_pools(stage=fresh(stage), by=user("olga"))
    event = f"/t/{stage.tournament.slug}"
    for page in (
        "stages/1/schedule?by=player",
        "stages/1/schedule?by=board",
        f"entries/{_first(stage).first_id}",
    ):
        assert f"18:00 · {_first(stage).round}" in text(olga.get(f"{event}/{page}"))
    hall = text(olga.get(f"{event}/screens/next"))
    assert "18:00 · Then at 18:15" in hall

    # A late entry has matches without a time where the boards are not open long enough, until they are.
    seat_actions.join_pool(
        stage=fresh(stage), pool=stage.pools.get(), details=EntryDetails("lena"), by=user("olga")
    )
    assert "3 matches have no clock time. Re-plan from now" in text(olga.get(f"{room(stage)}/boards"))
    evenings.set_evening(stage=fresh(stage), by=user("olga"), starts="18:00", minutes=15)
    evenings.replan(stage=fresh(stage), by=user("olga"))
    assert "no clock time." not in text(olga.get(f"{room(stage)}/boards"))


def _first(stage) -> Match:
    return Match.objects.select_related("round").filter(round__stage=stage).order_by("planned_at")[0]


def test_ones_own_page_tells_a_result_from_ones_own_side(olga):
    stage = playing_pools("ann bo")
    match = Match.objects.select_related("first", "second").get(round__stage=stage)
    second = match.second
    withdrawals.give_match_of(stage=stage, entry=second, match=match, by=user("olga"))
    for side, sentence in ((match.first, "1–0 forfeit Won"), (second, "0–1 forfeit Lost")):
        assert sentence in text(olga.get(f"/t/{stage.tournament.slug}/entries/{side.pk}"))
