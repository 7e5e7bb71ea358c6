"""What a game says and what the organiser and the stage say instead, put together. Pure functions over values."""

from collections.abc import Mapping, Sequence
from dataclasses import fields, replace
from decimal import Decimal
from typing import Any

from crosstable.engine.model import Scoring
from crosstable.engine.results import Shape
from crosstable.engine.tie_breaks import EventKind, find_tie_break
from crosstable.engine.tie_breaks.among_tied import Procedure
from crosstable.games.model import Choices, Game, TieBreakList, Variant, Words

NOTHING_CHOSEN = Choices()
SCORES = frozenset(field.name for field in fields(Scoring))
# What is won without a game counts as a win, half a bye as a draw, unless it is said otherwise (FIDE C.04.1, TRF26).
WORTH_AS = {"forfeit_win": "win", "allocated_bye": "win", "full_bye": "win", "half_bye": "draw"}


def shape_of(
    game: Game, choices: Choices = NOTHING_CHOSEN, *, best_of: int | None = None, may_be_drawn: bool = True
) -> Shape:
    """How a match of this game is told, in this event. A stage may say how many sets or games there are, and that
    none ends level."""
    variant, scored = variant_of(game, choices), game.scored_shape if choices.score else None
    shape = variant.shape if variant else scored or game.shape
    draws = choices.draws if choices.draws is not None else shape.draws
    wanted: dict[str, Any] = {
        "label": choices.score or None,
        "most": choices.most,
        "best_of": best_of or choices.best_of,
        "draws": draws and may_be_drawn,
    }
    known = {field.name for field in fields(shape)}  # type: ignore[arg-type]
    changes = {name: value for name, value in wanted.items() if name in known and value is not None}
    return replace(shape, **changes)  # type: ignore[type-var]


def variant_of(game: Game, choices: Choices) -> Variant | None:
    return next((variant for variant in game.variants if variant.code == choices.variant), None)


def words_of(game: Game, choices: Choices = NOTHING_CHOSEN) -> Words:
    """The game's words, with those the organiser chose instead."""
    variant = variant_of(game, choices)
    table = choices.table or (variant.table if variant else "")
    score = choices.score or (variant.score if variant else "")
    chosen = {"table": table, "score": score, "points": score.capitalize()}
    return replace(game.words, **{name: word for name, word in chosen.items() if word})


def name_of(game: Game, choices: Choices = NOTHING_CHOSEN) -> str:
    variant = variant_of(game, choices)
    return choices.name or (variant.name if variant else game.name)


def system_of(game: Game, system: str = "") -> str:
    return system or game.system


def tie_breaks_of(
    game: Game, stage: str, codes: Sequence[str] = (), choices: Choices = NOTHING_CHOSEN
) -> tuple[str, ...]:
    """By the kind of the stage: in a round robin all meet the same opponents, whose strength separates nobody; in a
    Swiss the tied have not all met, so that no procedure for groups is of use."""
    variant = variant_of(game, choices)
    usual = game.scored_tie_breaks if game.scored_shape is not None and choices.score else game.tie_breaks
    usual = variant.tie_breaks if variant and variant.tie_breaks else usual
    if stage == "pools":  # C.07, article 8: some tie-breaks say nothing there
        codes = [code for code in codes if find_tie_break(code).suits(EventKind.ROUND_ROBIN)]
    else:
        codes = [code for code in codes if not isinstance(find_tie_break(code).among, Procedure)]
    return tuple(codes) or usual.get(stage, ())


def list_of(game: Game, codes: Sequence[str]) -> TieBreakList | None:
    """The named list that these codes are, if they are one."""
    return next((one for one in game.tie_break_lists if one.tie_breaks == tuple(codes)), None)


def points_said(worth: Mapping[str, str]) -> dict[str, str]:
    """What somebody said a result is worth, and with it what is worth the same."""
    return {name: worth[like] for name, like in WORTH_AS.items() if like in worth} | dict(worth)


def scoring_of(game: Game, worth: Mapping[str, str], choices: Choices = NOTHING_CHOSEN) -> Scoring:
    """Single points are chosen as text, since points are exact and JSON numbers are not."""
    named = {one.code: one.scoring for one in game.more_scorings}
    points = {name: Decimal(value) for name, value in worth.items() if name in SCORES}
    variant = variant_of(game, choices)
    usual = variant.scoring if variant and variant.scoring else game.scoring
    return replace(named.get(choices.scoring, usual), **points)


def offered_tie_breaks(game: Game) -> list[str]:
    """Everything the game names, without what comes first anyway."""
    usual = [
        code for codes in (*game.tie_breaks.values(), *game.scored_tie_breaks.values()) for code in codes
    ]
    of_lists = [code for named in game.tie_break_lists for code in named.tie_breaks]
    lead = game.tie_breaks["swiss"][0]
    return [code for code in dict.fromkeys([*game.more_tie_breaks, *usual, *of_lists]) if code != lead]
