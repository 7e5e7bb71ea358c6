"""Every game in what a club does on one evening: self-registration and the waiting list, a tie that is played off, a
cup in which all play on, and a Swiss of teams on boards."""

from __future__ import annotations

import pytest

from building import user
from crossings.small_event import asked, event, next_step, open_matches, step_of
from crosstable.engine.model import Outcome
from crosstable.events.actions.event.flow import take_next_step
from crosstable.events.actions.people import self_registration
from crosstable.events.actions.results import results
from crosstable.events.actions.stages.play_offs import make_play_off
from crosstable.events.actions.stages.seats import join_pool
from crosstable.events.actions.stages.stages import edit_stage
from crosstable.events.bridge.entries import EntryDetails
from crosstable.events.bridge.results.scores import shape_of_match
from crosstable.events.models import Entry, Tournament
from crosstable.events.queries.stages.pool_people import PoolPeople
from crosstable.events.queries.standings.ranking import final_ranks
from crosstable.games import GAMES

pytestmark = pytest.mark.django_db


def registers_on_site(tournament: Tournament, name: str) -> Entry:
    tournament.refresh_from_db()
    details = EntryDetails(name, faction="Orks" if "faction" in asked(tournament.game) else "")
    return self_registration.register_with_code(
        tournament=tournament, code=str(tournament.door_token), details=details
    )


@pytest.mark.parametrize("game", GAMES)
def test_self_registration_leads_to_the_waiting_list_and_into_a_pool(game):
    tournament = event(game, "round-robin", "players")
    self_registration.open_self_registration(tournament=tournament, by=user("olga"))
    registers_on_site(tournament, "Ed")
    while not open_matches(tournament):
        assert next_step(tournament)
    late = registers_on_site(tournament, "Flo")
    stage = tournament.stages.get()
    assert PoolPeople(stage).unseated == [late]
    join_pool(stage=stage, pool=stage.pools.get(), entry=late, by=user("olga"))
    # From here it is a round robin of six like any other.
    assert len(open_matches(tournament)) == 15


@pytest.mark.parametrize("game", GAMES)
def test_a_cup_with_reseeding_in_which_all_play_on(game):
    tournament = event(game, "knockout", "players")
    chosen = {"consolation": "all", "reseed": True}
    edit_stage(stage=tournament.stages.get(), settings=chosen, by=user("olga"))
    while next_step(tournament):
        pass
    assert sorted(final_ranks([tournament])[tournament.pk].values()) == [1, 2, 3, 4]


@pytest.mark.parametrize("game", GAMES)
def test_a_swiss_of_teams_on_two_boards(game):
    tournament = event(game, "swiss", "teams", boards=2)
    while next_step(tournament):
        pass
    ranks = final_ranks([tournament])[tournament.pk]
    assert (min(ranks.values()), len(ranks), tournament.status) == (1, 4, "complete")


@pytest.mark.parametrize("game", {GAMES[code].shape.kind: code for code in GAMES}.values())
def test_a_tie_for_a_place_is_played_off_whatever_a_result_is(game):
    tournament = event(game, "pools-knockout", "players")
    pool, olga = tournament.stages.get(number=1), user("olga")
    edit_stage(stage=pool, settings={"groups": 1, "per_pool": 2}, by=olga)
    while not open_matches(tournament):
        assert next_step(tournament)
    beats(tournament, "Ann-Bo", "Bo-Cy", "Cy-Ann", "Ann-Di", "Bo-Di", "Cy-Di")
    take_next_step(tournament=tournament, seen_step="close", by=olga)
    level = list(tournament.entries.exclude(display_name="Di"))
    play_off = make_play_off(stage=tournament.stages.get(number=1), entries=level, by=olga)
    assert (len(play_off.matches), step_of(tournament)) == (3, "collect-results")
    beats(tournament, "Ann-Bo", "Ann-Cy", "Cy-Bo")
    take_next_step(tournament=tournament, seen_step=step_of(tournament), by=olga)
    while not open_matches(tournament):
        assert next_step(tournament)
    (final,) = open_matches(tournament)
    assert {str(final.first), str(final.second)} == {"Ann", "Cy"}


def beats(tournament: Tournament, *games: str) -> None:
    """'Ann-Bo' is a win of Ann in the open match of the two."""
    for game in games:
        winner, loser = game.split("-")
        match = next(m for m in open_matches(tournament) if {str(m.first), str(m.second)} == {winner, loser})
        outcome = Outcome.WIN if str(match.first) == winner else Outcome.LOSS
        score = shape_of_match(match).example(outcome)
        results.enter_result(match=match, score=score, by=user("olga"))
