"""Late entries: one step from self-registration to a place, never two byes, never twice in the round."""

from __future__ import annotations

import pytest

from building import entry, settle
from crosstable.events.actions.people import attendance, byes, entries, late
from crosstable.events.actions.rounds import repairs, rounds
from crosstable.events.bridge.entries import EntryDetails
from crosstable.events.errors import BadValue, NameTaken
from crosstable.events.models import Entry, JournalEntry, Match
from crosstable.events.play_errors import AlreadyInRound, NoLiveRound, NotFree
from crosstable.events.queries.rounds.live_rounds import live_round_of, situation_of
from crosstable.events.queries.rounds.repairs import free_opponents
from events.live_building import notified_names, published, seen, ways_out

pytestmark = pytest.mark.django_db

NEW = EntryDetails("zed", faction="Orks")


def receive(tournament, how, *, who=None, against=None, details=None):
    return late.receive(
        tournament=tournament,
        how=how,
        entry=entry(tournament, who) if who else None,
        details=details or (None if who else NEW),
        opponent=entry(tournament, against) if against else None,
        by=tournament.owner,
    )


def free(tournament, who=None) -> list[tuple[str, str, int | None]]:
    newcomer = entry(tournament, who) if who else None
    situation = situation_of(live_round_of(tournament), *([newcomer] if newcomer else []))
    return [(f.entry.display_name, f.why, f.table) for f in free_opponents(situation, newcomer)]


def no_show(tournament, name):
    attendance.mark_no_show(entry=entry(tournament, name), by=tournament.owner)


def test_plays_the_bye_at_a_table_of_their_own():
    tournament = published("a b c d e")
    assert free(tournament) == [("e", "bye", None)]
    receive(tournament, "play", against="e")
    assert seen(tournament) == ["1 a-c", "2 b-d", "3 e-zed"]
    assert notified_names(tournament) == {"e", "zed"}


def test_plays_one_without_an_opponent_at_the_same_table():
    tournament = published("a b c d")
    no_show(tournament, "c")
    assert free(tournament) == [("a", "no-opponent", 1)]
    receive(tournament, "play", against="a")
    assert seen(tournament) == ["1 a-zed", "2 b-d", "c zero"]


def test_plays_one_who_has_won_by_forfeit_already():
    tournament = published("a b c d")
    rounds.start_round(tournament=tournament, by=tournament.owner)
    no_show(tournament, "c")
    offer = ways_out(tournament)[0]
    repairs.apply_repair(tournament=tournament, key=offer.key, by=tournament.owner)
    assert seen(tournament)[0] == "1 a-c 1-0F"
    receive(tournament, "play", against="a")
    assert seen(tournament) == ["1 a-zed", "2 b-d", "c zero"]


@pytest.mark.parametrize("kind", ["half", "zero"])
def test_has_a_bye_for_half_a_point_or_none(kind):
    tournament = published("a b c d")
    receive(tournament, kind)
    assert seen(tournament) == ["1 a-c", "2 b-d", f"zed {kind}"]


def test_enters_in_the_next_round():
    tournament = published("a b c d")
    assert receive(tournament, "next").is_active
    assert seen(tournament) == ["1 a-c", "2 b-d"]


def test_someone_registered_who_was_not_checked_in_is_brought_in_as_well():
    tournament = published("a b c")
    zoe = entries.add_entry(
        tournament=tournament, details=EntryDetails("zoe", faction="Orks"), by=tournament.owner
    )
    receive(tournament, "play", who="zoe", against="c")
    assert seen(tournament) == ["1 a-b", "2 c-zoe"]
    zoe.refresh_from_db()
    assert zoe.is_checked_in


def test_a_no_show_who_comes_after_all_begins_at_the_table_that_was_kept():
    tournament = published("a b c d")
    no_show(tournament, "c")
    receive(tournament, "play", who="c", against="a")
    assert seen(tournament) == ["1 a-c", "2 b-d"]
    assert entry(tournament, "c").is_active
    assert notified_names(tournament) == set()


def test_a_no_show_who_comes_after_the_forfeit_plays_all_the_same():
    tournament = published("a b c d")
    no_show(tournament, "c")
    repairs.apply_repair(tournament=tournament, key=ways_out(tournament)[0].key, by=tournament.owner)
    assert seen(tournament)[0] == "1 a-c 1-0F"
    assert free(tournament, "c") == [("a", "no-opponent", 1)]
    receive(tournament, "play", who="c", against="a")
    assert seen(tournament) == ["1 a-c", "2 b-d"]


