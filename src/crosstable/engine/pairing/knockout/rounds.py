"""The round in which a bracket match is played, and the names of matches and rounds.

In a single elimination that is the round of the bracket, and the match for third place goes with the final. In a double
elimination the two sides are played together, and no entry plays twice in a round:

| winners' side | losers' side | round |
|---|---|---|
| 1 | | 1 |
| r, from 2 on | 2r - 3 | 2r - 2 |
| | 2r - 2 | 2r - 1 |

The grand final comes after both sides, its reset last.
"""

from collections.abc import Mapping

from crosstable.engine.model import EntryId
from crosstable.engine.pairing.knockout.bracket import Bracket, BracketMatch, Part
from crosstable.engine.pairing.knockout.playing import BracketState, Status
from crosstable.text import tr

# From the last round backwards.
_ROUNDS = (tr("Final"), tr("Semi-finals"), tr("Quarter-finals"))
_IN_ROUNDS = (tr("in the final"), tr("in the semi-finals"), tr("in the quarter-finals"))
_MATCHES = (tr("Final"), tr("Semi-final {number}"), tr("Quarter-final {number}"))
_MATCHES_INSIDE = (tr("the final"), tr("semi-final {number}"), tr("quarter-final {number}"))


def is_double(bracket: Bracket) -> bool:
    return bracket.matches[-1].part in (Part.GRAND_FINAL, Part.RESET)


def playing_round(bracket: Bracket, match: BracketMatch) -> int:
    """Return the round, from 1.

    Every entry plays at most once in a round, and every match after those it waits for.
    """
    if match.part is Part.LOSERS:
        return match.round + 1
    if match.part in (Part.GRAND_FINAL, Part.RESET):
        return 2 * bracket.main_rounds + match.round - 1
    if is_double(bracket):
        return max(1, 2 * match.round - 2)
    return match.round


def round_name(bracket: Bracket, number: int) -> str:
    """Return the usual name of a round: "Semi-finals"."""
    if not is_double(bracket):
        return _named(_ROUNDS, bracket.main_rounds - number)
    last = 2 * bracket.main_rounds
    names = {last: tr("Grand final"), last + 1: tr("Grand final, second match")}
    return names.get(number) or tr("Knockout round {number}", number=number)


def match_name(bracket: Bracket, match: BracketMatch) -> str:
    """Return the usual name: "Semi-final 2", "Losers' round 3, match 11" (its number in the bracket)."""
    if match.part is Part.THIRD_PLACE:
        return tr("Third place")
    if match.part is Part.GRAND_FINAL:
        return tr("Grand final")
    if match.part is Part.RESET:
        return tr("Grand final, second match")
    column = column_name(bracket, match)
    if (left := _rounds_left(bracket, match)) < len(_MATCHES):
        return _MATCHES[left].filled(number=match.position)
    if _is_last(bracket, match):
        return column
    return tr("{round}, match {number}", round=column, number=match.number)


def match_inside(bracket: Bracket, match: BracketMatch) -> str:
    """Return the name of the match within a sentence: “semi-final 2”, “match 11”."""
    if match.part is Part.THIRD_PLACE:
        return tr("the match for third place")
    if match.part is Part.GRAND_FINAL:
        return tr("the grand final")
    if match.part is Part.RESET:
        return tr("the second match of the grand final")
    if (left := _rounds_left(bracket, match)) < len(_MATCHES):
        return _MATCHES_INSIDE[left].filled(number=match.position)
    if match.part is not Part.CONSOLATION and _is_last(bracket, match):
        return tr("the losers’ final") if match.part is Part.LOSERS else tr("the winners’ final")
    return tr("match {number}", number=match.number)


def _rounds_left(bracket: Bracket, match: BracketMatch) -> int:
    """Return the number of rounds after this one; in a double elimination and off the main side they do not count."""
    is_main = match.part is Part.MAIN and not is_double(bracket)
    return bracket.main_rounds - match.round if is_main else len(_MATCHES)


