"""The groups worked by hand, run as events: created on the page, results by the API, read on pages, files and API."""

from __future__ import annotations

import csv
import io
import re

import pytest
from django.test import Client

from api.calling import Caller
from building import entry, user
from crosstable.events.actions.people import entries
from crosstable.events.actions.stages import pool_play, pools, schedules
from crosstable.events.bridge.entries import EntryDetails
from crosstable.events.models import Match, Stage, Tournament
from pool_building import fresh
from web.visiting import logged_in, text
from worked_groups import ADVANCING_THIRDS, BEST_THIRDS, WORKED_GROUPS, WorkedGroup

pytestmark = pytest.mark.django_db
NEW = {"name": "Worked", "date": "2026-11-21", "total_rounds": 5, "team_size": ""}
LISTS = {("PTS", "H2H/R", "DIFF", "FOR"): "direct-matches", ("PTS", "DIFF", "FOR", "H2H"): "goal-difference"}


def created(game: str, format: str = "round-robin", **typed: str) -> Tournament:
    answer = logged_in("olga").post(f"/new/{game}", {**NEW, "format": format, **typed})
    assert answer.status_code == 302, text(answer)
    return Tournament.objects.get()


def started(tournament: Tournament, names: str, **settings: object) -> Stage:
    for name in names.split():
        entries.add_entry(tournament=tournament, details=EntryDetails(name), by=user("olga"))
    stage = fresh(tournament.stages.get(number=1))
    pools.form_pools(stage=stage, by=user("olga"), **settings)
    schedules.make_schedule(stage=fresh(stage), by=user("olga"))
    pool_play.publish_pools(stage=fresh(stage), by=user("olga"))
    return fresh(pool_play.start_pools(stage=fresh(stage), by=user("olga")))


def tell(stage: Stage, *lines: str) -> None:
    """Results as a program sends them: the sets, or the two numbers, from the side the match is stored with."""
    caller = Caller("olga")
    for line in lines:
        pair, *parts = line.split()
        one, two = pair.split("-")
        match = Match.objects.get(
            round__stage=stage, first__display_name__in=(one, two), second__display_name__in=(one, two)
        )
        pairs = [[int(n) for n in part.split("-")] for part in parts]
        if match.first.display_name != one:
            pairs = [turned[::-1] for turned in pairs]
        has_sets = stage.tournament.choices.get("variant") in ("table-tennis", "badminton", "volleyball")
        score = {"sets": pairs} if has_sets else {"first": pairs[0][0], "second": pairs[0][1]}
        answer = caller.post(
            f"/tournaments/{stage.tournament_id}/matches/{match.pk}/override", {"score": score}
        )
        assert answer.status_code == 200, answer.content


def played(group: WorkedGroup) -> Stage:
    typed = {"game_variant": group.variant} if group.variant else {}
    typed |= {"tie_break_list": LISTS[group.tie_breaks]} if group.tie_breaks else {}
    stage = started(created(group.game, **typed), group.entered)
    tell(stage, *group.results)
    return fresh(stage)


def names_on(page: str) -> list[str]:
    """The names of a table in their order, on the page of the pools."""
    return re.findall(r'data-find="(\w+)"', page)


@pytest.mark.parametrize("group", WORKED_GROUPS, ids=lambda group: group.name)
def test_a_worked_group_has_the_order_of_its_sport_on_pages_in_files_and_in_the_api(
    group: WorkedGroup,
) -> None:
    stage = played(group)
    slug, order = stage.tournament.slug, group.order.split()
    assert names_on(Client().get(f"/t/{slug}/stages/1").content.decode()) == order
    (pool,) = Caller(None).get(f"/tournaments/{stage.tournament_id}/stages/1").json()["pools"]
    assert [(line["rank"], line["player"]["name"]) for line in pool["lines"]] == list(
        enumerate(order, start=1)
    )
    standings = Caller(None).get(f"/tournaments/{stage.tournament_id}/standings").json()["standings"]
    assert [(line["rank"], line["name"]) for line in standings] == list(enumerate(order, start=1))
    file = Client().get(f"/t/{slug}/standings.csv").content.decode("utf-8-sig")
    assert [row["Name"] for row in csv.DictReader(io.StringIO(file))] == order


def why(stage: Stage, one: str, two: str) -> str:
    tournament = stage.tournament
    ids = {name: entry(tournament, name).pk for name in (one, two)}
    answer = (
        Caller(None).get(f"/tournaments/{tournament.pk}/standings/{ids[one]}/why?against={ids[two]}").json()
    )
    (comparison,) = answer["comparisons"]
    return str(comparison["sentence"])


