"""A12, A13: claims, agreement, disputes, rulings; and everything that must not be taken."""

import pytest

from building import match_of, playing, settle, user
from chess_building import SIX, chess, start_chess, with_account
from crosstable.events.actions.results import results
from crosstable.events.bridge.results.scores import parse_score
from crosstable.events.errors import BadValue, NotAllowed, Stale
from crosstable.events.models import Claim, Match, MatchState
from crosstable.events.play_errors import (
    AlreadyAgreed,
    MatchNotStarted,
    NothingToConfirm,
    NotYourMatch,
    OwnScore,
    WouldOverwrite,
)

pytestmark = pytest.mark.django_db


@pytest.fixture
def tournament():
    """ann plays bo at table 1; ann is the first side."""
    return playing("ann cy bo di")


def state(tournament, name="ann"):
    match = match_of(tournament, name)
    return match.state, *match.points


def report(tournament, name, first_vp, second_vp):
    return results.report(
        match=match_of(tournament, "ann"),
        score=parse_score(match_of(tournament, "ann"), (first_vp, second_vp)),
        by=user(name),
    )


def test_a_report_waits_until_the_opponent_confirms(tournament):
    report(tournament, "ann", 72, 45)
    assert state(tournament) == (MatchState.CLAIMED, None, None)
    results.confirm(match=match_of(tournament, "ann"), by=user("bo"))
    assert state(tournament) == (MatchState.AGREED, 72, 45)


def test_two_equal_reports_are_an_agreement(tournament):
    report(tournament, "ann", 72, 45)
    report(tournament, "bo", 72, 45)
    assert state(tournament) == (MatchState.AGREED, 72, 45)


def test_two_different_reports_are_a_dispute_and_both_are_kept(tournament):
    report(tournament, "ann", 72, 45)
    report(tournament, "bo", 45, 72)
    assert state(tournament) == (MatchState.DISPUTED, None, None)
    claims = Claim.objects.values_list("entry__display_name", "score")
    assert list(claims) == [("ann", [72, 45]), ("bo", [45, 72])]


def test_giving_in_ends_a_dispute(tournament):
    report(tournament, "ann", 72, 45)
    report(tournament, "bo", 45, 72)
    report(tournament, "bo", 72, 45)
    assert state(tournament) == (MatchState.AGREED, 72, 45)


def test_a_ruling_ends_a_dispute_and_the_journal_keeps_both_claims(tournament):
    report(tournament, "ann", 72, 45)
    results.dispute(match=match_of(tournament, "ann"), by=user("bo"), reason="Round 5 was not played")
    results.enter_result(
        match=match_of(tournament, "ann"),
        score=parse_score(match_of(tournament, "ann"), (60, 45)),
        by=tournament.owner,
        reason="cards counted",
    )
    assert state(tournament) == (MatchState.AGREED, 60, 45)
    entry = tournament.journal.first()
    assert (entry.verb, entry.before, entry.after, entry.reason) == (
        "result.ruled",
        {"claims": [{"by": "ann", "first_vp": 72, "second_vp": 45}]},
        {"first_vp": 60, "second_vp": 45},
        "cards counted",
    )


def test_no_one_confirms_their_own_report(tournament):
    report(tournament, "ann", 72, 45)
    with pytest.raises(OwnScore) as refusal:
        results.confirm(match=match_of(tournament, "ann"), by=user("ann"))
    assert str(refusal.value) == "You reported this score yourself; your opponent has to confirm it."
    assert state(tournament) == (MatchState.CLAIMED, None, None)


def test_there_must_be_a_report_to_confirm_or_dispute(tournament):
    for action in (results.confirm, results.dispute):
        with pytest.raises(NothingToConfirm):
            action(match=match_of(tournament, "ann"), by=user("bo"))


@pytest.mark.parametrize(("first_vp", "second_vp", "field"), [(-1, 10, "first"), (10, 101, "second")])
def test_victory_points_outside_the_limit_are_refused_with_the_field(tournament, first_vp, second_vp, field):
    with pytest.raises(BadValue) as refusal:
        report(tournament, "ann", first_vp, second_vp)
    assert refusal.value.field == field
    assert Claim.objects.count() == 0


def test_a_match_is_reported_by_its_players_only(tournament):
    for stranger in ("cy", "mallory"):
        with pytest.raises(NotYourMatch):
            report(tournament, stranger, 50, 40)


def test_an_agreed_result_takes_no_more_reports(tournament):
    settle(tournament, "ann 72-45")
    for action in (
        lambda: report(tournament, "ann", 1, 2),
        lambda: results.confirm(match=match_of(tournament, "ann"), by=user("bo")),
        lambda: results.dispute(match=match_of(tournament, "ann"), by=user("bo")),
    ):
        with pytest.raises(AlreadyAgreed) as refusal:
            action()
    assert refusal.value.score == "72–45"


