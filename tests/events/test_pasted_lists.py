"""Pasted lists: every way people write them, read and judged like an upload."""

from __future__ import annotations

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from building import event, user
from chess_building import chess
from crosstable.accounts.models import Contact
from crosstable.events.actions.core.undo import undo
from crosstable.events.actions.people.uploads import keep_upload, take_upload
from crosstable.events.errors import Refused
from crosstable.events.files.uploads import judge
from crosstable.events.files.uploads.judging import preview_of
from crosstable.events.files.uploads.pasted import read_pasted
from crosstable.events.models import Status, Tournament
from events.test_teams import doubles

pytestmark = pytest.mark.django_db


def club() -> Tournament:
    return chess({}, started=False)


def read(text: str, tournament: Tournament | None = None) -> list[tuple[str, int]]:
    rows = read_pasted(text, tournament or club()).rows
    return [(row.details.display_name, row.details.rating) for row in rows if row.details]


@pytest.mark.parametrize(
    ("line", "name", "rating"),
    [
        ("Anna Berg 1650", "Anna Berg", 1650),
        ("1400 Carla Dietz", "Carla Dietz", 1400),
        ("Frank Gold (1720)", "Frank Gold", 1720),
        ("Eve Fox; 1588", "Eve Fox", 1588),
        ("1. Dave Thompson", "Dave Thompson", 0),
        ("2) Dave Thompson 1500", "Dave Thompson", 1500),
        ("7 Dave Thompson", "Dave Thompson", 0),
        ("- Dave Thompson, 1500", "Dave Thompson", 1500),
        ("Anna Berg\t1650", "Anna Berg", 1650),
        ("1\tAnna Berg\t1650", "Anna Berg", 1650),
        ("Anna\tBerg\t1650", "Anna Berg", 1650),
        ("Berg, Anna 1650", "Anna Berg", 1650),
        ("Berg, Anna, 1650", "Anna Berg", 1650),
        ("Berg, Anna; 1650", "Anna Berg", 1650),
        ("Anna Berg – 1650", "Anna Berg", 1650),
        ("Anna Berg: 1650", "Anna Berg", 1650),
        ("Anna Berg | unrated", "Anna Berg", 0),
        ("GM, Anna Berg, 2510", "Anna Berg", 2510),
        ("Øyvind Åsen 1650", "Øyvind Åsen", 1650),
        ("Anna Berg II", "Anna Berg II", 0),
        ("Ad", "Ad", 0),
    ],
)
def test_a_line_is_read_as_people_write_it(line, name, rating):
    assert read(line) == [(name, rating)]


def test_cells_of_a_spreadsheet_are_told_apart_by_what_they_look_like():
    row = read_pasted("1\tBerg, Anna\t1650\tNOR\tLeeds CC\t1503014\tAnna@Example.org\t1998", club()).rows[0]
    details = row.details
    assert (details.display_name, details.given_name, details.family_name) == ("Anna Berg", "Anna", "Berg")
    assert (details.rating, details.federation, details.team_name) == (1650, "NOR", "Leeds CC")
    assert (details.fide_id, details.birth_year, row.email) == ("1503014", 1998, "anna@example.org")


def test_a_pasted_table_with_headings_is_read_like_a_file():
    upload = read_pasted("Rating\tName\tClub\n1650\tAnna Berg\tLeeds\n\tBo Lind\t\n", club())
    assert [(row.number, row.name, row.details.rating) for row in upload.rows] == [
        (2, "Anna Berg", 1650),
        (3, "Bo Lind", 0),
    ]
    assert upload.used == ("Rating", "Name", "Club")


def test_lines_keep_their_numbers_and_blank_ones_are_skipped():
    rows = read_pasted("\nAnna Berg 1650\n\n  \nBo Lind 9999\n", club()).rows
    judged = judge(read_pasted("\nAnna Berg 1650\n\n  \nBo Lind 9999\n", club()), club())
    assert [row.number for row in rows] == [2, 5]
    assert [(row.verdict.value, row.reason) for row in judged] == [
        ("good", ""),
        ("bad", "A rating is from 0 to 4000; 0 means none."),
    ]


