"""Printouts: what stands on each sheet, in both papers, with difficult names and many tables."""

from __future__ import annotations

import re

import pytest
import segno
from django.urls import reverse

import knockout_building as ko
import pool_building as po
from building import event, play_round, playing, start_next, user
from chess_building import SIX, chess, play_chess, start_chess
from crosstable.events.actions.hall import evenings
from crosstable.events.actions.people import entries
from crosstable.events.actions.rounds import rounds
from crosstable.events.actions.stages import pool_play
from crosstable.events.bridge.entries import EntryDetails
from crosstable.events.bridge.match_codes import code_of
from crosstable.events.errors import CannotPrint, NothingToPrint
from crosstable.events.files.printing import SHEETS, Paper, find_round, print_sheet
from crosstable.events.files.printing.pairings import MATCH_PAGE, name_key
from crosstable.events.files.printing.printer import public_address
from crosstable.events.models import Match, Round, Status, Tournament
from crosstable.languages import speaking
from events.test_teams import doubles
from events.test_teams import playing as playing_teams
from pdfs import codes, pages, words
from test_pseudo_language import plain_english, pseudo_language

pytestmark = pytest.mark.django_db

A4, LETTER = (210, 297), (216, 279)
ADDRESS = "http://192.168.1.20:3005"


def content(tournament: Tournament, sheet: str):
    return SHEETS[sheet].content(tournament, find_round(tournament, None), ADDRESS)


def printed(tournament: Tournament, sheet: str, paper: Paper = Paper.A4) -> bytes:
    return print_sheet(lambda: content(tournament, sheet), paper)


def crowd(count: int) -> Tournament:
    """A round of that many players, with the longest names an entry can have."""
    tournament = event("", Status.REGISTRATION)
    for n in range(count):
        name = f"{n:03} Maximilian-Alexander van der Westhuizen-Montgomery-Smythe"[:60]
        entries.add_entry(
            tournament=tournament,
            details=EntryDetails(name, faction="Adeptus Custodes"),
            by=tournament.owner,
            checked_in=True,
        )
    Tournament.objects.update(status=Status.IN_PROGRESS)
    tournament.refresh_from_db()
    rounds.pair_next_round(tournament=tournament, by=tournament.owner, mission="Take and Hold")
    return tournament


WITH_PLAYERS = [code for code, sheet in SHEETS.items() if sheet.is_for({"swiss"}) and "poster" not in code]


@pytest.mark.parametrize("sheet", WITH_PLAYERS)
def test_every_sheet_fits_both_papers_and_says_what_it_is(sheet):
    tournament = playing("ann bo cy di")
    for paper, size in ((Paper.A4, A4), (Paper.LETTER, LETTER)):
        (page,) = pages(printed(tournament, sheet, paper))
        assert page.size == size
        assert "Northern Open GT" in page.words
        assert "Page 1 of 1" in page.words
        assert re.search(r"Printed \d+ \w{3} \d{4}, \d\d:\d\d", page.words)
        assert all(name in page.words for name in ("ann", "bo", "cy", "di"))


def english_words(tournament: Tournament, sheet: str) -> set[str]:
    """Return the words of the sheet in the pseudo-language that are not in other letters; printed in English first, so
    that the caches are filled in another language."""
    printed(tournament, sheet)
    with pseudo_language(), speaking("xx"):
        return set(" ".join(plain_english(words(printed(tournament, sheet)))).split())


@pytest.mark.parametrize(
    "sheet", ["pairings-by-table", "pairings-by-name", "result-slips", "standings", "crosstable"]
)
def test_a_sheet_is_in_the_language_of_its_reader_except_names(sheet):
    typed = {"ann", "bo", "cy", "di", "Northern", "Open", "GT", "Orks", "Crosstable"}
    assert english_words(playing("ann bo cy di"), sheet) - typed == set()


