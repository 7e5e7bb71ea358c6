"""0–0, ½–0 and 0–½ over the board and games that are not rated: entered everywhere, counted, written and read."""

from __future__ import annotations

from decimal import Decimal

import pytest
from django.urls import reverse

from api.calling import Caller, done
from building import match_of, user
from chess_building import SIX, chess, play_chess, start_chess, with_account
from crosstable.events.actions.event.access import appoint_director
from crosstable.events.actions.event.report_files import import_report
from crosstable.events.files.trf_export import trf_of
from crosstable.events.models import Match, PlayerRating, Role
from crosstable.events.queries.standings.ranking import ranking
from events.test_teams import doubles
from events.test_teams import playing as playing_teams
from web.visiting import logged_in, text

pytestmark = pytest.mark.django_db

LINES = [
    ("0-0", "0-0"),
    ("½-0", "1/2-0"),
    ("1/2 - 0", "1/2-0"),
    ("0-½", "0-1/2"),
    ("0,5-0", "1/2-0"),
    ("1u", "1-0U"),
    ("0u", "0-1U"),
    ("=u", "1/2-1/2U"),
    ("1-0 unrated", "1-0U"),
    ("0-0u", "0-0U"),
]
CODES = ["0-0", "1/2-0", "0-1/2", "1-0U", "0-1U", "1/2-1/2U"]


@pytest.fixture
def playing():
    tournament = chess(SIX)
    start_chess(tournament)
    return tournament


def first_board(tournament) -> Match:
    return Match.objects.select_related("round__tournament").get(round__tournament=tournament, table=1)


@pytest.mark.parametrize(("typed", "code"), LINES)
def test_the_entry_line_takes_it(playing, typed, code):
    logged_in("vera").post(reverse("enter", args=[playing.slug]), {"table": "1", "text": typed})
    assert first_board(playing).result == code


@pytest.mark.parametrize("code", CODES)
def test_a_row_of_the_round_offers_and_takes_it(playing, code):
    vera = logged_in("vera")
    page = vera.get(reverse("control", args=[playing.slug])).content.decode()
    assert f'value="{code}"' in page
    match = first_board(playing)
    row = {"table": "1", "places": f"1:{match.pk}", "version": str(match.version), "text": code}
    vera.post(reverse("enter", args=[playing.slug]), row)
    assert first_board(playing).result == code


@pytest.mark.parametrize("code", CODES)
def test_the_match_page_offers_and_takes_it(playing, code):
    vera, match = logged_in("vera"), first_board(playing)
    address = reverse("match-page", args=[playing.slug, match.pk])
    assert f'value="{code}"' in vera.get(address).content.decode()
    vera.post(address, {"result": code, "version": match.version, "reason": "The arbiter was there"})
    assert first_board(playing).result == code


@pytest.mark.parametrize("code", CODES)
def test_a_program_enters_and_corrects_it(playing, code):
    vera, match = Caller("vera"), first_board(playing)
    entered = done(vera.post(f"/tournaments/{playing.pk}/matches/{match.pk}/override", {"result": code}), 200)
    assert (entered["result"], entered["words"]) == (code, match_words(code))


def match_words(code: str) -> str:
    words = code.replace("1/2", "½").replace("-", "–")
    return f"{words[:-1]} unrated" if words.endswith("U") else words


def test_each_side_gets_its_own_points_and_no_rating_moves():
    tournament = chess(SIX)
    play_chess(tournament, "0-0", "1/2-0", "1-0U")
    scores = {row.entry.name: row.history.score for row in ranking(tournament).rows}
    won = Decimal(1)
    half, none = Decimal("0.5"), Decimal(0)
    # Board 1 is ann–di (0–0), board 2 ed–bo (½–0), board 3 cy–flo (1–0, not rated).
    assert scores == {"ann": none, "bo": none, "cy": won, "di": none, "ed": half, "flo": none}
    assert PlayerRating.objects.filter(player__entries__tournament=tournament).count() == 0


def test_the_report_file_has_the_code_of_each_side_and_an_import_reads_it():
    tournament = chess(SIX)
    play_chess(tournament, "0-0", "1/2-0", "1-0U")
    file = trf_of(tournament)
    cells = {line[5:8].strip(): line[91:99] for line in file.splitlines() if line.startswith("001")}
    assert cells == {
        "1": "   4 w 0",
        "2": "   5 b 0",
        "3": "   6 w W",
        "4": "   1 b 0",
        "5": "   2 w =",
        "6": "   3 b L",
    }
    copy = import_report(data=file.encode(), by=user("olga"))
    boards = Match.objects.filter(round__tournament=copy).order_by("table")
    assert sorted(boards.values_list("result", flat=True)) == ["0-0", "1-0U", "1/2-0"]


def test_players_and_desk_helpers_are_referred_to_the_arbiter(playing):
    with_account(playing, "ann")
    match = match_of(playing, "ann")
    ann = Caller("ann-account")
    answer = ann.post(f"/tournaments/{playing.pk}/matches/{match.pk}/report", {"result": "0-0"})
    assert answer.json()["detail"] == (
        "An arbiter decides 0–0. Call the arbiter; players report 1-0, 0-1 or 1/2-1/2."
    )
    appoint_director(tournament=playing, user=user("dora"), role=Role.DESK, by=playing.owner)
    dora = logged_in("dora")
    assert "By decision" not in text(dora.get(reverse("control", args=[playing.slug])))
    dora.post(reverse("enter", args=[playing.slug]), {"table": "1", "text": "0-0"})
    assert first_board(playing).result == ""


def test_half_a_point_for_one_side_is_refused_on_a_board_of_a_team_match():
    stage = playing_teams(doubles("Owls", "Crows", team_boards=2))
    match = Match.objects.get(round__stage=stage)
    address = f"/tournaments/{stage.tournament_id}/matches/{match.pk}/override"
    refused = Caller("olga").post(address, {"score": {"games": ["1/2-0", "1-0"]}})
    assert refused.json()["detail"] == (
        "1/2-0 is not possible on a board of a team match: both sides are counted together. "
        "Enter 1-0, 0-1, 1/2-1/2, 0-0 or a forfeit."
    )
    done(Caller("olga").post(address, {"score": {"games": ["0-0", "1-0U"]}}))
    match.refresh_from_db()
    assert (match.result, [part.result for part in match.parts.order_by("number")]) == (
        "1-0",
        ["0-0", "1-0U"],
    )
