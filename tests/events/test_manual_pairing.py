"""Manual pairing, in a draft and after publishing: no player lost, none twice, and no match that has begun is moved."""

from __future__ import annotations

from random import Random

import pytest

from building import entry, event, match_of, user
from chess_building import SIX, chess
from crosstable.events.actions.people import attendance
from crosstable.events.actions.results import results
from crosstable.events.actions.rounds import drafts, manual_pairing, rounds
from crosstable.events.actions.rounds.manual_pairing import SeenDraft
from crosstable.events.bridge.results.scores import parse_score
from crosstable.events.errors import BadValue, NotAllowed, Refused, Stale
from crosstable.events.models import JournalEntry, Match, Status, Tournament
from crosstable.events.play_errors import (
    ByeTaken,
    DraftOutdated,
    PlayersAside,
    RoundBeingPlayed,
    SeatTaken,
    TableBlocked,
    TableHasBegun,
)
from events.live_building import notified_names, published, seen
from knockout_building import beats, started, with_knockout

pytestmark = pytest.mark.django_db


def draft(names: str, **changes) -> Tournament:
    tournament = event(names, Status.IN_PROGRESS, **changes)
    rounds.pair_next_round(tournament=tournament, by=tournament.owner)
    return tournament


def meet(tournament, first, second, table=None, **hand):
    manual_pairing.set_pairing(
        tournament=tournament,
        first=entry(tournament, first),
        second=entry(tournament, second),
        table=table,
        by=tournament.owner,
        seen_draft=SeenDraft(**hand),
    )


def bye(tournament, name, kind="allocated", **hand):
    manual_pairing.give_bye(
        tournament=tournament,
        entry=entry(tournament, name),
        kind=kind,
        by=tournament.owner,
        seen_draft=SeenDraft(**hand),
    )


def apart(tournament, name, **hand):
    manual_pairing.unpair(match=match_of(tournament, name), by=tournament.owner, seen_draft=SeenDraft(**hand))


def marked(tournament) -> list[int | None]:
    return [
        m.table for m in Match.objects.filter(round__tournament=tournament, by_hand=True).order_by("table")
    ]


def test_two_who_are_to_meet_do_and_their_opponents_meet_each_other():
    tournament = draft("a b c d e f")
    assert seen(tournament) == ["1 a-d", "2 b-e", "3 c-f"]
    meet(tournament, "a", "b")
    assert seen(tournament) == ["1 a-b", "2 d-e", "3 c-f"]
    assert marked(tournament) == [1, 2]


def test_at_a_table_someone_sits_at_they_take_one_that_is_left():
    tournament = draft("a b c d e f")
    meet(tournament, "a", "b", table=3)
    assert seen(tournament) == ["1 d-e", "2 c-f", "3 a-b"]
    meet(tournament, "a", "b", table=40)
    assert seen(tournament) == ["1 d-e", "2 c-f", "40 a-b"]


def test_with_the_bye_the_opponent_left_over_gets_it():
    tournament = draft("a b c d e")
    assert seen(tournament) == ["1 a-c", "2 b-d", "e allocated"]
    meet(tournament, "a", "e")
    assert seen(tournament) == ["1 a-e", "2 b-d", "c allocated"]


def test_the_first_named_has_white_and_the_same_pair_turned_changes_colours():
    tournament = chess(SIX)
    rounds.pair_next_round(tournament=tournament, by=tournament.owner)
    assert seen(tournament) == ["1 ann-di", "2 ed-bo", "3 cy-flo"]
    meet(tournament, "di", "ann")
    assert seen(tournament) == ["1 di-ann", "2 ed-bo", "3 cy-flo"]
    meet(tournament, "bo", "ann")
    assert seen(tournament) == ["1 bo-ann", "2 ed-di", "3 cy-flo"]  # di is number 4: Black, as in round 1


def test_a_draft_with_someone_unpaired_is_not_published_until_they_have_a_place():
    tournament = draft("a b c d")
    apart(tournament, "a")
    assert seen(tournament) == ["2 b-d"]
    with pytest.raises(DraftOutdated) as refusal:
        rounds.publish_round(tournament=tournament, by=tournament.owner)
    assert refusal.value.missing == ["a", "c"]
    meet(tournament, "c", "a", table=1)
    assert seen(tournament) == ["1 c-a", "2 b-d"]
    assert rounds.publish_round(tournament=tournament, by=tournament.owner).is_public


