"""D2: lists of players from files. Nothing is stored before it is taken, and every row gets its verdict."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone

from building import details as event_details
from building import event, user
from crosstable.accounts import limits
from crosstable.accounts.errors import TooMuchWork
from crosstable.accounts.models import Player
from crosstable.accounts.names import likeness_key
from crosstable.events.actions.event import tournaments
from crosstable.events.actions.people import uploads
from crosstable.events.actions.people.entries import add_entry
from crosstable.events.bridge.entries import EntryDetails
from crosstable.events.bridge.verbs.sentences import describe
from crosstable.events.errors import BadValue, NameTaken, NotAllowed, NotEnoughRoom, UploadGone, WrongStatus
from crosstable.events.files import exports
from crosstable.events.files.uploads import judge, read_upload
from crosstable.events.files.uploads.judging import preview_of
from crosstable.events.models import Entry, PlayerUpload, Status, Tournament
from crosstable.games import GAMES
from sheets import text

HEAD = ["Name", "Rating", "University"]


def club(**changes: object) -> Tournament:
    """A chess event open for entries."""
    by = user("vera")
    wanted = event_details(**{"name": "Autumn Open", "initial_color": "white", **changes})
    tournament = tournaments.create_tournament(details=wanted, by=by, game="chess")
    tournaments.advance(tournament=tournament, by=by)
    tournament.refresh_from_db()
    return tournament


def verdicts(tournament: Tournament, *rows: list[object]) -> list[tuple[int, str, str]]:
    judged = judge(read_upload("list.csv", text(*rows)), tournament)
    return [(row.number, row.verdict.value, row.reason) for row in judged]


# Judging


def test_names_are_alike_whatever_the_case_the_accents_and_the_order():
    alike = {"Müller, Jörg", "Joerg Mueller", "JÖRG MÜLLER", "jorg muller"}
    assert len({likeness_key(name) for name in alike}) == 1
    assert likeness_key("Łukasz Øst") == likeness_key("ost lukasz")
    assert likeness_key("🐉") != likeness_key("🦄")


@pytest.mark.django_db
def test_every_row_is_good_doubtful_or_bad_with_its_number_and_reason():
    tournament = club()
    known = EntryDetails("Müller, Jörg", fide_id="77")
    add_entry(tournament=tournament, details=known, by=tournament.owner)
    head = [*HEAD, "FIDE ID"]
    assert verdicts(
        tournament,
        head,
        ["Ann Lee", 1800, "Leeds", ""],
        ["Joerg Mueller", 1900, "", ""],
        ["ann lee", 1500, "Hull", ""],
        ["Lee, Ann", 1500, "", ""],
        ["Bo", 1500, "", "77"],
        ["Müller, Jörg", "", "", ""],
        ["", 1500, "", ""],
        ["Cy", 9000, "", ""],
        ["D" * 61, "", "", ""],
    ) == [
        (2, "good", ""),
        (3, "doubtful", "Nearly the same as “Müller, Jörg”, entered already."),
        (
            4,
            "doubtful",
            "The same name is in row 2. If it is another person, the entry is “ann lee (Hull)”.",
        ),
        (5, "doubtful", "Nearly the same as “Ann Lee”, in row 2."),
        (
            6,
            "doubtful",
            "The same FIDE ID as Müller, Jörg, entered already. The row is added without the FIDE ID.",
        ),
        (
            7,
            "doubtful",
            "The same name is entered already. If it is another person, the entry is “Müller, Jörg (2)”.",
        ),
        (8, "bad", "The name is missing."),
        (9, "bad", "A rating is from 0 to 4000; 0 means none."),
        (10, "bad", "A display name has at most 60 characters."),
    ]


@pytest.mark.django_db
def test_a_wargame_asks_for_the_faction():
    head = ["Player", "Army"]
    assert verdicts(event(), head, ["Ann", "Orks"], ["Bo", ""]) == [
        (2, "good", ""),
        (3, "bad", "Name your faction."),
    ]


# Taking

LIST = [HEAD, ["Ann Lee", 1800, "Leeds"], ["ann lee", 1500, "Hull"], ["Bo", "x", ""], ["Cy", "", ""]]


def kept(tournament: Tournament, *rows: list[object]) -> PlayerUpload:
    upload = read_upload("list.csv", text(*(rows or LIST)))
    return uploads.keep_upload(tournament=tournament, upload=upload, by=tournament.owner)


def names(tournament: Tournament) -> list[str]:
    return list(tournament.entries.values_list("display_name", flat=True))


@pytest.mark.django_db
def test_previews_count_as_heavy_work_and_only_the_newest_three_of_an_account_are_stored(monkeypatch):
    """A preview may have 20 MB: previews alone could fill the disk."""
    tournament, other = club(), event("", Status.REGISTRATION)
    theirs = uploads.keep_upload(tournament=other, upload=read_upload("a.csv", text(*LIST)), by=other.owner)
    before = limits.times("heavy work", tournament.owner_id, within=limits.HOUR)
    made = [kept(tournament) for _ in range(5)]
    assert set(PlayerUpload.objects.all()) == {theirs, *made[2:]}
    monkeypatch.setattr(limits, "MOST_HEAVY", before + 5)
    with pytest.raises(TooMuchWork):
        kept(tournament)


@pytest.mark.django_db
def test_nothing_is_entered_before_the_good_ones_are_taken():
    tournament = club()
    upload = kept(tournament)
    assert (names(tournament), Player.objects.filter(user=None).count()) == ([], 0)
    before = Tournament.objects.get().revision

    uploads.take_upload(upload=upload, by=tournament.owner)

    ann = Entry.objects.get(display_name="Ann Lee")
    assert names(tournament) == ["Ann Lee", "Cy"]
    assert (ann.rating, ann.team_name, ann.seed, ann.is_checked_in, ann.player.name) == (
        1800,
        "Leeds",
        1,
        True,
        "Ann Lee",
    )
    newest = tournament.journal.first()
    assert newest is not None and newest.number == before + 1
    assert (newest.verb, newest.after) == ("entries.uploaded", {"count": 2, "names": ["Ann Lee", "Cy"]})
    assert describe(newest) == "Players added from a list: 2 (Ann Lee and Cy)"


@pytest.mark.django_db
def test_doubtful_ones_come_along_when_chosen_and_bad_ones_never():
    tournament = club()
    uploads.take_upload(upload=kept(tournament), also=[3, 4, 99], by=tournament.owner)
    assert names(tournament) == ["Ann Lee", "ann lee (Hull)", "Cy"]


@pytest.mark.django_db
def test_an_upload_is_taken_once():
    tournament = club()
    upload = kept(tournament)
    uploads.take_upload(upload=upload, by=tournament.owner)
    with pytest.raises(UploadGone):
        uploads.take_upload(upload=upload, by=tournament.owner)
    assert names(tournament) == ["Ann Lee", "Cy"]


@pytest.mark.django_db
def test_someone_entered_meanwhile_stops_everything_and_the_list_is_judged_again():
    tournament = club()
    upload = kept(tournament)
    add_entry(tournament=tournament, details=EntryDetails("Cy"), by=tournament.owner)
    with pytest.raises(NameTaken):
        uploads.take_upload(upload=upload, by=tournament.owner)
    assert names(tournament) == ["Cy"]

    uploads.judge_again(upload=PlayerUpload.objects.get())
    assert [row["verdict"] for row in PlayerUpload.objects.get().rows] == [
        "good",
        "doubtful",
        "bad",
        "doubtful",
    ]


@pytest.mark.django_db
def test_more_than_the_event_takes_are_refused_together():
    tournament = club(max_players=2)
    with pytest.raises(NotEnoughRoom):
        uploads.take_upload(upload=kept(tournament), also=[3], by=tournament.owner)
    assert (names(tournament), PlayerUpload.objects.count()) == ([], 1)


@pytest.mark.django_db
def test_what_add_entry_refuses_is_refused_for_many():
    tournament = club()
    by = tournament.owner

    def take(*rows: EntryDetails, by: object = by) -> None:
        uploads.take_players(tournament=tournament, rows=rows, by=by)  # type: ignore[arg-type]

    with pytest.raises(BadValue):
        take(EntryDetails("Ann"), EntryDetails("Bo", rating=-1))
    with pytest.raises(NameTaken):
        take(EntryDetails("Ann"), EntryDetails("ANN"))
    with pytest.raises(NotAllowed):
        take(EntryDetails("Ann"), by=user("mallory"))
    Tournament.objects.update(status=Status.COMPLETE)
    with pytest.raises(WrongStatus):
        take(EntryDetails("Ann"))
    assert (names(tournament), Player.objects.filter(user=None).count()) == ([], 0)


@pytest.mark.django_db
def test_taking_no_one_leaves_no_trace():
    tournament = club()
    before = tournament.revision
    assert uploads.take_players(tournament=tournament, rows=[], by=tournament.owner) == []
    assert Tournament.objects.get().revision == before


@pytest.mark.django_db
def test_wargamers_from_a_file_are_registered_and_check_in_themselves():
    tournament = event("", Status.REGISTRATION)
    uploads.take_upload(upload=kept(tournament, ["Name", "Faction"], ["Ann", "Orks"]), by=tournament.owner)
    assert [entry.is_checked_in for entry in tournament.entries.all()] == [False]


@pytest.mark.django_db
def test_an_upload_no_one_took_goes_after_a_day():
    tournament = club()
    old = kept(tournament)
    PlayerUpload.objects.update(created_at=timezone.now() - timedelta(days=1, minutes=1))
    new = kept(tournament)
    assert list(PlayerUpload.objects.all()) == [new] != [old]


@pytest.mark.django_db
def test_two_thousand_players_are_entered_in_a_few_queries(django_assert_max_num_queries):
    tournament = club()
    rows = [EntryDetails(f"Player {n}", rating=1500) for n in range(2000)]
    with django_assert_max_num_queries(30):  # rows are inserted 5,000 values at a time
        assert len(uploads.take_players(tournament=tournament, rows=rows, by=tournament.owner)) == 2000


# Taking away

EVIL = ['=HYPERLINK("http://evil","x")', "+1", "-1", "@SUM(A1)", "\tx", "Ann, “Lee”"]


def test_no_cell_of_a_csv_file_starts_a_formula():
    rows = exports.as_csv([["Name"], *[[name] for name in EVIL], [-20], [None, 1]]).decode("utf-8-sig")
    assert rows.split("\r\n") == [
        "Name",
        '"\'=HYPERLINK(""http://evil"",""x"")"',
        "'+1",
        "'-1",
        "'@SUM(A1)",
        "'\tx",
        '"Ann, “Lee”"',
        "-20",
        ",1",
        "",
    ]


def test_an_excel_file_holds_formulas_as_text():
    import zipfile
    from io import BytesIO

    with zipfile.ZipFile(BytesIO(exports.as_xlsx([["Name"], *[[name] for name in EVIL]], "Players"))) as book:
        assert b"<f>" not in book.read("xl/worksheets/sheet1.xml")


@pytest.mark.django_db
@pytest.mark.parametrize("kind", ["csv", "xlsx"])
def test_an_export_can_be_uploaded_again(kind):
    tournament = club()
    ann = EntryDetails("Ann Lee", rating=1800, federation="ENG", fide_id="12", team_name="-Leeds")
    rows = [ann, EntryDetails("@bo", birth_year=1990)]
    uploads.take_players(tournament=tournament, rows=rows, by=tournament.owner)
    table = exports.players_rows(tournament)
    data = exports.as_csv(table) if kind == "csv" else exports.as_xlsx(table, "Players")
    assert [row.details for row in read_upload(f"players.{kind}", data).rows] == rows


@pytest.mark.django_db
@pytest.mark.parametrize(
    "game", [game for game in GAMES.values() if "rating" not in [a.name for a in game.asks]]
)
def test_a_value_that_cannot_be_read_is_left_out_with_a_remark_where_the_game_does_not_ask_for_it(game):
    tournament = tournaments.create_tournament(details=event_details(), by=user("vera"), game=game.code)
    head = ["Name", "Faction", "Rating"]
    read = read_upload(
        "list.csv", text(head, ["Ann", "Orks", "1500*"], ["Bo", "Orks", 9000], ["Cy", "Orks", 1500])
    )
    upload = uploads.keep_upload(tournament=tournament, upload=read, by=user("vera"))
    uploads.judge_again(upload=upload)
    assert [(row.verdict, row.reason, row.remark) for row in preview_of(upload).good] == [
        ("good", "", "The rating is not a whole number: “1500*”. Ignored: this game does not use it."),
        ("good", "", "A rating is from 0 to 4000; 0 means none. Ignored: this game does not use it."),
        ("good", "", ""),
    ]
    uploads.take_upload(upload=upload, by=user("vera"))
    assert list(tournament.entries.values_list("display_name", "rating")) == [
        ("Ann", 0),
        ("Bo", 0),
        ("Cy", 1500),
    ]


@pytest.mark.django_db
def test_the_journal_says_of_a_list_however_it_came_that_it_is_one():
    tournament = club()
    uploads.take_players(tournament=tournament, rows=[EntryDetails("Ann")], by=tournament.owner)
    assert describe(tournament.journal.first()) == "Players added from a list: 1 (Ann)"
