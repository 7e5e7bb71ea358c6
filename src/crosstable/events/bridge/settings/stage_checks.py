"""Validation of a stage's settings, as far as possible without players. Raises BadValue."""

from collections.abc import Callable, Mapping
from dataclasses import fields
from typing import Any

from crosstable.engine.pairing.knockout import Consolation, Elimination
from crosstable.engine.pairing.round_robin import BoardRule, Distribution, Rounds
from crosstable.events.bridge.constraints import AnyEntry, read_constraints
from crosstable.events.bridge.rules import rules_of
from crosstable.events.bridge.settings.stage_settings import (
    HIGHEST_DRAW_SEED,
    SEEDINGS,
    AdvanceSettings,
    KnockoutSettings,
    PoolSettings,
    of_the_event,
)
from crosstable.events.errors import BadValue
from crosstable.events.models import Stage, StageKind, Tournament
from crosstable.games import Vocabulary
from crosstable.text import tr

MOST_POOLS = 200
MOST_BOARDS = 1000
MOST_ADVANCING = 512
LONGEST_SERIES = 15
MOST_ROUNDS_BEFORE_THE_FINAL = 8

SETTINGS: Mapping[StageKind, type[AdvanceSettings] | type[PoolSettings] | type[KnockoutSettings]] = {
    StageKind.SWISS: AdvanceSettings,
    StageKind.POOLS: PoolSettings,
    StageKind.KNOCKOUT: KnockoutSettings,
}


def checked_settings(tournament: Tournament, kind: StageKind, values: Mapping[str, Any]) -> dict[str, Any]:
    """Return all settings of a stage of this kind, with the defaults filled in. Settings of the whole event may be
    repeated unchanged, and are left out.

    Raises BadValue with the field.
    """
    chosen = of_the_event(tournament, kind)
    known = {field.name for field in fields(SETTINGS[kind])}
    for name in values:
        if name not in known | chosen.keys():
            raise BadValue(
                tr(
                    "A stage of this kind has no “{name}”: choose from {names}.",
                    name=name[:40],
                    names=", ".join(CHECKS[kind]),
                ),
                name[:40],
            )
    own = {name: value for name, value in values.items() if name not in chosen}
    complete = SETTINGS[kind](**own).as_json()
    for name, check in CHECKS[kind].items():
        _check(check, complete[name], name, rules_of(tournament).vocabulary)
    if kind == StageKind.KNOCKOUT:
        _single_only(complete)
        check_played_once(tournament, KnockoutSettings(**own))
    for name in values:
        if name in chosen and values[name] != chosen[name]:
            raise BadValue(
                tr("“{name}” is chosen in the settings of the event, for all of it.", name=name), name
            )
    return complete


def check_stored(stage: Stage) -> None:
    """Validate a row that was imported. Raises BadValue."""
    kind = StageKind(stage.kind)
    stored = SETTINGS[kind].of(stage).as_json()
    for name, check in CHECKS[kind].items():
        _check(check, stored[name], name, rules_of(stage.tournament).vocabulary)


def _check(check: Callable[[Any, str], None], value: Any, field: str, vocabulary: Vocabulary) -> None:
    """Run a check and word its error with the game's words."""
    try:
        check(value, field)
    except BadValue as refused:
        raise BadValue(vocabulary.say(refused.words), refused.field) from refused


def _whole(least: int, most: int, what: str) -> Callable[[Any, str], None]:
    def check(value: Any, field: str) -> None:
        if type(value) is not int or not least <= value <= most:
            raise BadValue(
                tr(
                    "{what} must be a whole number from {least} to {most:,}.",
                    what=what,
                    least=least,
                    most=most,
                ),
                field,
            )

    return check


def _optional(check: Callable[[Any, str], None]) -> Callable[[Any, str], None]:
    return lambda value, field: None if value is None else check(value, field)


def _yes_or_no(value: Any, field: str) -> None:
    if type(value) is not bool:
        raise BadValue(tr("“{field}” is either on or off, true or false.", field=field), field)


def _one_of(*allowed: str) -> Callable[[Any, str], None]:
    def check(value: Any, field: str) -> None:
        if value not in allowed:
            raise BadValue(
                tr("“{field}” is one of {allowed}.", field=field, allowed=", ".join(allowed)), field
            )

    return check


