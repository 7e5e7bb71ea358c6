"""What the first pairings were made and scored with: it stays once everybody has seen them."""

from collections.abc import Callable, Mapping
from copy import copy
from typing import Any

from crosstable.events.models import RoundStatus, Tournament
from crosstable.events.records.rules import rules_of
from crosstable.events.records.settings.game_checks import choice_schema
from crosstable.games import Game, Setting

# By the field of the event: what it is called, and what of it stays.
FIXED_BY_PLAY: Mapping[str, tuple[str, Callable[[Tournament], object]]] = {
    "system": ("The pairing system", lambda t: rules_of(t).system),
    "scoring": ("Points", lambda t: rules_of(t).scoring),
    "choices": ("How a match is told", lambda t: rules_of(t).way_of_telling),
    "accelerated": ("Acceleration", lambda t: t.accelerated),
    "team_boards": ("The number of boards", lambda t: t.team_boards),
    "initial_color": ("The colour of round 1", lambda t: t.initial_color),
}


def play_has_fixed(tournament: Tournament) -> bool:
    return tournament.rounds.exclude(status=RoundStatus.DRAFT).exists()


def changed_among_fixed(tournament: Tournament, asked: Tournament) -> str | None:
    """The first field in which they differ."""
    return next((name for name, (_, read) in FIXED_BY_PLAY.items() if read(asked) != read(tournament)), None)


def fixed_choices(tournament: Tournament) -> set[str]:
    """The choices about the game of which no other value could be taken. A word for what is counted can be replaced by
    another, and not left out; such a choice is not fixed."""
    game = rules_of(tournament).game
    return {setting.name for setting in game.settings if _is_fixed(tournament, game, setting)}


def _is_fixed(tournament: Tournament, game: Game, setting: Setting) -> bool:
    others = [_choosing(tournament, setting.name, value) for value in _some_values(game, setting)]
    changes = [other for other in others if _meaning(other) != _meaning(tournament)]
    return bool(changes) and all(changed_among_fixed(tournament, other) for other in changes)


def _choosing(tournament: Tournament, name: str, value: Any) -> Tournament:
    other = copy(tournament)
    kept = {known: chosen for known, chosen in tournament.choices.items() if known != name}
    other.choices = kept if value is None else {**kept, name: value}
    return other


def _meaning(tournament: Tournament) -> tuple[object, ...]:
    rules = rules_of(tournament)
    return rules.shape, rules.scoring, rules.words, rules.name


def _some_values(game: Game, setting: Setting) -> list[Any]:
    """Enough of them to see whether it makes a difference; None is as the game says."""
    schema = choice_schema(game, setting)
    match schema["type"]:
        case "boolean":
            return [True, False]
        case "integer":
            return [None, schema["minimum"], schema["minimum"] + 2]
        case "array":
            return []
        case _:
            return [None, *schema.get("enum", ["Another word"])]