@pytest.mark.parametrize("sheet", ["bracket", "bracket-poster", "standings"])
def test_the_rounds_of_a_bracket_are_in_the_language_of_the_reader(sheet):
    stage = ko.started(ko.with_knockout("ann bo cy di"))
    ko.beats(stage, "cy bo")
    tournament = Tournament.objects.get()
    typed = {"ann", "bo", "cy", "di", "Northern", "Open", "GT", "Orks", "Crosstable"}
    assert english_words(tournament, sheet) - typed == set()


def test_a_bracket_is_on_one_page_and_as_a_poster_on_several_that_say_where_they_belong():
    names = [f"p{number:02}" for number in range(1, 17)]
    tournament = ko.started(ko.with_knockout(" ".join(names), third_place=True)).tournament
    for paper in (Paper.A4, Paper.LETTER):
        (page,) = pages(printed(tournament, "bracket", paper))
        wanted = ("Semi-finals", *names, "Third place", "Champion", "Page 1 of 1")
        assert all(words in page.words for words in wanted)
        poster = pages(printed(tournament, "bracket-poster", paper))
        rows, columns = re.findall(r"row (\d) of \1, column (\d) of \2", poster[-1].words)[0]
        assert len(poster) == int(rows) * int(columns) > 1
        assert all(any(name in page.words for page in poster) for name in names)
    with pytest.raises(NothingToPrint) as refused:
        content(playing("ann bo"), "bracket-poster")
    assert str(refused.value)


def test_pairings_by_table_have_a_row_for_each_table_and_the_bye_last():
    tournament = playing("ann bo cy")
    rows = content(tournament, "pairings-by-table")["rows"]
    first, second = ({"text": name, "small": "Orks"} for name in ("ann", "bo"))
    assert rows == [["1", first, "", second], ["–", {"text": "cy", "small": "Orks"}, "–", "bye"]]


def test_from_the_second_round_on_the_pairings_show_what_everyone_has():
    tournament = playing("ann bo cy di")
    play_round(tournament)
    start_next(tournament)
    rows = content(tournament, "pairings-by-table")["rows"]
    assert [(row[2], row[5]) for row in rows] == [("1–0", "1–0"), ("0–1", "0–1")]


def test_pairings_by_name_are_sorted_as_people_look_for_themselves():
    names = ["Zoe", "Émile", "eva", "Ørjan", "Otto", "Ana", "Łucja", "Ludo"]
    assert sorted(names, key=name_key) == ["Ana", "Émile", "eva", "Łucja", "Ludo", "Ørjan", "Otto", "Zoe"]


def test_in_chess_people_find_board_and_colour_by_their_name():
    tournament = chess(SIX)
    start_chess(tournament)
    rows = content(tournament, "pairings-by-name")["rows"]
    assert [row[:3] for row in rows] == [
        ["ann", "1", "White"],
        ["bo", "2", "Black"],
        ["cy", "3", "White"],
        ["di", "1", "Black"],
        ["ed", "2", "White"],
        ["flo", "3", "Black"],
    ]
    assert "Pairings by board" in words(printed(tournament, "pairings-by-table"))


def test_200_players_with_the_longest_names_all_stand_on_the_sheets_and_slips():
    tournament = crowd(200)
    by_name = pages(printed(tournament, "pairings-by-name"))
    found = [n for page in by_name for n in re.findall(r"\b(\d{3}) Maximilian", page.words)]
    assert sorted(found) == sorted(2 * [f"{n:03}" for n in range(200)])  # as oneself, and as an opponent
    assert [f"Page {n} of {len(by_name)}" in page.words for n, page in enumerate(by_name, 1)] == [
        True for _ in by_name
    ]
    assert "draft, not published" in by_name[0].words
    # A hundred slips, cut through in piles that are in order when laid one on the other.
    slips = pages(printed(tournament, "result-slips"))
    assert [page.pictures for page in slips] == [8] * 9 + [7] * 4  # 13 pages, a code on every slip
    assert re.findall(r"Table (\d+)", slips[0].words) == ["1", "14", "27", "40", "53", "66", "79", "92"]
    everywhere = re.findall(r"Table (\d+)", " ".join(page.words for page in slips))
    assert sorted(map(int, everywhere)) == list(range(1, 101))


