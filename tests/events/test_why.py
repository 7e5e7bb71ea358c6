"""Tie-breaks in words: which player is ahead and why, with the numbers and where they came from."""

from decimal import Decimal
from fractions import Fraction

import pytest

import knockout_building as ko
from api.calling import Caller
from building import entry, play_round, playing, settle, start_next, user
from chess_building import SIX, chess, play_chess
from crosstable.engine.history import history_of
from crosstable.engine.model import Adjustment as Extra
from crosstable.engine.standings import standings
from crosstable.engine.tie_breaks import TIE_BREAKS, find_tie_break
from crosstable.engine.tie_breaks.explaining import why_ahead
from crosstable.events.actions.stages import pool_play
from crosstable.events.bridge.settings.stage_settings import StagePlan
from crosstable.events.models import StageKind
from crosstable.events.queries.standings.pool_tables import rows_by_pool
from crosstable.events.queries.standings.ranking import ranking
from crosstable.events.queries.standings.why import why_place
from crosstable.events.queries.standings.why_sentences import Names, ahead_sentence, amount_words
from crosstable.text import tr
from engine.building import ids_of, played
from pool_building import playing_pools, seats, won
from web.visiting import text

pytestmark = pytest.mark.django_db


def sentence(event, one: str, two: str, *codes: str) -> str:
    rows = standings(event, codes)
    return ahead_sentence(why_ahead(rows, codes, *ids_of(event, f"{one} {two}"), history_of(event)))


FOUR = played("Anna Ben Cy Di", "Anna-Cy 74-20", "Ben-Di 51-20", "/", "Anna-Ben 60-60", "Cy-Di 50-40")


def test_two_level_on_wins_differ_in_margin():
    assert (
        sentence(FOUR, "Ben", "Anna", "WINS", "MARGIN") == "Both have 1 win; Anna’s margin is +54, Ben’s +31."
    )


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        ("WINS", "Anna has 1 win, Di 0."),
        ("PTS", "Anna has 1½ points, Di 0."),
        ("VP", "Anna has 134 victory points, Di 60."),
    ],
)
def test_each_tie_break_has_its_sentence(code, expected):
    assert sentence(FOUR, "Anna", "Di", code) == expected


@pytest.mark.parametrize("code", TIE_BREAKS)
def test_every_record_of_a_tie_break_says_what_two_have_in_common_and_what_separates_them(code):
    names = Names(unit="goals")
    tie_break = find_tie_break(code)
    level = amount_words(code, Fraction(2), names)
    why = tie_break.why or tr("{one}")
    explanation = names.fill(why, code, one="Ann", two="Bo", ahead="2", behind="1")
    assert not set("{}") & set(level + explanation)
    assert level == level.strip() != ""
    assert tie_break.explanation == "" or tie_break.explanation.endswith(".")


def test_strength_of_schedule_is_told_by_what_the_opponents_won():
    event = played("Anna Ben Cy Di", "Anna-Ben 60-40", "Cy-Di 60-60")
    assert sentence(event, "Di", "Anna", "SOS") == ("Di’s opponents won 50.0% of their games, Anna’s 0.0%.")


def test_a_direct_encounter_is_told_as_one():
    two = played("Anna Ben", "Anna-Ben 60-40", "/", "Ben-Anna 60-40", "/", "Anna-Ben 60-40")
    fined = two.__class__(two.entries, two.rounds, adjustments=(Extra(ids_of(two, "Anna")[0], Decimal(-1)),))
    assert sentence(fined, "Anna", "Ben", "PTS", "DE") == (
        "Both have 1 point; in their direct encounter Anna scored 2, Ben 1."
    )


def test_a_direct_encounter_among_more_names_how_many():
    event = played(
        *("Anna Ben Cy Di", "Anna-Ben 60-40", "Cy-Di 60-40", "/", "Ben-Cy 60-40", "Anna-Di 40-60"),
        *("/", "Anna-Cy 60-40", "Ben-Di 60-40"),
    )
    # Anna, Ben: 2 points each; Anna beat Ben. Cy and Di: 1 each; Cy beat Di.
    assert sentence(event, "Anna", "Ben", "PTS", "DE") == (
        "Both have 2 points; in their direct encounter Anna scored 1, Ben 0."
    )
    tied = played(
        "Anna Ben Cy", "Anna-Ben 60-40", "Cy bye", "/", "Ben bye", "Anna-Cy 60-40", "/", "Ben-Cy 60-40"
    )
    level = tied.__class__(
        tied.entries,
        tied.rounds,
        adjustments=(Extra(ids_of(tied, "Cy")[0], Decimal(1)),),
    )
    assert sentence(level, "Anna", "Cy", "PTS", "DE") == (
        "Both have 2 points; in the games among the 3 tied Anna scored 2, Cy 0."
    )


