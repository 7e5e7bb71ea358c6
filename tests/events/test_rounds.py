"""A8, A9: draft, publish, start, close; changing a draft by hand."""

import pytest

from building import entry, event, match_of, pairs, play_round, playing, settle, start_next, user
from crosstable.events.actions.people import entries
from crosstable.events.actions.results import results
from crosstable.events.actions.rounds import drafts, rounds
from crosstable.events.bridge.results.scores import parse_score
from crosstable.events.errors import BadValue, NotAllowed, WrongStatus
from crosstable.events.models import Match, PlayerRating, RatingChange, Round, Status
from crosstable.events.play_errors import (
    DraftOutdated,
    NoRoundLeft,
    NoSuchRound,
    ResultsOpen,
    RoundBeingPlayed,
    RoundStillOpen,
)

pytestmark = pytest.mark.django_db


def draft(names: str = "ann bo cy di"):
    tournament = event(names, Status.IN_PROGRESS)
    rounds.pair_next_round(tournament=tournament, by=tournament.owner)
    return tournament


def test_the_first_round_slides_the_registration_order():
    tournament = draft("a b c d e f")
    assert pairs(tournament, 1) == {frozenset("ad"), frozenset("be"), frozenset("cf")}


def test_an_odd_field_gives_the_bye_to_the_last_registered():
    draft("a b c")
    assert [(m.first.display_name, m.table, m.state) for m in Match.objects.filter(second=None)] == [
        ("c", None, "bye")
    ]


def test_a_round_is_not_paired_before_the_event_runs():
    tournament = event("ann bo", Status.CHECK_IN)
    with pytest.raises(WrongStatus):
        rounds.pair_next_round(tournament=tournament, by=tournament.owner)
    assert Round.objects.count() == 0


def test_the_next_round_waits_for_the_one_before():
    tournament = playing("ann bo")
    with pytest.raises(RoundStillOpen) as refusal:
        rounds.pair_next_round(tournament=tournament, by=tournament.owner)
    assert refusal.value.number == 1


def test_no_more_rounds_are_paired_than_the_event_has():
    tournament = playing("ann bo", total_rounds=1)
    play_round(tournament)
    with pytest.raises(NoRoundLeft):
        rounds.pair_next_round(tournament=tournament, by=tournament.owner)


def test_a_draft_is_thrown_away_or_paired_again_without_a_trace_in_the_rounds():
    tournament = draft()
    rounds.pair_next_round(tournament=tournament, by=tournament.owner)
    assert (Round.objects.count(), Match.objects.count()) == (1, 2)
    rounds.discard_draft(tournament=tournament, by=tournament.owner)
    assert (Round.objects.count(), Match.objects.count()) == (0, 0)


def test_swapping_two_players_exchanges_their_places():
    tournament = draft("a b c d")
    assert pairs(tournament, 1) == {frozenset("ac"), frozenset("bd")}
    drafts.swap_players(
        tournament=tournament,
        first=entry(tournament, "a"),
        second=entry(tournament, "b"),
        by=tournament.owner,
    )
    assert pairs(tournament, 1) == {frozenset("bc"), frozenset("ad")}


def test_swapping_with_the_bye_hands_it_over():
    tournament = draft("a b c")
    drafts.swap_players(
        tournament=tournament,
        first=entry(tournament, "a"),
        second=entry(tournament, "c"),
        by=tournament.owner,
    )
    assert match_of(tournament, "a").is_bye
    assert pairs(tournament, 1) == {frozenset("bc")}


def test_swapping_opponents_is_refused():
    tournament = draft("a b")
    with pytest.raises(BadValue):
        drafts.swap_players(
            tournament=tournament,
            first=entry(tournament, "a"),
            second=entry(tournament, "b"),
            by=tournament.owner,
        )


def test_moving_to_a_taken_table_exchanges_the_tables():
    tournament = draft("a b c d")
    drafts.change_table(match=match_of(tournament, "a"), table=2, by=tournament.owner)
    assert (match_of(tournament, "a").table, match_of(tournament, "b").table) == (2, 1)
    drafts.change_table(match=match_of(tournament, "a"), table=40, by=tournament.owner)
    assert (match_of(tournament, "a").table, match_of(tournament, "b").table) == (40, 1)


