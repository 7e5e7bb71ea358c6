"""What do I need? Sentences for the player before and during the last round."""

import pytest
from django.core.cache import cache

from api.calling import Caller, done, problem
from building import entry, play_round, playing, settle, start_next
from chess_building import SIX, chess, play_chess, start_chess, with_account
from crosstable.events.models import Tournament
from crosstable.events.queries.standings.outlook import outlook
from crosstable.events.queries.standings.ranking import ranking
from web.visiting import logged_in, text

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _nothing_remembered():
    cache.clear()


def ways(tournament, name):
    return {way.mine: way.sentence for way in outlook(entry(tournament, name)).ways}


def last_round():
    """Two rounds; ann and bo have won one each, and the last round is being played."""
    tournament = playing("ann bo cy di", total_rounds=2)
    play_round(tournament, "ann 60-40", "bo 60-50")
    start_next(tournament)
    return tournament


def test_the_last_round_is_counted_out_to_the_place():
    tournament = last_round()  # ann v bo, di v cy
    assert ways(tournament, "ann") == {
        "win": "If you win: place 1 for certain.",
        "draw": "If you draw: place 1 to 2. The scores decide.",
        "loss": "If you lose: place 2 to 3. The scores decide.",
    }
    found = outlook(entry(tournament, "ann"))
    assert (found.is_exact, found.how) == (
        True,
        "Exact: every result of the 2 open games with every score up to 100 was tried out.",
    )


def test_others_results_that_are_needed_are_named():
    tournament = chess({"ann": 2100, "bo": 2000, "cy": 1900, "di": 1800}, total_rounds=2, tie_breaks=["PTS"])
    play_chess(tournament, "1-0", "1/2-1/2")
    start_chess(tournament)
    assert ways(tournament, "bo") == {
        "win": "If you win: place 1 for certain.",
        "draw": "If you draw: place 2 to 3. For place 2: di must not beat cy (Board 2).",
        "loss": "If you lose: place 3 for certain.",
    }


def test_when_every_result_is_in_there_is_one_place():
    tournament = last_round()
    settle(tournament, "ann 60-40", "di 60-40")
    found = outlook(entry(tournament, "ann"))
    assert [way.sentence for way in found.ways] == ["Your games are played: place 1 for certain."]
    assert found.how == "Every result is in."


def test_before_the_last_round_is_paired_it_is_simulated_with_the_error_shown():
    tournament = playing("ann bo cy di ed flo gus hal", total_rounds=3)
    play_round(tournament)
    assert outlook(entry(tournament, "ann")) is None  # two rounds are left
    start_next(tournament)
    assert outlook(entry(tournament, "ann")) is None  # it is not about the last round yet
    play_round(tournament)
    found = outlook(entry(tournament, "ann"))
    assert (found.is_exact, "Neighbours in the standings are assumed to meet" in found.how) == (False, True)
    first = {way.mine: [(c.place, c.percent, c.error) for c in way.chances] for way in found.ways}
    assert set(first) <= {"win", "draw", "loss"}
    assert [place for place, _, _ in first["win"]] == ["Place 1", "Top 3"]
    assert all(0 <= percent <= 100 and error >= 1 for one in first.values() for _, percent, error in one)


def test_a_large_last_round_is_simulated_and_the_same_for_all_who_ask_at_once():
    tournament = playing(" ".join(f"p{n}" for n in range(24)), total_rounds=1)
    found = outlook(entry(tournament, "p0"))
    revision = Tournament.objects.get(pk=tournament.pk).revision
    assert (found.is_exact, found.seed) == (False, revision)
    assert "played out" in found.how
    again = outlook(entry(tournament, "p0"))
    assert again == found


def test_the_place_reached_lies_in_the_range_that_was_told():
    tournament = last_round()
    outlooks = {name: outlook(entry(tournament, name)) for name in ("ann", "bo", "cy", "di")}
    settle(tournament, "ann 61-60", "di 3-90")
    ended = {"ann": "win", "bo": "loss", "cy": "win", "di": "loss"}
    for row in ranking(tournament).rows:
        way = next(w for w in outlooks[row.entry.name].ways if w.mine == ended[row.entry.name])
        assert way.best <= row.rank <= way.worst


def test_the_player_has_a_page_and_the_way_to_it():
    tournament = last_round()
    address = f"/t/{tournament.slug}/me/outlook"
    assert address in logged_in("ann").get(f"/t/{tournament.slug}/me").content.decode()
    assert "If you win: place 1 for certain." in text(logged_in("ann").get(address))
    assert logged_in("mallory").get(address).status_code == 403


def test_too_early_says_so():
    tournament = playing("ann bo cy di", total_rounds=3)
    page = logged_in("ann").get(f"/t/{tournament.slug}/me/outlook")
    assert "Too early to say" in text(page)


def test_chess_players_have_it_too():
    tournament = chess(SIX, total_rounds=1)
    with_account(tournament, "ann")
    start_chess(tournament)
    page = logged_in("ann-account").get(f"/t/{tournament.slug}/me/outlook")
    assert "Exact: every result of the 3 open games was tried out." in text(page)


def test_a_program_asks_for_its_player():
    tournament = last_round()
    base, ann = f"/tournaments/{tournament.pk}", entry(tournament, "ann").pk
    answer = done(Caller("ann").get(f"{base}/players/{ann}/outlook"))
    assert (answer["exact"], answer["ways"][0]["sentence"]) == (True, "If you win: place 1 for certain.")
    assert problem(Caller("bo").get(f"{base}/players/{ann}/outlook")) == (403, "not-allowed")
    assert done(Caller("olga").get(f"{base}/players/{ann}/outlook"))["rank"] == answer["rank"]