def test_where_the_game_has_factions_the_second_part_is_one_and_a_rating_is_left_out():
    tournament = event("", Status.REGISTRATION)
    rows = read_pasted("Ann Hart, Orks\nHart, Bo; Necrons\nCy Rost\nDi Vale 1650", tournament).rows
    assert [(row.details.display_name, row.details.faction, row.details.rating) for row in rows] == [
        ("Ann Hart", "Orks", 0),
        ("Bo Hart", "Necrons", 0),
        ("Cy Rost", "–", 0),
        ("Di Vale", "–", 0),
    ]
    assert rows[3].remark == "Left out: the rating 1650, which this game does not use."


@pytest.mark.parametrize(
    ("line", "name"),
    [
        ("Ann Hart & Bo Lind", "Ann Hart & Bo Lind"),
        ("1. Ann Hart / Bo Lind", "Ann Hart & Bo Lind"),
        ("Hart, Ann & Lind, Bo", "Ann Hart & Bo Lind"),
        ("Ann Hart\tBo Lind", "Ann Hart & Bo Lind"),
        ("Night Owls: Ann Hart, Bo Lind", "Night Owls"),
        ("Night Owls\tAnn Hart\tBo Lind", "Night Owls"),
    ],
)
def test_two_names_in_a_line_are_a_pair_where_entries_are_pairs(line, name):
    tournament = doubles()
    upload = keep_upload(tournament=tournament, upload=read_pasted(line, tournament), by=user("olga"))
    (entry,) = take_upload(upload=upload, by=user("olga"))
    members = list(entry.members.values_list("player__name", flat=True))
    assert (entry.display_name, members) == (name, ["Ann Hart", "Bo Lind"])


def test_one_name_where_entries_are_pairs_is_bad_and_the_reason_has_an_example():
    (row,) = read_pasted("Ann Hart", doubles()).rows
    assert row.problem == "Write “Ann Hart & Bo Lind” or “Name of the team: member, member”."


def test_an_upload_takes_email_faction_and_army_list_and_shows_no_address():
    tournament = event("", Status.REGISTRATION)
    text = 'Name,E-Mail,Faction,Army list\nAnn Hart,Ann@Example.org,Orks,"Warboss\n10 Boyz"\nBo Lind,nonsense,Orks,\n'
    upload = keep_upload(tournament=tournament, upload=read_pasted(text, tournament), by=user("olga"))
    assert [row.remark for row in preview_of(upload).good] == [
        "",
        "The email address cannot be read. Ignored: this game does not use it.",
    ]
    ann, _bo = take_upload(upload=upload, by=user("olga"))
    assert (ann.faction, ann.list_text) == ("Orks", "Warboss\n10 Boyz")
    assert list(Contact.objects.values_list("player", "email")) == [(ann.player_id, "ann@example.org")]
    undo(tournament=tournament, by=user("olga"))
    assert (tournament.entries.count(), Contact.objects.count()) == (0, 0)
    assert "example.org" not in str(list(tournament.journal.values_list("before", "after", "subject")))


@pytest.mark.parametrize("line", ["a" + " " * 100_000 + "b", "a," * 50_000, "a & " * 30_000])
def test_a_line_that_is_longer_than_any_team_is_bad_and_not_read(line):
    """A run of 100,000 spaces took minutes, in which the process answered no one."""
    for tournament in (club(), doubles()):
        short, long = read_pasted(f"Ann Hart & Bo Lind\n{line}", tournament).rows[-2:]
        assert (short.problem, long.number) == ("", 2)
        assert long.problem == "This line has more than 2000 characters. Write one entry per line."
        assert long.details is None


lines = st.text(alphabet=st.sampled_from("Aé Ø1270,;\t|:&()-–./'\"=@\n\r\x00\u202e"), max_size=80)


@given(text=lines | st.text(max_size=200))
@example(text="1 1 1 1")
@example(text="(1720)")
@example(text="Name\tRating\n\t\n")
@example(text=",,,;;;")
def test_any_text_is_read_or_refused_and_every_line_is_answered_for(text):
    for tournament in (club(), doubles()):
        try:
            rows = read_pasted(text, tournament).rows
        except Refused:
            continue
        assert all(row.details is not None or row.problem for row in rows)
        keep_upload(tournament=tournament, upload=read_pasted(text, tournament), by=tournament.owner)
