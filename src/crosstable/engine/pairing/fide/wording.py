"""The reasons of the Dutch system in words, with the articles an arbiter can point to. Pages and commands say them."""

from collections.abc import Callable

from crosstable.engine.model import Points
from crosstable.engine.pairing.fide.explain import Explanation, PlayerView, Reason, Value
from crosstable.engine.pairing.fide.player import Allocation, Strength

Number = Callable[[int | Points], str]
"""How a number is written: 4½ on a page, 4.5 in a terminal."""

COLOR_RULES = {
    Allocation.BOTH_PREFERENCES: "both wishes could be granted (5.2.1)",
    Allocation.STRONGER_PREFERENCE: "both wanted the same colour and the stronger wish was granted (5.2.2)",
    Allocation.LAST_DIFFERENCE: "both wanted the same colour, and the colours alternate from the last round in "
    "which theirs differed (5.2.3)",
    Allocation.HIGHER_RANKED: "both wanted the same colour equally, and the higher ranked had the choice (5.2.4)",
    Allocation.INITIAL_COLOR: "nobody had a wish yet, and the colour drawn for round 1 decides (5.2.5)",
}
STRENGTHS = {
    Strength.MILD: "a mild wish for",
    Strength.STRONG: "a strong wish for",
    Strength.ABSOLUTE: "an absolute claim to",
}
WHY_NOT = {
    Reason.PAIRED: "By the rules {names} meet.",
    Reason.ABSENT: "One of the two is not in this round.",
    Reason.MET_BEFORE: "{names} have met before, and nobody meets twice (C1).",
    Reason.FORBIDDEN: "The organiser said that {names} must not meet.",
    Reason.SAME_ABSOLUTE_PREFERENCE: "{names} both must have the same colour, so neither could have it (C3).",
    Reason.NO_COMPLETION: "With {names} together the others could not all be paired (C4, C5).",
    Reason.BOTH_MOVED_DOWN: "{names} both moved down into the bracket, and whoever did meets residents first.",
    Reason.LATER: "{names} together would be as good by every criterion, but the order of article 4 takes the one "
    "that was made first.",
}


def why_not(explanation: Explanation, names: str, number: Number) -> str:
    """Why two do not meet, or that they do, in a sentence. `names` are both: “Ann and Bo”."""
    if explanation.reason is not Reason.WORSE:
        return WHY_NOT[explanation.reason].format(names=names)
    decisive = explanation.comparisons[-1]
    return (
        f"With {names} together {decisive.code} would be worse, {decisive.meaning}: "
        f"{values_words(decisive.expected, number)} instead of {values_words(decisive.actual, number)}. "
        "The criteria before it are equal."
    )


def values_words(values: Value, number: Number) -> str:
    return " ".join(number(value) for value in values) or "none"


def wish_words(view: PlayerView, side: Callable[[str], str] = str) -> str:
    """The colour somebody should get, as the game calls it."""
    if view.preference is None:
        return "no colour wish"
    return f"{STRENGTHS[view.strength]} {side(view.preference.value)}"


def past_floats(view: PlayerView) -> list[str]:
    past = ((view.last_float, "last round"), (view.float_before, "two rounds ago"))
    return [f"floated {float_.value} {when}" for float_, when in past if float_ is not None]