def _odd(value: Any, field: str) -> None:
    if type(value) is not int or not 1 <= value <= LONGEST_SERIES or value % 2 == 0:
        raise BadValue(
            tr(
                "A series has an odd number of games from 1 to {longest_series}, or it might have no winner.",
                longest_series=LONGEST_SERIES,
            ),
            field,
        )


def _list_of(kind: type, what: str) -> Callable[[Any, str], None]:
    def check(value: Any, field: str) -> None:
        if not isinstance(value, list | tuple) or not all(type(item) is kind for item in value):
            raise BadValue(tr("“{field}” is a list of {what}.", field=field, what=what), field)

    return check


def _constraints(value: Any, field: str) -> None:
    _list_of(dict, "constraints")(value, field)
    read_constraints(value, AnyEntry())


def _odd_or_none(value: Any, field: str) -> None:
    if not isinstance(value, list | tuple) or len(value) > MOST_ROUNDS_BEFORE_THE_FINAL:
        raise BadValue(
            tr(
                "“{field}” is a list of at most {most_rounds_before_the_final} odd numbers of games, "
                "the semi-finals first, null as the others.",
                field=field,
                most_rounds_before_the_final=MOST_ROUNDS_BEFORE_THE_FINAL,
            ),
            field,
        )
    for best_of in value:
        _optional(_odd)(best_of, field)


def check_played_once(tournament: Tournament, settings: KnockoutSettings) -> None:
    """Refuse a series of matches on boards: it would need nested parts. Raises BadValue."""
    longest = max(settings.options().series)
    if tournament.has_boards and longest > 1 and not rules_of(tournament).shape.has_parts:
        raise BadValue(tr("A team match has its boards and is played once: choose a best of one."), "best_of")


def _single_only(chosen: Mapping[str, Any]) -> None:
    if chosen["elimination"] == Elimination.SINGLE.value:
        return
    if chosen["consolation"] != Consolation.NONE.value:
        raise BadValue(
            tr(
                "In a double elimination all players play on after their first loss: choose a "
                "consolation with single elimination."
            ),
            "consolation",
        )
    if chosen["reseed"]:
        raise BadValue(
            tr(
                "In a double elimination the losers’ side is fixed from the start: reseeding after "
                "each round needs single elimination."
            ),
            "reseed",
        )


ADVANCING = {
    "per_pool": _whole(0, MOST_ADVANCING, tr("How many advance")),
    "next_best": _whole(0, MOST_ADVANCING, tr("How many of the next best advance")),
}
CHECKS: Mapping[StageKind, Mapping[str, Callable[[Any, str], None]]] = {
    StageKind.SWISS: ADVANCING,
    StageKind.POOLS: {
        **ADVANCING,
        "groups": _optional(_whole(1, MOST_POOLS, tr("The number of pools"))),
        "distribution": _one_of(*(way.value for way in Distribution)),
        "shuffle_seed": _optional(_whole(0, 2**53, tr("The seed of a shuffle"))),
        "boards": _whole(1, MOST_BOARDS, tr("The number of {tables}")),
        "own_boards": _yes_or_no,
        "board_rule": _one_of(*(rule.value for rule in BoardRule)),
        "rounds": _one_of(*(table.value for table in Rounds)),
        "double": _yes_or_no,
        "last_byes": _list_of(int, "entries"),
        "constraints": _constraints,
        "board_kinds": _list_of(str, tr("kinds of {tables}, from {table} 1")),
    },
    StageKind.KNOCKOUT: {
        "elimination": _one_of(*(kind.value for kind in Elimination)),
        "third_place": _yes_or_no,
        "reset": _yes_or_no,
        "best_of": _odd,
        "best_of_final": _optional(_odd),
        "best_of_rounds": _odd_or_none,
        "consolation": _one_of(*(way.value for way in Consolation)),
        "reseed": _yes_or_no,
        "entrants": _optional(_whole(2, MOST_ADVANCING, tr("How many take part"))),
        "seeding": _one_of(*SEEDINGS),
        "draw_seed": _optional(_whole(0, HIGHEST_DRAW_SEED, tr("The number of the draw"))),
    },
}
