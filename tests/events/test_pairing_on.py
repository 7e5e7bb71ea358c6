"""Drafts know what they were paired from; pairing on while a match of the round before is open."""

import pytest

from building import entry, match_of, pairs, play_round, playing, settle, start_next, user
from chess_building import SIX, chess, start_chess
from crosstable.events.actions.event import tournaments
from crosstable.events.actions.people import byes, entries
from crosstable.events.actions.results import results
from crosstable.events.actions.rounds import drafts, rounds
from crosstable.events.bridge.results.scores import parse_score
from crosstable.events.bridge.verbs.sentences import values_of
from crosstable.events.errors import Stale
from crosstable.events.models import Match, RatingChange, Round
from crosstable.events.play_errors import (
    DraftStale,
    EarlierMatchesOpen,
    EarlierRoundOpen,
    ResultsOpen,
    RoundsMissing,
    RoundStillOpen,
)
from crosstable.events.queries.rounds.drafts import changes_under
from crosstable.events.queries.rounds.open_matches import open_results_of
from crosstable.events.queries.standings.ranking import ranking

pytestmark = pytest.mark.django_db


def with_a_dispute():
    """Round 1 of four: a beat c at table 1, b and d dispute table 2."""
    tournament = playing("a b c d")
    settle(tournament, "a 70-40")
    match = match_of(tournament, "b")
    results.report(match=match, score=parse_score(match, (60, 50)), by=user("b"))
    results.report(match=match, score=parse_score(match, (45, 55)), by=user("d"))
    return tournament


def pair_on(tournament):
    return rounds.pair_next_round(tournament=tournament, by=tournament.owner, with_open=True)


def publish(tournament, **options):
    return rounds.publish_round(tournament=tournament, by=tournament.owner, **options)


def test_pairing_on_is_a_choice():
    tournament = with_a_dispute()
    with pytest.raises(RoundStillOpen):
        rounds.pair_next_round(tournament=tournament, by=tournament.owner)
    assert pair_on(tournament).number == 2
    assert list(Round.objects.values_list("number", "status")) == [(1, "started"), (2, "draft")]


def test_a_round_with_all_its_results_is_closed_not_paired_over():
    tournament = playing("a b c d")
    settle(tournament, "a 70-40", "b 60-40")
    with pytest.raises(RoundStillOpen):
        pair_on(tournament)


def test_publishing_with_a_hole_says_which_tables_and_wants_a_yes():
    tournament = with_a_dispute()
    pair_on(tournament)
    with pytest.raises(EarlierMatchesOpen) as refusal:
        publish(tournament)
    assert str(refusal.value) == (
        "Missing results: table 2 of round 1. Enter them first, or read what could change and publish anyway."
    )
    assert publish(tournament, with_open=True).status == "published"
    assert values_of(tournament.journal.first().after) == {"round": 2, "open": ["Table 2 of round 1"]}


def test_the_hole_names_what_every_result_would_change():
    tournament = with_a_dispute()
    found = open_results_of(pair_on(tournament))
    effects = {
        tuple(one.results): ([(m.first.display_name, m.second.display_name) for m in one.lost], one.gained)
        for one in found.possible
    }
    drafted = pairs(tournament, 2)
    assert drafted == {frozenset("ab"), frozenset("cd")}
    assert effects == {
        ("b beats d 60–50",): ([], []),
        ("d beats b 55–45",): ([("a", "b"), ("d", "c")], ["a v d", "b v c"]),
        ("b and d draw 55–55",): ([], []),
    }
    assert (found.is_complete, found.certain, found.pairings) == (True, 0, 2)


def test_a_match_decided_later_counts_and_published_pairings_stay():
    tournament = with_a_dispute()
    pair_on(tournament)
    publish(tournament, with_open=True)
    rounds.start_round(tournament=tournament, by=tournament.owner)
    before = list(Match.objects.filter(round__number=2).order_by("pk").values())
    late = match_of(tournament, "b", 1)
    results.enter_result(match=late, score=parse_score(late, (45, 55)), by=tournament.owner, overwrite=True)
    assert list(Match.objects.filter(round__number=2).order_by("pk").values()) == before
    wins = {row.entry.name: row.history.wins for row in ranking(tournament).rows}
    assert wins == {"a": 1, "d": 1, "b": 0, "c": 0}


def test_rounds_close_in_order_and_are_rated_in_order():
    tournament = with_a_dispute()
    pair_on(tournament)
    publish(tournament, with_open=True)
    rounds.start_round(tournament=tournament, by=tournament.owner)
    settle(tournament, "a 60-40", "c 60-40")
    with pytest.raises(EarlierRoundOpen):
        rounds.close_round(tournament=tournament, by=tournament.owner, number=2)
    with pytest.raises(ResultsOpen) as refusal:
        rounds.close_round(tournament=tournament, by=tournament.owner)
    assert refusal.value.numbers == "2"
    late = match_of(tournament, "b", 1)
    results.enter_result(match=late, score=parse_score(late, (60, 50)), by=tournament.owner)
    closed = [rounds.close_round(tournament=tournament, by=tournament.owner).number for _ in range(2)]
    assert closed == [1, 2]
    assert list(RatingChange.objects.order_by("pk").values_list("match__round__number", flat=True)) == [
        *[1] * 4,
        *[2] * 4,
    ]


def test_an_event_with_an_undecided_match_is_not_complete():
    tournament = with_a_dispute()
    tournament.total_rounds = 1
    tournament.save()
    with pytest.raises(RoundsMissing):
        tournaments.advance(tournament=tournament, by=tournament.owner)


