"""Penalties and bonus points: with a reason, in the standings, the next pairing, the journal, over the API."""

from decimal import Decimal

import pytest

from api.calling import Caller, done, problem
from building import entry, match_of, play_round, playing, start_next, user
from chess_building import SIX, chess, play_chess
from crosstable.events.actions.event import tournaments
from crosstable.events.actions.people import adjustments
from crosstable.events.actions.people.adjustments import adjust, withdraw_adjustment
from crosstable.events.actions.rounds import rounds
from crosstable.events.bridge.verbs.sentences import describe
from crosstable.events.errors import BadValue, NotAllowed, WrongStatus
from crosstable.events.models import Adjustment, Match
from crosstable.events.play_errors import DraftStale
from crosstable.events.queries.standings.ranking import ranking
from crosstable.events.queries.standings.standings import standings_table
from web.visiting import logged_in, text

pytestmark = pytest.mark.django_db


def fine(tournament, name, amount, reason="late"):
    return adjust(entry=entry(tournament, name), amount=Decimal(amount), reason=reason, by=tournament.owner)


def order(tournament) -> list[str]:
    return [row.entry.name for row in ranking(tournament).rows]


def test_a_penalty_in_a_wargame_changes_victory_points_and_margin_but_no_win():
    tournament = playing("ann bo cy di")
    play_round(tournament, "ann 60-40", "bo 55-40")
    assert order(tournament) == ["ann", "bo", "di", "cy"]
    fine(tournament, "ann", -10)
    row = next(row for row in ranking(tournament).rows if row.entry.name == "ann")
    assert (row.history.wins, row.history.vp_margin, row.history.vp) == (1, 10, 50)
    assert order(tournament) == ["bo", "ann", "di", "cy"]


def test_a_penalty_in_chess_changes_points_and_the_next_score_group():
    tournament = chess(SIX)
    play_chess(tournament, "1-0", "1-0", "1-0")
    fine(tournament, "ann", "-1", "phone rang")
    rounds.pair_next_round(tournament=tournament, by=tournament.owner)
    second = Match.objects.filter(round__number=2).select_related("first", "second")
    met = {frozenset((m.first.display_name, m.second.display_name)) for m in second}
    # ann, ed and cy won; the two who still have a point meet
    assert met == {frozenset(("cy", "ed")), frozenset(("ann", "flo")), frozenset(("bo", "di"))}
    assert {row.entry.name: row.history.score for row in ranking(tournament).rows}["ann"] == 0


def test_standings_of_earlier_rounds_stay_as_they_were():
    tournament = playing("ann bo cy di")
    play_round(tournament, "ann 60-40")
    start_next(tournament)
    fine(tournament, "ann", -30)
    margins = [
        {line.entry.display_name: line.history.vp_margin for line in standings_table(tournament, after).lines}
        for after in (1, None)
    ]
    assert [margin["ann"] for margin in margins] == [20, -10]


def test_taking_it_back_leaves_no_trace_but_in_the_journal():
    tournament = playing("ann bo cy di")
    play_round(tournament, "ann 60-40")
    before = [(row.entry.name, row.values) for row in ranking(tournament).rows]
    withdraw_adjustment(adjustment=fine(tournament, "ann", -10, "late list"), by=tournament.owner)
    assert [(row.entry.name, row.values) for row in ranking(tournament).rows] == before
    assert Adjustment.objects.count() == 0
    entries = [(describe(e), e.reason) for e in tournament.journal.all()[:2]]
    assert entries == [("ann: −10 VP removed", "late list"), ("ann: penalty, −10 VP", "late list")]


def test_a_penalty_under_a_draft_makes_it_stale():
    tournament = playing("ann bo cy di")
    play_round(tournament)
    rounds.pair_next_round(tournament=tournament, by=tournament.owner)
    fine(tournament, "ann", -10)
    with pytest.raises(DraftStale) as refusal:
        rounds.publish_round(tournament=tournament, by=tournament.owner)
    assert refusal.value.changes == ["ann: penalty, −10 VP"]


