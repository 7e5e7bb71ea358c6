"""A1, A2, A5: how a tournament moves, who may move it, and what a refusal leaves behind."""

import pytest

from building import details, enter, event, play_round, playing, start_next, user
from crosstable.events.actions.event import tournaments
from crosstable.events.actions.rounds import rounds
from crosstable.events.errors import BadValue, NotAllowed, WrongStatus
from crosstable.events.models import JournalEntry, Status
from crosstable.events.play_errors import NotEnoughPlayers, RoundsMissing
from events.test_teams import doubles

pytestmark = pytest.mark.django_db


def test_a_tournament_moves_through_its_five_statuses_in_order():
    tournament = event()
    seen = [tournament.status]
    enterers = ["ann", "bo"]
    while tournament.status != Status.IN_PROGRESS:
        tournaments.advance(tournament=tournament, by=tournament.owner)
        tournament.refresh_from_db()
        seen.append(tournament.status)
        if tournament.status == Status.REGISTRATION:
            for name in enterers:
                enter(tournament, name)
        if tournament.status == Status.CHECK_IN:
            tournament.entries.update(checked_in_at="2026-11-21T08:00:00Z")
    assert seen == [Status.DRAFT, Status.REGISTRATION, Status.CHECK_IN, Status.IN_PROGRESS]


def test_completing_needs_every_round_closed_and_locks_the_event():
    tournament = playing("ann bo", total_rounds=1)
    with pytest.raises(RoundsMissing) as refusal:
        tournaments.advance(tournament=tournament, by=tournament.owner)
    assert (refusal.value.closed, refusal.value.total) == (0, 1)
    play_round(tournament)
    assert tournaments.advance(tournament=tournament, by=tournament.owner) == Status.COMPLETE
    with pytest.raises(WrongStatus):
        tournaments.advance(tournament=tournament, by=tournament.owner)


def test_pressing_the_same_button_twice_moves_once():
    tournament = event()
    tournaments.advance(tournament=tournament, by=tournament.owner, seen_status="draft")
    with pytest.raises(WrongStatus):
        tournaments.advance(tournament=tournament, by=tournament.owner, seen_status="draft")
    tournament.refresh_from_db()
    assert tournament.status == Status.REGISTRATION


def test_an_event_does_not_start_with_one_player_checked_in():
    tournament = event("ann bo", Status.CHECK_IN)
    tournament.entries.filter(display_name="ann").update(checked_in_at="2026-11-21T08:00:00Z")
    with pytest.raises(NotEnoughPlayers) as refusal:
        tournaments.advance(tournament=tournament, by=tournament.owner)
    assert (
        str(refusal.value) == "At least two must be checked in before a round can be paired. Checked in: 1."
    )


def test_a_refusal_about_how_many_there_are_counts_teams() -> None:
    tournament = doubles("Owls")
    with pytest.raises(NotEnoughPlayers) as refusal:
        tournaments.advance(tournament=tournament, by=tournament.owner)
    assert (
        str(refusal.value) == "At least two must be checked in before a round can be paired. Checked in: 1."
    )


@pytest.mark.parametrize("status", [s for s in Status if s != Status.COMPLETE])
def test_a_stranger_moves_nothing_and_the_revision_stays(status):
    tournament = event("ann bo", status)
    revision = tournament.revision
    with pytest.raises(NotAllowed):
        tournaments.advance(tournament=tournament, by=user("mallory"))
    tournament.refresh_from_db()
    assert (tournament.status, tournament.revision) == (status, revision)


def test_a_step_back_is_possible_until_something_depends_on_it():
    tournament = event("ann bo", Status.IN_PROGRESS)
    assert tournaments.step_back(tournament=tournament, by=tournament.owner) == Status.CHECK_IN
    tournaments.advance(tournament=tournament, by=tournament.owner)
    rounds.pair_next_round(tournament=tournament, by=tournament.owner)
    with pytest.raises(WrongStatus):
        tournaments.step_back(tournament=tournament, by=tournament.owner)


def test_rounds_can_be_fewer_only_down_to_those_that_exist():
    tournament = playing("ann bo cy di", total_rounds=3)
    play_round(tournament)
    start_next(tournament)
    with pytest.raises(BadValue) as refusal:
        tournaments.edit_tournament(
            tournament=tournament, details=details(total_rounds=1), by=tournament.owner
        )
    assert (refusal.value.field, str(refusal.value)) == (
        "total_rounds",
        "The number of rounds must be from 2 to 30.",
    )
    tournaments.edit_tournament(tournament=tournament, details=details(total_rounds=2), by=tournament.owner)
    tournament.refresh_from_db()
    assert tournament.total_rounds == 2


def test_two_events_of_one_name_get_different_addresses():
    assert [event().slug, event().slug, event(name="!!!").slug] == [
        "northern-open-gt",
        "northern-open-gt-2",
        "event",
    ]


def test_every_action_leaves_one_journal_entry_numbered_by_the_revision():
    tournament = playing("ann bo cy")
    play_round(tournament)
    tournament.refresh_from_db()
    numbers = list(JournalEntry.objects.filter(tournament=tournament).values_list("number", flat=True))
    assert numbers == list(range(tournament.revision, 0, -1))
    verbs = list(tournament.journal.order_by("number").values_list("verb", flat=True))
    assert verbs == [
        "tournament.created",
        "tournament.advanced",
        *["entry.registered"] * 3,
        "tournament.advanced",
        *["entry.checked-in"] * 3,
        "tournament.advanced",
        "round.paired",
        "round.published",
        "round.started",
        "result.entered",
        "round.closed",
    ]