def column_name(bracket: Bracket, match: BracketMatch) -> str:
    """Return the heading of the match's column in the drawing."""
    if match.part is Part.CONSOLATION:
        return _places(bracket, match)
    if match.part is Part.LOSERS:
        last = match.round == 2 * bracket.main_rounds - 2
        return tr("Losers’ final") if last else tr("Losers’ round {number}", number=match.round)
    if match.part is not Part.MAIN:
        return tr("Grand final")
    if is_double(bracket):
        last = match.round == bracket.main_rounds
        return tr("Winners’ final") if last else tr("Winners’ round {number}", number=match.round)
    return _named(_ROUNDS, bracket.main_rounds - match.round)


def _places(bracket: Bracket, match: BracketMatch) -> str:
    """Return the places those still in a consolation play for: one more than the matches left in it."""
    left = _matches_left(bracket, match)
    if left == 1:
        return tr("Place {number}", number=match.best)
    return tr("Places {first}–{last}", first=match.best, last=match.best + left)


def _matches_left(bracket: Bracket, match: BracketMatch) -> int:
    return sum(other.round >= match.round for other in bracket.blocks[match.best])


def _is_last(bracket: Bracket, match: BracketMatch) -> bool:
    if match.part is Part.CONSOLATION:
        return match == bracket.blocks[match.best][-1]
    last = bracket.main_rounds if match.part is Part.MAIN else 2 * bracket.main_rounds - 2
    return match.round == last


def _named(names: tuple[str, ...], left: int) -> str:
    return names[left] if left < len(names) else tr("Round of {number}", number=2 ** (left + 1))


def next_matches(bracket: Bracket, state: BracketState) -> dict[EntryId, BracketMatch]:
    """Return the next match of every entry whose place is not certain.

    Before reseeding, any match of the round: which one is not known yet.
    """
    coming: dict[EntryId, BracketMatch] = {}
    last: dict[EntryId, BracketMatch] = {}
    for standing in state.matches.values():
        for entry in (standing.first, standing.second):
            if isinstance(entry, int):
                if standing.status in (Status.DECIDED, Status.UNNEEDED):
                    last[entry] = standing.match
                else:  # both sides of a grand final are those of its reset, which comes after it
                    coming.setdefault(entry, standing.match)
    certain = {place.entry for place in state.places}
    still_in = [entry for entry in bracket.entrants if isinstance(entry, int) and entry not in certain]
    # Entries without a match so far had a bye in the first round.
    after = {entry: last[entry].round + 1 if entry in last else 2 for entry in still_in}
    return {entry: coming.get(entry) or bracket.main_by_round[after[entry]][0] for entry in still_in}


def still_in_words(bracket: Bracket, coming: Mapping[EntryId, BracketMatch]) -> dict[EntryId, str]:
    """“in the final”, “in the round of 16”, “in losers’ round 2”, “playing for third place”."""
    return {entry: _words(bracket, match) for entry, match in coming.items()}


def _words(bracket: Bracket, match: BracketMatch) -> str:
    if match.part is Part.THIRD_PLACE:
        return tr("playing for third place")
    if match.part is Part.CONSOLATION:
        left = _matches_left(bracket, match)
        if left == 1:
            return tr("playing for place {number}", number=match.best)
        return tr("playing for places {first}–{last}", first=match.best, last=match.best + left)
    if match.part is Part.LOSERS:
        last = match.round == 2 * bracket.main_rounds - 2
        return tr("in the losers’ final") if last else tr("in losers’ round {number}", number=match.round)
    if match.part is not Part.MAIN:
        return tr("in the grand final")
    left = bracket.main_rounds - match.round
    if is_double(bracket):
        return tr("in winners’ round {number}", number=match.round) if left else tr("in the winners’ final")
    if left < len(_IN_ROUNDS):
        return _IN_ROUNDS[left]
    return tr("in the round of {number}", number=2 ** (left + 1))