def test_a_bye_by_hand_puts_the_opponent_aside_and_there_is_one_bye_only():
    tournament = draft("a b c d e")
    with pytest.raises(ByeTaken) as refusal:
        bye(tournament, "a")
    assert refusal.value.name == "e"
    bye(tournament, "a", "half")
    assert seen(tournament) == ["2 b-d", "a half", "e allocated"]
    meet(tournament, "c", "e")
    assert seen(tournament) == ["1 c-e", "2 b-d", "a half"]
    bye(tournament, "a")
    assert seen(tournament) == ["1 c-e", "2 b-d", "a allocated"]
    assert rounds.publish_round(tournament=tournament, by=tournament.owner).is_public


def test_after_publishing_those_concerned_are_told_and_no_one_else():
    tournament = published("a b c d e f")
    meet(tournament, "a", "b")
    assert notified_names(tournament) == {"a", "b", "d", "e"}
    drafts.change_table(match=match_of(tournament, "c"), table=9, by=tournament.owner)
    assert notified_names(tournament) == set("abcdef")


def test_anyone_who_is_put_aside_after_publishing_stands_in_the_way_of_the_start():
    tournament = published("a b c d")
    apart(tournament, "a")
    with pytest.raises(PlayersAside) as refusal:
        rounds.start_round(tournament=tournament, by=tournament.owner)
    assert refusal.value.names == ["a", "c"]
    meet(tournament, "a", "c")
    assert seen(tournament) == ["1 a-c", "2 b-d"]
    assert rounds.start_round(tournament=tournament, by=tournament.owner).status == "started"


def test_a_round_being_played_is_changed_only_when_said_and_never_a_table_that_has_begun():
    tournament = published("a b c d e f")
    rounds.start_round(tournament=tournament, by=tournament.owner)
    with pytest.raises(RoundBeingPlayed):
        meet(tournament, "a", "b")
    results.report(
        match=match_of(tournament, "c"), score=parse_score(match_of(tournament, "c"), (50, 40)), by=user("c")
    )
    with pytest.raises(TableHasBegun):
        meet(tournament, "a", "c", although_played=True)
    with pytest.raises(TableHasBegun):
        meet(tournament, "a", "b", table=3, although_played=True)
    with pytest.raises(TableHasBegun):
        apart(tournament, "f", although_played=True)
    with pytest.raises(TableHasBegun):
        bye(tournament, "f", although_played=True)
    meet(tournament, "a", "b", although_played=True)
    assert seen(tournament) == ["1 a-b", "2 d-e", "3 c-f"]


def test_a_form_made_from_older_pairings_is_refused_and_one_from_older_results_is_not():
    tournament = published("a b c d e f")
    version = tournament.rounds.get().version
    attendance.mark_no_show(entry=entry(tournament, "f"), by=tournament.owner)
    meet(tournament, "a", "b", seen_version=version)
    with pytest.raises(Stale):
        meet(tournament, "a", "c", seen_version=version)
    assert seen(tournament) == ["1 a-b", "2 d-e", "3 c-f"]


def test_what_cannot_be_is_refused_with_the_reason():
    tournament = draft("a b c d")
    attendance.mark_no_show(entry=entry(tournament, "d"), by=tournament.owner)
    for first, second, table in (("a", "a", None), ("a", "b", 0), ("a", "b", 10_000), ("a", "d", None)):
        with pytest.raises(BadValue):
            meet(tournament, first, second, table)
    with pytest.raises(BadValue):
        bye(tournament, "a", "golden")
    with pytest.raises(NotAllowed):
        manual_pairing.unpair(match=match_of(tournament, "a"), by=user("a"))
    assert seen(tournament) == ["1 a-c", "2 b-d"]


def test_the_journal_says_that_it_was_by_hand_and_keeps_both_states():
    tournament = draft("a b c d")
    meet(tournament, "a", "b")
    last = JournalEntry.objects.filter(tournament=tournament).first()
    assert (last.verb, last.subject) == ("pairing.set", "Round 1, table 1: a v b")
    assert [(m["table"], m["by_hand"]) for m in last.before["matches"]] == [(1, False), (2, False)]
    assert [(m["table"], m["by_hand"]) for m in last.after["matches"]] == [(1, True), (2, True)]


def test_a_round_paired_again_is_the_engines():
    tournament = draft("a b c d")
    meet(tournament, "a", "b")
    rounds.pair_next_round(tournament=tournament, by=tournament.owner)
    assert marked(tournament) == []


