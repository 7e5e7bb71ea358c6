"""Crosstables with unique rows, lists of names in one order, and the pack of the newest published round."""

from __future__ import annotations

import re

import pytest

from api.calling import Caller, done
from building import build_club, user
from chess_building import SIX, chess, play_chess, start_chess
from crosstable.events.actions.people import attendance, byes, uploads
from crosstable.events.actions.results import results
from crosstable.events.actions.rounds import rounds
from crosstable.events.bridge.entries import EntryDetails
from crosstable.events.bridge.results.scores import parse_score
from crosstable.events.files.exports import crosstable_rows, pairings_by_name_rows
from crosstable.events.files.pack_writer import write_pack
from crosstable.events.files.printing import SHEETS
from crosstable.events.models import Match
from crosstable.web.public import profiles
from pool_building import playing_pools
from web.visiting import logged_in, text

pytestmark = pytest.mark.django_db
NAMES = ["Zoe", "Øystein", "Ola", "Łukasz", "Ćiro", "Åse", "Anna", "Cara", "Lars", "Æmilie"]
IN_ORDER = ["Æmilie", "Anna", "Åse", "Cara", "Ćiro", "Lars", "Łukasz", "Ola", "Øystein", "Zoe"]


def test_players_who_share_a_place_have_rows_of_their_own_in_the_file():
    tournament = chess(SIX)
    play_chess(tournament, "1-0", "0-1", "1-0")
    rows = crosstable_rows(tournament)
    assert rows[0][:5] == ["No.", "Rank", "Name", "Rating", "Round 1"]
    assert [(*row[:3], row[4]) for row in rows[1:]] == [
        (1, 1, "ann", "4w1"),
        (2, 1, "bo", "5b1"),
        (3, 1, "cy", "6w1"),
        (4, 4, "di", "1b0"),
        (5, 4, "ed", "2w0"),
        (6, 4, "flo", "3b0"),
    ]


def test_the_page_and_the_printed_crosstable_have_the_same_rows():
    tournament = chess(SIX)
    play_chess(tournament, "1-0", "0-1", "1-0")
    page = logged_in("vera").get(f"/t/{tournament.slug}/crosstable").content.decode()
    shown = re.findall(r'<td class="num rank">(\d+)</td>', page)
    assert shown == ["1", "2", "3", "4", "5", "6"]
    words = re.sub(r"<[^>]+>", "", page).split()
    assert [word for word in words if re.fullmatch(r"\d[wb][01]", word)] == [
        "4w1",
        "5b1",
        "6w1",
        "1b0",
        "2w0",
        "3b0",
    ]
    printed = SHEETS["crosstable"].content(tournament, None, "")
    assert "4w1" in str(printed) and "6w1" in str(printed)
    assert "row 12" in str(printed)


def test_lists_of_names_have_the_order_of_the_printed_list():
    tournament = chess({}, started=False)
    rows = [EntryDetails(name) for name in NAMES]
    uploads.take_players(tournament=tournament, rows=rows, by=tournament.owner)
    client, control = logged_in("vera"), f"/t/{tournament.slug}/control"
    for page in (f"{control}/byes", f"{control}/pairs", f"{control}/seats"):
        options = re.findall(r"<option[^>]*>\s*([^<]*?)\s*</option>", client.get(page).content.decode())
        named = list(dict.fromkeys(option for option in options if option in NAMES))
        assert named == IN_ORDER, page
    by_number = re.findall("|".join(NAMES), text(client.get(f"/t/{tournament.slug}")))
    assert list(dict.fromkeys(by_number)) == IN_ORDER


def test_equal_ratings_on_the_leaderboard_have_that_order_also_across_pages(monkeypatch):
    monkeypatch.setattr(profiles, "PER_PAGE", 4)
    play_chess(chess(dict.fromkeys(NAMES, 1500), rated_here="yes"))
    pages = [logged_in("vera").get(f"/leaderboard?page={page}").context["page"] for page in (1, 2, 3)]
    assert [row.player.name for page in pages for row in page] == IN_ORDER
    assert {row.rank for page in pages for row in page} == {1}
    found = [done(Caller("vera").get(f"/ratings/leaderboard?game=chess&limit=6&offset={n}")) for n in (0, 6)]
    assert [item["name"] for page in found for item in page["items"]] == IN_ORDER


def test_clubs_have_that_order():
    for name in NAMES:
        build_club(name, administrator="vera")
    vera = logged_in("vera")
    assert [club.name for club in vera.get("/clubs").context["page"]] == IN_ORDER
    assert [club["clubName"] for club in done(Caller("vera").get("/clubs"))["items"]] == IN_ORDER
    assert [club.name for club in vera.get("/account").context["run_only"]] == IN_ORDER


def test_pairings_by_hand_the_absent_and_byes_over_the_api_have_that_order():
    tournament = chess(dict.fromkeys(NAMES, 1500))
    start_chess(tournament)
    vera, control = logged_in("vera"), f"/t/{tournament.slug}/control"
    assert [entry.display_name for entry in vera.get(f"{control}/pairings").context["people"]] == IN_ORDER
    entries = list(tournament.entries.select_related("tournament", "player"))
    for entry in entries:
        byes.request_bye(entry=entry, round_number=3, kind="zero", by=user("vera"))
        attendance.mark_no_show(entry=entry, by=user("vera"))
    assert [entry.display_name for entry in vera.get(f"{control}/repairs").context["absent"]] == IN_ORDER
    asked = done(Caller("vera").get(f"/tournaments/{tournament.pk}/byes"))
    names = {entry.pk: entry.display_name for entry in entries}
    assert [names[bye["playerId"]] for bye in asked] == IN_ORDER


def test_the_printed_list_has_that_order():
    tournament = chess(dict.fromkeys(NAMES, 1500))
    start_chess(tournament)
    assert [row[0] for row in pairings_by_name_rows(tournament.rounds.get())[1:]] == IN_ORDER


def test_the_pack_is_of_the_newest_published_round_while_an_earlier_game_is_open(settings, tmp_path):
    settings.DATA_DIR = tmp_path
    tournament = chess(SIX)
    start_chess(tournament)
    boards = Match.objects.filter(round__tournament=tournament, state="open").order_by("table")
    for match in list(boards.select_related("round__tournament", "first__player", "second__player"))[:2]:
        results.enter_result(match=match, score=parse_score(match, "1-0"), by=tournament.owner)
    rounds.pair_next_round(tournament=tournament, with_open=True, by=tournament.owner)
    rounds.publish_round(tournament=tournament, with_open=True, by=tournament.owner)
    assert write_pack(tournament).round_number == 2
    assert (tmp_path / "packs" / tournament.slug / "round-02").is_dir()


def test_the_pack_of_pools_is_of_the_first_round_that_is_not_closed(settings, tmp_path):
    settings.DATA_DIR = tmp_path
    stage = playing_pools("ann bo cy di", groups=1)
    assert write_pack(stage.tournament).round_number == 1
