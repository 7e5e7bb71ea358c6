"""Consolations, reseeding and a length for every round, as they are chosen, played and corrected."""

from __future__ import annotations

import pytest

from building import user
from crosstable.events.actions.people import entries
from crosstable.events.actions.results import results, walkovers
from crosstable.events.actions.stages import knockout, stages
from crosstable.events.bridge.results.scores import parse_score
from crosstable.events.errors import BadValue
from crosstable.events.models import Match
from crosstable.events.play_errors import StillInBracket, TouchesLaterMatches
from crosstable.events.queries.stages.my_bracket import my_bracket, paths_of
from knockout_building import beats, bracket, everything, meeting, places, started, with_knockout

pytestmark = pytest.mark.django_db


def pairs(stage, number):
    """Return the pairings of a round, by their numbers in the bracket."""
    rows = Match.objects.filter(round__stage=stage, round__number=number).order_by("bracket_number")
    return [f"{m.first} v {m.second}" for m in rows.select_related("first", "second")]


def my_words(stage, name):
    card = my_bracket(stage.tournament.entries.get(display_name=name), paths_of(stage.tournament))
    return (card.title, card.text)


def test_everyone_plays_on_until_every_place_is_played_for():
    stage = started(with_knockout(consolation="all"))
    beats(stage, "ann hal")
    assert my_words(stage, "hal") == (
        "You play on: Places 5–8, match 7",
        "Your opponent: Loser of quarter-final 2.",
    )
    with pytest.raises(StillInBracket):
        entries.drop(entry=stage.tournament.entries.get(display_name="hal"), by=user("olga"))
    beats(stage, "di ed", "bo gus", "cy flo")
    assert pairs(stage, 2) == ["ann v di", "bo v cy", "hal v ed", "gus v flo"]
    assert [place for place, _ in places(stage.tournament)] == list(range(1, 9))
    assert [name for _, name in places(stage.tournament)][4:] == ["ed", "flo", "gus", "hal"]
    beats(stage, "ann di", "bo cy", "hal ed", "gus flo")
    walkovers.withdraw_from_knockout(
        stage=stage, entry=stage.tournament.entries.get(display_name="flo"), by=user("olga")
    )
    assert pairs(stage, 3) == ["hal v gus", "ed v flo", "di v cy", "ann v bo"]
    beats(stage, "hal gus", "cy di", "bo ann")
    knockout.close_knockout(stage=stage, by=user("olga"))
    assert places(stage.tournament) == [
        (n, name) for n, name in enumerate(["bo", "ann", "cy", "di", "hal", "gus", "ed", "flo"], start=1)
    ]


def test_with_reseeding_the_next_round_is_known_when_the_whole_round_is_decided():
    stage = started(with_knockout(reseed=True))
    beats(stage, "hal ann", "bo gus", "cy flo")
    assert pairs(stage, 2) == []
    assert my_words(stage, "hal") == (
        "You have advanced: Semi-finals",
        "Your opponent is known when the round is closed.",
    )
    beats(stage, "di ed")
    assert pairs(stage, 2) == ["bo v hal", "cy v di"]
    before = everything(stage.tournament)
    match = meeting(stage, "ann", "hal")
    put_right = {"match": match, "score": parse_score(match, (60, 40)), "overwrite": True}
    with pytest.raises(TouchesLaterMatches):
        results.enter_result(**put_right, by=user("olga"))
    assert everything(stage.tournament) == before
    results.enter_result(**put_right, accept=(5, 6), by=user("olga"))
    assert pairs(stage, 2) == ["ann v di", "bo v cy"]
    beats(stage, "ann di", "cy bo", "cy ann")
    assert places(stage.tournament)[:4] == [(1, "cy"), (2, "ann"), (3, "bo"), (3, "di")]


def test_anyone_who_waits_for_the_round_to_end_can_withdraw():
    stage = started(with_knockout("ann bo cy di ed", reseed=True))
    walkovers.withdraw_from_knockout(
        stage=stage, entry=stage.tournament.entries.get(display_name="bo"), by=user("olga")
    )
    beats(stage, "ed di")
    assert bracket(stage) == ["1 T1 di v ed 40–60", "2 T1 ann v ed", "3 T2 bo v cy 0–1 forfeit"]


def test_every_round_is_as_long_as_was_said():
    stage = started(with_knockout("ann bo cy di", best_of=1, best_of_rounds=[3]))
    beats(stage, "ann di")
    assert pairs(stage, 2) == []
    beats(stage, "ann di", "bo cy", "bo cy")
    assert pairs(stage, 2) == ["ann v bo"]
    beats(stage, "ann bo")
    assert places(stage.tournament)[0] == (1, "ann")


@pytest.mark.parametrize(
    ("settings", "field", "sentence"),
    [
        (
            {"elimination": "double", "reseed": True},
            "settings.reseed",
            "In a double elimination the losers’ side is fixed from the start: reseeding after each round needs "
            "single elimination.",
        ),
        (
            {"elimination": "double", "consolation": "first"},
            "settings.consolation",
            "In a double elimination all players play on after their first loss: choose a consolation with single "
            "elimination.",
        ),
        ({"consolation": "some"}, "settings.consolation", "“consolation” is one of none, first, all."),
        (
            {"best_of_rounds": [3, 2]},
            "settings.best_of_rounds",
            "A series has an odd number of games from 1 to 15, or it might have no winner.",
        ),
        (
            {"best_of_rounds": 3},
            "settings.best_of_rounds",
            "“best_of_rounds” is a list of at most 8 odd numbers of games, the semi-finals first, null as the others.",
        ),
        (
            {"best_of_rounds": [3] * 9},
            "settings.best_of_rounds",
            "“best_of_rounds” is a list of at most 8 odd numbers of games, the semi-finals first, null as the others.",
        ),
    ],
)
def test_what_makes_no_sense_is_refused_with_a_sentence_and_changes_nothing(settings, field, sentence):
    stage = with_knockout("ann bo cy di")
    before = everything(stage.tournament)
    with pytest.raises(BadValue) as refused:
        stages.edit_stage(stage=stage, settings=settings, by=user("olga"))
    assert (str(refused.value), refused.value.field) == (sentence, field)
    assert everything(stage.tournament) == before


def test_a_table_of_a_consolation_is_free_for_no_other_match_of_the_round():
    stage = started(with_knockout(consolation="first"))
    beats(stage, "ann hal", "di ed", "bo gus", "cy flo")
    tables = [m.table for m in Match.objects.filter(round__stage=stage, round__number=2)]
    assert sorted(tables) == [1, 2, 3, 4]
    assert meeting(stage, "hal", "ed").round.name == "Semi-finals"
