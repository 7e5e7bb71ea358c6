"""Given and family name are separate in every form for a person, and lists sort by the family name (E1)."""

from __future__ import annotations

import re

import pytest
from django.urls import reverse

from api.calling import Caller, done
from building import build_club, event, playing, user
from chess_building import chess, start_chess
from crosstable.accounts.models import Player
from crosstable.events.actions.event import tournaments
from crosstable.events.actions.people import entries
from crosstable.events.bridge.entries import EntryDetails
from crosstable.events.files.exports import pairings_by_name_rows
from crosstable.events.files.uploads.teams import read_teams
from crosstable.events.models import Entry, Status
from crosstable.events.queries.people.check_in import people_of
from web.visiting import logged_in, text

pytestmark = pytest.mark.django_db


def parts(entry: Entry) -> tuple[str, str, str]:
    return entry.display_name, entry.given_name, entry.family_name


def test_the_desk_enters_given_and_family_name_and_both_are_what_everyone_sees():
    tournament = event("", Status.CHECK_IN)
    olga = logged_in("olga")
    page = reverse("add-player", args=[tournament.slug])
    asked = {"given_name": "Ann", "family_name": "Hart", "faction": "Orks"}
    assert olga.post(page, asked).status_code == 302
    entry = tournament.entries.get()
    assert parts(entry) == ("Ann Hart", "Ann", "Hart")
    assert entry.list_name == "Hart, Ann"
    assert (entry.player.given_name, entry.player.family_name) == ("Ann", "Hart")
    unnamed = olga.post(page, {"faction": "Orks"})
    assert (unnamed.status_code, "Enter a name or a display name." in text(unnamed)) == (422, True)
    edit = reverse("edit-player", args=[tournament.slug, entry.pk])
    olga.post(edit, {"given_name": "Anne", "family_name": "Hart", "display_name": "", "faction": "Orks"})
    entry.refresh_from_db()
    assert parts(entry) == ("Anne Hart", "Anne", "Hart")


def test_the_check_in_and_the_lists_by_name_go_by_the_family_name():
    by, tournament = user("vera"), chess({}, started=False)
    for given, family in (("Ann", "Zorn"), ("Zoe", "Abel")):
        details = EntryDetails("", given_name=given, family_name=family)
        entries.add_entry(tournament=tournament, details=details, by=by)
    entries.add_entry(tournament=tournament, details=EntryDetails("Hart, Bo"), by=by)
    entries.add_entry(tournament=tournament, details=EntryDetails("Mimi"), by=by)
    tournaments.advance(tournament=tournament, by=by)
    start_chess(tournament)
    names = [row[0] for row in pairings_by_name_rows(tournament.rounds.get())]
    assert names == ["Name", "Abel, Zoe", "Hart, Bo", "Mimi", "Zorn, Ann"]
    wargame = event("", Status.CHECK_IN)
    for given, family in (("Ann", "Zorn"), ("Zoe", "Abel")):
        details = EntryDetails("", faction="Orks", given_name=given, family_name=family)
        entries.add_entry(tournament=wargame, details=details, by=user("olga"))
    assert EntryDetails("Hart, Ann").family_name == "Hart"
    assert [row.entry.display_name for row in people_of(wargame).rows] == ["Zoe Abel", "Ann Zorn"]


def test_members_are_written_down_in_parts_and_listed_by_family_name():
    club, clara = build_club(), logged_in("clara")
    page = reverse("add-member", args=[club.slug])
    for given, family in (("Ann", "Zorn"), ("Zoe", "Abel")):
        rest = {"elo": 1500, "status": "active"}
        assert clara.post(page, {"given_name": given, "family_name": family, **rest}).status_code == 302
    clara.get(reverse("club-members", args=[club.slug]))  # says that they are members now
    shown = text(clara.get(reverse("club-members", args=[club.slug])))
    assert shown.index("Zoe Abel") < shown.index("Ann Zorn")
    member = club.memberships.get(player__family_name="Zorn")
    assert (member.player.name, member.player.contact.last_name) == ("Ann Zorn", "Zorn")
    edit = reverse("edit-member", args=[club.slug, member.pk])
    changed = {"given_name": "Anna", "family_name": "Zorn", "name": "", "elo": 1500, "status": "active"}
    assert clara.post(edit, changed).status_code == 302
    assert Player.objects.get(pk=member.player_id).name == "Anna Zorn"


