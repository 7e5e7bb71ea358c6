"""The knockout in the browser without a script: the guided page, results, corrections, the public bracket."""

from __future__ import annotations

import re

import pytest
from django.test import Client

from building import entry, play_round, start_next, user
from crosstable.events.actions.people import entries
from crosstable.events.models import Match, Stage
from crosstable.web.result_form import report_form
from knockout_building import (
    beats,
    bracket,
    chess_knockout,
    drawn,
    meeting,
    published,
    seats,
    started,
    top_cut,
    with_knockout,
)
from web.visiting import markup
from web.visiting import text as words

pytestmark = pytest.mark.django_db
FOUR = {"ann": 2100, "bo": 2000, "cy": 1900, "di": 1800}


def organiser(stage: Stage) -> Client:
    client = Client()
    client.force_login(stage.tournament.owner)
    return client


def control(stage: Stage, rest: str = "") -> str:
    return f"/t/{stage.tournament.slug}/control{rest}"


def text(client: Client, address: str) -> str:
    response = client.get(address)
    assert response.status_code == 200
    return markup(response)


def match_page(stage: Stage, one: str, other: str) -> str:
    return control(stage, f"/matches/{meeting(stage, one, other).pk}")


def test_no_page_offers_reasons_for_a_round_that_follows_a_bracket():
    cut = top_cut("ann bo cy di", cut=4, rounds=1)
    start_next(cut.tournament)
    play_round(cut.tournament)
    client, slug = organiser(cut), cut.tournament.slug
    assert f'"/t/{slug}/control/rounds/1/why"' in text(client, f"/t/{slug}/rounds/1")
    number = started(cut).rounds.get().number
    for page in (control(cut), f"/t/{slug}/rounds/{number}"):
        assert f"/control/rounds/{number}/why" not in text(client, page)
    assert client.get(control(cut, f"/rounds/{number}/why")).status_code == 404


def test_an_organiser_is_led_from_the_draw_to_the_champion():
    stage = with_knockout("ann bo cy di")
    client = organiser(stage)
    assert "Draw the bracket" in text(client, control(stage))
    client.post(control(stage, "/knockout/draw"))
    assert "Seats and bracket" in text(client, control(stage))
    client.post(control(stage, "/knockout/swap"), {"first": 1, "second": 4, "version": 2})
    assert seats(stage) == ["di", "bo", "cy", "ann"]
    client.post(control(stage, "/knockout/publish"))
    assert "Start the knockout" in text(client, control(stage))
    client.post(control(stage, "/knockout/start"))
    assert "2 matches in progress" in text(client, control(stage))
    for table in (1, 2):
        client.post(control(stage, "/enter"), {"table": table, "first_vp": 60, "second_vp": 40})
    client.post(control(stage, "/enter"), {"table": 1, "first_vp": 60, "second_vp": 40})
    assert bracket(stage)[-1] == "3 T1 di v bo 60–40"
    assert "Close the knockout" in text(client, control(stage))
    client.post(control(stage, "/knockout/close"))
    assert "The last stage is closed" in text(client, control(stage))
    client.post(control(stage, "/advance"), {"seen": "in-progress"})
    assert "Final standings" in text(client, f"/t/{stage.tournament.slug}/standings")


def test_a_withdrawn_player_is_replaced_on_the_page_of_the_draw():
    stage = drawn(with_knockout(entrants=4))
    entries.drop(entry=entry(stage.tournament, "cy"), by=user("olga"))
    page = text(organiser(stage), control(stage, "/knockout"))
    assert "Withdrawn since then: cy." in page and "Replace with ed" in page
    assert "Publish the bracket" not in page
    organiser(stage).post(control(stage, "/knockout/replace"), {"seed": 3})
    assert seats(stage) == ["ann", "bo", "di", "ed"]


def test_a_correction_shows_its_price_and_is_done_when_accepted():
    stage = started(with_knockout("ann bo cy di"))
    beats(stage, "ann di", "bo cy")
    client, address = organiser(stage), match_page(stage, "ann", "di")
    asked = {"do": "result", "first_vp": 1, "second_vp": 2, "version": 2, "reason": "typo"}
    answer = client.post(address, asked)
    assert answer.status_code == 409
    assert "This changes later matches" in markup(answer)
    form = re.split(r'do">\s*<form', markup(answer))[1]
    hidden = dict(re.findall(r'<input type="hidden" name="(\w+)" value="([^"]*)">', form))
    assert hidden["accept"] == "3"
    assert client.post(address, {**asked, "accept": ["3"]}).status_code == 302
    assert bracket(stage)[-1] == "3 T1 di v bo"


