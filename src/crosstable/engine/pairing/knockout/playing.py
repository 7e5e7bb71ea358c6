"""Results played into a bracket: who stands where, who is out, who has won."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import Enum

from crosstable.engine.model import EntryId, Result
from crosstable.engine.pairing.knockout.bracket import (
    Bracket,
    BracketMatch,
    Entrant,
    Part,
    Placeholder,
    Seed,
    Slot,
    StillIn,
    WinnerOf,
)
from crosstable.engine.pairing.knockout.errors import KnockoutDraw, MatchNotReady, SeriesOver
from crosstable.engine.pairing.knockout.places import Endings, PlaceRange, finishing_places

Results = Mapping[int, Sequence[Result]]
"""Match number → its games in order, each seen from the match's first slot."""


class Status(Enum):
    """UNNEEDED: the reset of a grand final that the winners' side won."""

    WAITING = "waiting"
    READY = "ready"
    STARTED = "started"
    DECIDED = "decided"
    UNNEEDED = "unneeded"


@dataclass(frozen=True, slots=True)
class MatchState:
    """A match as it stands. An entrant is None while nothing is known of it."""

    match: BracketMatch
    first: Entrant | None
    second: Entrant | None
    status: Status
    score: tuple[int, int] = (0, 0)
    winner: EntryId | None = None
    loser: EntryId | None = None


@dataclass(frozen=True, slots=True)
class BracketState:
    """`places` holds those whose place is certain, best first."""

    matches: Mapping[int, MatchState]
    champion: EntryId | None
    places: tuple[PlaceRange, ...]


def play(bracket: Bracket, results: Results) -> BracketState:
    """The state after the results. Raises NoSuchMatch, MatchNotReady, KnockoutDraw, SeriesOver."""
    for number in results:
        bracket.match(number)
    states: dict[int, MatchState] = {}
    for match in bracket.matches:
        states[match.number] = match_state(bracket, match, states, results.get(match.number, ()))
    final = _deciding_match(bracket, states)
    places = finishing_places(bracket, _decided_matches(states), final)
    return BracketState(states, states[final].winner, places)


def match_state(
    bracket: Bracket, match: BracketMatch, earlier: Mapping[int, MatchState], games: Sequence[Result]
) -> MatchState:
    first, second = (_entrant(bracket, slot, earlier) for slot in match.slots)
    opening = _opening(match, earlier, first, second)
    if opening is not Status.READY:
        if games:
            raise MatchNotReady(match.number)
        return MatchState(match, first, second, opening)
    assert first is not None and second is not None
    score = series_score(match, games)
    side = _winning_side(match, games, score)
    if side is None:
        return MatchState(match, first, second, Status.STARTED if games else Status.READY, score)
    winner, loser = _known((first, second) if side == 0 else (second, first))
    return MatchState(match, first, second, Status.DECIDED, score, winner, loser)


def _known(entrants: tuple[Entrant, Entrant]) -> tuple[EntryId, EntryId]:
    winner, loser = entrants
    assert not isinstance(winner, Placeholder) and not isinstance(loser, Placeholder)
    return winner, loser


def _opening(
    match: BracketMatch, earlier: Mapping[int, MatchState], first: Entrant | None, second: Entrant | None
) -> Status:
    if match.part is Part.RESET:
        final = earlier[match.number - 1]
        if final.status is not Status.DECIDED:
            return Status.WAITING
        if final.winner == final.first:
            return Status.UNNEEDED
    known = all(e is not None and not isinstance(e, Placeholder) for e in (first, second))
    return Status.READY if known else Status.WAITING


def _entrant(bracket: Bracket, slot: Slot, earlier: Mapping[int, MatchState]) -> Entrant | None:
    if isinstance(slot, Seed):
        return bracket.entrants[slot.number - 1]
    if isinstance(slot, StillIn):
        return _still_in(bracket, slot, earlier)
    state = earlier[slot.match]
    return state.winner if isinstance(slot, WinnerOf) else state.loser


def _still_in(bracket: Bracket, slot: StillIn, earlier: Mapping[int, MatchState]) -> Entrant | None:
    """Everybody who has not lost in a round so far, by seed; nobody is known before the whole round is decided."""
    rounds = range(1, slot.round + 1)
    played = [earlier[match.number] for number in rounds for match in bracket.main_by_round[number]]
    if any(state.winner is None for state in played):
        return None
    out = {state.loser for state in played}
    return [entrant for entrant in bracket.entrants if entrant not in out][slot.rank - 1]


def series_score(match: BracketMatch, games: Sequence[Result]) -> tuple[int, int]:
    """Games won by each side; a drawn game counts for neither. Raises SeriesOver."""
    first = second = 0
    needed = match.best_of // 2 + 1
    for number, game in enumerate(games, start=1):
        if max(first, second) == needed or number > match.best_of:
            raise SeriesOver(match.number, len(games), match.best_of)
        first += game.first.is_win
        second += game.second.is_win
    return first, second


def _winning_side(match: BracketMatch, games: Sequence[Result], score: tuple[int, int]) -> int | None:
    """Which side has won; None while games are to come. Raises KnockoutDraw once none are."""
    first, second = score
    if max(first, second) <= match.best_of // 2 and len(games) < match.best_of:
        return None
    if first == second:
        raise KnockoutDraw(match.number)
    return 0 if first > second else 1


def _deciding_match(bracket: Bracket, states: Mapping[int, MatchState]) -> int:
    """The last match of the bracket, or the grand final where its reset is not needed."""
    last = bracket.matches[-1].number
    return last - 1 if states[last].status is Status.UNNEEDED else last


def _decided_matches(states: Mapping[int, MatchState]) -> Endings:
    return {
        number: (state.winner, state.loser)
        for number, state in states.items()
        if state.winner is not None and state.loser is not None
    }