def test_a_zero_point_bye_is_taken_away_when_its_holder_plays_or_gets_half_a_point():
    tournament = published("a b c d e")
    no_show(tournament, "a")
    repairs.apply_repair(tournament=tournament, key=ways_out(tournament)[0].key, by=tournament.owner)
    assert seen(tournament) == ["1 c-e", "2 b-d", "a zero"]
    receive(tournament, "half", who="a")
    assert seen(tournament) == ["1 c-e", "2 b-d", "a half"]
    no_show(tournament, "b")
    receive(tournament, "play", who="a", against="d")
    assert seen(tournament) == ["1 c-e", "2 a-d", "b zero"]


def test_no_one_gets_two_byes_or_stands_twice():
    tournament = published("a b c d e")
    for who, how, against in (("e", "half", None), ("a", "zero", None), ("a", "play", "e")):
        with pytest.raises(AlreadyInRound):
            receive(tournament, how, who=who, against=against)
    receive(tournament, "half")
    receive(tournament, "half", who="zed")  # said twice is said once
    assert seen(tournament) == ["1 a-c", "2 b-d", "e allocated", "zed half"]


def test_a_bye_asked_for_beforehand_is_played_instead_of_doubled():
    tournament = published("a b c d e")
    rounds.start_round(tournament=tournament, by=tournament.owner)
    settle(tournament, "a 60-40", "b 60-40")
    rounds.close_round(tournament=tournament, by=tournament.owner)
    byes.request_bye(entry=entry(tournament, "c"), round_number=2, kind="half", by=tournament.owner)
    rounds.pair_next_round(tournament=tournament, by=tournament.owner)
    rounds.publish_round(tournament=tournament, by=tournament.owner)
    assert seen(tournament)[-1] == "c half"
    newcomer = receive(tournament, "next")
    assert newcomer.is_active
    no_show(tournament, "e")
    partner = next(f[0] for f in free(tournament, "c") if f[1] == "no-opponent")
    receive(tournament, "play", who="c", against=partner)
    assert [line for line in seen(tournament) if line.startswith("c ")] == []


def test_an_opponent_who_has_a_game_again_is_not_taken_away_and_no_one_is_added():
    tournament = published("a b c d e")
    receive(tournament, "play", against="e")
    with pytest.raises(NotFree):
        receive(tournament, "play", details=EntryDetails("yan", faction="Orks"), against="e")
    assert not Entry.objects.filter(display_name="yan").exists()
    assert seen(tournament) == ["1 a-c", "2 b-d", "3 e-zed"]


def test_a_pair_that_must_not_meet_is_not_offered():
    tournament = published("a b c d e")
    receive(tournament, "next")
    byes.forbid_pair(
        tournament=tournament,
        first=entry(tournament, "e"),
        second=entry(tournament, "zed"),
        by=tournament.owner,
    )
    assert free(tournament, "zed") == []


def test_bad_input_changes_nothing():
    tournament = published("a b c d e")
    with pytest.raises(BadValue):
        receive(tournament, "somehow")
    with pytest.raises(BadValue):
        receive(tournament, "play")
    with pytest.raises(NameTaken):
        receive(tournament, "half", details=EntryDetails("A", faction="Orks"))
    with pytest.raises(BadValue):
        late.receive(tournament=tournament, how="half", by=tournament.owner)
    assert Entry.objects.filter(tournament=tournament).count() == 5
    assert Match.objects.count() == 3


def test_before_a_round_is_published_there_is_only_the_next_one():
    tournament = published("a b c d")
    rounds.start_round(tournament=tournament, by=tournament.owner)
    settle(tournament, "a 60-40", "b 60-40")
    rounds.close_round(tournament=tournament, by=tournament.owner)
    with pytest.raises(NoLiveRound):
        receive(tournament, "half")
    assert not Entry.objects.filter(display_name="zed").exists()


def test_someone_who_left_and_returns_is_seated_in_one_step():
    tournament = published("a b c d e")
    attendance.concede_and_drop(entry=entry(tournament, "c"), by=tournament.owner)
    repairs.apply_repair(tournament=tournament, key=ways_out(tournament)[0].key, by=tournament.owner)
    assert seen(tournament) == ["1 a-e", "2 b-d", "c zero"]
    receive(tournament, "half", who="c")
    assert seen(tournament) == ["1 a-e", "2 b-d", "c half"]
    verbs = list(JournalEntry.objects.filter(tournament=tournament).values_list("verb", flat=True))
    assert verbs[:2] == ["entry.late", "entry.rejoined"]
