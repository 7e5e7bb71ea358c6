"""The pages of an upload: choose, look, take; and the files one can take away."""

from __future__ import annotations

import re
from io import BytesIO

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse

from building import event, play_round, playing, user
from crossings.small_event import event as small_event
from crosstable.events.actions.people import uploads
from crosstable.events.bridge.entries import EntryDetails
from crosstable.events.files.uploads import read_upload
from crosstable.events.models import PlayerUpload, Status, Tournament
from crosstable.games import GAMES
from sheets import text, xlsx

pytestmark = pytest.mark.django_db

LIST = xlsx(
    ["Name", "Faction", "Rating"],
    ["Zoë", "Orks", 1500],
    ["zoe", "Necrons", ""],
    ["Bo", "", ""],
    ["C" * 61, "Orks", ""],
    ["Di", "Tau", "1500*"],
)


@pytest.fixture
def tournament() -> Tournament:
    return event("", Status.REGISTRATION)


@pytest.fixture
def olga(tournament) -> Client:
    return signed_in("olga")


def signed_in(name: str) -> Client:
    client = Client()
    client.force_login(user(name))
    return client


def send(client: Client, tournament: Tournament, data: bytes = LIST, name: str = "list.xlsx"):
    url = reverse("upload-players", args=[tournament.slug])
    return client.post(url, {"file": SimpleUploadedFile(name, data)})


def words(response) -> str:
    """What the page says, without its markup."""
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", response.content.decode()))


def names(tournament: Tournament) -> list[str]:
    return list(tournament.entries.values_list("display_name", flat=True))


def test_a_list_is_shown_row_by_row_and_no_one_is_entered(olga, tournament):
    answer = send(olga, tournament)
    page = words(olga.get(answer.url))
    for sentence in (
        "2 good 1 doubtful 2 bad",
        "Take the 2 good ones",
        "Take the good and the chosen",
        "3 zoe doubtful Nearly the same as “Zoë”, in row 2.",
        "4 Bo bad Name your faction.",
        f"5 {'C' * 61} bad A display name has at most 60 characters.",
        "6 Di The rating is not a whole number: “1500*”. Ignored: this game does not use it. good Tau",
        "Columns read: Name, Faction, Rating.",
    ):
        assert sentence in page
    assert names(tournament) == []


FULL = ["Name", "Title", "Rating", "Faction"]
FIXED_COLUMNS = {"players": ["Row", "Player", "State"], "teams": ["Row", "Team", "State", "Members"]}
OF_LISTS = {
    "a name alone": (["Name"], ["Zed"], {}),
    "much that some games do not ask": (FULL, ["Zed", "CM", 1500, "Orks"], {"title", "rating", "faction"}),
    "a column with nothing in it": (["Name", "Club"], ["Zed", ""], {}),
    "teams": (["Team", "Member 1", "Member 2", "Rating"], ["Owls", "Zoe", "Yan", 1500], {}),
}


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("what", OF_LISTS)
def test_the_preview_has_the_columns_the_game_asks_for_and_the_file_fills(game, what):
    headings, row, filled = OF_LISTS[what]
    kind = "teams" if what == "teams" else "players"
    made, olga = small_event(game, "swiss", kind), signed_in("olga")
    asks = [ask for ask in GAMES[game].asks if ask.name in filled]
    if any(ask.required and ask.name not in filled for ask in GAMES[game].asks):
        headings, row, asks = (
            [*headings, "Army"],
            [*row, "Orks"],
            [ask for ask in GAMES[game].asks if ask.required],
        )
    page = olga.get(send(olga, made, xlsx(headings, row)).url).content.decode()
    good = page[page.index('id="good"') :]
    shown = [" ".join(word.split()) for word in re.findall(r"<th[^>]*>([^<]*)</th>", good)]
    assert shown == [*FIXED_COLUMNS[kind], *(ask.label for ask in asks)]
    assert ("CM" in good) == ("title" in {ask.name for ask in asks})


@pytest.mark.parametrize(
    ("form", "entered"),
    [
        ({"which": "good"}, ["Zoë", "Di"]),
        ({"which": "good", "row": [3]}, ["Zoë", "Di"]),
        ({"which": "chosen", "row": [3]}, ["Zoë", "zoe", "Di"]),
        ({"which": "chosen", "row": ["4", "x", "²", "-1", "9" * 50]}, ["Zoë", "Di"]),
    ],
)
def test_what_was_shown_is_taken(olga, tournament, form, entered):
    shown = send(olga, tournament).url
    taken = olga.post(f"{shown}/take", form, follow=True)
    assert names(tournament) == entered
    assert f"{len(entered)} players entered from list.xlsx." in words(taken)


def test_a_second_click_is_told_that_it_is_done(olga, tournament):
    shown = send(olga, tournament).url
    olga.post(f"{shown}/take", {"which": "good"})
    assert "entered or discarded already" in words(olga.post(f"{shown}/take", {"which": "good"}, follow=True))
    assert "entered or discarded already" in words(olga.get(shown, follow=True))
    assert names(tournament) == ["Zoë", "Di"]


