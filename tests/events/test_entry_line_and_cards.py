"""The number of a board on the entry line means the match that the card of the board shows, in every format."""

from __future__ import annotations

import pytest

from api.calling import Caller
from building import playing, user
from crosstable.engine.model import Outcome
from crosstable.events.actions.hall import dispatch, evenings
from crosstable.events.actions.results import results
from crosstable.events.bridge.results.scores import shape_of_match
from crosstable.events.models import Match, Stage, Tournament
from crosstable.events.queries.desk.boards import hall_of, next_matches, stage_being_played
from crosstable.events.queries.desk.places import Desk, desk_of
from knockout_building import started, with_knockout
from pool_building import playing_pools
from web.visiting import logged_in, text

pytestmark = pytest.mark.django_db


def meant(desk: Desk) -> dict[int, int]:
    """Board → the match its number means, as the page reads the list: the first without a result."""
    numbers: dict[int, int] = {}
    for place in desk.as_json()["places"]:
        if place["typed"] and not place["agreed"]:
            numbers.setdefault(place["table"], place["match"])
    return numbers


def shown(tournament: Tournament) -> dict[int, int]:
    """Board → the match on its card, in the control room and on the page of the boards."""
    stage = stage_being_played(tournament)
    assert stage is not None
    cards = {card.number: card.match.pk for card in hall_of(stage).cards if card.match is not None}
    return {queue.board: queue.now.pk for queue in next_matches(tournament)} | cards


def decide(match: Match) -> None:
    results.enter_result(match=match, score=shape_of_match(match).example(Outcome.WIN), by=user("olga"))


def a_free_board_with_a_match_of_another(stage: Stage) -> tuple[int, Match]:
    """Play until a board is offered a match planned for another one."""
    tournament = stage.tournament
    for _ in range(40):
        for card in hall_of(stage_being_played(tournament)).cards:
            if card.may_call and card.match.table != card.number:
                return card.number, card.match
        decide(next_matches(tournament)[-1].now)
    raise AssertionError("no board was offered a match of another one")


def test_a_line_for_a_free_board_is_for_the_match_it_is_offered():
    stage = playing_pools(boards=3, names="ann bo cy di ed flo gus hal")
    board, offered = a_free_board_with_a_match_of_another(stage)
    olga = logged_in("olga")
    answer = olga.post(f"/t/{stage.tournament.slug}/control/enter", {"line": f"{board} 0"}, follow=True)
    assert f"Board {board}: {offered.first} 0–1 {offered.second}" in text(answer)
    saved = Match.objects.get(pk=offered.pk)
    assert (saved.is_agreed, saved.result) == (True, "0-1")


def test_the_api_names_the_board_whose_card_shows_the_match():
    stage = playing_pools(boards=3, names="ann bo cy di ed flo gus hal")
    board, offered = a_free_board_with_a_match_of_another(stage)
    places = Caller("olga").get(f"/tournaments/{stage.tournament.pk}/desk").json()["places"]
    at_board = [place["matchId"] for place in places if place["table"] == board and not place["agreed"]]
    assert at_board[0] == offered.pk


@pytest.mark.parametrize("boards", [1, 2, 3, 4])
def test_every_card_of_a_pool_stage_and_its_number_mean_the_same_match_until_the_end(boards):
    tournament = playing_pools(boards=boards, names="ann bo cy di ed flo gus hal").tournament
    step = 0
    while queues := next_matches(tournament):
        assert meant(desk_of(tournament)) == shown(tournament)
        queue = queues[-1 - step % len(queues)]
        if queue.may_call and step % 3 == 0:
            dispatch.call_next(tournament=tournament, by=user("olga"), board=queue.board)
        else:
            decide(queue.now)
        step += 1
    assert step > 12


def test_the_boards_of_a_knockout_mean_what_their_cards_show():
    stage = with_knockout()
    evenings.set_evening(stage=stage, boards=2, by=user("olga"))
    tournament = started(stage).tournament
    while stage_being_played(tournament) and (queues := next_matches(tournament)):
        assert meant(desk_of(tournament)) == shown(tournament)
        decide(queues[-1].now)


def test_in_a_swiss_with_boards_a_board_means_its_card_and_a_table_still_its_match():
    tournament = playing("ann bo cy di ed flo gus hal")
    stage = tournament.stages.get()
    evenings.set_evening(stage=stage, boards=2, by=user("olga"))
    decide(Match.objects.get(round__tournament=tournament, table=1))
    numbers = meant(desk_of(tournament))
    for board, match in shown(tournament).items():
        assert numbers[board] == match
    assert numbers[4] == Match.objects.get(round__tournament=tournament, table=4).pk


def test_a_board_without_a_card_means_its_last_match():
    """All is decided: the line finds the result that stands, and another one is a conflict."""
    stage = playing_pools(boards=1, names="ann bo cy")
    tournament = stage.tournament
    while queues := next_matches(tournament):
        decide(queues[0].now)
    answer = logged_in("olga").post(f"/t/{tournament.slug}/control/enter", {"line": "1 0"})
    assert answer.status_code == 422
    assert {m.result for m in Match.objects.filter(round__stage=stage, second__isnull=False)} == {"1-0"}