def test_a_third_round_is_paired_on_over_the_same_hole():
    tournament = with_a_dispute()
    pair_on(tournament)
    publish(tournament, with_open=True)
    rounds.start_round(tournament=tournament, by=tournament.owner)
    settle(tournament, "a 60-40", "c 60-40")
    assert pair_on(tournament).number == 3


def test_a_draft_is_not_published_after_a_result_changed_under_it():
    tournament = with_a_dispute()
    round_ = pair_on(tournament)
    assert changes_under(round_) == ()
    results.enter_result(
        match=match_of(tournament, "b", 1),
        score=parse_score(match_of(tournament, "b", 1), (45, 55)),
        by=tournament.owner,
        overwrite=True,
    )
    with pytest.raises(DraftStale) as refusal:
        publish(tournament, with_open=True)
    assert refusal.value.changes == ["Round 1, table 2: b v d: decided 45–55"]
    assert Round.objects.get(number=2).status == "draft"
    rounds.pair_next_round(tournament=tournament, by=tournament.owner)
    assert pairs(tournament, 2) == {frozenset("ad"), frozenset("bc")}
    assert publish(tournament).status == "published"


def test_a_result_changed_and_changed_back_leaves_the_draft_true():
    tournament = with_a_dispute()
    round_ = pair_on(tournament)
    first = match_of(tournament, "a", 1)
    for vp in ((70, 41), (70, 40)):
        results.enter_result(
            match=first, score=parse_score(first, (vp[0], vp[1])), by=tournament.owner, overwrite=True
        )
    assert changes_under(round_) == ()


def test_a_claim_alone_changes_nothing_under_a_draft():
    tournament = playing("a b c d")
    settle(tournament, "a 70-40")
    round_ = pair_on(tournament)
    results.report(
        match=match_of(tournament, "b", 1),
        score=parse_score(match_of(tournament, "b", 1), (60, 50)),
        by=user("b"),
    )
    assert changes_under(round_) == ()


def test_a_forbidden_pair_asked_for_later_makes_the_draft_stale():
    tournament = chess(SIX)
    rounds.pair_next_round(tournament=tournament, by=tournament.owner)
    ann, di = entry(tournament, "ann"), entry(tournament, "di")
    byes.forbid_pair(tournament=tournament, first=ann, second=di, by=tournament.owner)
    with pytest.raises(DraftStale) as refusal:
        publish(tournament)
    assert refusal.value.changes == ["Pairing forbidden: ann and di"]


def test_no_one_publishes_another_draft_than_the_one_they_saw():
    tournament = playing("a b c d")
    play_round(tournament)
    round_ = rounds.pair_next_round(tournament=tournament, by=tournament.owner)
    seen = round_.version
    tournament.organisers.add(user("helper"))
    drafts.swap_players(
        tournament=tournament, first=entry(tournament, "a"), second=entry(tournament, "c"), by=user("helper")
    )
    with pytest.raises(Stale) as refusal:
        publish(tournament, seen_version=seen)
    assert (refusal.value.what, refusal.value.current, refusal.value.by) == (
        "Round 2 (draft)",
        "Swapped: a and c",
        "helper",
    )
    assert publish(tournament, seen_version=refusal.value.version).status == "published"


def test_a_draft_discarded_and_paired_again_is_another_draft():
    tournament = playing("a b c d")
    play_round(tournament)
    seen = rounds.pair_next_round(tournament=tournament, by=tournament.owner).version
    rounds.discard_draft(tournament=tournament, by=tournament.owner)
    rounds.pair_next_round(tournament=tournament, by=tournament.owner)
    with pytest.raises(Stale):
        publish(tournament, seen_version=seen)


def test_chess_pairs_on_with_the_open_game_as_a_draw():
    """C.04.2 art. 3.1: an adjourned or undecided game counts as a draw for the pairing."""
    tournament = chess(SIX)
    start_chess(tournament)
    for match in Match.objects.filter(round__tournament=tournament, table__gt=1):
        results.enter_result(match=match, score=parse_score(match, "1-0"), by=tournament.owner)
    found = open_results_of(pair_on(tournament))
    ann, di = entry(tournament, "ann"), entry(tournament, "di")
    assert [(m.first, m.second) for m in found.open] == [(ann, di)]
    assert [one.results for one in found.possible] == [
        ["ann beats di"],
        ["ann and di draw"],
        ["di beats ann"],
    ]
    assert [len(one.lost) for one in found.possible][1] == 0


def test_dropping_and_coming_back_leaves_the_draft_true():
    tournament = playing("a b c d")
    play_round(tournament)
    round_ = rounds.pair_next_round(tournament=tournament, by=tournament.owner)
    entries.drop(entry=entry(tournament, "d"), by=tournament.owner)
    entries.rejoin(entry=entry(tournament, "d"), by=tournament.owner)
    assert changes_under(round_) == ()
    assert publish(tournament).status == "published"


def test_the_next_round_starts_while_the_hole_is_open():
    tournament = with_a_dispute()
    pair_on(tournament)
    publish(tournament, with_open=True)
    assert rounds.start_round(tournament=tournament, by=tournament.owner).number == 2
    settle(tournament, "a 60-40", "c 60-40")
    results.enter_result(
        match=match_of(tournament, "b", 1),
        score=parse_score(match_of(tournament, "b", 1), (60, 50)),
        by=tournament.owner,
    )
    rounds.close_round(tournament=tournament, by=tournament.owner)
    rounds.close_round(tournament=tournament, by=tournament.owner)
    assert start_next(tournament).number == 3