@pytest.mark.parametrize("table", [0, -1, 10_000])
def test_a_table_that_cannot_be_is_refused(table):
    tournament = draft("a b")
    with pytest.raises(BadValue):
        drafts.change_table(match=match_of(tournament, "a"), table=table, by=tournament.owner)


def test_a_table_has_the_rounds_mission_or_its_own():
    tournament = draft("a b c d")
    drafts.set_mission(tournament=tournament, number=1, mission="Take and Hold", by=tournament.owner)
    drafts.set_table_mission(match=match_of(tournament, "a"), mission="Supply Drop", by=tournament.owner)
    assert [match_of(tournament, n).mission for n in "ab"] == ["Supply Drop", ""]
    assert Round.objects.get().mission == "Take and Hold"


def test_a_published_round_is_not_thrown_away_and_one_being_played_not_moved_by_accident():
    tournament = draft("a b c d")
    rounds.publish_round(tournament=tournament, by=tournament.owner)
    with pytest.raises(NoSuchRound):
        rounds.discard_draft(tournament=tournament, by=tournament.owner)
    rounds.start_round(tournament=tournament, by=tournament.owner)
    with pytest.raises(RoundBeingPlayed):
        drafts.change_table(match=match_of(tournament, "a"), table=2, by=tournament.owner)


def test_a_draft_someone_dropped_from_is_not_published():
    tournament = draft("ann bo cy di")
    entries.drop(entry=entry(tournament, "bo"), by=user("bo"))
    with pytest.raises(DraftOutdated) as refusal:
        rounds.publish_round(tournament=tournament, by=tournament.owner)
    assert str(refusal.value) == "The draft is out of date. Withdrawn since then: bo. Pair the round again."
    rounds.pair_next_round(tournament=tournament, by=tournament.owner)
    assert rounds.publish_round(tournament=tournament, by=tournament.owner).status == "published"


def test_closing_names_the_tables_without_a_result():
    tournament = playing("a b c d e f")
    settle(tournament, "b 60-40")
    with pytest.raises(ResultsOpen) as refusal:
        rounds.close_round(tournament=tournament, by=tournament.owner)
    assert str(refusal.value) == "Tables 1 and 3 still have no confirmed result."
    assert Round.objects.get().status == "started"


def test_ratings_move_when_the_round_closes_and_a_bye_is_not_rated():
    tournament = playing("a b c")
    settle(tournament, "a 60-40")
    assert RatingChange.objects.count() == 0
    rounds.close_round(tournament=tournament, by=tournament.owner)
    ledger = RatingChange.objects.values_list("player__name", "opponent__name", "before", "after", "outcome")
    assert list(ledger) == [("a", "b", 1200, 1216, "win"), ("b", "a", 1200, 1184, "loss")]
    assert dict(PlayerRating.objects.values_list("player__name", "value")) == {"a": 1216, "b": 1184}


def test_all_games_of_a_round_are_rated_from_the_ratings_before_it():
    tournament = playing("a b c d", total_rounds=2)
    play_round(tournament, "a 60-40", "b 60-40")
    start_next(tournament)
    play_round(tournament, "a 60-40", "c 50-50")
    # 1216 v 1216 and 1184 v 1184: even games, K 32
    assert dict(PlayerRating.objects.values_list("player__name", "value")) == {
        "a": 1232,
        "b": 1200,
        "c": 1184,
        "d": 1184,
    }


def test_a_stranger_runs_no_round():
    tournament = draft()
    for action in (rounds.publish_round, rounds.pair_next_round, rounds.discard_draft):
        with pytest.raises(NotAllowed):
            action(tournament=tournament, by=user("mallory"))
    assert Round.objects.get().status == "draft"


def test_a_result_of_a_closed_round_is_not_entered_over():
    tournament = playing("a b")
    play_round(tournament)
    with pytest.raises(Exception, match="not in progress"):
        results.enter_result(
            match=match_of(tournament, "a"),
            score=parse_score(match_of(tournament, "a"), (1, 2)),
            by=tournament.owner,
        )


def test_a_mission_too_long_is_refused_and_nothing_is_paired():
    tournament = event("ann bo", Status.IN_PROGRESS)
    with pytest.raises(BadValue):
        rounds.pair_next_round(tournament=tournament, by=tournament.owner, mission="x" * 81)
    assert Round.objects.count() == 0