def test_a_program_sends_and_reads_the_parts():
    club, clara = build_club(), Caller("clara")
    made = done(clara.post(f"/clubs/{club.pk}/members", {"givenName": "Ann", "familyName": "Hart"}), 201)
    assert (made["name"], made["givenName"], made["familyName"]) == ("Ann Hart", "Ann", "Hart")
    body = {"clubId": club.pk, "tournamentName": "Cup", "totalRounds": 3, "memberIds": [made["memberId"]]}
    cup = done(clara.post("/tournaments", body), 201)
    assert parts(Entry.objects.get(tournament=cup["tournamentId"])) == ("Ann Hart", "Ann", "Hart")
    added = done(
        Caller("olga").post(
            f"/tournaments/{event('', Status.REGISTRATION).pk}/players",
            {"givenName": "Bo", "familyName": "Lind", "faction": "Orks"},
        ),
        201,
    )
    assert (added["displayName"], added["givenName"], added["familyName"]) == ("Bo Lind", "Bo", "Lind")


def test_who_changes_the_army_list_keeps_the_name():
    tournament = playing("ann bo")
    entry = tournament.entries.get(display_name="ann")
    Entry.objects.filter(pk=entry.pk).update(given_name="Ann", family_name="Hart")
    olga = logged_in("olga")
    page = reverse("edit-player", args=[tournament.slug, entry.pk])
    kept = {"display_name": "ann", "given_name": "Ann", "family_name": "Hart", "faction": "Orks"}
    olga.post(page, {**kept, "list_text": "x"})
    entry.refresh_from_db()
    assert parts(entry) == ("ann", "Ann", "Hart")


def test_someone_late_is_written_down_in_parts_on_the_page_and_by_a_program():
    tournament = playing("ann bo")
    olga = logged_in("olga")
    page = reverse("late-arrival", args=[tournament.slug])
    unnamed = olga.post(page, {"faction": "Orks", "how": "next"})
    assert (unnamed.status_code, "enter the name of a new one" in text(unnamed)) == (422, True)
    asked = {"given_name": "Cy", "family_name": "Moss", "faction": "Orks", "how": "next"}
    assert olga.post(page, asked).status_code == 302
    assert parts(tournament.entries.get(family_name="Moss")) == ("Cy Moss", "Cy", "Moss")
    body = {"givenName": "Di", "familyName": "Wu", "faction": "Orks", "how": "next"}
    late = done(Caller("olga").post(f"/tournaments/{tournament.pk}/late-arrivals", body))
    assert (late["displayName"], late["givenName"], late["familyName"]) == ("Di Wu", "Di", "Wu")


def test_the_members_of_a_team_are_written_down_in_parts():
    tournament = chess({}, started=False, team_size=2)
    vera = logged_in("vera")
    page = reverse("add-player", args=[tournament.slug])
    owls = {"display_name": "Owls", "given_1": "Ann", "member_1": "Hart", "member_2": "Mimi"}
    assert vera.post(page, {"display_name": "Owls", "given_1": "Ann"}).status_code == 422
    assert vera.post(page, owls).status_code == 302
    entry = tournament.entries.get()
    assert people(entry) == [("Ann Hart", "Ann", "Hart"), ("Mimi", "", "")]
    edit = reverse("edit-player", args=[tournament.slug, entry.pk])
    form = vera.get(edit).content.decode()
    assert re.findall(r'value="(Ann|Hart|Mimi|Ann Hart)"', form) == ["Ann", "Hart", "Mimi"]
    first = entry.members.get(number=1).player_id
    vera.post(edit, owls | {"given_2": "Bo", "member_2": "Lind", "member_3": "Berg, Cy"})
    assert people(entry) == [
        ("Ann Hart", "Ann", "Hart"),
        ("Bo Lind", "Bo", "Lind"),
        ("Cy Berg", "Cy", "Berg"),
    ]
    assert entry.members.get(number=1).player_id == first
    body = {"displayName": "Kites", "members": [{"givenName": "Di", "familyName": "Wu"}, {"name": "Ed"}]}
    made = done(Caller("vera").post(f"/tournaments/{tournament.pk}/teams", body), 201)
    members = [(m["name"], m["givenName"], m["familyName"]) for m in made["members"]]
    assert members == [("Di Wu", "Di", "Wu"), ("Ed", "", "")]


def test_a_file_with_a_row_for_each_member_has_first_and_last_names():
    file = b"Team,First name,Last name\nOwls,Ann,Hart\nOwls,Bo,Lind\n"
    [row] = read_teams("teams.csv", file).rows
    assert (row.name, row.members) == ("Owls", ("Hart, Ann", "Lind, Bo"))


def people(entry: Entry) -> list[tuple[str, str, str]]:
    rows = entry.members.order_by("number").select_related("player")
    return [(m.player.name, m.player.given_name, m.player.family_name) for m in rows]
