"""B2 to B7, D3 to D5, E3 to E5: a chess tournament through the same actions, with colours and results."""

from __future__ import annotations

from dataclasses import replace

import pytest

from building import entry, match_of, playing, user
from chess_building import SIX, chess, with_account
from chess_building import start_chess as start
from crosstable.accounts.models import Player
from crosstable.events.actions.event import access, tournaments
from crosstable.events.actions.event.details import Details
from crosstable.events.actions.people import byes, entries
from crosstable.events.actions.results import results
from crosstable.events.actions.rounds import clock, rounds
from crosstable.events.bridge.entries import EntryDetails
from crosstable.events.bridge.results.scores import parse_score
from crosstable.events.bridge.verbs.sentences import describe
from crosstable.events.errors import (
    BadValue,
    EventFull,
    FixedByPlay,
    NotAllowed,
    NotEnoughRoom,
    NotNow,
    WrongStatus,
)
from crosstable.events.models import ByeRequest, Match, PlayerRating, RatingChange, Status, Tournament
from crosstable.events.play_errors import ResultsOpen
from crosstable.events.queries.standings.ranking import current_rows
from knockout_building import chess_knockout
from pool_building import pool_event
from web.visiting import logged_in, text

pytestmark = pytest.mark.django_db


def play(tournament: Tournament, *scores: str) -> None:
    """'ann-di 1-0' with White first; then the round is closed."""
    start(tournament)
    for score in scores:
        pair, result = score.split()
        white = pair.split("-")[0]
        match = match_of(tournament, white)
        assert f"{match.first}-{match.second}" == pair
        results.enter_result(match=match, score=parse_score(match, result), by=tournament.owner)
    rounds.close_round(tournament=tournament, by=tournament.owner)


def test_chess_goes_from_registration_straight_to_play():
    assert chess(SIX).status == Status.IN_PROGRESS


def test_the_first_round_is_the_upper_half_against_the_lower_with_alternating_colours():
    tournament = chess(SIX)
    start(tournament)
    boards = Match.objects.order_by("table").values_list(
        "table", "first__display_name", "second__display_name"
    )
    assert list(boards) == [(1, "ann", "di"), (2, "ed", "bo"), (3, "cy", "flo")]


def test_standings_count_points_and_break_ties_by_buchholz():
    tournament = chess(SIX)
    play(tournament, "ann-di 1-0", "ed-bo 1/2-1/2", "cy-flo 0-1")
    rows = current_rows(tournament)
    assert [(row.rank, row.entry.name, str(row.values[0])) for row in rows] == [
        (1, "ann", "1"),
        (1, "flo", "1"),
        (3, "bo", "0.5"),
        (3, "ed", "0.5"),
        (5, "cy", "0"),
        (5, "di", "0"),
    ]


def test_a_forfeit_gives_the_point_but_moves_no_rating():
    tournament = chess(SIX)
    play(tournament, "ann-di 1-0F", "ed-bo 0-0F", "cy-flo 1-0")
    scores = {row.entry.name: str(row.values[0]) for row in current_rows(tournament)}
    assert scores == {"ann": "1", "bo": "0", "cy": "1", "di": "0", "ed": "0", "flo": "0"}
    assert {c.player.name for c in RatingChange.objects.select_related("player")} == {"cy", "flo"}


def test_ratings_start_from_what_one_entered_with():
    tournament = chess({"ann": 1600, "bo": 1200})
    play(tournament, "ann-bo 0-1")
    # expected share of bo: 1 / (1 + 10) = 0.0909; 32 × 0.9091 = 29.09
    assert dict(PlayerRating.objects.values_list("player__name", "value")) == {"ann": 1571, "bo": 1229}


def test_points_are_what_the_organiser_says():
    tournament = chess(SIX, scoring={"win": "3", "draw": "1", "allocated_bye": "3"})
    play(tournament, "ann-di 1-0", "ed-bo 1/2-1/2", "cy-flo 0-1")
    scores = {row.entry.name: str(row.values[0]) for row in current_rows(tournament)}
    assert scores == {"ann": "3", "flo": "3", "bo": "1", "ed": "1", "cy": "0", "di": "0"}


