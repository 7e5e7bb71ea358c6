"""A result is corrected: which later matches it touches, and which results hold no longer."""

from collections.abc import Sequence
from dataclasses import dataclass

from crosstable.engine.model import Result
from crosstable.engine.pairing.knockout.bracket import Bracket, Entrant
from crosstable.engine.pairing.knockout.errors import MatchNotReady
from crosstable.engine.pairing.knockout.playing import MatchState, Results, Status, match_state, play

Entrants = tuple[Entrant | None, Entrant | None]


@dataclass(frozen=True, slots=True)
class LaterMatch:
    """A later match that now has other entrants, or is no longer needed. `lost_games` are games that fall away."""

    match: int
    before: Entrants
    after: Entrants
    lost_games: tuple[Result, ...] = ()


@dataclass(frozen=True, slots=True)
class Correction:
    """The results as they would hold, and what it costs. Nothing is touched while the winner is the same."""

    results: Results
    later_matches: tuple[LaterMatch, ...]


def correct(bracket: Bracket, results: Results, number: int, games: Sequence[Result]) -> Correction:
    """What a new result (no games: the result is taken back) does to the bracket. Changes nothing itself.

    Raises what `play` raises.
    """
    before = play(bracket, results).matches
    bracket.match(number)
    wanted = {**results, number: tuple(games)}
    kept: dict[int, Sequence[Result]] = {}
    after: dict[int, MatchState] = {}
    later_matches = []
    for match in bracket.matches:
        given = wanted.get(match.number, ())
        state = match_state(bracket, match, after, ())
        moved = _changed(before[match.number], state)
        if moved and match.number == number and given:
            raise MatchNotReady(number)
        if moved:
            later_matches.append(_later_match(before[match.number], state, results.get(match.number, ())))
            given = ()
        after[match.number] = match_state(bracket, match, after, given)
        if given:
            kept[match.number] = given
    return Correction(kept, tuple(later_matches))


def _changed(before: MatchState, after: MatchState) -> bool:
    needed = (before.status is Status.UNNEEDED) == (after.status is Status.UNNEEDED)
    return (before.first, before.second) != (after.first, after.second) or not needed


def _later_match(before: MatchState, after: MatchState, lost_games: Sequence[Result]) -> LaterMatch:
    return LaterMatch(
        before.match.number, (before.first, before.second), (after.first, after.second), tuple(lost_games)
    )