def test_where_codes_are_switched_off_the_code_on_a_slip_is_the_players_own_page():
    tournament = playing("ann bo")
    tournament.scores_without_account = False
    match = tournament.rounds.get().matches.get()
    (slip,) = content(tournament, "result-slips")["slips"]
    page = reverse("match", args=[tournament.slug, match.pk])
    assert slip["address"] == f"{ADDRESS}{page}"
    assert MATCH_PAGE.format(slug=tournament.slug, match=match.pk) == page


def test_the_code_on_a_slip_is_the_page_of_its_match():
    tournament = playing("ann bo")
    match = tournament.rounds.get().matches.get()
    (slip,) = content(tournament, "result-slips")["slips"]
    assert slip["address"] == f"{ADDRESS}{reverse('by-code', args=[match.pk, code_of(match)])}"
    squares = segno.make(slip["address"], error="m", micro=False).matrix
    assert codes(printed(tournament, "result-slips")) == [[[bool(dark) for dark in row] for row in squares]]


def test_names_are_printed_as_they_were_typed_whatever_they_look_like_to_a_typesetter():
    tournament = event("", Status.REGISTRATION)
    name = '#panic("x") *b* _i_ $x$ \\ @a `c` <d> = é "q"'
    entries.add_entry(tournament=tournament, details=EntryDetails(name, faction="#Orks*"), by=user("olga"))
    assert name in words(printed(tournament, "name-cards"))


def test_the_crosstable_of_a_long_event_lies_on_its_side():
    tournament = chess(SIX, total_rounds=8, system="swiss-monrad")
    for _ in range(6):
        play_chess(tournament)
    (page,) = pages(printed(tournament, "crosstable"))
    assert page.size == (297, 210)
    assert "R6" in page.words
    assert "After round 6" in page.words


def test_standings_carry_every_tie_break_that_orders_them():
    tournament = playing("ann bo cy di")
    play_round(tournament, "ann 72-45")
    sheet = content(tournament, "standings")
    assert [c["label"] for c in sheet["columns"]] == ["#", "Player", "W", "L", "D", "+/−", "VP", "SOS %"]
    assert sheet["rows"][0] == ["1", {"text": "ann", "small": "Orks"}, "1", "0", "0", "+27", "72", "0.0"]
    assert sheet["note"] == "After round 1"


def test_what_is_not_there_yet_is_refused_with_the_reason():
    tournament = event("ann bo", Status.IN_PROGRESS)
    with pytest.raises(NothingToPrint, match=r"Result slips. It is ready once a round is paired"):
        content(tournament, "result-slips")
    with pytest.raises(NothingToPrint, match=r"Standings. It is ready once round 1 has started"):
        content(tournament, "standings")


def test_a_typesetter_that_fails_is_a_refusal_and_is_logged(caplog):
    with pytest.raises(CannotPrint):
        print_sheet(lambda: {"template": "rows"}, Paper.A4)
    assert "could not be printed" in caplog.text


def test_codes_lead_where_phones_can_follow(settings):
    settings.PUBLIC_ADDRESS = "http://192.168.1.20:3005"
    assert public_address("http://127.0.0.1:3005/") == "http://192.168.1.20:3005"
    assert public_address("http://localhost:3005/") == "http://192.168.1.20:3005"
    assert public_address() == "http://192.168.1.20:3005"
    assert public_address("https://chess.example.org/") == "https://chess.example.org"
    settings.PUBLIC_ADDRESS = ""
    assert public_address("http://127.0.0.1:3005/") == "http://127.0.0.1:3005"


