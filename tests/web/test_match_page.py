"""One page to decide a match, wherever it is played; two organisers at the same time are shown both values."""

from __future__ import annotations

import re

import pytest
from django.db.models import F

from building import details, match_of, playing, user
from crosstable.events.actions.event import tournaments
from crosstable.events.actions.event.flow import take_next_step
from crosstable.events.actions.people import entries
from crosstable.events.actions.results import results, series
from crosstable.events.bridge.entries import EntryDetails
from crosstable.events.bridge.results.scores import parse_score
from crosstable.events.models import Match
from crosstable.events.queries.desk.control import control_room
from events.test_teams import doubles
from events.test_teams import playing as playing_teams
from knockout_building import chess_knockout, meeting, started, with_knockout
from pool_building import match_between, playing_pools
from web.visiting import logged_in, text

pytestmark = pytest.mark.django_db
LONG = "9" * 5000
# Two results by game, as they are sent and in words.
SAYS = {
    "wargame": [({"first_vp": 72, "second_vp": 45}, "72–45"), ({"first_vp": 60, "second_vp": 40}, "60–40")],
    "chess": [({"result": "1-0"}, "1–0"), ({"result": "0-1"}, "0–1")],
}


def address(match: Match, rest: str = "") -> str:
    return f"/t/{match.round.tournament.slug}/control/matches/{match.pk}{rest}"


def cup(**settings: object) -> Match:
    return meeting(started(with_knockout("ann bo cy di", **settings)), "ann", "di")


def pool_match() -> Match:
    return match_between(playing_pools("ann bo"), "ann", "bo")


def swiss_match() -> Match:
    return match_of(playing("ann bo cy di"), "ann")


def test_old_addresses_lead_to_the_page_of_the_match() -> None:
    match = swiss_match()
    olga, control = logged_in("olga"), f"/t/{match.round.tournament.slug}/control"
    for old in (f"/tables/{match.table}", f"/tables/{match.table}?round=1", f"/entries/{match.pk}"):
        answer = olga.get(f"{control}{old}")
        assert (answer.status_code, answer.url) == (302, address(match))
    assert olga.get(address(match, "/bracket")).url == address(match)
    assert olga.get(f"{control}/entries/{match.pk + 999}").url == control


def test_what_is_sent_to_an_old_address_is_taken() -> None:
    match = swiss_match()
    old = f"/t/{match.round.tournament.slug}/control/tables/{match.table}"
    sent = {"first_vp": 60, "second_vp": 40, "version": match.version}
    assert logged_in("olga").post(old, sent).status_code == 302
    assert Match.objects.get(pk=match.pk).result_words == "60–40"


@pytest.mark.parametrize("build", [swiss_match, pool_match, cup])
def test_two_at_once_are_shown_both_results_wherever_they_play(build) -> None:
    match = build()
    seen, olga = match.version, logged_in("olga")
    (theirs, their_words), (mine, my_words) = SAYS[match.round.tournament.game]
    score = theirs.get("result") or tuple(theirs.values())
    results.enter_result(match=match, score=parse_score(match, score), by=match.round.tournament.owner)
    answer = olga.post(address(match), {**mine, "version": seen})
    conflict = answer.context["conflict"]
    assert (answer.status_code, conflict.theirs, conflict.mine) == (409, their_words, my_words)
    assert [word in text(answer) for word in ("Keep the saved result", "Use my result")] == [True, True]
    assert olga.post(conflict.url, conflict.values).status_code == 302
    assert Match.objects.get(pk=match.pk).result_words == my_words


@pytest.mark.parametrize(
    ("deed", "mine"),
    [
        ({"do": "games", "games": "60-40 70-20"}, "60-40 70-20"),
        ({"do": "walkover", "to": "second"}, "walkover for di"),
        ({"do": "clear"}, "no result"),
    ],
)
def test_so_are_two_at_a_series(deed: dict[str, str], mine: str) -> None:
    match = cup(best_of=3)
    seen = match.version
    series.enter_games(match=match, games=[parse_score(match, (50, 40))], by=match.round.tournament.owner)
    sent = {name: str(match.second_id) if value == "second" else value for name, value in deed.items()}
    answer = logged_in("olga").post(address(match), {**sent, "version": seen})
    assert (answer.status_code, answer.context["conflict"].mine) == (409, mine)


def test_the_games_of_a_series_are_read_as_at_the_desk() -> None:
    match = cup(best_of=3)
    olga = logged_in("olga")
    refused = olga.post(address(match), {"do": "games", "games": "60-40 x", "version": match.version})
    assert (refused.status_code, refused.context["error"].code) == (422, "bad-value")
    olga.post(address(match), {"do": "games", "games": "60-40, 70-20", "version": match.version})
    assert Match.objects.get(pk=match.pk).first_won


