"""Failure 5, table double-booked. A table holds one match at a time; overlap by time slot; byes hold no table; two
fixed-seat players meet at one of the seats; a blocked table is never used. Whatever is done to a round."""

from __future__ import annotations

from random import Random

import pytest
from django.db import IntegrityError, transaction

from building import entry, event, match_of, play_round, start_next
from crosstable.events.actions.people import attendance, late
from crosstable.events.actions.rounds import drafts, manual_pairing, repairs, rounds
from crosstable.events.actions.rounds.manual_pairing import SeenDraft
from crosstable.events.bridge.entries import EntryDetails
from crosstable.events.errors import Refused
from crosstable.events.models import Match, Status, Tournament
from crosstable.events.play_errors import SeatTaken
from events.live_building import published, seen, ways_out

pytestmark = pytest.mark.django_db


def test_the_database_itself_refuses_a_second_match_at_a_table_at_the_same_time():
    tournament = published("a b c d")
    one, two = Match.objects.order_by("table")
    with pytest.raises(IntegrityError), transaction.atomic():
        Match.objects.filter(pk=two.pk).update(table=one.table)
    Match.objects.filter(pk=two.pk).update(table=one.table, slot=2)  # after the first: no overlap
    assert seen(tournament) == ["1 a-c", "1 b-d"]


def test_a_bye_holds_no_table():
    published("a b c")
    assert Match.objects.get(second=None).table is None


def test_a_match_moved_to_a_taken_table_changes_places_with_the_one_there():
    tournament = published("a b c d e f")
    drafts.change_table(match=match_of(tournament, "a"), table=3, by=tournament.owner)
    assert seen(tournament) == ["1 c-f", "2 b-e", "3 a-d"]


def test_two_fixed_seat_players_meet_at_one_of_the_seats():
    tournament = event("a b c d", Status.IN_PROGRESS)  # a meets c
    drafts.fix_seat(entry=entry(tournament, "a"), table=8, by=tournament.owner)
    drafts.fix_seat(entry=entry(tournament, "c"), table=5, by=tournament.owner)
    with pytest.raises(SeatTaken):
        drafts.fix_seat(entry=entry(tournament, "d"), table=5, by=tournament.owner)
    start_next(tournament)
    assert seen(tournament) == ["1 b-d", "5 a-c"]
    play_round(tournament)
    start_next(tournament)  # a meets b, c meets d: each at their own table
    assert seen(tournament) == ["5 c-d", "8 a-b"]


def test_someone_with_a_fixed_seat_who_has_the_bye_leaves_it_to_others_and_takes_no_table():
    tournament = event("a b c", Status.IN_PROGRESS)
    drafts.fix_seat(entry=entry(tournament, "c"), table=1, by=tournament.owner)
    start_next(tournament)
    assert seen(tournament) == ["1 a-b", "c allocated"]


@pytest.mark.parametrize("seed", range(10))
def test_whatever_happens_to_a_round_every_table_holds_one_match(seed):
    """Moves, pairings by hand, no-shows, repairs and late arrivals in any order, with seats and blocked tables."""
    rng = Random(seed)
    names = [f"p{n}" for n in range(11)]
    tournament = event(" ".join(names), Status.IN_PROGRESS)
    drafts.block_table(tournament=tournament, table=2, by=tournament.owner)
    drafts.fix_seat(entry=entry(tournament, "p3"), table=7, by=tournament.owner)
    rounds.pair_next_round(tournament=tournament, by=tournament.owner)
    rounds.publish_round(tournament=tournament, by=tournament.owner)
    check_tables(tournament, moved_by_hand=False)
    for step in range(20):
        with transaction.atomic():
            try:
                disturb(tournament, rng, names, step)
            except (Refused, StopIteration, IndexError):
                transaction.set_rollback(True)
        check_tables(tournament, moved_by_hand=True)


def disturb(tournament: Tournament, rng: Random, names: list[str], step: int) -> None:
    by, who = tournament.owner, entry(tournament, rng.choice(names))
    match rng.choice(["move", "set", "gone", "repair", "late", "apart"]):
        case "move":
            drafts.change_table(match=match_of(tournament, who.display_name), table=rng.randint(1, 9), by=by)
        case "set":
            other = entry(tournament, rng.choice(names))
            table = rng.choice([None, rng.randint(1, 9)])
            manual_pairing.set_pairing(tournament=tournament, first=who, second=other, table=table, by=by)
        case "gone":
            attendance.mark_no_show(entry=who, by=by)
        case "repair":
            offer = rng.choice(ways_out(tournament))
            repairs.apply_repair(tournament=tournament, key=offer.key, by=by)
        case "late":
            details = EntryDetails(f"late{step}", faction="Orks")
            how = rng.choice(["play", "half", "next"])
            late.receive(tournament=tournament, how=how, details=details, opponent=who, by=by)
        case "apart":
            manual_pairing.unpair(match=match_of(tournament, who.display_name), by=by, seen_draft=SeenDraft())


def check_tables(tournament: Tournament, *, moved_by_hand: bool) -> None:
    rows = list(Match.objects.filter(round__tournament=tournament))
    tables = [row.table for row in rows if row.second_id is not None]
    assert None not in tables
    assert len(set(tables)) == len(tables)
    assert [row.table for row in rows if row.second_id is None and row.table is not None] == []
    sides = [pk for row in rows for pk in (row.first_id, row.second_id) if pk is not None]
    assert len(set(sides)) == len(sides)
    if not moved_by_hand:
        assert 2 not in tables
        assert match_of(tournament, "p3").table == 7
