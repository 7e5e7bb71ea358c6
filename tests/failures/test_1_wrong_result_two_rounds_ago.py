"""Wrong result two rounds ago. Later published pairings stay byte-identical; standings equal a fresh replay; ratings
are replayed; the journal says who and why; undo restores."""

from __future__ import annotations

import pytest

from building import match_of, play_round, playing, start_next, user
from chess_building import SIX, chess, play_chess
from crosstable.engine.standings import standings
from crosstable.events.actions.core import undo
from crosstable.events.actions.event import tournaments
from crosstable.events.actions.results import corrections, results
from crosstable.events.actions.rounds import rounds
from crosstable.events.bridge.results.scores import parse_score
from crosstable.events.bridge.rules import rules_of
from crosstable.events.bridge.tournament import load_tournament
from crosstable.events.models import Match, Status, Tournament
from crosstable.events.queries.standings.standings import standings_table
from digests import digest, ledger, pairings, ratings

pytestmark = pytest.mark.django_db

EIGHT = "ann bo cy di ed flo gus hal"
REASON = "The slip says 30–70: the two scores were typed the wrong way round"


def wargame() -> Tournament:
    """Round 4 is published. In round 2 the first table was entered the wrong way round."""
    user("vera", is_superuser=True)
    tournament = playing(EIGHT, total_rounds=5)
    play_round(tournament)
    start_next(tournament)
    play_round(tournament)
    start_next(tournament)
    play_round(tournament)
    rounds.pair_next_round(tournament=tournament, by=tournament.owner)
    rounds.publish_round(tournament=tournament, by=tournament.owner)
    tournament.refresh_from_db()
    return tournament


def wrong_match(tournament: Tournament) -> Match:
    return Match.objects.get(round__tournament=tournament, round__number=2, table=1)


def correct(tournament: Tournament, policy: str = "everywhere", match: Match | None = None) -> None:
    corrections.correct_result(
        match=match or wrong_match(tournament),
        score=parse_score(match or wrong_match(tournament), (30, 70)),
        policy=policy,
        reason=REASON,
        by=user("vera"),
    )


def table(tournament: Tournament, after: int | None = None) -> list[tuple[int, str, int, int]]:
    lines = standings_table(tournament, after).lines
    return [(x.rank, x.entry.display_name, x.history.wins, x.history.vp_margin) for x in lines]


def test_later_published_pairings_stay_byte_identical():
    tournament = wargame()
    before = [pairings(tournament, number) for number in (3, 4)]
    correct(tournament)
    assert [pairings(tournament, number) for number in (3, 4)] == before


def test_standings_equal_a_fresh_replay():
    """What the pages show is what the engine makes of the corrected history, read row by row."""
    tournament = wargame()
    as_it_was = table(tournament)
    correct(tournament)
    event_now = load_tournament(tournament)
    first = event_now.rounds[1].matches[0]
    assert (first.result.first_vp, first.result.second_vp) == (30, 70)
    fresh = standings(event_now, rules_of(tournament).tie_breaks)
    assert table(tournament) == [
        (row.rank, row.entry.name, row.history.wins, row.history.vp_margin) for row in fresh
    ]
    assert table(tournament) != as_it_was


def test_the_ledger_is_the_one_that_would_have_come_about():
    """Two databases' worth of play in one: the right result from the start gives the same ratings."""
    tournament = wargame()
    correct(tournament)
    corrected = [row[1:] for row in ratings("wargame")]
    entered_right = playing("ann2 bo2 cy2 di2 ed2 flo2 gus2 hal2", owner="olga2", total_rounds=5)
    names = {e.display_name: e for e in entered_right.entries.all()}
    play_again(tournament, entered_right, names)
    assert [row[1:] for row in ratings("wargame")][len(corrected) :] == corrected


def play_again(played: Tournament, again: Tournament, names: dict) -> None:
    """The same pairings and results, in the other event; its rounds are redrawn by hand to be the same."""
    for number in (1, 2, 3):
        if number > 1:
            start_next(again)
        Match.objects.filter(round__tournament=again, round__number=number).delete()
        for match in Match.objects.filter(round__tournament=played, round__number=number).order_by("table"):
            row = Match.objects.create(
                round=again.rounds.get(number=number),
                table=match.table,
                first=names[f"{match.first}2"],
                second=names[f"{match.second}2"],
            )
            results.enter_result(match=row, score=match.parsed_score, by=again.owner)
        rounds.close_round(tournament=again, by=again.owner)


