"""A tie that was decided is decided everywhere: in the table of its pool, in the final places, in files and the API."""

from __future__ import annotations

import csv
import io
import re

import pytest
from django.test import Client

from api.calling import Caller
from building import entry, play_round, start_next, user
from crosstable.events.actions.people.entries import drop
from crosstable.events.actions.stages import knockout, pool_play
from crosstable.events.actions.stages.advancing import TieDecision, decide_tie
from crosstable.events.bridge.settings.stage_settings import StagePlan
from crosstable.events.models import Stage, StageKind, Tournament
from crosstable.events.queries.standings.ranking import final_ranks
from knockout_building import beats, started, top_cut
from pool_building import fresh, playing_pools, seats, won

pytestmark = pytest.mark.django_db
CUP = (StagePlan(StageKind.KNOCKOUT, "Cup"),)


def two_pools() -> Stage:
    """In pool A three beat each other in a ring and lose to the fourth; in pool B all scores differ. The
    first two of each advance."""
    stage = playing_pools("a b c d e f g h", groups=2, per_pool=2, then=CUP)
    one, two = seats(stage).values()
    w, x, y, z = one
    won(stage, f"{w}-{x}", f"{w}-{y}", f"{w}-{z}", f"{x}-{y}", f"{y}-{z}", f"{z}-{x}")
    p, q, r, s = two
    won(stage, f"{p}-{q}", f"{p}-{r}", f"{p}-{s}", f"{q}-{r}", f"{q}-{s}", f"{r}-{s}")
    return fresh(pool_play.close_stage(stage=stage, by=user("olga")))


def decide_by_lots(stage: Stage, *names: str) -> list[str]:
    """The order of the lots."""
    tied = [entry(stage.tournament, name) for name in names]
    decision = decide_tie(stage=stage, entries=tied, how=TieDecision("lots", seed="coin"), by=user("olga"))
    by_id = {one.pk: one.display_name for one in tied}
    return [by_id[id] for group in decision.groups for id in group]


def everywhere(tournament: Tournament) -> dict[str, list[tuple[int, str]]]:
    """Final places as each page, file and answer has them."""
    page = Client().get(f"/t/{tournament.slug}/standings").content.decode()
    rows = re.findall(r'data-find="(\w+)[^"]*".*?<td class="num rank">(\d+)</td>', page, re.DOTALL)
    file = Client().get(f"/t/{tournament.slug}/standings.csv").content.decode("utf-8-sig")
    answer = Caller(None).get(f"/tournaments/{tournament.pk}/standings").json()["standings"]
    ids = {one.pk: one.display_name for one in tournament.entries.all()}
    ranks = final_ranks([Tournament.objects.get(pk=tournament.pk)])[tournament.pk]
    return {
        "page": [(int(rank), name) for name, rank in rows],
        "file": [(int(row["Rank"]), row["Name"]) for row in csv.DictReader(io.StringIO(file))],
        "api": [(line["rank"], line["name"]) for line in answer],
        "profiles": sorted((rank, ids[id]) for id, rank in ranks.items()),
    }


def test_after_lots_the_table_of_the_pool_has_four_ranks_on_the_page_and_in_the_api():
    stage = two_pools()
    w, *tied = seats(stage)["A"]
    before = Caller(None).get(f"/tournaments/{stage.tournament_id}/stages/1").json()["pools"][0]["lines"]
    assert [line["rank"] for line in before] == [1, 2, 2, 2]
    order = [w, *decide_by_lots(stage, *tied)]
    pool = Caller(None).get(f"/tournaments/{stage.tournament_id}/stages/1").json()["pools"][0]
    assert [(line["rank"], line["player"]["name"]) for line in pool["lines"]] == list(
        enumerate(order, start=1)
    )
    page = Client().get(f"/t/{stage.tournament.slug}/stages/1").content.decode()
    shown = re.findall(r'data-find="(\w+)".*?<td class="num rank">(\d)</td>', page, re.DOTALL)[:4]
    assert [(int(rank), name) for name, rank in shown] == list(enumerate(order, start=1))


def test_final_places_follow_the_lots_and_no_fourth_stands_above_a_third():
    stage = two_pools()
    (w, *tied), (p, q, r, s) = seats(stage).values()
    second, third, fourth = decide_by_lots(stage, *tied)
    cup = started(stage.tournament.stages.select_related("tournament").get(number=2))
    beats(cup, f"{w} {q}", f"{p} {second}", f"{w} {p}")
    knockout.close_knockout(stage=fresh(cup), by=user("olga"))
    # Both thirds have one win of three; the third of pool B has fewer points against those who are level (SB).
    expected = [(1, w), (2, p), (3, second), (3, q), (5, third), (6, r), (7, fourth), (8, s)]
    found = everywhere(Tournament.objects.get(pk=stage.tournament_id))
    assert {name: sorted(places) for name, places in found.items()} == dict.fromkeys(found, sorted(expected))
    assert [name for _, name in found["api"]][4:] == [third, r, fourth, s]


def test_the_reason_names_the_lots():
    stage = two_pools()
    _, *tied = seats(stage)["A"]
    second, third, _ = decide_by_lots(stage, *tied)
    ids = [entry(stage.tournament, name).pk for name in (second, third)]
    answer = (
        Caller(None).get(f"/tournaments/{stage.tournament_id}/standings/{ids[0]}/why?against={ids[1]}").json()
    )
    (comparison,) = answer["comparisons"]
    assert comparison["sentence"].endswith("; a draw of lots decided the tie (seed coin).")


def test_a_decision_holds_when_one_of_those_it_was_about_leaves():
    stage = two_pools()
    _, *tied = seats(stage)["A"]
    second, third, fourth = decide_by_lots(stage, *tied)
    drop(entry=entry(stage.tournament, second), by=user("olga"))
    pool = Caller(None).get(f"/tournaments/{stage.tournament_id}/stages/1").json()["pools"][0]["lines"]
    assert [line["player"]["name"] for line in pool[1:]] == [second, third, fourth]
    assert Caller("olga").get(f"/tournaments/{stage.tournament_id}/stages/1/ties").json() == []


def test_the_final_places_of_a_swiss_follow_the_lots_about_its_cut():
    cup = top_cut("ann bo cy di", cut=1, rounds=1)
    start_next(cup.tournament)
    play_round(cup.tournament)
    swiss = fresh(cup.tournament.stages.get(number=1))
    ahead, behind = decide_by_lots(swiss, "ann", "bo")
    found = everywhere(Tournament.objects.get(pk=cup.tournament_id))
    expected = [(1, ahead), (2, behind)]
    assert {name: places[:2] for name, places in found.items()} == {name: expected for name in found}  # noqa: C420