def test_someone_who_asked_for_a_half_point_bye_has_a_bye_with_half_a_point():
    tournament = chess(SIX)
    bo = tournament.entries.select_related("tournament", "player").get(display_name="bo")
    byes.request_bye(entry=bo, round_number=1, kind="half", by=tournament.owner)
    start(tournament)
    sitting = Match.objects.filter(second=None).values_list("first__display_name", "bye_kind")
    assert set(sitting) == {("bo", "half"), ("flo", "allocated")}


def test_a_bye_is_not_asked_for_once_the_round_is_paired():
    tournament = chess(SIX)
    start(tournament)
    bo = tournament.entries.select_related("tournament", "player").get(display_name="bo")
    with pytest.raises(NotNow):
        byes.request_bye(entry=bo, round_number=1, kind="half", by=tournament.owner)
    with pytest.raises(BadValue):
        byes.request_bye(entry=bo, round_number=9, kind="half", by=tournament.owner)


def test_a_forbidden_pair_does_not_meet():
    tournament = chess(SIX)
    ann, di = (tournament.entries.get(display_name=name) for name in ("ann", "di"))
    byes.forbid_pair(tournament=tournament, first=ann, second=di, by=tournament.owner)
    start(tournament)
    assert not Match.objects.filter(first__in=[ann, di], second__in=[ann, di]).exists()


def test_an_event_takes_no_more_than_its_most_players():
    tournament = chess({"ann": 1, "bo": 2}, started=False, max_players=2)
    with pytest.raises(EventFull):
        entries.register(tournament=tournament, details=EntryDetails("cy"), by=user("cy"))
    with pytest.raises(NotEnoughRoom):
        entries.add_entry(tournament=tournament, details=EntryDetails("cy"), by=tournament.owner)


def test_games_are_started_and_stopped_with_their_times():
    tournament = chess({"ann": 1, "bo": 2})
    start(tournament)
    match = match_of(tournament, "ann")
    with pytest.raises(NotNow):
        clock.stop_game(match=match, by=tournament.owner)
    clock.start_game(match=match, by=tournament.owner)
    stopped = clock.stop_game(match=match, by=tournament.owner)
    assert stopped.game_started_at < stopped.game_stopped_at


def test_players_report_only_where_the_arbiter_allows_it():
    tournament = chess({"ann": 1, "bo": 2}, players_may_report=False)
    start(tournament)
    ann = user("ann")
    ann.player.delete()
    Player.objects.filter(name="ann").update(user=ann)
    with pytest.raises(NotAllowed):
        results.report(
            match=match_of(tournament, "ann"), score=parse_score(match_of(tournament, "ann"), "1-0"), by=ann
        )


@pytest.mark.parametrize("result", ["2-0", "", None, "1-1"])
def test_a_result_that_does_not_exist_is_refused(result):
    tournament = chess({"ann": 1, "bo": 2})
    start(tournament)
    with pytest.raises(BadValue):
        results.enter_result(
            match=match_of(tournament, "ann"),
            score=parse_score(match_of(tournament, "ann"), result),
            by=tournament.owner,
        )


@pytest.mark.parametrize("system", ["fide-dutch", "swiss-club", "swiss-next", "swiss-simple", "swiss-monrad"])
def test_every_system_plays_five_rounds_of_seven_without_a_rematch(system):
    tournament = chess({**SIX, "gus": 1500}, system=system)
    for _ in range(5):
        start(tournament)
        for match in Match.objects.filter(round__tournament=tournament, state="open"):
            results.enter_result(match=match, score=parse_score(match, "1-0"), by=tournament.owner)
        rounds.close_round(tournament=tournament, by=tournament.owner)
    pairs = [frozenset(p) for p in Match.objects.exclude(second=None).values_list("first_id", "second_id")]
    sitting = Match.objects.filter(second=None).values_list("first_id", flat=True)
    assert (len(pairs), len(set(pairs)), len(set(sitting))) == (15, 15, 5)