def test_later_events_are_rated_again_as_well():
    tournament = wargame()
    later = playing("ann bo", owner="olga", name="The week after")
    play_round(later)
    before = {row[2]: row[4:6] for row in ledger("wargame") if row[1] == match_of(later, "ann").pk}
    correct(tournament)
    after = {row[2]: row[4:6] for row in ledger("wargame") if row[1] == match_of(later, "ann").pk}
    assert before.keys() == after.keys()
    assert before != after


def test_the_journal_says_who_and_why():
    tournament = wargame()
    correct(tournament)
    entry = tournament.journal.first()
    assert (entry.verb, entry.by.username, entry.reason) == ("result.corrected", "vera", REASON)
    assert entry.before == {"result": "1-0", "first_vp": 50, "second_vp": 40}
    assert {k: entry.after[k] for k in ("result", "first_vp", "second_vp", "policy")} == {
        "result": "0-1",
        "first_vp": 30,
        "second_vp": 70,
        "policy": "everywhere",
    }


@pytest.mark.parametrize("policy", ["everywhere", "from-now", "rating-only", "note-only"])
def test_undo_restores(policy):
    tournament = wargame()
    before, standing = digest(tournament), table(tournament)
    correct(tournament, policy)
    undo.undo(tournament=tournament, by=tournament.owner)
    assert digest(tournament) == before
    assert table(tournament) == standing
    assert tournament.journal.first().undoes.verb == "result.corrected"


def test_undo_restores_also_when_rounds_were_played_and_rated_since():
    tournament = wargame()
    correct(tournament, "from-now")
    number = Tournament.objects.get(pk=tournament.pk).revision
    rounds.start_round(tournament=tournament, by=tournament.owner)
    play_round(tournament)
    undo.undo(tournament=tournament, by=tournament.owner, number=number)
    twin_ratings, twin_ledger = ratings("wargame"), [row[1:] for row in ledger("wargame")]
    correct(tournament, "everywhere")
    undo.undo(tournament=tournament, by=tournament.owner)
    assert (ratings("wargame"), [row[1:] for row in ledger("wargame")]) == (twin_ratings, twin_ledger)
    assert all(row[-1] is None for row in ledger("wargame"))


def test_from_now_on_keeps_what_was_published():
    tournament = wargame()
    published = [table(tournament, after) for after in (2, 3)]
    now = table(tournament)
    before = ledger("wargame")
    correct(tournament, "from-now")
    assert [table(tournament, after) for after in (2, 3)] == published
    assert table(tournament) != now
    # No line of the ledger changes; the difference is booked as two more.
    assert [row for row in ledger("wargame") if row[-1] is None] == before
    booked = [row for row in ledger("wargame") if row[-1] is not None]
    assert sorted(after - before for _, _, _, _, before, after, _, _ in booked) == [-32, 32]


def test_rating_report_only_keeps_the_standings():
    tournament = wargame()
    standing, rated = table(tournament), ratings("wargame")
    correct(tournament, "rating-only")
    assert table(tournament) == standing
    assert ratings("wargame") != rated


def test_it_works_for_chess_and_after_the_event_is_complete():
    tournament = chess(SIX, total_rounds=3)
    for _ in range(3):
        play_chess(tournament, "1-0", "1-0", "1-0")
    tournaments.advance(tournament=tournament, by=tournament.owner)
    before = digest(tournament)
    match, by = match_of(tournament, "ann", 1), tournament.owner
    score = parse_score(match, "1-0F")
    corrections.correct_result(match=match, score=score, policy="everywhere", reason="Never came", by=by)
    assert match_of(tournament, "ann", 1).result == "1-0F"
    assert not [row for row in ledger("chess") if row[1] == match_of(tournament, "ann", 1).pk]
    undo.undo(tournament=tournament, by=tournament.owner)
    assert digest(tournament) == before
    assert Tournament.objects.get(pk=tournament.pk).status == Status.COMPLETE
