"""A team match shows its boards, who sits there and how each ended: on public pages, screens, paper and the phone."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
from django.core.cache import cache
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from building import user
from crosstable.events.actions.event import tournaments
from crosstable.events.actions.results import team_boards
from crosstable.events.actions.stages import stages
from crosstable.events.bridge.settings.stage_settings import StagePlan
from crosstable.events.files.printing.sheets import SHEETS
from crosstable.events.models import Match, Round, Stage, StageKind
from events.test_line_ups import league, owls_code
from events.test_pools_on_paper import printed
from events.test_teams import boards, doubles, playing
from knockout_building import started
from pool_building import fresh
from web.visiting import logged_in, text

pytestmark = pytest.mark.django_db
NAMES = {"Owls": ("ann", "ben"), "Crows": ("cem", "dan")}
WORDS = {"1-0": "1–0", "0-1": "0–1", "1/2-1/2": "½–½"}


def played() -> tuple[Stage, Match, list[str]]:
    """Owls win on board 1 and draw on board 2; the boards in words, first side first."""
    stage, match = league()
    codes = [owls_code(match, code) for code in ("1-0", "1/2-1/2")]
    team_boards.enter_boards(match=match, boards=boards(match, *codes), by=user("olga"))
    first, second = NAMES[str(match.first)], NAMES[str(match.second)]
    lines = [
        f"Board {n}: {first[n - 1]} {WORDS[code]} {second[n - 1]}" for n, code in enumerate(codes, start=1)
    ]
    return stage, match, lines


def lines_on(html: str, *names: str) -> list[str]:
    """The compact lines of the match in which these two meet."""
    found = re.findall(r'<span class="board-lines[^"]*">(.*?)</span>\s*</span>', html, re.DOTALL)
    blocks = [re.findall(r"<span\s*>([^<]*)", block + "</span>") for block in found]
    return next(block for block in blocks if any(all(name in line for name in names) for line in block))


def rows_on(html: str) -> list[list[str]]:
    """The rows of boards of a table, those without a result left out."""
    rows = re.findall(r'<tr[^>]*class="board-line[^>]*>(.*?)</tr>', html, re.DOTALL)
    cells = [
        [re.sub("<[^>]+>", "", cell).strip() for cell in re.findall("<t[dh].*?</t[dh]>", row, re.DOTALL)]
        for row in rows
    ]
    return [[cell for cell in row if cell] for row in cells if len([cell for cell in row if cell]) == 4]


def as_row(line: str) -> list[str]:
    board, names = line.split(": ")
    first, result, second = names.split()
    return [board, first, second, result]


@pytest.mark.parametrize("address", ["rounds/{number}", "stages/1/schedule"])
def test_tables_of_matches_have_a_row_for_every_board(address: str) -> None:
    stage, match, lines = played()
    page = Client().get(f"/t/{stage.tournament.slug}/{address.format(number=match.round.number)}")
    assert rows_on(page.content.decode()) == [as_row(line) for line in lines]


@pytest.mark.parametrize(
    "address", ["stages/1/schedule?by=board", "stages/1/schedule?by=player", "entries/{first}"]
)
def test_lists_of_matches_have_a_line_for_every_board(address: str) -> None:
    stage, match, lines = played()
    page = Client().get(f"/t/{stage.tournament.slug}/{address.format(first=match.first_id)}")
    assert lines_on(page.content.decode(), "ann", "cem") == lines


def test_a_player_reads_them_on_the_phone_once_the_result_is_in() -> None:
    stage, match = league()
    assert "board-lines" not in logged_in("ann").get(f"/t/{stage.tournament.slug}/me").content.decode()
    codes = [owls_code(match, code) for code in ("1-0", "1/2-1/2")]
    team_boards.enter_boards(match=match, boards=boards(match, *codes), by=user("olga"))
    first, second = NAMES[str(match.first)], NAMES[str(match.second)]
    page = logged_in("ann").get(f"/t/{stage.tournament.slug}/me").content.decode()
    assert lines_on(page, "ann", "cem") == [
        f"Board {n}: {first[n - 1]} {WORDS[code]} {second[n - 1]}" for n, code in enumerate(codes, start=1)
    ]


def test_the_pairings_on_paper_have_names_and_results() -> None:
    stage, match, lines = played()
    content = SHEETS["pairings-by-table"].content(stage.tournament, match.round, "")
    rows = [
        row
        for row in content["rows"]
        if isinstance(row[0], dict) and row[0].get("small", "").startswith("board")
    ]
    shown = [[row[0]["small"].capitalize(), row[1]["small"], row[3]["small"], row[2]] for row in rows]
    assert shown[:2] == [as_row(line) for line in lines]


def test_the_schedule_on_paper_has_names_and_results() -> None:
    stage, _, lines = played()
    content = SHEETS["schedule"].content(stage.tournament, None, "")
    rows = [row for row in content["rows"] if isinstance(row[1], dict)]
    shown = [[row[1]["small"].capitalize(), row[3]["small"], row[5]["small"], row[4]] for row in rows]
    assert [row for row in shown if row[3]] == [as_row(line) for line in lines]
    assert len(rows) == 2 * Match.objects.filter(round__stage=stage).count()
    paper = printed(stage, "schedule")
    assert [paper.count(name) for name in ("ann", "ben", "cem", "dan")] == [2, 2, 2, 2]


def test_the_screen_of_results_has_the_boards_of_every_team_match() -> None:
    stage, _, lines = played()
    page = Client().get(f"/t/{stage.tournament.slug}/screens/results").content.decode()
    (block,) = re.findall(r'<div class="result-boards">(.*?)</div>', page, re.DOTALL)
    assert re.findall("<span>(.*?)</span>", block) == lines


def test_names_stay_hidden_until_line_ups_are_due() -> None:
    stage, match, _ = played()
    Round.objects.filter(pk=match.round_id).update(lineups_until=timezone.now() + timedelta(hours=1))
    page = Client().get(f"/t/{stage.tournament.slug}/entries/{match.first_id}").content.decode()
    assert "cem" not in re.sub(r"<aside.*?</aside>", "", page, flags=re.DOTALL)


def test_the_schedule_costs_the_same_for_three_teams_and_for_eight() -> None:
    def cost(*names: str) -> int:
        stage = playing(doubles(*names, team_boards=2))
        cache.clear()
        with CaptureQueriesContext(connection) as asked:
            assert Client().get(f"/t/{stage.tournament.slug}/stages/1/schedule").status_code == 200
        return len(asked)

    assert cost("Owls", "Crows", "Kites") == cost(*(f"T{n}" for n in range(8)))


def team_knockout() -> Stage:
    tournament = doubles("Owls", "Crows", "Kites", "Larks", team_boards=2)
    plans = [StagePlan(StageKind.KNOCKOUT, "Cup", {"seeding": "registration"})]
    (stage,) = stages.set_stages(tournament=tournament, plans=plans, by=user("olga"))
    tournaments.advance(tournament=tournament, by=user("olga"))
    return started(fresh(stage))


def test_the_bracket_lists_the_boards_under_their_match() -> None:
    stage = team_knockout()
    match = Match.objects.get(round__stage=stage, first__display_name="Owls")
    team_boards.enter_boards(match=match, boards=boards(match, "1-0", "1/2-1/2"), by=user("olga"))
    page = Client().get(f"/t/{stage.tournament.slug}/bracket").content.decode()
    other = match.second.display_name
    assert lines_on(page, "Owls 1", f"{other} 1") == [
        f"Board 1: Owls 1 1–0 {other} 1",
        f"Board 2: Owls 2 ½–½ {other} 2",
    ]
    assert re.findall(r'<b class="num">(.*?)</b>', page) == ["1½", "½"]


@pytest.mark.parametrize("sheet", ["bracket", "bracket-poster"])
def test_the_bracket_on_paper_lists_the_boards_after_the_drawing(sheet: str) -> None:
    stage = team_knockout()
    match = Match.objects.get(round__stage=stage, first__display_name="Owls")
    team_boards.enter_boards(match=match, boards=boards(match, "1-0", "1/2-1/2"), by=user("olga"))
    content = SHEETS[sheet].content(stage.tournament, None, "")
    other = match.second.display_name
    semi_finals = {one["heading"]: one["boards"] for one in content["matches"]}
    assert len(semi_finals) == 2
    assert semi_finals[f"Semi-final 1: Owls – {other}"] == [
        f"Board 1: Owls 1 1–0 {other} 1",
        f"Board 2: Owls 2 ½–½ {other} 2",
    ]
    assert f"Board 2: Owls 2 ½–½ {other} 2" in printed(stage, sheet)


def test_the_screen_of_pairings_names_the_players_of_every_team() -> None:
    stage = team_knockout()
    page = text(Client().get(f"/t/{stage.tournament.slug}/screens/tables"))
    assert "Owls Owls 1, Owls 2 Larks Larks 1, Larks 2" in page