@pytest.mark.parametrize("seed", range(8))
def test_whatever_is_done_by_hand_no_one_is_lost_and_no_one_is_twice(seed):
    """Random steps; after each of them every player is in the round once or put aside."""
    rng = Random(seed)
    names = [f"p{n}" for n in range(9)]
    tournament = published(" ".join(names)) if seed % 2 else draft(" ".join(names))
    for _ in range(25):
        step = rng.choice([meet, meet, apart, bye, swap])
        try:
            if step in (meet, swap):
                step(tournament, *rng.sample(names, 2))
            else:
                step(tournament, rng.choice(names))
        except (Refused, StopIteration):
            pass
        check_whole(tournament, names)


def swap(tournament, first, second):
    drafts.swap_players(
        tournament=tournament,
        first=entry(tournament, first),
        second=entry(tournament, second),
        by=tournament.owner,
    )


def check_whole(tournament, names):
    rows = list(Match.objects.filter(round__tournament=tournament).select_related("first", "second", "round"))
    sides = [e.display_name for m in rows for e in (m.first, m.second) if e is not None]
    assert len(set(sides)) == len(sides)
    tables = [m.table for m in rows if m.second]
    assert None not in tables and len(set(tables)) == len(tables)
    assert sum(m.bye_kind == "allocated" for m in rows) <= 1
    round_ = tournament.rounds.get()
    if round_.is_public:
        aside = set(round_.set_aside.values_list("entry__display_name", flat=True))
        assert aside == set(names) - set(sides)


# Fixed seats and blocked tables.


def test_fixed_seats_and_blocked_tables_hold_from_the_next_pairing_on():
    tournament = event("a b c d e f", Status.IN_PROGRESS)
    drafts.fix_seat(entry=entry(tournament, "e"), table=7, by=tournament.owner)
    drafts.block_table(tournament=tournament, table=1, reason="wobbles", by=tournament.owner)
    rounds.pair_next_round(tournament=tournament, by=tournament.owner)
    assert seen(tournament) == ["2 a-d", "3 c-f", "7 b-e"]


def test_they_hold_in_a_bracket_too_where_every_match_has_a_table_of_its_own():
    stage = with_knockout("a b c d e f g h")
    tournament, olga = stage.tournament, user("olga")
    drafts.fix_seat(entry=entry(tournament, "e"), table=3, by=olga)
    drafts.block_table(tournament=tournament, table=1, reason="wobbles", by=olga)
    beats(started(stage), "h a", "e d")
    tables = (
        Match.objects.filter(round__stage=stage)
        .order_by("bracket_number")
        .values_list("table", "first", "second")
    )
    names = dict(tournament.entries.values_list("pk", "display_name"))
    seated = [f"{table} {names[one]}-{names[two]}" for table, one, two in tables]
    assert seated == ["2 a-h", "3 d-e", "4 b-g", "5 c-f", "3 h-e"]


def test_by_hand_someone_with_a_fixed_seat_sits_there_unless_another_table_is_named():
    tournament = draft("a b c d e f")
    drafts.fix_seat(entry=entry(tournament, "b"), table=12, by=tournament.owner)
    meet(tournament, "a", "b")
    assert seen(tournament) == ["1 d-e", "3 c-f", "12 a-b"]
    meet(tournament, "a", "b", table=2)
    assert seen(tournament) == ["1 d-e", "2 a-b", "3 c-f"]


def test_a_seat_is_one_persons_and_a_blocked_table_no_ones():
    tournament = event("a b", Status.IN_PROGRESS)
    drafts.fix_seat(entry=entry(tournament, "a"), table=3, by=tournament.owner)
    with pytest.raises(SeatTaken):
        drafts.fix_seat(entry=entry(tournament, "b"), table=3, by=tournament.owner)
    with pytest.raises(SeatTaken):
        drafts.block_table(tournament=tournament, table=3, by=tournament.owner)
    drafts.block_table(tournament=tournament, table=4, by=tournament.owner)
    with pytest.raises(TableBlocked):
        drafts.fix_seat(entry=entry(tournament, "b"), table=4, by=tournament.owner)
    drafts.unblock_table(tournament=tournament, table=4, by=tournament.owner)
    drafts.fix_seat(entry=entry(tournament, "b"), table=4, by=tournament.owner)
    drafts.fix_seat(entry=entry(tournament, "a"), table=None, by=tournament.owner)
    assert [e.fixed_table for e in tournament.entries.all()] == [None, 4]
    with pytest.raises(BadValue):
        drafts.fix_seat(entry=entry(tournament, "a"), table=0, by=tournament.owner)
