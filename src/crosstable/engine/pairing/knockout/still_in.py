"""Whoever is still in: what they play next is all that is certain, while rounds overlap."""

from collections.abc import Mapping

from crosstable.engine.model import EntryId
from crosstable.engine.pairing.knockout.bracket import Bracket, BracketMatch, Part
from crosstable.engine.pairing.knockout.playing import BracketState, Status
from crosstable.engine.pairing.knockout.rounds import column_name


def next_matches(bracket: Bracket, state: BracketState) -> dict[EntryId, BracketMatch]:
    """Of everybody whose place is not certain the match they play next. Before they are seeded anew, any of the round:
    nobody knows which."""
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
    return {entry: coming.get(entry) or _in_next_round(bracket, last.get(entry)) for entry in still_in}


def _in_next_round(bracket: Bracket, last: BracketMatch | None) -> BracketMatch:
    """After that match; whoever has played none had a bye in the first."""
    return bracket.main_by_round[last.round + 1 if last else 2][0]


def still_in_words(bracket: Bracket, coming: Mapping[EntryId, BracketMatch]) -> dict[EntryId, str]:
    """“in the final”, “in the round of 16”, “in losers’ round 2”, “playing for third place”."""
    return {entry: _words(bracket, match) for entry, match in coming.items()}


def _words(bracket: Bracket, match: BracketMatch) -> str:
    name = column_name(bracket, match)
    name = name[0].lower() + name[1:]
    if match.part is Part.THIRD_PLACE:
        return "playing for third place"
    if match.part is Part.CONSOLATION:
        return f"playing for {name}"
    return f"in {name}" if "’ round" in name else f"in the {name}"