def test_full_equals_are_told_that_they_share_the_place():
    event = played("Anna Ben Cy Di", "Anna-Ben 60-40", "Cy-Di 60-40")
    assert sentence(event, "Anna", "Cy", "WINS", "MARGIN") == (
        "Both have 1 win and a margin of +20: they share the place and are listed by their starting numbers."
    )


def wargame():
    tournament = playing("ann bo cy di")
    play_round(tournament, "ann 74-20", "bo 51-20")
    start_next(tournament)
    settle(tournament, "ann 60-60")
    return tournament


def test_a_place_is_told_against_both_neighbours():
    tournament = wargame()
    place = why_place(tournament, entry(tournament, "bo").pk)
    assert [(one.ahead.display_name, one.behind.display_name) for one in place.comparisons] == [
        ("ann", "bo"),
        ("bo", "di"),
    ]
    assert place.comparisons[0].sentence == "Both have 1 win; ann’s margin is +54, bo’s +31."
    margin = place.comparisons[0].accounts[0]
    assert [(s.round, s.opponent, s.value) for s in margin.steps] == [(1, "cy", "+54"), (2, "bo", "±0")]


def test_anyone_can_be_compared_with_anyone():
    tournament = wargame()
    place = why_place(tournament, entry(tournament, "cy").pk, entry(tournament, "ann").pk)
    assert [one.sentence for one in place.comparisons] == ["ann has 1 win, cy 0."]


def test_a_buchholz_lists_the_opponents_and_their_points():
    tournament = chess(SIX)
    play_chess(tournament, "1-0", "1-0", "1-0")
    play_chess(tournament, "1-0", "1/2-1/2", "0-1")
    place = why_place(tournament, entry(tournament, "ann").pk)
    buchholz = next(account for account in place.accounts if account.tie_break == "Buchholz")
    assert buchholz.value == "2½"
    assert [(s.opponent, s.value) for s in buchholz.steps] == [("di", "½"), ("cy", "2")]


def test_the_page_the_card_and_the_standings_lead_to_the_words(client):
    tournament = wargame()
    ann = entry(tournament, "ann")
    address = f"/t/{tournament.slug}/standings/{ann.pk}/why"
    page = client.get(address)
    assert "Both have 1 win; ann’s margin is +54, bo’s +31." in text(page)
    assert address in client.get(f"/t/{tournament.slug}/standings").content.decode()
    assert address in client.get(f"/t/{tournament.slug}/entries/{ann.pk}").content.decode()
    assert client.get(f"{address}?with={entry(tournament, 'cy').pk}").status_code == 200
    assert [client.get(f"{address}?with={bad}").status_code for bad in ("x", "999999")] == [404, 404]


def test_a_program_reads_the_same_sentences():
    tournament = wargame()
    bo = entry(tournament, "bo").pk
    answer = Caller(None).get(f"/tournaments/{tournament.pk}/standings/{bo}/why").json()
    assert [one["sentence"] for one in answer["comparisons"]] == [
        "Both have 1 win; ann’s margin is +54, bo’s +31.",
        "bo has 1 win, di 0.",
    ]
    assert answer["comparisons"][0]["decidedBy"] == "MARGIN"


def test_in_an_event_with_stages_the_stage_that_decided_says_why():
    stage = ko.top_cut("ann bo cy di ed flo", cut=4, rounds=1)
    start_next(stage.tournament)
    play_round(stage.tournament)
    stage = ko.started(stage)
    first, second, third, fourth = ko.seats(stage)
    ko.beats(stage, f"{fourth} {first}", f"{second} {third}", f"{second} {fourth}")
    tournament = stage.tournament
    tournament.refresh_from_db()

    def comparison(one: str, two: str) -> str:
        place = why_place(tournament, entry(tournament, one).pk, entry(tournament, two).pk)
        return place.comparisons[0].sentence

    assert comparison(fourth, second) == f"{second} won: Top 4; {fourth} lost the final to {second}."
    assert comparison(third, first) == (
        f"{first} lost semi-final 1 to {fourth}; {third} lost semi-final 2 to {second}. They share the place."
    )
    out = next(name for name in ("ed", "flo", "di") if name not in ko.seats(stage))
    assert comparison(out, first) == f"{first} went on to the Top 4, {out} did not."


