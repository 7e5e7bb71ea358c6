"""Everything stored about a person is theirs to read, and to have deleted; played games stay."""

from __future__ import annotations

import json

import pytest
from django.contrib.auth import authenticate
from django.core.serializers.json import DjangoJSONEncoder

from building import build_club, details, enter, event, join, match_of, play_round, playing, start_next, user
from crosstable.accounts.actions import ContactDetails, change_contact
from crosstable.accounts.clubs import describe
from crosstable.accounts.errors import DeletionBlocked, PasswordRefused
from crosstable.accounts.models import ApiToken, Contact, Player, User
from crosstable.accounts.personal_data import delete_account, everything_about, why_not_delete
from crosstable.accounts.roles import appoint_club_administrator, appoint_system_administrator
from crosstable.accounts.setup import create_system_administrator
from crosstable.accounts.tokens import create_token
from crosstable.events.actions.people.entries import edit_entry
from crosstable.events.actions.results import results
from crosstable.events.bridge.entries import EntryDetails
from crosstable.events.bridge.results.scores import parse_score
from crosstable.events.models import JournalEntry, Match, RatingChange, Status

pytestmark = pytest.mark.django_db
PASSWORD = "pass-word-1"
SECRETS = ["Annabel", "Harthouse", "12 Long Lane", "0770-900", "annabel@example.org", "Orks of Ann"]


def annabel() -> User:
    ann = user("annabel")
    change_contact(user=ann, details=ContactDetails("Annabel", "Harthouse", "12 Long Lane", "0770-900"))
    return ann


def stored() -> str:
    """Every row of our own tables as text."""
    from django.apps import apps

    models = [m for label in ("accounts", "events") for m in apps.get_app_config(label).get_models()]
    rows = [list(m.objects.values()) for m in models]
    return json.dumps(rows, cls=DjangoJSONEncoder, ensure_ascii=False).lower()


def test_played_games_stay_under_another_name_and_nothing_else_is_left():
    ann = annabel()
    club = build_club()
    join(club, "annabel")
    tournament = event("", Status.REGISTRATION)
    enter(tournament, "annabel", list_text="Orks of Ann")
    done = playing("annabel bo", name="Played Open", total_rounds=1)
    play_round(done, "annabel 70-30")
    player = ann.player.pk
    assert [word for word in SECRETS if word.lower() not in stored()] == []
    delete_account(user=ann, password=PASSWORD)
    assert [word for word in SECRETS if word.lower() in stored()] == []
    entry = done.entries.get(player=player)
    assert (entry.display_name, Player.objects.get(pk=player).name) == ("Deleted player", "Deleted player")
    match = Match.objects.get(round__tournament=done)
    assert sorted(match.points) == [30, 70]
    assert RatingChange.objects.filter(player=player).count() == 1
    assert (tournament.entries.count(), Contact.objects.count(), club.memberships.count()) == (0, 0, 0)
    assert [describe(entry) for entry in club.journal.all()] == [
        "Deleted player: account deleted",
        "Deleted player accepted",
        "Deleted player asked to join",
        "Club created",
    ]


def test_a_member_of_a_team_is_forgotten_and_the_team_plays_on():
    from crosstable.events.actions.event import tournaments
    from crosstable.events.actions.people import teams
    from crosstable.events.bridge.entries import EntryDetails

    ann = annabel()
    doubles = tournaments.create_tournament(details=details(team_size=2), by=user("olga"), game="chess")
    tournaments.advance(tournament=doubles, by=user("olga"))
    owls = teams.register_team(tournament=doubles, details=EntryDetails("Owls"), partners=["Bo Lind"], by=ann)
    delete_account(user=ann, password=PASSWORD)
    assert [word for word in ("annabel", "harthouse") if word in stored()] == []
    assert [member.player.name for member in owls.members.all()] == ["Deleted player", "Bo Lind"]


def test_the_account_is_closed_and_its_names_are_free_again():
    ann = annabel()
    delete_account(user=ann, password=PASSWORD)
    assert authenticate(username="annabel", password=PASSWORD) is None
    closed = User.objects.get(pk=ann.pk)
    assert (closed.is_active, closed.has_usable_password()) == (False, False)
    assert user("annabel").pk != ann.pk


def test_in_an_event_being_played_the_player_drops_and_the_page_changes():
    ann = annabel()
    tournament = playing("annabel bo cy di")
    before = tournament.revision
    delete_account(user=ann, password=PASSWORD)
    entry = tournament.entries.get(display_name="Deleted player")
    assert entry.is_dropped
    tournament.refresh_from_db()
    assert tournament.revision > before
    play_round(tournament)
    start_next(tournament)
    assert "Deleted player" not in {
        m.first.display_name for m in Match.objects.filter(round__number=2).select_related("first")
    }