def test_nothing_is_reported_before_the_round_starts():
    from building import event
    from crosstable.events.actions.rounds import rounds
    from crosstable.events.models import Status

    tournament = event("ann bo", Status.IN_PROGRESS)
    rounds.pair_next_round(tournament=tournament, by=tournament.owner)
    rounds.publish_round(tournament=tournament, by=tournament.owner)
    with pytest.raises(MatchNotStarted):
        report(tournament, "ann", 50, 40)
    with pytest.raises(MatchNotStarted):
        results.enter_result(
            match=match_of(tournament, "ann"),
            score=parse_score(match_of(tournament, "ann"), (1, 2)),
            by=tournament.owner,
        )


def test_confirming_a_score_that_changed_meanwhile_is_refused(tournament):
    report(tournament, "ann", 72, 45)
    seen = match_of(tournament, "ann").version
    report(tournament, "ann", 80, 45)
    with pytest.raises(Stale) as refusal:
        results.confirm(match=match_of(tournament, "ann"), by=user("bo"), seen_version=seen)
    assert refusal.value.current == "80–45, ann won"
    assert "ann changed this at" in str(refusal.value)
    assert "It is now: 80–45, ann won." in str(refusal.value)
    assert state(tournament) == (MatchState.CLAIMED, None, None)


def test_a_changed_score_is_shown_from_the_side_of_the_reporter(tournament):
    report(tournament, "bo", 72, 45)
    seen = match_of(tournament, "ann").version
    report(tournament, "bo", 80, 45)
    with pytest.raises(Stale, match=r"It is now: 45–80, ann won\."):
        results.confirm(match=match_of(tournament, "ann"), by=user("ann"), seen_version=seen)
    with pytest.raises(Stale, match=r"It is now: 45–80, ann won\."):
        results.dispute(match=match_of(tournament, "ann"), by=user("ann"), seen_version=seen)


def test_who_won_is_told_as_everyone_writes_it():
    tournament = chess(SIX)
    start_chess(tournament)
    match = Match.objects.filter(round__tournament=tournament).order_by("table")[0]
    sides = [with_account(tournament, str(entry)).user for entry in (match.first, match.second)]
    results.report(match=match, score=parse_score(match, "1-0"), by=sides[0])
    with pytest.raises(Stale, match=rf"It is now: 1–0, {match.first} won\."):
        results.confirm(match=match, by=sides[1], seen_version=0)


def test_a_result_is_not_typed_over_another_without_saying_so(tournament):
    settle(tournament, "ann 72-45")
    with pytest.raises(WouldOverwrite):
        results.enter_result(
            match=match_of(tournament, "ann"),
            score=parse_score(match_of(tournament, "ann"), (45, 72)),
            by=tournament.owner,
        )
    results.enter_result(
        match=match_of(tournament, "ann"),
        score=parse_score(match_of(tournament, "ann"), (45, 72)),
        by=tournament.owner,
        overwrite=True,
    )
    assert state(tournament) == (MatchState.AGREED, 45, 72)
    entry = tournament.journal.first()
    assert (entry.verb, entry.before) == ("result.changed", {"first_vp": 72, "second_vp": 45})


def test_a_stale_ruling_shows_both_values(tournament):
    seen = match_of(tournament, "ann").version
    settle(tournament, "ann 72-45")
    with pytest.raises(Stale) as refusal:
        results.enter_result(
            match=match_of(tournament, "ann"),
            score=parse_score(match_of(tournament, "ann"), (1, 2)),
            by=tournament.owner,
            seen_version=seen,
            overwrite=True,
        )
    assert (refusal.value.current, refusal.value.yours, refusal.value.by) == ("72–45", "1–2", "olga")


def test_players_do_not_rule(tournament):
    with pytest.raises(NotAllowed):
        results.enter_result(
            match=match_of(tournament, "ann"),
            score=parse_score(match_of(tournament, "ann"), (1, 2)),
            by=user("ann"),
        )


def test_entering_the_same_result_again_changes_nothing_and_journals_nothing(tournament):
    settle(tournament, "ann 72-45")
    tournament.refresh_from_db()
    revision = tournament.revision
    settle(tournament, "ann 72-45")
    tournament.refresh_from_db()
    assert (tournament.revision, tournament.journal.count()) == (revision, revision)


def test_a_dispute_against_a_score_that_changed_meanwhile_is_refused(tournament):
    report(tournament, "ann", 72, 45)
    seen = match_of(tournament, "ann").version
    report(tournament, "ann", 45, 72)
    with pytest.raises(Stale):
        results.dispute(match=match_of(tournament, "ann"), by=user("bo"), seen_version=seen)
    assert state(tournament) == (MatchState.CLAIMED, None, None)


def test_a_settled_dispute_leaves_no_reason_on_the_match(tournament):
    report(tournament, "ann", 72, 45)
    results.dispute(match=match_of(tournament, "ann"), by=user("bo"), reason="miscounted")
    settle(tournament, "ann 60-45")
    match = match_of(tournament, "ann")
    assert (match.dispute_reason, match.disputed_at) == ("", None)