def test_a_drawn_result_says_what_to_do_and_a_walkover_does_it():
    stage = started(with_knockout("ann bo"))
    client, address = organiser(stage), match_page(stage, "ann", "bo")
    answer = client.post(address, {"do": "result", "first_vp": 5, "second_vp": 5, "version": 1, "reason": ""})
    assert (answer.status_code, "needs a winner" in answer.content.decode()) == (422, True)
    client.post(address, {"do": "walkover", "to": entry(stage.tournament, "bo").pk, "version": 1})
    assert bracket(stage) == ["1 T1 ann v bo 0–1 forfeit"]


def test_the_games_of_a_series_are_typed_in_one_line():
    stage = started(chess_knockout(FOUR, best_of=3))
    client, address = organiser(stage), match_page(stage, "ann", "di")
    assert client.post(address, {"do": "games", "games": "1 x", "version": 1}).status_code == 422
    client.post(address, {"do": "games", "games": "1 = 1", "version": 1})
    match = Match.objects.get(pk=meeting(stage, "ann", "di").pk)
    assert (match.result, list(match.parts.values_list("result", flat=True))) == (
        "1-0",
        ["1-0", "1/2-1/2", "1-0"],
    )
    page = text(client, address)
    assert "Games: 1–0, ½–½, 1–0." in page


def test_the_bracket_is_hidden_until_it_is_published():
    stage = drawn(with_knockout("ann bo cy di"))
    address = f"/t/{stage.tournament.slug}/bracket"
    page = text(Client(), address)
    assert "Not drawn yet" in page and '<svg class="bracket-svg"' not in page
    assert "ann" not in page.split("<main")[1]


def test_the_bracket_is_drawn_with_names_scores_tables_and_the_path_of_a_player():
    stage = started(with_knockout("ann bo cy <b>"))
    beats(stage, "ann <b>")
    page = text(Client(), f"/t/{stage.tournament.slug}/bracket/?player={entry(stage.tournament, 'ann').pk}")
    drawing = page[page.index('<svg class="bracket-svg"') : page.index("</svg>", page.index("bracket-svg"))]
    assert re.findall(r'<text class="who"[^>]*>([^<]*)', drawing) == [
        "ann",
        "&lt;b&gt;",
        "bo",
        "cy",
        "ann",
        "Winner of semi-final 2",
        "Champion",
    ]
    assert re.findall(r'<text class="score"[^>]*>([^<]*)', drawing) == ["60", "40"]
    assert "Table 2 · playing" in drawing
    assert re.findall(r'<g class="match (\w+) on', drawing) == ["decided", "waiting"]
    assert "Entrants: 2" not in drawing and "Entrants: 4. Matches decided: 1 of 3." in drawing
    assert "data-live" in page


@pytest.mark.parametrize("size", [2, 3, 5, 8, 33])
@pytest.mark.parametrize("elimination", ["single", "double"])
def test_every_bracket_can_be_drawn(size, elimination):
    names = " ".join(f"p{n}" for n in range(1, size + 1))
    stage = published(with_knockout(names, elimination=elimination, third_place=True))
    page = text(Client(), f"/t/{stage.tournament.slug}/bracket")
    boxes = len(re.findall(r'<g class="match ', page))
    assert boxes == (2 * size - 1 if elimination == "double" else size - (size <= 3))


def test_a_bracket_costs_the_same_number_of_questions_for_few_and_for_many(django_assert_num_queries):
    few = published(with_knockout("ann bo"))
    many = published(with_knockout(" ".join(f"p{n}" for n in range(30))))
    for stage in (few, many):
        with django_assert_num_queries(11):
            Client().get(f"/t/{stage.tournament.slug}/bracket")


def test_after_the_swiss_the_control_room_offers_the_cut():
    stage = top_cut()
    for _ in range(2):
        start_next(stage.tournament)
        play_round(stage.tournament)
    page = text(organiser(stage), control(stage))
    assert "Swiss is finished" in page and "Draw the bracket" in page
    assert "Semi-finals" not in page
    started(stage)
    assert "Semi-finals" in text(Client(), f"/t/{stage.tournament.slug}/rounds/3")


def test_a_player_who_is_drawn_cannot_drop_by_mistake():
    stage = started(with_knockout("ann bo"))
    client = Client()
    client.force_login(user("ann"))
    client.post(f"/t/{stage.tournament.slug}/me/drop", follow=True)
    assert not entry(stage.tournament, "ann").is_dropped
    organiser(stage).post(control(stage, "/knockout/withdraw"), {"entry": entry(stage.tournament, "ann").pk})
    assert bracket(stage) == ["1 T1 ann v bo 0–1 forfeit"]


