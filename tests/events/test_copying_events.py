"""An event copied from an earlier one: what is copied, the next date, and what stays behind."""

from __future__ import annotations

from datetime import date, timedelta

import pytest
from django.utils import timezone

import pool_building as pools
from building import build_club, confirmed, event, member, play_round, playing, user
from crosstable.accounts.members import MemberDetails, edit_member
from crosstable.events.actions.event.access import appoint_director
from crosstable.events.actions.event.copying import copy_event, next_date, next_name
from crosstable.events.actions.event.details import Details
from crosstable.events.actions.event.flow import finish_now
from crosstable.events.actions.event.screens import add_screen
from crosstable.events.actions.hall.evenings import set_evening
from crosstable.events.actions.people.members import enter_members
from crosstable.events.actions.people.teams import add_team
from crosstable.events.bridge.entries import EntryDetails
from crosstable.events.bridge.verbs.sentences import describe
from crosstable.events.models import Appointment, Role, Status, Tournament

pytestmark = pytest.mark.django_db


def settings_of(tournament: Tournament) -> dict[str, object]:
    left_out = ("name", "date", "end_date")
    return {name: value for name, value in Details.of(tournament).values().items() if name not in left_out}


def test_a_copy_has_settings_helpers_displays_and_players_and_one_journal_entry():
    old = playing("ann bo cy di")
    add_screen(tournament=old, name="Bar", by=old.owner)
    appoint_director(tournament=old, user=confirmed("judy"), role=Role.JUDGE, by=old.owner)
    copy = copy_event(tournament=old, by=old.owner)
    assert settings_of(copy) == settings_of(old)
    assert (copy.status, copy.owner, copy.rounds.count()) == (Status.DRAFT, old.owner, 0)
    entered = copy.entries.values_list("display_name", "player", "faction", "checked_in_at")
    assert list(entered) == [
        (*row, None) for row in old.entries.values_list("display_name", "player", "faction")
    ]
    assert list(Appointment.objects.filter(tournament=copy).values_list("user__username", "role")) == [
        ("judy", Role.JUDGE)
    ]
    (screen,) = copy.screens.all()
    assert screen.name == "Bar"
    assert screen.code != old.screens.get().code
    assert [describe(entry) for entry in copy.journal.all()] == [
        "Event copied from “Northern Open GT” (players: 4)"
    ]


def test_a_copy_without_players_helpers_and_displays_has_only_the_settings():
    old = playing("ann bo")
    add_screen(tournament=old, name="Bar", by=old.owner)
    copy = copy_event(tournament=old, by=old.owner, players=False, helpers=False, screens=False)
    assert (copy.entries.count(), copy.screens.count(), copy.organisers.count()) == (0, 0, 0)


def test_an_organiser_who_copies_owns_the_copy_and_the_old_owner_helps():
    old = event("ann bo", Status.REGISTRATION)
    appoint_director(tournament=old, user=confirmed("helen"), by=old.owner)
    copy = copy_event(tournament=old, by=user("helen"))
    assert copy.owner == user("helen")
    assert list(Appointment.objects.filter(tournament=copy).values_list("user__username", "role")) == [
        ("olga", Role.ORGANISER)
    ]


def test_stages_keep_settings_boards_and_times_and_lose_what_belongs_to_the_old_players():
    old = pools.playing_pools("ann bo cy di").tournament
    stage = old.stages.first()
    set_evening(stage=stage, starts="19:00", minutes=15, by=old.owner)
    stage.refresh_from_db()
    copied = copy_event(tournament=old, by=old.owner).stages.first()
    assert copied.is_planned
    for name in stage.settings.keys() - {"last_byes", "constraints", "shuffle_seed"}:
        assert copied.settings[name] == stage.settings[name]
    assert (copied.hall["starts"], copied.hall["minutes"], copied.hall["times"]) == ("19:00", 15, {})


def test_teams_are_copied_with_their_members_and_can_be_renamed_apart():
    old = event(team_size=2)
    for team, pair in (("Owls", ["Ann", "Bo"]), ("Foxes", ["Cy", "Di"])):
        add_team(tournament=old, details=EntryDetails(team, "Orks"), members=pair, by=old.owner)
    copy = copy_event(tournament=old, by=old.owner)
    for before, after in zip(old.entries.all(), copy.entries.all(), strict=True):
        members = [[row.player_id for row in one.members.order_by("number")] for one in (before, after)]
        assert members[0] == members[1]
        assert (before.display_name, before.player_id) != (after.display_name, after.player_id)
        assert before.display_name == after.display_name


def test_members_of_the_club_have_their_rating_of_today():
    club = build_club("Owls", "Ann Hart 1500")
    old = event(owner="clara")
    Tournament.objects.filter(pk=old.pk).update(club=club)
    old.refresh_from_db()
    enter_members(tournament=old, memberships=[member(club, "Ann Hart")], by=old.owner)
    edit_member(
        membership=member(club, "Ann Hart"),
        details=MemberDetails("Ann Hart", elo=1600),
        by=user("clara"),
    )
    copy = copy_event(tournament=old, by=user("clara"))
    assert (copy.club, copy.entries.get().rating) == (club, 1600)


def test_an_event_that_was_finished_early_is_copied_with_the_rounds_it_was_planned_with():
    old = playing("ann bo", total_rounds=3)
    play_round(old)
    finish_now(tournament=old, by=old.owner)
    old.refresh_from_db()
    assert (old.total_rounds, copy_event(tournament=old, by=old.owner).total_rounds) == (1, 3)


def test_the_next_date_is_the_same_day_of_the_week_and_not_in_the_past():
    today = timezone.localdate()
    days = {-7: 0, -6: 1, 0: 7, 3: 10, -15: 6}
    for before, after in days.items():
        tournament = Tournament(date=today + timedelta(before))
        assert next_date(tournament) == today + timedelta(after)


@pytest.mark.parametrize(
    ("name", "later"),
    [
        ("Darts night", "Darts night"),
        ("Darts, 11 November", "Darts, 18 November"),
        ("Darts 2026-11-11", "Darts 2026-11-18"),
        ("Darts 11.11.", "Darts 18.11."),
        ("Darts #9", "Darts #10"),
        ("Cup 2026", "Cup 2026"),
    ],
)
def test_the_date_in_a_name_and_a_number_after_a_hash_move_on(name, later):
    assert next_name(name, date(2026, 11, 11), date(2026, 11, 18)) == later
