"""K is a setting of a rating pool: from now on, or with all games recalculated; ratings and the club follow."""

from __future__ import annotations

from datetime import date

import pytest

import digests
from building import administrator, build_club, play_round, playing, start_next, user
from crosstable.accounts.models import Membership
from crosstable.engine.ratings import EloOptions
from crosstable.events.actions.event.details import Details
from crosstable.events.actions.event.flow import create_for_members, start_tournament
from crosstable.events.actions.ratings.ratings import set_rating_rules
from crosstable.events.actions.results.results import enter_result
from crosstable.events.actions.rounds.reopening import reopen_round
from crosstable.events.actions.rounds.rounds import close_round
from crosstable.events.bridge.results.scores import parse_score
from crosstable.events.bridge.rules import pool_of_club
from crosstable.events.errors import BadValue, NotAllowed
from crosstable.events.models import Match, PlayerRating, RatingChange, RatingRules

pytestmark = pytest.mark.django_db

FAST = EloOptions(k_new=100, k_settled=50, settled_after=5)


def standing(pool: str = "wargame") -> dict[str, tuple[int, int]]:
    rows = PlayerRating.objects.filter(pool=pool)
    return {row.player.name: (row.value, row.games) for row in rows.select_related("player")}


def test_without_a_decision_it_is_32_and_a_game_between_equals_moves_16():
    play_round(playing("ann bo"), "ann 60-40")
    assert standing() == {"ann": (1216, 1), "bo": (1184, 1)}


def test_from_now_on_leaves_what_there_is_and_holds_for_the_next_round():
    first, second = playing("ann bo"), playing("cy di")
    play_round(first, "ann 60-40")
    assert set_rating_rules(pool="wargame", rules=FAST, replay=False, by=administrator()) == 0
    play_round(second, "cy 60-40")
    assert standing() == {"ann": (1216, 1), "bo": (1184, 1), "cy": (1250, 1), "di": (1150, 1)}


def two_rounds() -> None:
    tournament = playing("ann bo cy di")
    play_round(tournament)
    start_next(tournament)
    play_round(tournament)


def test_for_all_games_recalculates_each_of_them_in_order():
    two_rounds()
    before = standing()
    moved = set_rating_rules(pool="wargame", rules=FAST, replay=True, by=administrator())
    assert moved == sum(before[name] != now for name, now in standing().items()) > 0
    assert [change.change for change in RatingChange.objects.all()[:4]] == [50, -50, 50, -50]
    for name, (value, games) in standing().items():
        rows = RatingChange.objects.filter(player__name=name)
        assert (value, games) == (1200 + sum(row.change for row in rows), len(rows))


def test_back_to_the_usual_rules_is_the_ledger_there_was():
    two_rounds()
    before = digests.ledger("wargame"), digests.ratings("wargame")
    for rules in (FAST, EloOptions()):
        set_rating_rules(pool="wargame", rules=rules, replay=True, by=administrator())
    assert (digests.ledger("wargame"), digests.ratings("wargame")) == before


def test_a_game_is_replayed_by_the_rules_of_its_own_time():
    first, second = playing("ann bo"), playing("ann bo")
    play_round(first, "ann 60-40")
    set_rating_rules(pool="wargame", rules=FAST, replay=False, by=administrator())
    play_round(second, "ann 60-40")
    reopen_round(tournament=first, number=1, by=first.owner)
    assert standing() == {"ann": (1250, 1), "bo": (1150, 1)}


def test_the_list_of_the_club_follows_and_the_pool_of_the_game_is_another():
    club = build_club("City Chess Club", "Ada 1500", "Ben 1500", administrator="clara")
    wanted = Details(name="Club evening", date=date(2026, 11, 21), total_rounds=1)
    members = list(club.memberships.select_related("player", "club"))
    tournament = create_for_members(details=wanted, club=club, memberships=members, by=user("clara"))
    start_tournament(tournament=tournament, by=user("clara"))
    enter_result(match=Match.objects.get(), score=parse_score(Match.objects.get(), "1-0"), by=user("clara"))
    close_round(tournament=tournament, by=user("clara"))
    white = Match.objects.get().first.player
    assert Membership.objects.get(player=white).rating == 1516
    set_rating_rules(pool=pool_of_club(club.pk), rules=FAST, replay=True, by=administrator())
    assert Membership.objects.get(player=white).rating == 1550
    assert standing("chess") == {}


def test_who_may_and_which_numbers_are_taken():
    with pytest.raises(NotAllowed):
        set_rating_rules(pool="chess", rules=FAST, replay=False, by=user("olga"))
    for wrong, field in (
        (EloOptions(k_new=0), "k_new"),
        (EloOptions(k_settled=201), "k_settled"),
        (EloOptions(settled_after=-1), "settled_after"),
    ):
        with pytest.raises(BadValue) as refused:
            set_rating_rules(pool="chess", rules=wrong, replay=True, by=administrator())
        assert refused.value.field == field
    assert RatingRules.objects.count() == 0
