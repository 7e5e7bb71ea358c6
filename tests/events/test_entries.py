"""A4 to A7: registering, lists and their lock, check-in, drops."""

import pytest
from django.conf import settings
from django.contrib.auth.models import AnonymousUser

from building import enter, entry, event, play_round, playing, start_next, user
from crosstable.events.actions.event import tournaments
from crosstable.events.actions.people import attendance, entries
from crosstable.events.bridge.entries import EntryDetails
from crosstable.events.bridge.verbs.sentences import describe
from crosstable.events.errors import (
    AlreadyHere,
    AlreadyRegistered,
    BadValue,
    CheckInOver,
    EntryHasPlayed,
    EntryIsDropped,
    ListsLocked,
    ListTooLong,
    NameTaken,
    NotAllowed,
    Refused,
    WrongStatus,
)
from crosstable.events.models import Entry, Match, Status
from crosstable.events.permissions import may_read_list

pytestmark = pytest.mark.django_db


def test_registering_keeps_the_list_as_it_was_pasted():
    tournament = event("", Status.REGISTRATION)
    text = "++ Army Roster ++\n\n  • Captain [80 pts]\t\n<b>not html</b>\n"
    enter(tournament, "ann", list_text=text)
    assert entry(tournament, "ann").list_text == text


def test_registering_twice_says_under_which_name():
    tournament = event("ann", Status.REGISTRATION)
    with pytest.raises(AlreadyRegistered) as refusal:
        entries.register(tournament=tournament, details=EntryDetails("Ann Other", "Orks"), by=user("ann"))
    assert str(refusal.value) == "You are registered for this event already, as “ann”."
    assert Entry.objects.count() == 1


def test_a_display_name_is_taken_whatever_its_case():
    tournament = event("ann", Status.REGISTRATION)
    with pytest.raises(NameTaken):
        entries.register(tournament=tournament, details=EntryDetails("ANN", "Orks"), by=user("bo"))


@pytest.mark.parametrize(
    ("details", "field"),
    [
        (EntryDetails("  ", "Orks"), "display_name"),
        (EntryDetails("x" * 61, "Orks"), "display_name"),
        (EntryDetails("bo", ""), "faction"),
        (EntryDetails("bo", "x" * 61), "faction"),
    ],
)
def test_a_bad_entry_names_the_field(details, field):
    tournament = event("", Status.REGISTRATION)
    with pytest.raises(BadValue) as refusal:
        entries.register(tournament=tournament, details=details, by=user("bo"))
    assert refusal.value.field == field


def test_a_list_of_200_kb_is_refused_with_its_length():
    tournament = event("", Status.REGISTRATION)
    with pytest.raises(ListTooLong) as refusal:
        enter(tournament, "ann", list_text="x" * 200_000)
    assert (refusal.value.length, refusal.value.limit) == (200_000, settings.MAX_LIST_LENGTH)
    assert Entry.objects.count() == 0


@pytest.mark.parametrize("status", [Status.IN_PROGRESS])
def test_no_one_registers_once_the_event_runs(status):
    tournament = event("ann bo", status)
    with pytest.raises(WrongStatus):
        enter(tournament, "cy")


def test_a_draft_takes_no_registration_from_a_stranger():
    with pytest.raises(NotAllowed):
        enter(event(), "cy")


def test_after_the_lock_players_read_every_list_and_change_none():
    tournament = event("ann bo", Status.REGISTRATION)
    ann, bo = entry(tournament, "ann"), entry(tournament, "bo")
    assert [may_read_list(user("bo"), ann), may_read_list(AnonymousUser(), ann)] == [False, False]
    assert [may_read_list(user("ann"), ann), may_read_list(tournament.owner, ann)] == [True, True]
    tournaments.lock_lists(tournament=tournament, by=tournament.owner)
    ann, bo = entry(tournament, "ann"), entry(tournament, "bo")
    assert [may_read_list(user("bo"), ann), may_read_list(user("ann"), bo)] == [True, True]
    with pytest.raises(ListsLocked):
        entries.edit_entry(entry=ann, details=EntryDetails("ann", "Orks", "new"), by=user("ann"))
    entries.edit_entry(
        entry=ann, details=EntryDetails("ann", "Orks", "by the organiser"), by=tournament.owner
    )
    assert entry(tournament, "ann").list_text == "by the organiser"


def test_no_player_edits_the_entry_of_another():
    tournament = event("ann bo", Status.REGISTRATION)
    with pytest.raises(NotAllowed):
        entries.edit_entry(entry=entry(tournament, "ann"), details=EntryDetails("ann", "x"), by=user("bo"))


