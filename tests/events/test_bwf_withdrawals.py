"""BWF 16.2: all results of a player who retires or is disqualified are deleted, on the page and over the API."""

from __future__ import annotations

import re

import pytest

from api.calling import Caller
from building import entry
from crosstable.events.models import Match, Stage
from events.test_group_ties import created, started, tell
from pool_building import fresh
from web.visiting import logged_in, text

pytestmark = pytest.mark.django_db
# A has played two of three games: by FIDE's rule they would count.
PLAYED = ("A-B 21-10 21-10", "A-C 21-10 21-10")


def badminton(**typed: str) -> Stage:
    stage = started(created("sets", game_variant="badminton", **typed), "D C B A")
    tell(stage, *PLAYED)
    return fresh(stage)


def page_of(stage: Stage):
    player = entry(stage.tournament, "A")
    answer = logged_in("olga").get(f"/t/{stage.tournament.slug}/control/stages/1/withdraw/{player.pk}")
    assert answer.status_code == 200
    return answer


def preselected(stage: Stage) -> list[str]:
    """On the page, and what the API calls the rule."""
    page = page_of(stage).content.decode()
    inputs = re.findall(r'<input\s+type="radio"\s+name="how"[^>]*>', page)
    assert len(inputs) == 3
    return [re.search(r'value="(\w+)"', one)[1] for one in inputs if "checked" in one]  # type: ignore[index]


def by_rule(stage: Stage) -> list[str]:
    player = entry(stage.tournament, "A")
    address = f"/tournaments/{stage.tournament_id}/stages/1/withdrawals/{player.pk}"
    return [effect["how"] for effect in Caller("olga").get(address).json()["effects"] if effect["byRule"]]


def withdrawn(stage: Stage) -> list[bool]:
    """Whether each match of A is void after a program says that A withdraws, and not how."""
    player = entry(stage.tournament, "A")
    address = f"/tournaments/{stage.tournament_id}/stages/1/withdrawals"
    assert Caller("olga").post(address, {"playerId": player.pk}).status_code == 201
    matches = Match.objects.filter(round__stage=stage)
    return [m.is_void for m in matches.order_by("pk") if "A" in (str(m.first), str(m.second))]


def test_where_the_bwf_list_orders_the_pools_all_results_are_deleted_by_default() -> None:
    stage = badminton()
    assert preselected(stage) == by_rule(stage) == ["void"]
    sentence = "By the BWF rule, all results of a player who withdraws are deleted. You decide."
    assert f"Matches played: 2 of 3. {sentence}" in text(page_of(stage))
    assert withdrawn(stage) == [True, True, True]


def test_another_list_keeps_the_rule_of_half_of_the_games() -> None:
    stage = badminton(tie_break_list="plain")
    assert preselected(stage) == by_rule(stage) == ["forfeit"]
    assert "By the FIDE rule, no results count if fewer than half of the matches were played." in text(
        page_of(stage)
    )
    assert withdrawn(stage) == [False, False, False]
