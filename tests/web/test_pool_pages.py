"""A pool stage in the browser, page by page: from creating the event to the closed stage (C6)."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from building import entry, user
from crosstable.events.actions.event.details import Details
from crosstable.events.actions.event.tournaments import edit_tournament
from crosstable.events.actions.results import results
from crosstable.events.actions.stages import pools, stages
from crosstable.events.bridge.results.scores import parse_score
from crosstable.events.bridge.rules import rules_of
from crosstable.events.models import Match, ScheduleSearch, Stage, TeamMember, Tournament
from pool_building import (
    decide_the_rest,
    drawn,
    fresh,
    match_between,
    playing_pools,
    pool_event,
    rounds_of,
    seats,
    won,
)
from web.visiting import text

pytestmark = pytest.mark.django_db
NEW = {
    "name": "Doubles Night",
    "date": "2026-11-21",
    "total_rounds": "5",
    "game_most": "100",
    "format": "round-robin",
    "team_size": "2",
    "players_may_report": "on",
}


@pytest.fixture
def olga(client: Client) -> Client:
    client.force_login(user("olga"))
    return client


def post(client: Client, stage: Stage, address: str, /, *args: object, **values: object) -> str:
    """Press a button of the stage; what the next page says."""
    where = reverse(address, args=[stage.tournament.slug, stage.number, *args])
    page = client.post(where, values, follow=True, headers={"referer": f"http://testserver{guide(stage)}"})
    assert page.status_code == 200, page.content.decode()
    return page.content.decode()


def paste(client: Client, tournament: Tournament, lines: str) -> str:
    """Paste the list, look at it and take the good lines."""
    shown = client.post(reverse("add-several", args=[tournament.slug]), {"lines": lines})
    answer = client.post(f"{shown.headers['location']}/take", {"which": "good"}, follow=True)
    assert answer.status_code == 200
    return answer.content.decode()


def guide(stage: Stage) -> str:
    return reverse("pool-stage", args=[stage.tournament.slug, stage.number])


def page(client: Client, stage: Stage) -> str:
    return client.get(guide(stage)).content.decode()


def test_an_event_is_created_in_a_format_for_teams(olga: Client) -> None:
    olga.post(reverse("create-game", args=["wargame"]), NEW)
    tournament = Tournament.objects.get()
    assert (tournament.team_size, tournament.team_boards) == (2, 1)
    assert list(tournament.stages.values_list("kind", "name")) == [("pools", "Round robin")]
    control = olga.get(reverse("control", args=[tournament.slug])).content.decode()
    assert "Prepare Round robin" in control


def test_a_format_that_does_not_exist_creates_nothing(olga: Client) -> None:
    answer = olga.post(reverse("create-game", args=["wargame"]), {**NEW, "format": "ladder"})
    assert (answer.status_code, Tournament.objects.count()) == (422, 0)
    answer = olga.post(
        reverse("create-game", args=["wargame"]), {**NEW, "team_size": "2", "team_boards": "3"}
    )
    assert (answer.status_code, Tournament.objects.count()) == (422, 0)
    assert "one board for each member" in answer.content.decode()


def test_the_whole_way_from_participants_to_the_closed_stage(olga: Client) -> None:
    stage = pool_event("")
    page_text = page(olga, stage)
    assert "No players yet." in page_text
    page_text = paste(olga, stage.tournament, "Ann\nBo\nCy\nDi\nEd")
    assert "5 players: form the pools" in page_text
    setup = {
        "name": "Liga",
        "boards": 2,
        "rounds": "circle",
        "per_pool": 0,
        "next_best": 0,
        "win": "3",
        "draw": "1",
        "loss": "0",
        "version": fresh(stage).version,
    }
    post(olga, stage, "pool-setup", **setup)
    stage = fresh(stage)
    assert (stage.name, stage.settings["boards"]) == ("Liga", 2)
    points = {"win": "3", "draw": "1", "loss": "0", "forfeit_win": "3", "forfeit_loss": "0"}
    assert stage.tournament.scoring == points
    half = replace(Details.of(stage.tournament), scoring={**points, "forfeit_win": "2"})
    edit_tournament(tournament=stage.tournament, details=half, by=user("olga"))
    post(olga, stage, "pool-setup", **{**setup, "boards": 3, "version": fresh(stage).version})
    post(olga, stage, "pool-setup", **{**setup, "version": fresh(stage).version})
    stage = fresh(stage)
    assert stage.tournament.scoring == {**points, "forfeit_win": "2"}, "what the settings say stays"
    page_text = post(
        olga, stage, "form-pools", groups=1, distribution="snake", order="seeds", version=stage.version
    )
    assert seats(stage) == {"A": ["Ann", "Bo", "Cy", "Di", "Ed"]}
    assert "Make the schedule" in page_text
    di = entry(stage.tournament, "Di")
    post(olga, stage, "last-byes", last_bye=di.pk)
    page_text = post(olga, stage, "make-schedule")
    assert ">passed<" in page_text
    assert [name.split()[0] for name in rounds_of(stage)[-1]] == ["Ed-Cy", "Bo-Ann"]
    page_text = post(olga, stage, "stage-act", "publish")
    assert "Liga is published" in page_text
    page_text = post(olga, stage, "stage-act", "start")
    assert "0 of 10 matches decided" in page_text
    address = reverse("enter", args=[stage.tournament.slug])
    board = Match.objects.filter(round__number=1).first()
    assert board is not None
    saved = olga.post(address, {"table": board.table, "result": "1"}, follow=True).content.decode()
    assert f"{board.first} 1–0 {board.second}" in saved
    second = match_between(stage, "Ann", "Bo")
    answer = olga.post(
        reverse("match-page", args=[stage.tournament.slug, second.pk]), {"result": "1/2-1/2", "version": 1}
    )
    assert answer.status_code == 302, (answer.status_code, answer.headers)
    second.refresh_from_db()
    assert second.result == "1/2-1/2"
    decide_the_rest(stage)
    assert (
        "All results of Liga are in"
        in olga.get(reverse("control", args=[stage.tournament.slug])).content.decode()
    )
    page_text = post(olga, stage, "stage-act", "close")
    assert "Finish the event" in page_text


def test_what_is_wrong_is_said_beside_the_field_and_nothing_changes(olga: Client) -> None:
    stage = pool_event("ann bo cy")
    address = reverse("form-pools", args=[stage.tournament.slug, 1])
    answer = olga.post(address, {"groups": 4, "distribution": "snake", "order": "seeds", "version": 1})
    assert answer.status_code == 422
    assert "3 cannot fill 4 pools of at least two. Choose at most 1." in answer.content.decode()
    answer = olga.post(reverse("pool-setup", args=[stage.tournament.slug, 1]), {"boards": "0", "version": 1})
    assert answer.status_code == 422
    assert (fresh(stage).version, stage.pools.count()) == (1, 0)


def test_seats_are_changed_by_hand(olga: Client) -> None:
    stage = pool_event("ann bo cy di ed", groups=2)
    pools.form_pools(stage=stage, by=user("olga"))
    t = stage.tournament
    page_text = post(olga, stage, "change-seats", entry=entry(t, "di").pk, pool=stage.pools.get(name="B").pk)
    assert "di is now in Pool B." in page_text
    page_text = post(olga, stage, "change-seats", entry=entry(t, "ann").pk, other=entry(t, "bo").pk)
    assert "ann and bo are swapped." in page_text
    assert seats(stage) == {"A": ["bo", "ed"], "B": ["ann", "cy", "di"]}
    assert "Pool A has only two." in post(
        olga, stage, "change-seats", entry=entry(t, "ed").pk, pool=stage.pools.get(name="B").pk
    )


def test_constraints_are_added_searched_for_and_taken_away(
    olga: Client, monkeypatch: pytest.MonkeyPatch, django_capture_on_commit_callbacks: object
) -> None:
    from crosstable.events.actions.stages import schedule_search

    monkeypatch.setattr(
        schedule_search.start_search,
        "__kwdefaults__",
        {**schedule_search.start_search.__kwdefaults__, "run": lambda work: work()},
    )
    stage = pool_event("ann bo cy di", boards=1)
    pools.form_pools(stage=stage, by=user("olga"))
    ann = entry(stage.tournament, "ann")
    page_text = post(olga, stage, "add-constraint", kind="unavailable", entry=ann.pk, number=1, slot=1)
    assert "ann is away in round 1, slot 1" in page_text
    assert "Constraint 1: round must be" in post(
        olga, stage, "add-constraint", kind="unavailable", entry=ann.pk
    )
    with django_capture_on_commit_callbacks(execute=True):  # type: ignore[operator]
        post(olga, stage, "make-schedule", seconds=5)
    assert ScheduleSearch.objects.get().state == "found"
    assert "All preferences and requirements are met." in page(olga, stage)
    page_text = post(olga, stage, "remove-constraint", 0)
    assert fresh(stage).settings["constraints"] == []
    assert "None: the standard schedule is used." in page_text


def test_a_search_shows_how_far_it_is(olga: Client) -> None:
    from crosstable.events.actions.stages.schedule_search import start_search

    stage = pool_event("ann bo cy di", boards=1)
    pools.form_pools(stage=stage, by=user("olga"))
    ann = entry(stage.tournament, "ann")
    wish = {"kind": "unavailable", "entry": ann.pk, "round": 1, "slot": 1}
    stages.edit_stage(stage=stage, settings={"constraints": [wish]}, by=user("olga"))
    start_search(stage=stage, by=user("olga"), run=lambda work: None)
    ScheduleSearch.objects.update(found=3, cost=7)
    page_text = page(olga, stage)
    assert "3 schedules found so far. The best one gives up preferences of weight 7." in page_text
    address = reverse("schedule-search", args=[stage.tournament.slug, 1])
    part = olga.get(address, headers={"x-live": "1"})
    assert "Searching for a schedule" in part.content.decode()
    ScheduleSearch.objects.update(state="failed", message="No schedule can meet this.", lines=["ann is away"])
    # Over: the script is sent away from the part, and fetches the whole page.
    assert olga.get(address, headers={"x-live": "1"}).status_code == 302
    page_text = page(olga, stage)
    assert "No schedule can meet this." in page_text
    assert "<li>ann is away</li>" in page_text


def test_the_public_sees_tables_and_schedule_once_they_are_published(client: Client) -> None:
    stage = drawn("ann bo cy di ed", boards=2)
    where = {name: reverse(name, args=[stage.tournament.slug, 1]) for name in ("stage", "stage-schedule")}
    assert [client.get(address).status_code for address in where.values()] == [404, 404]
    stage = playing_pools("ann bo cy di ed", boards=2)
    won(stage, "ann-bo", "cy=di")
    where = {name: reverse(name, args=[stage.tournament.slug, 1]) for name in ("stage", "stage-schedule")}
    tables = client.get(where["stage"]).content.decode()
    assert "Pool A" in tables
    assert 'title="Round' in tables
    for side in ("round", "board", "player"):
        assert "ann" in client.get(where["stage-schedule"], {"by": side}).content.decode()
    assert client.get(where["stage-schedule"], {"by": "moon"}).status_code == 404
    standings = client.get(reverse("standings", args=[stage.tournament.slug])).content.decode()
    assert "Pool A" in standings
    event = client.get(reverse("event", args=[stage.tournament.slug]))
    assert "Pools: In progress" in text(event)
    part = client.get(reverse("entry", args=[stage.tournament.slug, entry(stage.tournament, "ann").pk]))
    assert "Won" in part.content.decode()


def test_the_pages_of_a_stage_cost_the_same_for_few_and_for_many(client: Client) -> None:
    few = playing_pools("a b c d", groups=2)
    many = playing_pools(" ".join(f"p{n}" for n in range(24)), groups=6)
    for name in ("stage", "stage-schedule"):
        counts = []
        for stage in (few, many):
            with CaptureQueriesContext(connection) as asked:
                client.get(reverse(name, args=[stage.tournament.slug, 1]))
            counts.append(len(asked))
        assert counts[0] == counts[1] <= 13


def test_a_player_sees_the_next_match_and_reports_it(client: Client) -> None:
    stage = playing_pools("ann bo cy di", boards=1)
    ann = entry(stage.tournament, "ann").player
    account = user("ann-account")
    account.player.delete()
    ann.user = account
    ann.save()
    client.force_login(account)
    me = reverse("me", args=[stage.tournament.slug])
    page_text = client.get(me).content.decode()
    assert "· Round 1" in page_text
    assert ">di<" in page_text
    match = match_between(stage, "ann", "di")
    client.post(reverse("report", args=[stage.tournament.slug, match.pk]), {"outcome": "win"})
    match.refresh_from_db()
    assert match.state == "claimed"
    results.enter_result(match=match, score=parse_score(match, "1-0"), by=user("olga"))
    page_text = client.get(me).content.decode()
    assert ">cy<" in page_text


def test_a_withdrawal_is_previewed_decided_and_taken_back(olga: Client) -> None:
    stage = playing_pools("ann bo cy di")
    won(stage, "di-ann")
    di = entry(stage.tournament, "di")
    address = reverse("withdraw-entry", args=[stage.tournament.slug, 1, di.pk])
    preview = olga.get(address).content.decode()
    assert "Matches played: 1 of 3." in preview
    assert preview.count("by the rule") == 1
    olga.post(address, {"how": "void", "reason": "ill"})
    assert Match.objects.filter(is_void=True).count() == 3
    tables = olga.get(reverse("stage", args=[stage.tournament.slug, 1])).content.decode()
    assert "Withdrawn" in tables
    assert "Undo the withdrawal" in olga.get(address).content.decode()
    olga.post(reverse("undo-withdrawal", args=[stage.tournament.slug, 1, di.pk]))
    assert Match.objects.filter(is_void=True).count() == 0


CHESS = {
    "system": "fide-dutch",
    "most_requested_byes": "1",
    "win": "1",
    "draw": "0.5",
    "loss": "0",
    "allocated_bye": "1",
    "half_bye": "0.5",
    "forfeit_win": "1",
    "forfeit_loss": "0",
}


def test_the_buchholz_family_is_not_offered_in_a_round_robin(olga: Client) -> None:
    """C.07, article 8. A new event shows which tie-breaks are of one kind alone; what is usual in a round robin
    stays so, and another choice is refused with the reason."""
    new = reverse("create-game", args=["chess"])
    assert re.findall(r'<optgroup label="(Only [^"]*)"', olga.get(new).content.decode())[:2] == [
        "Only in a Swiss",
        "Only in a round robin",
    ]
    usual = {f"tie_break_{n}": code for n, code in enumerate(("BH/C1", "BH", "SB"), start=1)}
    olga.post(new, {**NEW, **CHESS, **usual, "team_size": ""})
    made = Tournament.objects.get()
    assert (made.tie_breaks, rules_of(made).pool_tie_breaks) == ([], ("PTS", "DE", "WIN", "SB"))
    assert made.stages.get().settings["rounds"] == "berger"  # sides differ: the tables that balance them
    settings = olga.get(reverse("settings", args=[made.slug])).content.decode()
    offered = set(re.findall(r'<option value="([A-Z0-9/-]+)"', settings))
    assert {"DE", "KS", "SB", "BH", "AOB", "FB/C1"} & offered == {"DE", "KS", "SB"}
    refused = olga.post(new, {**NEW, **CHESS, "tie_break_1": "BH", "team_size": ""})
    assert refused.status_code == 422
    assert "Buchholz (BH) separates no one in a round robin" in refused.content.decode()
    assert Tournament.objects.count() == 1


def parts(tournament: Tournament) -> list[tuple[str, str, str, str]]:
    rows = tournament.entries.order_by("seed")
    return [(e.display_name, e.given_name, e.family_name, e.faction) for e in rows]


def test_pasted_names_are_taken_apart_where_the_family_name_stands_first(olga: Client) -> None:
    """“Hart, Ann” among players, before the faction where there are factions, by semicolons in a team."""
    wargame, chess = pool_event("", game="wargame"), pool_event("", game="chess")
    paste(olga, wargame.tournament, "Bo Lind, Orks\nHart, Ann; Tyranids")
    assert parts(wargame.tournament) == [("Bo Lind", "", "", "Orks"), ("Ann Hart", "Ann", "Hart", "Tyranids")]
    paste(olga, chess.tournament, "Bo Lind\nHart, Ann")
    assert parts(chess.tournament) == [("Bo Lind", "", "", ""), ("Ann Hart", "Ann", "Hart", "")]
    olga.post(reverse("create-game", args=["chess"]), {**NEW, **CHESS})
    doubles = Tournament.objects.get(name=NEW["name"])
    paste(olga, doubles, "Owls: Hart, Ann; Lind, Bo\nKites: Cy Moss, Di Wu")
    members = TeamMember.objects.order_by("entry__seed", "number").values_list(
        "player__given_name", "player__name"
    )
    assert list(members) == [("Ann", "Ann Hart"), ("Bo", "Bo Lind"), ("", "Cy Moss"), ("", "Di Wu")]


def test_a_round_of_pools_has_a_page_of_its_own(client):
    stage = playing_pools()
    assert client.get(f"/t/{stage.tournament.slug}/rounds/1").status_code == 200


def test_no_round_is_paired_where_no_swiss_is_played(olga):
    stage = playing_pools()
    back = reverse("control", args=[stage.tournament.slug])
    response = olga.post(
        reverse("pair", args=[stage.tournament.slug]),
        follow=True,
        headers={"referer": f"http://testserver{back}"},
    )
    assert f"There is no Swiss round to pair. The current stage is “{stage.name}”." in text(response)