@pytest.mark.parametrize("build", [swiss_match, pool_match, cup])
@pytest.mark.parametrize("do", ["result", "games", "walkover", "clear"])
def test_numbers_of_any_length_are_refused_and_never_an_error(build, do: str) -> None:
    match = build()
    sent = {
        "do": do,
        "version": LONG,
        "first_vp": LONG,
        "second_vp": LONG,
        "to": LONG,
        "games": LONG,
        "accept": LONG,
    }
    answer = logged_in("olga").post(address(match), sent)
    assert answer.status_code in (302, 404, 409, 422)
    assert Match.objects.get(pk=match.pk).state == "open"


def test_a_match_that_is_void_or_not_being_played_has_no_page() -> None:
    match = pool_match()
    Match.objects.filter(pk=match.pk).update(is_void=True, version=F("version") + 1)
    assert logged_in("olga").get(address(match)).status_code == 404


def playing_game(code: str) -> Match:
    """Two play a game of this code in a Swiss."""
    olga = user("olga")
    tournament = tournaments.create_tournament(details=details(), by=olga, game=code)
    tournaments.advance(tournament=tournament, by=olga)
    for name in ("ann", "bo"):
        entries.add_entry(tournament=tournament, details=EntryDetails(name, faction="Orks"), by=olga)
    tournament.refresh_from_db()
    while (step := control_room(tournament).step.value) != "collect-results":
        take_next_step(tournament=tournament, seen_step=step, by=olga, check_in=True)
        tournament.refresh_from_db()
    return match_of(tournament, "ann")


SETS = {"sets.1.first": "21", "sets.1.second": "19", "sets.2.first": "21", "sets.2.second": "17"}
SHEET = {
    "first.primary": "40",
    "first.secondary": "30",
    "first.painted": "10",
    "second.primary": "25",
    "second.secondary": "20",
    "second.painted": "10",
}


@pytest.mark.parametrize(
    ("game", "sent", "wrong"),
    [
        ("sets", SETS, {"sets.2.second": "x"}),
        ("cards", {"first": "2", "second": "1"}, {"first": "7"}),
        ("wtc", SHEET, {"first.primary": "999"}),
    ],
)
def test_a_result_of_any_shape_is_asked_for_by_its_fields(
    game: str, sent: dict[str, str], wrong: dict[str, str]
) -> None:
    match = playing_game(game)
    olga = logged_in("olga")
    asked = olga.get(address(match)).content.decode()
    assert [name for name in sent if f'name="{name}"' not in asked] == []
    refused = olga.post(address(match), {**sent, **wrong, "version": match.version})
    assert (refused.status_code, bool(refused.context["form"].errors)) == (422, True)
    assert olga.post(address(match), {**sent, "version": match.version}).status_code == 302
    now = Match.objects.get(pk=match.pk)
    assert (now.state, now.first_won) == ("agreed", True)
    shown = olga.get(address(match)).content.decode()
    assert [value for value in sent.values() if f'value="{value}"' not in shown] == []
    forfeit = {"result": "0-0F", "version": now.version, "reason": "Both lose"}
    assert olga.post(address(match), forfeit).status_code == 302
    assert Match.objects.get(pk=match.pk).result == "0-0F"


def test_a_match_told_in_points_is_given_to_one_side_on_its_page_or_asks_for_both_scores_by_name() -> None:
    match, olga = swiss_match(), logged_in("olga")
    sent = {"do": "result", "first_vp": "", "second_vp": "", "version": match.version}
    refused = text(olga.post(address(match), {**sent, "result": ""}))
    assert (
        f"{match.first} : Enter a number for: victory points {match.second} : Enter a number for: victory points"
        in refused
    )
    assert "Not played" in refused
    assert olga.post(address(match), {**sent, "result": "0-1F"}).status_code == 302
    assert Match.objects.get(pk=match.pk).result_words == "0–1 forfeit"


def offered(page: str) -> list[str]:
    return re.findall(r'<option\s+value="([^"]+)"', page)


def test_a_row_offers_the_results_its_match_may_have() -> None:
    """In a team match on boards each board has a result, and in a bracket one side advances."""
    chess_cup = started(chess_knockout({"ann": 2000, "di": 1900})).tournament
    teams = playing_teams(doubles("Owls", "Crows", team_boards=2)).tournament
    pages = [logged_in(str(one.owner)).get(f"/t/{one.slug}/control") for one in (chess_cup, teams)]
    assert [offered(page.content.decode()) for page in pages] == [
        ["1-0", "0-1", "1-0F", "0-1F", "1-0U", "0-1U"],
        [],
    ]
