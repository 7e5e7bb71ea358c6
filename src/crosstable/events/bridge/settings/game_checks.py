"""An organiser's choices about a game and their validation. Raises BadValue with the path of the choice:
choices.best_of."""

from collections.abc import Callable, Mapping, Sequence
from copy import copy
from typing import Any

from crosstable.events.bridge.rules import rules_of
from crosstable.events.errors import BadValue, prefix_field
from crosstable.events.models import RoundStatus, Tournament
from crosstable.games import Game, Setting
from crosstable.games.factions import FACTION_LISTS, LONGEST, key_of
from crosstable.text import tr

LONGEST_WORD = 40
MOST_FACTIONS = 200


def check_choices(game: Game, choices: Mapping[str, Any]) -> None:
    settings = {setting.name: setting for setting in game.settings}
    with prefix_field("choices"):
        for name, value in choices.items():
            if name not in settings:
                unknown = (
                    tr("{game} has no “{name}”. Choose from {known}.")
                    if settings
                    else tr("{game} has no “{name}” and no other choice.")
                )
                raise BadValue(
                    unknown.filled(game=game.name, name=name[:40], known=", ".join(settings)), name[:40]
                )
            CHECKS[name](game, settings[name], value)


def _check_word(game: Game, setting: Setting, value: Any) -> None:
    if not isinstance(value, str) or len(value) > LONGEST_WORD:
        raise BadValue(
            tr(
                "{label} is a text of at most {longest_word} characters.",
                label=setting.label,
                longest_word=LONGEST_WORD,
            ),
            setting.name,
        )
    if setting.required and not value.strip():
        raise BadValue(tr("{label} is missing.", label=setting.label), setting.name)


def _check_yes_or_no(game: Game, setting: Setting, value: Any) -> None:
    if value is not None and type(value) is not bool:
        raise BadValue(tr("{label}: this is true or false.", label=setting.label), setting.name)


def _check_number(game: Game, setting: Setting, value: Any) -> None:
    if not _is_within(setting, value):
        raise BadValue(
            tr("{label} must be a whole number {range}.", label=setting.label, range=_range(setting)),
            setting.name,
        )


def _check_odd(game: Game, setting: Setting, value: Any) -> None:
    if not _is_within(setting, value) or (value is not None and value % 2 == 0):
        raise BadValue(
            tr(
                "{label} must be an odd number {range}, so that one side wins more than half.",
                label=setting.label,
                range=_range(setting),
            ),
            setting.name,
        )


def _is_within(setting: Setting, value: Any) -> bool:
    if value is None:
        return not setting.required
    least, most = _bounds(setting)
    return type(value) is int and least <= value <= most


def _range(setting: Setting) -> str:
    least, most = _bounds(setting)
    return tr("from {least} to {most:,}", least=least, most=most)


def _bounds(setting: Setting) -> tuple[int, int]:
    assert setting.least is not None and setting.most is not None, (
        f"{setting.name} is a number without bounds"
    )
    return setting.least, setting.most


def _check_code(game: Game, setting: Setting, value: Any) -> None:
    known = CODES[setting.name](game)
    if value not in ("", None, *known):
        raise BadValue(
            tr(
                "{label} is one of {known}, or empty for the usual choice.",
                label=setting.label,
                known=", ".join(known),
            ),
            setting.name,
        )


CODES: Mapping[str, Callable[[Game], list[str]]] = {
    "variant": lambda game: [variant.code for variant in game.variants],
    "scoring": lambda game: [scoring.code for scoring in game.more_scorings],
    "factions": lambda game: list(FACTION_LISTS),
}


def _check_names(game: Game, setting: Setting, value: Any) -> None:
    if not isinstance(value, list | tuple) or not all(isinstance(name, str) for name in value):
        raise BadValue(
            tr(
                "{label}: a list of at most {most_factions} names.",
                label=setting.label,
                most_factions=MOST_FACTIONS,
            ),
            setting.name,
        )
    check_faction_names(value, setting.name)