def test_players_check_in_themselves_only_while_check_in_is_open():
    tournament = event("ann bo cy", Status.CHECK_IN)
    for name in ("ann", "bo"):
        entries.check_in(entry=entry(tournament, name), by=user(name))
    with pytest.raises(AlreadyHere):
        entries.check_in(entry=entry(tournament, "ann"), by=user("ann"))
    tournaments.advance(tournament=tournament, by=tournament.owner)
    with pytest.raises(CheckInOver):
        entries.check_in(entry=entry(tournament, "cy"), by=user("cy"))
    assert not entry(tournament, "cy").is_checked_in


def test_a_second_check_in_says_that_the_player_is_here_and_not_where_the_event_is():
    tournament = event("ann", Status.CHECK_IN)
    ann = {"entry": entry(tournament, "ann"), "by": tournament.owner}
    entries.check_in(**ann)
    assert refusal(entries.check_in, **ann) == "ann is checked in already."
    entries.undo_check_in(**ann)
    assert refusal(entries.undo_check_in, **ann) == ("ann is not checked in.")
    assert refusal(entries.rejoin, **ann) == "ann has not withdrawn."


def refusal(action, **values) -> str:
    with pytest.raises(Refused) as refused:
        action(**values)
    return str(refused.value)


def test_everyone_listed_is_checked_in_at_once_and_that_is_one_line_of_the_journal():
    tournament = event("ann bo cy di", Status.CHECK_IN)
    entries.check_in(entry=entry(tournament, "bo"), by=tournament.owner)
    entries.drop(entry=entry(tournament, "cy"), by=tournament.owner)
    listed = [entry(tournament, name).pk for name in ("ann", "bo", "cy")]
    here = attendance.check_in_all(tournament=tournament, entry_ids=listed, by=tournament.owner)
    assert [str(one) for one in here] == ["ann"]
    here = attendance.check_in_all(tournament=tournament, by=tournament.owner)
    assert [str(one) for one in here] == ["di"]
    assert [describe(line) for line in tournament.journal.all()[:2]] == ["di checked in", "ann checked in"]
    before = tournament.journal.count()
    assert attendance.check_in_all(tournament=tournament, by=tournament.owner) == []
    assert tournament.journal.count() == before


def test_several_check_ins_are_taken_back_at_once_until_the_event_starts():
    tournament = event("ann bo cy", Status.CHECK_IN)
    here = attendance.check_in_all(tournament=tournament, by=tournament.owner)
    ids = [one.pk for one in here[:2]]
    gone = attendance.undo_check_in_all(tournament=tournament, entry_ids=ids, by=tournament.owner)
    assert [str(one) for one in gone] == ["ann", "bo"]
    assert [e.is_checked_in for e in tournament.entries.order_by("display_name")] == [False, False, True]
    attendance.check_in_all(tournament=tournament, by=tournament.owner)
    tournaments.advance(tournament=tournament, by=tournament.owner)
    with pytest.raises(WrongStatus):
        attendance.undo_check_in_all(tournament=tournament, entry_ids=ids, by=tournament.owner)


def test_a_mistapped_check_in_is_undone():
    tournament = event("ann", Status.CHECK_IN)
    entries.check_in(entry=entry(tournament, "ann"), by=tournament.owner)
    entries.undo_check_in(entry=entry(tournament, "ann"), by=tournament.owner)
    assert not entry(tournament, "ann").is_checked_in


def test_a_late_player_is_entered_by_the_organiser_and_paired_in_the_next_round():
    tournament = playing("ann bo")
    play_round(tournament)
    entries.add_entry(
        tournament=tournament, details=EntryDetails("late", "Orks"), checked_in=True, by=tournament.owner
    )
    start_next(tournament)
    assert Match.objects.filter(round__number=2).count() == 2


def test_a_dropped_player_is_left_out_and_earlier_games_count():
    tournament = playing("ann bo cy di")
    play_round(tournament)
    entries.drop(entry=entry(tournament, "ann"), by=user("ann"))
    start_next(tournament)
    second = Match.objects.filter(round__number=2).values_list("first__display_name", "second__display_name")
    assert "ann" not in {name for pair in second for name in pair}
    assert Match.objects.filter(round__number=1).count() == 2
    with pytest.raises(EntryIsDropped):
        entries.drop(entry=entry(tournament, "ann"), by=user("ann"))


def test_a_dropped_player_comes_back_only_through_the_organiser_once_play_began():
    tournament = playing("ann bo cy di")
    entries.drop(entry=entry(tournament, "ann"), by=user("ann"))
    with pytest.raises(WrongStatus):
        entries.rejoin(entry=entry(tournament, "ann"), by=user("ann"))
    entries.rejoin(entry=entry(tournament, "ann"), by=tournament.owner)
    assert entry(tournament, "ann").is_active


def test_a_player_who_was_paired_is_dropped_not_removed():
    tournament = playing("ann bo")
    with pytest.raises(EntryHasPlayed):
        entries.remove_entry(entry=entry(tournament, "ann"), by=tournament.owner)
    assert tournament.entries.count() == 2