def test_leaving_is_offered_only_to_those_no_one_waits_for():
    stage = started(with_knockout("ann bo cy di"))
    beats(stage, "ann di")
    leaving = {name: "from the event" in my_page(stage, name) for name in ("ann", "bo", "cy", "di")}
    asking = {name: "Do you have to leave?" in my_page(stage, name) for name in ("ann", "bo", "cy", "di")}
    assert leaving == {"ann": False, "bo": False, "cy": False, "di": True}
    assert asking == {name: not may for name, may in leaving.items()}


def my_page(stage: Stage, name: str) -> str:
    client = Client()
    client.force_login(user(name))
    return text(client, f"/t/{stage.tournament.slug}/me")


def test_a_player_sees_the_next_match_of_the_bracket_or_what_to_wait_for():
    stage = started(with_knockout("ann bo cy di"))
    assert "Semi-finals" in my_page(stage, "ann") and "di" in my_page(stage, "ann")
    beats(stage, "ann di")
    assert "You have advanced: Final" in my_page(stage, "ann")
    assert "Your opponent: Winner of semi-final 2." in my_page(stage, "ann")
    assert "You are eliminated: Semi-final 1" in my_page(stage, "di")
    beats(stage, "cy bo", "cy ann")
    assert "You have won: Knockout" in my_page(stage, "cy")


def test_a_draw_is_offered_in_a_knockout_only_for_a_game_of_a_series():
    for best_of, offered in ((1, False), (3, True)):
        stage = started(chess_knockout(FOUR, best_of=best_of))
        assert report_form(meeting(stage, "ann", "di"), first=True).may_end_level is offered


def test_anyone_who_missed_the_cut_is_told_so():
    stage = top_cut()
    for _ in range(2):
        start_next(stage.tournament)
        play_round(stage.tournament)
    started(stage)
    outside = stage.tournament.entries.exclude(bracket_seats__stage=stage).first()
    assert "You are not in: Top 4" in my_page(stage, outside.display_name)


def test_a_table_used_again_takes_results_for_the_match_that_is_open_there():
    stage = started(chess_knockout(FOUR))
    beats(stage, "ann di", "bo cy")
    page = text(organiser(stage), control(stage))
    assert re.findall(r'name="table" value="(\d+)"', page) == ["1"]
    assert "Final" in page and "Semi-final 1" in page
    organiser(stage).post(control(stage, "/enter"), {"table": 1, "result": "0"})
    assert bracket(stage) == ["1 T1 ann v di 1–0", "2 T2 bo v cy 1–0", "3 T1 ann v bo 0–1"]


def test_anyone_who_is_missing_in_a_knockout_is_found_where_they_are_in_a_swiss_and_the_other_goes_on():
    stage = started(with_knockout("ann bo cy di"))
    client = organiser(stage)
    page = words(client.get(control(stage, "/repairs")))
    assert "Matches to play 2" in page and "ann is absent di is absent" in page
    match = meeting(stage, "ann", "di")
    client.post(
        match_page(stage, "ann", "di"), {"do": "walkover", "version": match.version, "to": match.second_id}
    )
    assert meeting(stage, "ann", "di").result == "0-1F"
    assert "Matches to play 1" in words(client.get(control(stage, "/repairs")))
    assert "No more players can join it." in words(client.get(control(stage, "/late")))


def test_while_a_semi_final_is_played_no_page_gives_a_finalist_a_place():
    stage = started(with_knockout("ann bo cy di"))
    beats(stage, "cy bo")
    cy, slug = entry(stage.tournament, "cy"), stage.tournament.slug

    def read(page: str, *, who: str = "") -> str:
        client = Client()
        if who:
            client.force_login(user(who))
        return words(client.get(f"/t/{slug}/{page}"))

    mine = read("me", who="cy")
    assert "Standings in the final ›" in mine
    assert "Why this place? Tie-breaks explained ›" in mine
    assert "Your games in the final · " in mine
    assert re.findall(r"Place \d", mine) == []
    assert "cy: in the final" in read(f"standings/{cy.pk}/why")
    assert "1 cy in the final why?" in read("standings")
    beats(stage, "di ann", "di cy")
    assert "Standings Place 2 ›" in read("me", who="cy")


def test_the_page_of_a_knockout_round_opens(client):
    tournament = started(with_knockout("ann bo cy di")).tournament
    assert client.get(f"/t/{tournament.slug}/rounds/1").status_code == 200