def check_faction_names(names: Sequence[str], field: str) -> None:
    """Validate a faction list. Raises BadValue with the invalid name."""
    if len(names) > MOST_FACTIONS:
        raise BadValue(
            tr(
                "At most {most_factions} factions; these are {count}.",
                most_factions=MOST_FACTIONS,
                count=len(names),
            ),
            field,
        )
    for name in names:
        if not key_of(name) or len(name) > LONGEST:
            raise BadValue(
                tr(
                    "“{name}” is not the name of a faction. A name has letters and at most {longest} "
                    "characters.",
                    name=name[:40],
                    longest=LONGEST,
                ),
                field,
            )


CHECKS: Mapping[str, Callable[[Game, Setting, Any], None]] = {
    "name": _check_word,
    "table": _check_word,
    "tables": _check_word,
    "score": _check_word,
    "draws": _check_yes_or_no,
    "most": _check_number,
    "best_of": _check_odd,
    "variant": _check_code,
    "scoring": _check_code,
    "factions": _check_code,
    "faction_names": _check_names,
}


def choice_schema(game: Game, setting: Setting) -> dict[str, Any]:
    """Return the allowed values of this choice as a JSON schema for API clients."""
    match setting.name:
        case "variant" | "scoring" | "factions":
            return {"type": "string", "enum": CODES[setting.name](game)}
        case "draws":
            return {"type": "boolean"}
        case "most" | "best_of":
            odd = {"not": {"multipleOf": 2}} if setting.name == "best_of" else {}
            return {"type": "integer", "minimum": setting.least, "maximum": setting.most, **odd}
        case "faction_names":
            return {"type": "array", "items": {"type": "string"}, "maxItems": MOST_FACTIONS}
        case _:
            return {"type": "string", "maxLength": LONGEST_WORD}


# By field of the event: its name, and the value that must stay.
FIXED_BY_PLAY: Mapping[str, tuple[str, Callable[[Tournament], object]]] = {
    "system": (tr("The pairing system"), lambda t: rules_of(t).system),
    "scoring": (tr("Points"), lambda t: rules_of(t).scoring),
    "choices": (tr("How a result is entered"), lambda t: rules_of(t).result_format),
    "accelerated": (tr("Acceleration"), lambda t: t.accelerated),
    "team_boards": (tr("The number of boards"), lambda t: t.team_boards),
    "initial_color": (tr("The colour of round 1"), lambda t: t.initial_color),
}


def play_has_fixed(tournament: Tournament) -> bool:
    return tournament.rounds.exclude(status=RoundStatus.DRAFT).exists()


def changed_among_fixed(tournament: Tournament, asked: Tournament) -> str | None:
    """Return the first fixed field in which they differ."""
    return next((name for name, (_, read) in FIXED_BY_PLAY.items() if read(asked) != read(tournament)), None)


def fixed_choices(tournament: Tournament) -> set[str]:
    """Return the choices about the game that can have no other value. The word for what is counted can be replaced but
    not left out; such a choice is not fixed."""
    game = rules_of(tournament).game
    return {setting.name for setting in game.settings if _is_fixed(tournament, game, setting)}


def _is_fixed(tournament: Tournament, game: Game, setting: Setting) -> bool:
    others = [_choosing(tournament, setting.name, value) for value in _some_values(game, setting)]
    changes = [other for other in others if _meaning(other) != _meaning(tournament)]
    return bool(changes) and all(changed_among_fixed(tournament, other) for other in changes)


def _choosing(tournament: Tournament, name: str, value: Any) -> Tournament:
    other = copy(tournament)
    others = {known: chosen for known, chosen in tournament.choices.items() if known != name}
    other.choices = others if value is None else {**others, name: value}
    return other


def _meaning(tournament: Tournament) -> tuple[object, ...]:
    rules = rules_of(tournament)
    return rules.shape, rules.scoring, rules.vocabulary, rules.name


def _some_values(game: Game, setting: Setting) -> list[Any]:
    """Return enough values to see whether it makes a difference; None is the game's default."""
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
