"""The sentences of *why*: by which number somebody is ahead, with the names that tie-breaks have in the game."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from decimal import Decimal
from itertools import groupby

from crosstable.engine.deciding import Decision, Way
from crosstable.engine.model import EntryId
from crosstable.engine.tie_breaks import TieBreak, TieBreakValue, find_tie_break
from crosstable.engine.tie_breaks.ahead import Ahead
from crosstable.events.models import Tournament
from crosstable.events.records.settings.game import tells_its_parts, tie_break_in, words_of
from crosstable.events.records.words import listed, percent_words, points_words, signed_words
from crosstable.games.columns import DIFFERENCES


@dataclass(frozen=True, slots=True)
class Names:
    """What tie-breaks, the second side and what is scored are called."""

    tie_break: Callable[[str], TieBreak] = find_tie_break
    second: str = "Black"
    unit: str = "points"

    def inside(self, code: str) -> str:
        """The name of a tie-break inside a sentence."""
        name = self.tie_break(code).name.replace(", ", " ")
        return name if code in PROPER or name[:2].isupper() else f"{name[:1].lower()}{name[1:]}"


USUAL = Names()


def names_in(tournament: Tournament) -> Names:
    words = words_of(tournament)
    counted = "points" if tells_its_parts(tournament) else words.unit
    return Names(lambda code: tie_break_in(tournament, code), words.second, counted)


def ahead_sentence(why: Ahead, names: Names = USUAL, decisions: Sequence[Decision] = ()) -> str:
    """'Both have 3 wins; Anna’s margin is +54, Ben’s +31.'"""
    equal = [amount_words(code, value, names) for code, value in why.equal]
    level = f"Both have {listed(equal)}" if equal else ""
    if why.decided_by is None or why.values is None:
        if why.ahead.rank != why.behind.rank and (decision := _between(why, decisions)) is not None:
            return f"{level}; {_decided_words(decision, names)}."
        return f"{level}: they share the place and are listed by their starting numbers."
    difference = _difference(why.decided_by, why.values, why, names)
    if level:
        return f"{level}; {difference}"
    return difference.replace("the opp", "The opp", 1) if difference.startswith("the opp") else difference


def _between(why: Ahead, decisions: Sequence[Decision]) -> Decision | None:
    """The decision that separated the two."""
    both = {why.ahead.entry.id, why.behind.entry.id}
    parted = (one for one in decisions if both <= one.entries)
    return next((one for one in parted if not any(both <= set(group) for group in one.groups)), None)


def _decided_words(decision: Decision, names: Names) -> str:
    if decision.way is Way.TIE_BREAK:
        return f"the tie was decided by a further tie-break ({names.inside(decision.note)})"
    if decision.way is Way.PLAY_OFF:
        return f"the tie was decided by a play-off ({decision.note})"
    return f"the tie was decided by lot (seed {decision.note})"


def _difference(code: str, values: tuple[TieBreakValue, TieBreakValue], why: Ahead, names: Names) -> str:
    one, two = why.ahead.entry.name, why.behind.entry.name
    if why.trail:
        return _by_procedure(why, names)
    if code in ("DE", "DE/P"):
        return _direct_encounter(why)
    if find_tie_break(code).among:
        return f"by “{names.inside(code)}” {one} is ahead of {two}."
    return _by_values(code, values, one, two, names)


def _by_values(
    code: str, values: tuple[TieBreakValue, TieBreakValue], one: str, two: str, names: Names
) -> str:
    ahead, behind = (value_words(code, value) for value in values)
    if code in COUNTED:
        return f"{one} has {amount_words(code, values[0], names)}, {two} {behind}."
    if code == "MARGIN":
        return f"{one}’s margin is {ahead}, {two}’s {behind}."
    if code == "FOR":
        return f"{one} scored {ahead} {names.unit}, {two} {behind}."
    if code == "SOS":
        return f"the opponents of {one} won {ahead} of their games, those of {two} {behind}."
    if code in ("TPN", "TPN/R"):
        return f"{one} has the starting number {ahead}, {two} {behind}."
    if find_tie_break(code).display:
        return f"by “{names.inside(code)}” {one} is ahead with {ahead}, {two} has {behind}."
    return f"{one}’s {names.inside(code)} is {ahead}, {two}’s {behind}."


def _by_procedure(why: Ahead, names: Names) -> str:
    """“in the matches among the 3 who are tied both have 3 points; then in their match B has 2 points, C 1.”"""
    one, two = why.ahead.entry, why.behind.entry
    last = why.trail[-1]
    said = []
    for matches, together in groupby(why.trail, key=lambda compared: compared.matches_among):
        equal = [amount_words(c.code, c.values[one.id], names) for c in together if c is not last]
        sentence = f"both have {listed(equal)}" if equal else ""
        if matches == last.matches_among:
            ended = _by_values(
                last.code, (last.values[one.id], last.values[two.id]), one.name, two.name, names
            )
            sentence = f"{sentence}, and {ended}" if sentence else ended
        said.append(f"{_which_matches(matches)} {sentence}")
    return "; then ".join(said)


def _which_matches(among: Sequence[EntryId]) -> str:
    if not among:
        return "over all matches"
    return "in the match between them" if len(among) == 2 else f"in the matches among the {len(among)} tied"


def _direct_encounter(why: Ahead) -> str:
    """The games among the tied; with only these two, the game between them."""
    one, two = why.ahead.entry.name, why.behind.entry.name
    scored = [
        sum((g.points for g in row.history.played if g.opponent in why.tie), Decimal(0))
        for row in (why.ahead, why.behind)
    ]
    ahead, behind = map(points_words, scored)
    if len(why.tie) == 2:
        return f"in their direct encounter {one} scored {ahead}, {two} {behind}."
    return f"in the games among the {len(why.tie)} who are level {one} scored {ahead}, {two} {behind}."


COUNTED = {
    "WINS": ("win", "wins"),
    "WIN": ("win", "wins"),
    "WON": ("game won over the board", "games won over the board"),
    "BPG": ("game with {second}", "games with {second}"),
    "BWG": ("win with {second}", "wins with {second}"),
    "REP": ("round elected to play", "rounds elected to play"),
    "PTS": ("point", "points"),
    "VP": ("victory point", "victory points"),
    "MP": ("match point", "match points"),
    "MP-321": ("match point", "match points"),
    "BP": ("board point", "board points"),
}


def amount_words(code: str, value: TieBreakValue, names: Names) -> str:
    words = value_words(code, value)
    if code in COUNTED:
        one, many = COUNTED[code]
        counted = one if 0 < value <= 1 else many
        return f"{words} {counted.format(second=names.second)}"
    if code == "MARGIN":
        return f"a margin of {words}"
    if code == "FOR":
        return f"{words} {names.unit} scored"
    if code in ("DE", "DE/P"):
        return "nothing between them in the direct encounter"
    if find_tie_break(code).among:
        return f"nothing between them by “{names.inside(code)}”"
    return f"{names.inside(code)} {words}"


# Named after people, or by letters everybody knows.
PROPER = {
    code
    for code in ("BH", "FB", "SB", "KS", "AOB")
    for code in (code, *(f"{code}/{cut}" for cut in ("C1", "C2", "M1", "M2")))
}


def value_words(code: str, value: TieBreakValue) -> str:
    tie_break = find_tie_break(code)
    if tie_break.display:
        return points_words(tie_break.display(value))
    if code in DIFFERENCES:
        return signed_words(int(value))
    if tie_break.is_share:
        return percent_words(value)
    return points_words(-value if code in ("TPN", "RTNG/R") else value)


RULES = {
    "SOS": "The mean of the shares of their games these opponents won, a draw as half.",
    "BH": "The sum of the points of the opponents; a round not played counts as a dummy’s (FIDE C.07 art. 16).",
    "BH/C1": "As Buchholz, with the least significant value left out.",
    "BH/C2": "As Buchholz, with the two least significant values left out.",
    "BH/M1": "As Buchholz, with the lowest and the highest value left out.",
    "SB": "The points of each opponent times the points made against them.",
    "PS": "The sum of the scores after each round.",
    "AOB": "The mean of the opponents’ Buchholz.",
}
