"""Every shape of a result with fewer boards than matches, in pools, a knockout and a Swiss: called and started by
dispatch, told by code without an account on one side's phone and by a program on the other's."""

from __future__ import annotations

import pytest
from django.test import Client

from api.calling import Caller, done
from building import user
from crossings.cells import RESULTS, Result
from crossings.small_event import event, next_step, open_matches
from crosstable.events.actions.hall import dispatch, evenings
from crosstable.events.bridge.match_codes import code_of, page_of
from crosstable.events.models import Match, Tournament
from crosstable.events.queries.desk.boards import hall_of, stage_being_played

pytestmark = pytest.mark.django_db
# One game of each shape of a result.
GAMES = {"decided": "chess", "points": "goals", "sets": "sets", "series": "cards", "sheet": "wtc"}
PLAYED = [(shape, format) for shape in GAMES for format in ("round-robin", "knockout", "swiss")]


def being_played(game: str, format: str) -> Tournament:
    """Four entries, one board; as far as the first matches that can be told."""
    tournament = event(game, format, "players")
    first = tournament.stages.get()
    if format != "round-robin":
        evenings.set_evening(stage=first, boards=1, by=user("olga"))
    else:
        first.settings = {**first.settings, "boards": 1}
        first.save(update_fields=["settings"])
    while not open_matches(tournament):
        assert next_step(tournament)
    return tournament


def report_from_both_sides(match: Match, result: Result) -> None:
    """The first side on the page of the code, the second through the API with the same code."""
    Client().post(page_of(match), {"side": "first", **result.form})
    path = f"/tournaments/{match.round.tournament_id}/matches/{match.pk}/by-code"
    score = result.body.get("score", result.body.get("result"))
    fields = {"code": code_of(match), "side": "second", "score": score, "device": "scorer"}
    seen = done(Caller(None).post(path, fields))
    winner = {"win": f", {match.first} won", "loss": f", {match.second} won", "draw": ", a draw"}[
        result.first
    ]
    assert (seen["state"], seen["firstSays"]) == ("agreed", f"{seen['result']}{winner}")


def test_one_game_of_each_shape_is_walked():
    assert set(GAMES) == set(RESULTS)


@pytest.mark.parametrize(("shape", "format"), PLAYED)
def test_called_started_and_told_by_code_at_the_only_board(shape, format):
    tournament = being_played(GAMES[shape], format)
    stage = stage_being_played(tournament)
    assert stage is not None
    for result in RESULTS[shape][:2]:
        hall = hall_of(stage)
        assert (hall.boards, [call.board for call in hall.calls]) == ([1], [1])
        called = dispatch.call_next(tournament=tournament, by=user("olga"))
        assert hall_of(stage).calls == [], "no match is called to a board that is taken"
        dispatch.start_match(match=called, by=user("olga"))
        report_from_both_sides(Match.objects.select_related("round__tournament").get(pk=called.pk), result)
        assert [entry.who for entry in tournament.journal.order_by("-number")[:2]] == ["by code", "by code"]