@pytest.mark.parametrize("amount", ["0", "0.5", "1001", "-1001", "NaN"])
def test_an_amount_that_cannot_be_is_refused_and_nothing_changes(amount):
    tournament = playing("ann bo")
    with pytest.raises(BadValue) as refusal:
        fine(tournament, "ann", amount)
    assert (refusal.value.field, Adjustment.objects.count()) == ("amount", 0)


def test_half_a_point_is_given_in_chess_and_a_thousandth_is_not():
    tournament = chess(SIX)
    assert fine(tournament, "ann", "0.5").amount == Decimal("0.5")
    with pytest.raises(BadValue):
        fine(tournament, "ann", "0.001")


@pytest.mark.parametrize("reason", ["", "   ", "x" * 301])
def test_there_is_always_a_reason(reason):
    tournament = playing("ann bo")
    with pytest.raises(BadValue):
        fine(tournament, "ann", -5, reason)


def test_only_organisers_and_only_until_the_event_is_complete():
    tournament = playing("ann bo", total_rounds=1)
    with pytest.raises(NotAllowed):
        adjustments.adjust(entry=entry(tournament, "ann"), amount=Decimal(5), reason="me", by=user("ann"))
    play_round(tournament)
    given = fine(tournament, "ann", -5)
    tournaments.advance(tournament=tournament, by=tournament.owner)
    with pytest.raises(WrongStatus):
        fine(tournament, "ann", -5)
    with pytest.raises(WrongStatus):
        withdraw_adjustment(adjustment=given, by=tournament.owner)


def test_at_the_desk_it_is_given_seen_by_everyone_and_taken_back(client):
    tournament = playing("ann bo cy di")
    ann = entry(tournament, "ann")
    desk = f"/t/{tournament.slug}/control/players/{ann.pk}"
    olga = logged_in("olga")
    olga.post(f"{desk}/adjust", {"kind": "penalty", "amount": "10", "reason": "late list"})
    given = Adjustment.objects.get()
    assert (given.amount, given.reason) == (Decimal(-10), "late list")
    assert "−10 VP" in text(client.get(f"/t/{tournament.slug}/standings"))
    assert "late list" in text(client.get(f"/t/{tournament.slug}/entries/{ann.pk}"))
    assert "late list" in text(olga.get(desk))
    olga.post(f"/t/{tournament.slug}/control/adjustments/{given.pk}/take-back")
    assert Adjustment.objects.count() == 0


def test_a_form_without_a_reason_says_what_is_missing():
    tournament = playing("ann bo")
    page = f"/t/{tournament.slug}/control/players/{entry(tournament, 'ann').pk}/adjust"
    answer = logged_in("olga").post(page, {"kind": "penalty", "amount": "10"}, follow=True)
    assert "Choose a penalty or a bonus, and enter the points and a reason." in text(answer)


def test_a_program_gives_lists_and_takes_back():
    tournament = playing("ann bo")
    base, olga = f"/tournaments/{tournament.pk}", Caller("olga")
    ann = entry(tournament, "ann").pk
    made = done(olga.post(f"{base}/adjustments", {"playerId": ann, "amount": -7, "reason": "late"}), 201)
    assert (made["amount"], made["reason"], made["round"]) == (-7.0, "late", 1)
    assert [a["name"] for a in done(Caller(None).get(f"{base}/adjustments"))["adjustments"]] == ["ann"]
    line = next(
        one for one in done(Caller(None).get(f"{base}/standings"))["standings"] if one["name"] == "ann"
    )
    assert (line["adjustment"], line["margin"], line["vp"]) == (-7.0, -7, -7)
    assert olga.delete(f"{base}/adjustments/{made['adjustmentId']}").status_code == 204
    assert done(Caller(None).get(f"{base}/adjustments"))["adjustments"] == []
    refused = olga.post(f"{base}/adjustments", {"playerId": ann, "amount": 0.5, "reason": "x"})
    assert problem(refused) == (422, "bad-value")


def test_a_result_still_counts_beside_a_penalty():
    tournament = playing("ann bo")
    fine(tournament, "ann", -7)
    assert match_of(tournament, "ann").state == "open"
    play_round(tournament, "ann 60-40")
    assert ranking(tournament).rows[0].history.vp_margin == 13