def test_a_new_share_link_ends_the_old_one():
    tournament = chess({"ann": 1, "bo": 2})
    first = access.share(tournament=tournament, by=tournament.owner)
    second = access.share(tournament=tournament, by=tournament.owner)
    tournament.refresh_from_db()
    assert first != second == tournament.share_token
    access.stop_sharing(tournament=tournament, by=tournament.owner)
    tournament.refresh_from_db()
    assert tournament.share_token is None


def test_system_and_points_stay_once_a_round_is_published():
    tournament = chess(SIX)
    rounds.pair_next_round(tournament=tournament, by=tournament.owner)
    other = replace(Details.of(tournament), system="swiss-monrad")
    tournaments.edit_tournament(tournament=tournament, details=other, by=tournament.owner)
    rounds.pair_next_round(tournament=tournament, by=tournament.owner)
    rounds.publish_round(tournament=tournament, by=tournament.owner)
    tournament.refresh_from_db()
    for change in ({"system": "fide-dutch"}, {"scoring": {"win": "3"}}, {"accelerated": True}):
        asked = replace(Details.of(tournament), **change)
        with pytest.raises(FixedByPlay) as refused:
            tournaments.edit_tournament(tournament=tournament, details=asked, by=tournament.owner)
        assert refused.value.field == next(iter(change))
    renamed = replace(Details.of(tournament), name="Winter Open", scoring={"win": "1.0"})
    tournaments.edit_tournament(tournament=tournament, details=renamed, by=tournament.owner)


def test_a_result_taken_back_leaves_the_game_pending_and_a_line_in_the_journal():
    tournament = chess({"ann": 2, "bo": 1})
    start(tournament)
    match = results.enter_result(
        match=match_of(tournament, "ann"),
        score=parse_score(match_of(tournament, "ann"), "1-0"),
        by=tournament.owner,
    )
    cleared = results.clear_result(match=match, by=tournament.owner, seen_version=match.version)
    assert (cleared.state, cleared.result) == ("open", "")
    assert describe(tournament.journal.first()) == "Round 1, board 1: ann v bo: result removed"
    with pytest.raises(ResultsOpen) as refused:
        rounds.close_round(tournament=tournament, by=tournament.owner)
    assert str(refused.value) == "Board 1 still has no confirmed result."


def test_a_player_does_not_change_the_rating_once_play_has_begun():
    tournament = chess({"ann": 2, "bo": 1})
    ann = with_account(tournament, "ann")
    entry = tournament.entries.select_related("tournament", "player").get(player=ann)
    with pytest.raises(WrongStatus):
        entries.edit_entry(entry=entry, details=EntryDetails("ann", rating=2800), by=ann.user)


CUPS = [
    lambda: chess_knockout({"ann": 2000, "bo": 1900, "cy": 1800, "di": 1700}),
    lambda: pool_event("ann bo cy di"),
]


@pytest.mark.parametrize("make", CUPS, ids=["knockout", "round robin"])
def test_no_one_has_a_bye_a_round_where_no_swiss_is_played(make):
    """In chess, where players may ask for byes: the phone of a knockout offered one, and nothing came of it."""
    tournament = make().tournament
    Tournament.objects.filter(pk=tournament.pk, status="draft").update(status="registration")
    tournament.refresh_from_db()
    with_account(tournament, "ann")
    page = logged_in("ann-account").get(f"/t/{tournament.slug}/me")
    assert (page.status_code, "Requested byes" in text(page)) == (200, False)
    for by in (user("ann-account"), tournament.owner):
        with pytest.raises(NotNow, match="Byes can be requested only in a Swiss, and this event has none"):
            byes.request_bye(entry=entry(tournament, "ann"), round_number=2, kind="half", by=by)
    assert ByeRequest.objects.count() == 0


def test_a_player_asks_for_a_bye_only_in_a_game_that_has_them_and_an_organiser_gives_one_in_any():
    tournament = playing("ann bo cy")
    with pytest.raises(NotNow, match=r"Players cannot request byes in this game. Ask an organiser for one."):
        byes.request_bye(entry=entry(tournament, "ann"), round_number=2, kind="half", by=user("ann"))
    byes.request_bye(entry=entry(tournament, "ann"), round_number=2, kind="half", by=user("olga"))