def test_a_cancelled_upload_is_forgotten(olga, tournament):
    shown = send(olga, tournament).url
    olga.post(f"{shown}/cancel")
    assert (names(tournament), PlayerUpload.objects.count()) == ([], 0)


def test_another_organiser_does_not_take_it(olga, tournament):
    tournament.organisers.add(user("helper"))
    shown = send(olga, tournament).url
    signed_in("helper").post(f"{shown}/take", {"which": "good"})
    assert (names(tournament), PlayerUpload.objects.count()) == ([], 1)


def test_an_entry_added_in_between_shows_the_list_again_rechecked(olga, tournament):
    shown = send(olga, tournament).url
    rows = [EntryDetails("Di", faction="Tau")]
    uploads.take_players(tournament=tournament, rows=rows, by=tournament.owner)
    page = words(olga.post(f"{shown}/take", {"which": "good"}, follow=True))
    assert "Di has been entered since then. Nothing was saved; check the rows again." in page
    assert "1 good 2 doubtful 2 bad" in page
    assert names(tournament) == ["Di"]


@pytest.mark.parametrize(
    ("data", "status", "message"),
    [
        (b"%PDF-1.7", 422, "“list.xlsx” is a PDF, not a spreadsheet, whatever its name says."),
        (b"PK\x03\x04", 422, "it is damaged or not a spreadsheet"),
        (b"x;y\n1;2\n", 422, "found: “x” and “y”"),
        (
            b"<script>alert(1)</script>;Elo\n1;2",
            422,
            "found: “&lt;script&gt;alert(1)&lt;/script&gt;” and “Elo”",
        ),
        (bytes(50_000_000), 413, "The file is too large. The limit is 10 MB."),
    ],
    ids=["pdf", "damaged", "no-name", "markup", "50-mb"],
)
def test_a_file_that_cannot_be_used_is_answered_in_words(olga, tournament, data, status, message):
    answer = send(olga, tournament, data)
    assert answer.status_code == status
    assert message in answer.content.decode()
    assert PlayerUpload.objects.count() == 0


def test_no_file_at_all_is_answered_in_words(olga, tournament):
    answer = olga.post(reverse("upload-players", args=[tournament.slug]))
    assert (answer.status_code, "Choose a file." in words(answer)) == (422, True)


def test_five_thousand_doubtful_rows_can_be_chosen_at_once(olga, tournament):
    rows = [[f"P{n} {n}", "Orks"] for n in range(2500)]
    data = text(["Name", "Faction"], *rows, *[[f"{n} P{n}", "Orks"] for n in range(2500)])
    shown = send(olga, tournament, data, "l.csv").url
    olga.post(f"{shown}/take", {"which": "chosen", "row": list(range(2, 5002))})
    assert tournament.entries.count() == 5000


def test_names_that_look_like_markup_or_formulas_stay_names(olga, tournament):
    data = text(["Name", "Faction"], ["<b>Ann</b>", "@orks"], ["@bo", "+1"])
    shown = send(olga, tournament, data, "l.csv").url
    assert "&lt;b&gt;Ann&lt;/b&gt;" in olga.get(shown).content.decode()
    olga.post(f"{shown}/take", {"which": "good"})
    export = olga.get(reverse("export-players", args=[tournament.slug, "csv"]))
    assert export.content.decode("utf-8-sig").split("\r\n") == [
        "No.,Name,Faction,Team,State",
        "1,<b>Ann</b>,'@orks,,registered",
        "2,'@bo,'+1,,registered",
        "",
    ]


def test_the_template_is_an_excel_file(olga, tournament):
    answer = olga.get(reverse("player-template", args=[tournament.slug]))
    assert answer["Content-Disposition"] == 'attachment; filename="players-template.xlsx"'
    assert len(read_upload("t.xlsx", answer.content).rows) == 2


def test_standings_can_be_taken_away_by_everyone():
    tournament = playing("ann bo cy di")
    play_round(tournament, "ann 80-20", "bo 50-60")
    address = f"/t/{tournament.slug}/standings"
    assert Client().get(f"{address}.csv").content.decode("utf-8-sig").split("\r\n")[:3] == [
        "Rank,Name,Faction,Team,Won,Lost,Drawn,Wins,Victory point margin,Strength of schedule,Victory points",
        "1,ann,Orks,,1,0,0,1,60,0,80",
        "2,di,Orks,,1,0,0,1,10,0,60",
    ]
    assert read_upload("s.xlsx", Client().get(f"{address}.xlsx").content).rows[0].name == "ann"
    assert BytesIO(Client().get(f"{address}.xlsx").content).read(2) == b"PK"
    assert Client().get(f"{address}.pdf").status_code == 404
