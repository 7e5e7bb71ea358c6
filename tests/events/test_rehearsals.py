"""Rehearsals: a copy of an event in which invented players play the whole event, and which leaves nothing behind."""

from __future__ import annotations

import pytest

from building import user
from crossings.small_event import event
from crosstable.accounts.models import Player
from crosstable.events.actions.event.copying import copy_event
from crosstable.events.actions.event.deleting import delete_tournament, end_rehearsal
from crosstable.events.actions.event.rehearsal import MOST_ACTS, move_rehearsal, start_rehearsal
from crosstable.events.errors import BadValue, IsARehearsal, NotARehearsal, RehearsalRuns
from crosstable.events.models import DeletedEvent, Notification, RatingChange, Tournament
from crosstable.events.queries.people.players import public_players
from crosstable.events.queries.people.public import front_page
from crosstable.events.queries.people.tournaments import listed_tournaments

pytestmark = pytest.mark.django_db
CASES = [
    ("wargame", "swiss", "players", 1),
    ("chess", "swiss", "teams", 2),
    ("goals", "round-robin", "players", 1),
    ("cards", "pools-knockout", "players", 1),
    ("sets", "knockout", "teams", 1),
    ("wtc", "swiss-cut", "players", 1),
]


def played(rehearsal: Tournament) -> str:
    """Let it run alone until nothing happens, and return why it stopped."""
    for _ in range(100):
        progress = move_rehearsal(tournament=rehearsal, by=user("olga"), acts=MOST_ACTS, runs_alone=True)
        if progress.waits:
            rehearsal.refresh_from_db()
            return progress.waits
    raise AssertionError("it does not end")


@pytest.mark.parametrize(("game", "format", "kind", "boards"), CASES)
def test_invented_players_play_an_event_of_each_format_to_its_end(game, format, kind, boards):
    old = event(game, format, kind, boards)
    rehearsal = start_rehearsal(tournament=old, players=8, by=user("olga"))
    why = played(rehearsal)
    assert (rehearsal.is_complete, rehearsal.entries.count(), rehearsal.is_rated) == (True, 8, False), why


def test_a_rehearsal_is_listed_nowhere_tells_no_one_and_leaves_nothing_behind():
    olga, old = user("olga"), event("wargame", "swiss", "players")
    before = Tournament.objects.values().get(pk=old.pk), old.entries.count(), Player.objects.count()
    rehearsal = start_rehearsal(tournament=old, players=6, by=olga)
    played(rehearsal)
    shown = front_page()
    assert {row.pk for row in (*shown.open, *shown.playing, *shown.finished)} == {old.pk}
    assert [row.pk for row in listed_tournaments(olga)] == [old.pk]
    assert not public_players().filter(name__startswith="Robot").exists()
    assert (Notification.objects.count(), RatingChange.objects.count(), rehearsal.club) == (0, 0, None)
    assert end_rehearsal(tournament=rehearsal, by=olga) == old
    after = Tournament.objects.values().get(), old.entries.count(), Player.objects.count()
    assert (after, DeletedEvent.objects.count()) == (before, 0)


def test_an_event_has_one_rehearsal_which_is_neither_copied_nor_kept():
    olga, old = user("olga"), event("chess", "swiss", "players")
    rehearsal = start_rehearsal(tournament=old, by=olga)
    with pytest.raises(RehearsalRuns):
        start_rehearsal(tournament=old, by=olga)
    for refused in (
        lambda: start_rehearsal(tournament=rehearsal, by=olga),
        lambda: copy_event(tournament=rehearsal, by=olga),
        lambda: delete_tournament(tournament=rehearsal, by=olga, confirm=rehearsal.name),
    ):
        with pytest.raises(IsARehearsal):
            refused()
    delete_tournament(tournament=old, by=olga, confirm=old.name)
    assert not Tournament.objects.exists()


def test_the_number_of_players_has_limits_and_the_organiser_may_play_a_part():
    olga, old = user("olga"), event("goals", "knockout", "players")
    with pytest.raises(BadValue, match="has from 4 to 200 players"):
        start_rehearsal(tournament=old, players=2000, by=olga)
    rehearsal = start_rehearsal(tournament=old, players=5, by=olga)
    progress = move_rehearsal(tournament=rehearsal, by=olga, acts=MOST_ACTS)
    assert (progress.acts, rehearsal.entries.count()) == (5, 5)
    assert progress.waits == "Registration is open, 5 players registered"
    with pytest.raises(NotARehearsal):
        move_rehearsal(tournament=old, by=olga)