def test_pools_and_time_slots_stand_beside_the_table():
    stage = po.playing_pools("ann bo cy di ed flo gus hal", groups=2, boards=2)
    rows = content_of(stage.rounds.get(number=1), "pairings-by-table")["rows"]
    assert [row[0] for row in rows] == [
        {"text": "1", "small": "Pool A, slot 1"},
        {"text": "2", "small": "Pool A, slot 1"},
        {"text": "1", "small": "Pool B, slot 2"},
        {"text": "2", "small": "Pool B, slot 2"},
    ]
    slips = content_of(stage.rounds.get(number=1), "result-slips")["slips"]
    assert [slip["mission"] for slip in slips][::2] == ["Pool A, slot 1", "Pool B, slot 2"]


def test_an_evening_of_pools_is_printed_by_the_clock_and_its_slips_for_the_round_that_is_on():
    stage = po.drawn("ann bo cy di", boards=1)
    with pytest.raises(NothingToPrint):
        content(playing("eve fay"), "schedule")
    assert [row[:2] for row in content(stage.tournament, "schedule")["rows"]][:3] == [
        [{"text": "1", "small": "slot 1"}, "1"],
        [{"text": "1", "small": "slot 2"}, "1"],
        [{"text": "2", "small": "slot 1"}, "1"],
    ]
    evenings.set_evening(stage=stage, by=user("olga"), starts="18:00", minutes=15)
    pool_play.publish_pools(stage=po.fresh(stage), by=user("olga"))
    pool_play.start_pools(stage=po.fresh(stage), by=user("olga"))
    sheet = content(stage.tournament, "schedule")
    assert [column["label"] for column in sheet["columns"]][:3] == ["Time", "Board", "Pool"]
    assert [row[0] for row in sheet["rows"]] == ["18:00", "18:15", "18:30", "18:45", "19:00", "19:15"]
    slips = content(stage.tournament, "result-slips")
    assert (slips["round"], [slip["mission"] for slip in slips["slips"]]) == (
        "Round 1",
        ["Pool A, 18:00", "Pool A, 18:15"],
    )
    assert len(pages(printed(stage.tournament, "schedule"))) == 1


def test_a_named_round_goes_by_its_name():
    stage = ko.started(ko.with_knockout("ann bo cy di"))
    sheet = content_of(stage.rounds.get(), "pairings-by-name")
    assert (sheet["round"], len(sheet["rows"])) == ("Semi-finals", 4)
    pdf = print_sheet(lambda: content_of(stage.rounds.get(), "result-slips"), Paper.A4)
    assert "Semi-finals" in words(pdf)


def content_of(round_: Round, sheet: str):
    return SHEETS[sheet].content(round_.tournament, round_, ADDRESS)


@pytest.mark.parametrize("sheet", ["standings", "crosstable"])
def test_standings_say_what_is_being_played_while_they_may_change(sheet):
    swiss = playing("ann bo cy di")
    pools = po.playing_pools("ann bo cy di").tournament
    cup = ko.started(ko.with_knockout("ann bo cy di")).tournament
    assert [content(one, sheet)["note"] for one in (swiss, pools, cup)] == [
        "Provisional: round 1 in progress",
        "Provisional: Pools in progress",
        "Provisional: Semi-finals in progress",
    ]


def test_the_sides_of_a_match_of_teams_are_teams():
    tournament = playing_teams(doubles("Owls", "Crows")).tournament
    Tournament.objects.filter(pk=tournament.pk).update(game="wargame")
    tournament.refresh_from_db()
    head = [one["label"] for one in content(tournament, "pairings-by-table")["columns"]]
    assert head == ["Table", "Team 1", "Result", "Team 2"]


@pytest.mark.parametrize(("result", "width"), [("1½–½", "26mm"), ("1½–1½ (31–29)", "38mm")])
def test_a_long_result_of_a_team_match_has_room_for_one_line(result, width, monkeypatch):
    tournament = playing("ann bo")
    monkeypatch.setattr(Match, "result_words", result)
    columns = content(tournament, "pairings-by-table")["columns"]
    assert [one["width"] for one in columns if one["label"] == "Result"] == [width]