def test_two_who_are_both_still_in_stand_by_their_defeats_and_then_as_they_were_seeded():
    stage = ko.started(ko.with_knockout("ann bo cy di", elimination="double"))
    ko.beats(stage, "di ann", "bo cy")
    tournament = stage.tournament
    tournament.refresh_from_db()

    def comparison(one: str, two: str) -> tuple[str, str]:
        place = why_place(tournament, entry(tournament, one).pk, entry(tournament, two).pk)
        return place.comparisons[0].ahead.display_name, place.comparisons[0].sentence

    seeded = "Both are still in. Until one of them is eliminated, they are listed by seed."
    assert comparison("di", "bo") == ("bo", seeded)
    assert comparison("ann", "di") == ("di", "Both are still in; ann has lost a match already.")
    assert comparison("cy", "ann") == ("ann", seeded)


def test_a_place_in_one_of_several_pools_is_explained_by_its_own_table(client):
    stage = playing_pools("ann bo cy di ed flo gus hal", groups=2, boards=2)
    pool = seats(stage)["A"]
    a, b, c, d = pool
    won(stage, f"{a}-{c}", f"{b}-{a}", f"{c}={b}", f"{a}-{d}", f"{d}={b}", f"{c}-{d}")
    tournament = stage.tournament
    tournament.refresh_from_db()
    place = why_place(tournament, entry(tournament, a).pk)
    assert (place.rank, place.of, place.pool, {str(e) for e in place.others}) == (2, 4, "A", {b, c, d})
    assert [one.sentence for one in place.comparisons] == [
        f"Both have 2 points; in their direct encounter {b} scored 1, {a} 0.",
        f"{a} has 2 points, {c} 1½.",
    ]
    page = text(client.get(f"/t/{tournament.slug}/standings/{place.entry.pk}/why"))
    assert f"Why is {a} in place 2 of 4 in pool A?" in page
    table = client.get(f"/t/{tournament.slug}/standings").content.decode()
    assert table.count('class="why"') == 8
    answer = Caller(None).get(f"/tournaments/{tournament.pk}/standings/{place.entry.pk}/why").json()
    assert (answer["pool"], answer["comparisons"][0]["decidedBy"]) == ("A", "DE")


def test_after_pools_those_who_did_not_go_on_stand_as_they_did_there_and_the_numbers_say_of_what_they_are(
    client,
):
    stage = playing_pools(
        "ann bo cy di ed flo", groups=2, per_pool=1, then=(StagePlan(StageKind.KNOCKOUT, "Cup"),)
    )
    won(stage, "ann-di", "ann-ed", "di-ed", "bo-cy", "bo-flo", "cy=flo")
    pool_play.close_stage(stage=stage, by=user("olga"))
    tournament = ko.started(stage.tournament.stages.get(number=2)).tournament
    cy = why_place(tournament, entry(tournament, "cy").pk)
    assert [one.sentence for one in cy.comparisons] == [
        "Both took place 2 in their pools: di with 1 point in 2 games, cy with ½ point in 2 games.",
        "Both have ½ point, nothing between them in the direct encounter, 0 wins and Sonneborn-Berger 0.25: "
        "they share the place and are listed by their starting numbers.",
    ]
    assert cy.counted_in == "Pools"
    page = text(client.get(f"/t/{tournament.slug}/standings/{cy.entry.pk}/why"))
    assert "Numbers of cy in Pools" in page
    table = text(client.get(f"/t/{tournament.slug}/standings"))
    assert "Order: places in the bracket, then in the pools. Each square" in table


def test_the_ranking_of_a_round_robin_is_that_of_its_table():
    """Files, cards and the API ordered it by the tie-breaks of a Swiss."""
    stage = playing_pools("ann bo cy di", boards=2)
    won(stage, "bo-ann", "ann-cy", "ann-di", "bo=cy", "di=bo", "cy-di")
    tournament = stage.tournament
    tournament.refresh_from_db()
    [rows] = rows_by_pool(stage).values()
    ranks = ranking(tournament)
    assert (ranks.codes, [row.entry.name for row in ranks.rows]) == (
        ("PTS", "DE", "WIN", "SB"),
        [row.entry.name for row in rows],
    )
    assert why_place(tournament, entry(tournament, "bo").pk).comparisons[0].decided_by == "DE"
