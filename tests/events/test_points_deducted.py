"""A league deducts points of the table: so does every game that ranks by points, in pools and on pages, paper, journal
and API alike. Where wins lead it is what is counted, for teams on boards match points."""

from __future__ import annotations

from decimal import Decimal

import pytest
from django.test import Client

from api.calling import Caller, done
from building import user
from crossings.small_event import event, next_step, open_matches
from crosstable.engine.model import Outcome
from crosstable.events.actions.people.adjustments import adjust
from crosstable.events.actions.results import results
from crosstable.events.bridge.results.scores import shape_of_match
from crosstable.events.bridge.rules import rules_of
from crosstable.events.bridge.verbs.sentences import describe
from crosstable.events.files.exports import standings_rows
from crosstable.events.models import Tournament
from crosstable.events.queries.stages.advancing import places_after
from crosstable.events.queries.standings.pool_tables import rows_by_pool
from crosstable.events.queries.standings.ranking import ranking
from crosstable.events.queries.standings.why import why_place
from web.visiting import logged_in, text

pytestmark = pytest.mark.django_db


def league(game: str = "goals", format: str = "round-robin") -> Tournament:
    """Ann beats all others, then Bo, Cy and Di in this order; not closed yet."""
    tournament = event(game, format, "players")
    while not open_matches(tournament):
        assert next_step(tournament)
    for match in open_matches(tournament):
        outcome = Outcome.WIN if str(match.first) < str(match.second) else Outcome.LOSS
        score = shape_of_match(match).example(outcome)
        results.enter_result(match=match, score=score, by=user("olga"))
    return tournament


def deduct(tournament: Tournament, name: str, amount: str) -> None:
    entry = tournament.entries.get(display_name=name)
    adjust(entry=entry, amount=Decimal(amount), reason="fielded no player", by=user("olga"))
    tournament.refresh_from_db()


def table(tournament: Tournament) -> list[tuple[str, str]]:
    """Return the table of the only pool, in the order that decides who advances."""
    [rows] = rows_by_pool(tournament.stages.get(number=1)).values()
    return [(row.entry.name, f"{row.history.score:f}") for row in rows]


def test_a_league_deducts_points_and_the_place_in_the_pool_follows():
    tournament = league()
    assert table(tournament) == [("Ann", "9"), ("Bo", "6"), ("Cy", "3"), ("Di", "0")]
    deduct(tournament, "Ann", "-4")
    assert table(tournament) == [("Bo", "6"), ("Ann", "5"), ("Cy", "3"), ("Di", "0")]
    row = next(row for row in ranking(tournament).rows if row.entry.name == "Ann")
    assert (row.rank, row.history.extra_points, row.history.extra_vp) == (2, Decimal(-4), 0)


def test_pages_export_journal_and_why_say_points():
    tournament, visitor = league(), Client()
    deduct(tournament, "Ann", "-4")
    slug, ann = tournament.slug, tournament.entries.get(display_name="Ann").pk
    assert "−4 why?" in text(visitor.get(f"/t/{slug}/standings"))
    assert "−4 fielded no player" in text(visitor.get(f"/t/{slug}/entries/{ann}"))
    assert "In points. They change the score and the place" in text(
        logged_in("olga").get(f"/t/{slug}/control/players/{ann}")
    )
    assert describe(tournament.journal.first()) == "Ann: penalty, −4 points"
    head, *rows = standings_rows(tournament)
    points = {row[1]: row[head.index("Points")] for row in rows}
    assert points == {"Bo": 6, "Ann": 5, "Cy": 3, "Di": 0}
    accounts = {account.tie_break: account for account in why_place(tournament, ann).accounts}
    assert [step.value for step in accounts["Points"].steps if step.note == "penalty"] == ["−4"]


def test_a_program_reads_the_unit():
    tournament, olga = league(), Caller("olga")
    path, ann = f"/tournaments/{tournament.pk}", tournament.entries.get(display_name="Ann").pk
    body = {"playerId": ann, "amount": -0.5, "reason": "late"}
    assert done(olga.post(f"{path}/adjustments", body), 201)["unit"] == "points"
    line = next(one for one in done(olga.get(f"{path}/standings"))["standings"] if one["name"] == "Ann")
    assert (line["score"], line["adjustment"], line["margin"]) == (8.5, -0.5, line["margin"])


def test_a_deduction_decides_who_goes_on_to_the_knockout():
    tournament = event("goals", "pools-knockout", "players")
    while not open_matches(tournament):
        assert next_step(tournament)
    next_step(tournament)
    stage = tournament.stages.get(number=1)
    first = {name: rows[0].entry.name for name, rows in rows_by_pool(stage).items()}
    deduct(tournament, first["A"], "-4")
    next_step(tournament)
    stage.refresh_from_db()
    names = dict(tournament.entries.values_list("pk", "display_name"))
    gone_on = {names[place.entry] for place in places_after(stage)}
    assert first["A"] not in gone_on and first["B"] in gone_on


@pytest.mark.parametrize(
    ("game", "kind", "boards", "unit"),
    [
        ("goals", "players", 1, "points"),
        ("goals", "teams", 1, "points"),
        ("goals", "teams", 2, "match points"),
        ("chess", "players", 1, "points"),
        ("sets", "players", 1, "points"),
        ("wargame", "players", 1, "victory points"),
        ("wargame", "teams", 2, "match points"),
        ("wtc", "players", 1, "battle points"),
    ],
)
def test_it_is_given_in_what_leads_the_standings(game, kind, boards, unit):
    assert rules_of(event(game, "swiss", kind, boards)).unit_of_penalties == unit


@pytest.mark.parametrize(
    ("game", "kind", "boards"), [("wtc", "players", 1), ("wargame", "teams", 2), ("goals", "teams", 2)]
)
def test_a_penalty_moves_its_entry_below_those_that_were_level(game, kind, boards):
    tournament = event(game, "swiss", kind, boards)
    while not open_matches(tournament):
        assert next_step(tournament)
    next_step(tournament)
    first = ranking(tournament).rows[0].entry.name
    deduct(tournament, first, "-1")
    assert ranking(tournament).rows[0].entry.name != first


def test_the_table_of_a_pool_shows_what_was_deducted_to_people_and_programs():
    tournament = league()
    deduct(tournament, "Ann", "-4")
    page = done(Caller("olga").get(f"/tournaments/{tournament.pk}/stages/1"))
    lines = {line["player"]["name"]: (line["points"], line["adjusted"]) for line in page["pools"][0]["lines"]}
    assert lines == {"Bo": ("6", 0.0), "Ann": ("5", -4.0), "Cy": ("3", 0.0), "Di": ("0", 0.0)}


def test_a_direct_encounter_in_a_file_is_the_rank_among_those_level_and_else_empty():
    tournament = league("other")
    head, *rows = standings_rows(tournament)
    assert {row[1]: row[head.index("Direct encounter")] for row in rows} == dict.fromkeys(
        ("Ann", "Bo", "Cy", "Di")
    )