def test_a_second_deleted_player_of_an_event_is_number_two():
    tournament = playing("annabel bo")
    play_round(tournament)
    for name in ("annabel", "bo"):
        delete_account(user=user(name), password=PASSWORD)
    names = tournament.entries.order_by("display_name").values_list("display_name", flat=True)
    assert list(names) == ["Deleted player", "Deleted player 2"]


def test_what_someone_was_called_before_is_forgotten_as_well():
    tournament = playing("annabel bo")
    entry = tournament.entries.get(display_name="annabel")
    edit_entry(entry=entry, details=EntryDetails("Queen Bess", "Orks"), by=tournament.owner)
    delete_account(user=user("annabel"), password=PASSWORD)
    assert set(tournament.journal.filter(entry=entry).values_list("subject", flat=True)) == {"Deleted player"}
    assert [name for name in ("annabel", "queen bess") if name in stored()] == []


def test_a_longer_name_in_the_journal_is_left_alone():
    tournament = playing("ann annabel")
    enter_result = match_of(tournament, "ann")
    results.enter_result(match=enter_result, score=parse_score(enter_result, (50, 40)), by=tournament.owner)
    delete_account(user=user("ann"), password=PASSWORD)
    subjects = set(JournalEntry.objects.filter(tournament=tournament).values_list("subject", flat=True))
    assert "annabel" in subjects
    assert "Round 1, table 1: Deleted player v annabel" in subjects
    assert "ann" not in subjects


def test_tokens_and_what_else_an_entry_tells_about_the_person_go():
    ann = annabel()
    create_token(user=ann, name="script")
    tournament = playing("annabel bo")
    personal = {
        "fide_id": "4100018",
        "birth_year": 1990,
        "federation": "NOR",
        "title": "FM",
        "team_name": "Rooks",
    }
    tournament.entries.filter(display_name="annabel").update(rating=1850, **personal)
    delete_account(user=ann, password=PASSWORD)
    row = tournament.entries.values(*personal, "rating").get(display_name="Deleted player")
    assert row == {**dict.fromkeys(personal, ""), "birth_year": None, "rating": 1850}
    assert ApiToken.objects.count() == 0


def test_the_password_is_asked_for():
    with pytest.raises(PasswordRefused):
        delete_account(user=annabel(), password="wrong")
    assert User.objects.get(username="annabel").is_active


def test_what_someone_has_to_take_over_first_is_said():
    ann = annabel()
    club = build_club("Rooks", administrator="annabel")
    running = event("", Status.REGISTRATION, owner="annabel")
    assert why_not_delete(ann) == [
        "You are the only administrator of Rooks. Appoint another one first.",
        f"You own {running}. Finish or delete it first.",
    ]
    with pytest.raises(DeletionBlocked):
        delete_account(user=ann, password=PASSWORD)
    running.delete()
    appoint_club_administrator(club=club, user=user("bo"), by=ann)
    delete_account(user=ann, password=PASSWORD)
    assert [role.user.username for role in club.roles.all()] == ["bo"]


def test_system_administrators_are_dismissed_before_they_go():
    first = create_system_administrator("root", "root@example.org", "correct horse battery")
    ann = annabel()
    appoint_system_administrator(user=ann, by=first)
    ann.refresh_from_db()
    assert why_not_delete(first) == ["You set this installation up; its first system administrator stays."]
    assert why_not_delete(ann) == ["You are a system administrator. Another one has to dismiss you first."]


def test_everything_stored_about_a_person_is_handed_out_and_nothing_about_others():
    ann = annabel()
    club = build_club()
    join(club, "annabel")
    change_contact(user=user("bo"), details=ContactDetails("Bo", "Lind", "9 Secret Street", "0999"))
    tournament = event("annabel bo", Status.REGISTRATION)
    data = json.loads(json.dumps(everything_about(ann), cls=DjangoJSONEncoder))
    assert data["contact"] == {
        "first_name": "Annabel",
        "last_name": "Harthouse",
        "address": "12 Long Lane",
        "mobile": "0770-900",
    }
    assert [m["club"] for m in data["memberships"]] == ["City Chess Club"]
    assert [e["event"] for e in data["events"]["entries"]] == [tournament.name]
    assert data["account"]["email"] == "annabel@example.org"
    assert [e["what"] for e in data["club_journal"]] == ["member.asked", "member.accepted"]
    text = json.dumps(data)
    assert "9 Secret Street" not in text
    assert ann.password not in text
