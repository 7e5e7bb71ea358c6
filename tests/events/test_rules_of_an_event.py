"""The rules of an event: one value, built from its current row, and resolved in one place."""

import ast
from copy import copy
from dataclasses import FrozenInstanceError
from pathlib import Path

import pytest

import crosstable
from building import event
from crosstable.events.bridge.rules import rules_of
from crosstable.events.models import Stage, StageKind, Tournament
from crosstable.games import GAMES, Rules

SOURCE = Path(crosstable.__file__).parent


def chess(**fields: object) -> Tournament:
    return Tournament(**{"game": "chess", **fields})


def test_two_events_that_chose_the_same_have_the_same_rules():
    assert rules_of(chess(name="A")) is rules_of(chess(name="B"))


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("game", "goals"),
        ("choices", {"table": "Desk"}),
        ("system", "swiss-monrad"),
        ("tie_breaks", ["PTS", "BH"]),
        ("scoring", {"win": "3"}),
        ("team_size", 2),
        ("team_boards", 4),
        ("team_tie_breaks", ["BC"]),
        ("club_id", 7),
    ],
)
def test_a_choice_that_is_changed_on_the_row_changes_the_rules_at_once(field, value):
    tournament = chess()
    before = rules_of(tournament)
    setattr(tournament, field, value)
    assert rules_of(tournament) != before
    setattr(tournament, field, getattr(chess(), field))
    assert rules_of(tournament) is before


def test_choices_changed_in_place_change_the_rules_too():
    tournament = Tournament(game="other")
    assert rules_of(tournament).vocabulary.table == "Table"
    tournament.choices |= {"table": "Lane", "tables": "Lanes"}
    assert (rules_of(tournament).vocabulary.table, rules_of(copy(tournament)).say("{tables}")) == (
        "Lane",
        "Lanes",
    )


def test_rules_cannot_be_changed():
    with pytest.raises(FrozenInstanceError):
        rules_of(chess()).team_boards = 2


def test_a_match_of_a_knockout_has_a_winner_unless_it_has_several_boards():
    knockout = Stage(kind=StageKind.KNOCKOUT)
    drawn = [rules_of(one, knockout).shape.draws for one in (chess(), chess(team_size=4, team_boards=4))]
    assert (rules_of(chess()).shape.draws, drawn) == (True, [False, True])


@pytest.mark.django_db
def test_rules_are_read_without_a_question_to_the_database(django_assert_num_queries):
    tournament = event("ann bo")
    with django_assert_num_queries(0):
        rules = rules_of(tournament)
        assert (rules.game, rules.name, rules.tie_breaks[0]) == (GAMES["wargame"], rules.game.name, "WINS")


def test_only_one_module_makes_the_rules_of_an_event():
    """A form for an event that does not exist yet and the list of games make rules of a game alone."""
    made = {path.relative_to(SOURCE).as_posix() for path in SOURCE.rglob("*.py") if _makes_rules(path)}
    of_a_game = {
        "games/rules.py",
        "api/game_catalogue.py",
        "web/organiser/event_form.py",
        "web/forms.py",
    }
    assert made == of_a_game
    assert Rules.__module__ == "crosstable.games.rules"


def _makes_rules(path: Path) -> bool:
    calls = (node.func for node in ast.walk(ast.parse(path.read_text())) if isinstance(node, ast.Call))
    return any(isinstance(called, ast.Name) and called.id == "Rules" for called in calls)