EXPLANATIONS = {
    "table tennis 1: games among the tied": {
        (
            "A",
            "B",
        ): "Both have 5 points; in the matches among the 3 tied both have 3 points, and A’s Set ratio is "
        "62.5%, B’s 50.0%.",
    },
    "table tennis 2: points among the tied, then the two who are left start again": {
        (
            "A",
            "B",
        ): "Both have 5 points; in the matches among the 3 tied both have 3 points and Set ratio 50.0%, and "
        "A’s Point ratio is 57.6%, B’s 46.2%.",
        (
            "B",
            "C",
        ): "Both have 5 points; in the matches among the 3 tied both have 3 points, Set ratio 50.0% and "
        "Point ratio 46.2%; then in the match between them B has 2 points, C 1.",
    },
    "badminton 1: difference of games over all matches, then the match of the two who are left": {
        ("B", "C"): "Both have 2 points; over all matches B’s Set difference is +2, C’s +1.",
        (
            "C",
            "A",
        ): "Both have 2 points; over all matches both have Set difference +1; then in the match between them "
        "C has 1 point, A 0.",
    },
    "volleyball 1: match points before sets": {
        ("A", "B"): "Both have 2 wins; A has 6 match points, B 5.",
    },
    "football 1, direct matches first": {
        (
            "A",
            "C",
        ): "Both have 6 points; in the matches among the 3 tied both have 3 points, and A’s Goal difference "
        "is +2, C’s ±0.",
    },
    "football 1, goal difference first": {
        (
            "C",
            "A",
        ): "Both have 6 points, Goal difference +3 and 4 goals scored; in the match between them C has 3 "
        "points, A 0.",
    },
    "football 2, direct matches first": {
        (
            "C",
            "A",
        ): "Both have 6 points; in the matches among the 3 tied both have 3 points, Goal difference ±0 and 2 "
        "goals scored; then in the match between them C has 3 points, A 0.",
    },
}


@pytest.mark.parametrize("name", EXPLANATIONS)
def test_why_one_stands_above_another_is_told_step_by_step(name: str) -> None:
    stage = played(next(group for group in WORKED_GROUPS if group.name == name))
    expected = EXPLANATIONS[name]
    assert {pair: why(stage, *pair) for pair in expected} == expected


def test_the_rule_of_the_sport_stands_under_the_table() -> None:
    stage = played(WORKED_GROUPS[0])
    page = text(Client().get(f"/t/{stage.tournament.slug}/stages/1"))
    assert "Tie-breaks, in this order: ITTF procedure." in page
    assert (
        "ITTF procedure: In the matches among those tied: match points, games won : lost, points won : lost."
        in page
    )


def three_pools() -> tuple[Stage, dict[str, str]]:
    """A darts evening of twelve, two of each pool and the two best thirds advance. Label (A3) → name."""
    stage = started(
        created("sets", "pools-knockout", game_variant="darts"),
        " ".join(f"p{number:02}" for number in range(1, 13)),
        groups=3,
    )
    Caller("olga").patch(
        f"/tournaments/{stage.tournament_id}/stages/1", {"settings": {"perPool": 2, "nextBest": 2}}
    )
    names = {
        f"{pool.name}{place}": seat.entry.display_name
        for pool in stage.pools.all()
        for place, seat in zip((4, 3, 2, 1), pool.seats.select_related("entry").order_by("seat"), strict=True)
    }
    for lines in BEST_THIRDS.values():
        for line in lines:
            pair, score = line.split()
            one, two = (names[label] for label in pair.split("-"))
            tell(stage, f"{one}-{two} {score}")
    return fresh(pool_play.close_stage(stage=fresh(stage), by=user("olga"))), names


def test_the_best_thirds_of_a_darts_evening_go_on() -> None:
    stage, names = three_pools()
    labels = {name: label for label, name in names.items()}
    shown = Caller(None).get(f"/tournaments/{stage.tournament_id}/stages/1").json()["pools"]
    advancing = [labels[line["player"]["name"]] for pool in shown for line in pool["lines"] if line["goesOn"]]
    assert advancing == ["A1", "A2", "B1", "B2", ADVANCING_THIRDS[0], "C1", "C2", ADVANCING_THIRDS[1]]
    page = Client().get(f"/t/{stage.tournament.slug}/stages/1").content.decode()
    rows = re.findall(r'class="([^"]*)"\s*data-find="(\w+)"', page)
    assert [labels[name] for classes, name in rows if "goes-on" in classes] == advancing
