"""Results applied to a bracket: who plays where, who is eliminated, who has won, and the places.

A correction lists the later matches it affects and the results that are no longer valid.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from itertools import groupby

from crosstable.engine.model import EntryId, Result
from crosstable.engine.pairing.knockout.bracket import (
    Bracket,
    BracketMatch,
    Entrant,
    KnockoutDraw,
    MatchNotReady,
    Part,
    Placeholder,
    Seed,
    SeriesOver,
    Slot,
    StillIn,
    WinnerOf,
)


@dataclass(frozen=True, slots=True)
class PlaceRange:
    """The best and worst place an entry may have finished in; equal if the place is not shared."""

    best: int
    worst: int
    entry: EntryId


Endings = Mapping[int, tuple[EntryId, EntryId]]
"""Match number → winner, loser."""


def finishing_places(bracket: Bracket, endings: Endings, final: int) -> tuple[PlaceRange, ...]:
    """Return the entries whose place is certain, best first. `final` decides first place.

    In each block the last match gives its two best places. Those who lose in the same round before it share the next
    ones, or play for them in a separate block.
    """
    places: list[PlaceRange] = []
    for best, matches in bracket.blocks.items():
        last = final if best == 1 else matches[-1].number
        places += [PlaceRange(i, i, entry) for i, entry in enumerate(endings.get(last, ()), start=best)]
        free = best + 2
        for together in _lost_together(bracket, matches, last):
            worst = free + len(together) - 1
            out = [
                m.number for m in together if m.number in endings and m.number not in bracket.block_of_losers
            ]
            places += [PlaceRange(free, worst, endings[number][1]) for number in out]
            free = worst + 1
    return tuple(sorted(places, key=lambda place: place.best))


def places_so_far(
    entrants: int, certain: Sequence[PlaceRange], still_in: Sequence[EntryId]
) -> list[PlaceRange]:
    """Return all entries in order, best first; the same as the places once the knockout is finished.

    Eliminated entries share the lowest of their possible places; entries still in are above them, best first, while
    nothing is certain.
    """
    groups: dict[tuple[int, int], list[EntryId]] = {}
    for place in certain:
        groups.setdefault((place.best, place.worst), []).append(place.entry)
    taken: dict[int, PlaceRange] = {}
    for (_, worst), entries in groups.items():
        first = worst - len(entries) + 1
        taken |= {first + i: PlaceRange(first, worst, entry) for i, entry in enumerate(entries)}
    free = (position for position in range(1, entrants + 1) if position not in taken)
    for position, entry in zip(free, still_in, strict=False):
        taken[position] = PlaceRange(position, position, entry)
    return [taken[position] for position in sorted(taken)]


def _lost_together(
    bracket: Bracket, matches: Sequence[BracketMatch], last: int
) -> Iterator[list[BracketMatch]]:
    """The matches of a block whose loser leaves it, by round, latest first, without finals."""
    leaving = [
        match
        for match in matches
        if match.number != last
        and match.part not in (Part.GRAND_FINAL, Part.RESET)
        and bracket.block_of_losers.get(match.number) != match.best
    ]
    leaving.sort(key=lambda match: (-match.round, match.number))
    for _, together in groupby(leaving, key=lambda match: match.round):
        yield list(together)


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
    """The state of a match. An entrant is None while nothing is known of it."""

    match: BracketMatch
    first: Entrant | None
    second: Entrant | None
    status: Status
    score: tuple[int, int] = (0, 0)
    winner: EntryId | None = None
    loser: EntryId | None = None


@dataclass(frozen=True, slots=True)
class BracketState:
    """`places` holds the entries whose place is certain, best first."""

    matches: Mapping[int, MatchState]
    champion: EntryId | None
    places: tuple[PlaceRange, ...]


def play(bracket: Bracket, results: Results) -> BracketState:
    """Return the state after the results. Raises NoSuchMatch, MatchNotReady, KnockoutDraw, SeriesOver."""
    states = match_states(bracket, results)
    final = _deciding_match(bracket, states)
    places = finishing_places(bracket, _decided_matches(states), final)
    return BracketState(states, states[final].winner, places)


def match_states(bracket: Bracket, results: Results) -> Mapping[int, MatchState]:
    """Return the states without the places. Raises what `play` raises."""
    for number in results:
        bracket.match(number)
    states: dict[int, MatchState] = {}
    for match in bracket.matches:
        states[match.number] = match_state(bracket, match, states, results.get(match.number, ()))
    return states


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
    side = winning_side(match, games)
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
    """Return the entry by seed among those that have not lost; None before the whole round is decided."""
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


def winning_side(match: BracketMatch, games: Sequence[Result]) -> int | None:
    """Return the side that has won; None while games are to come. Raises SeriesOver, KnockoutDraw."""
    first, second = series_score(match, games)
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


Entrants = tuple[Entrant | None, Entrant | None]


@dataclass(frozen=True, slots=True)
class LaterMatch:
    """A later match with changed entrants, or no longer needed. `lost_games` are deleted."""

    match: int
    before: Entrants
    after: Entrants
    lost_games: tuple[Result, ...] = ()


@dataclass(frozen=True, slots=True)
class Correction:
    """The corrected results and their consequences. No match is affected while the winner is the same.

    `matches`: the states after the correction.
    """

    results: Results
    later_matches: tuple[LaterMatch, ...]
    matches: Mapping[int, MatchState]


def correct(bracket: Bracket, results: Results, number: int, games: Sequence[Result]) -> Correction:
    """Return the effect of a new result (no games: the result is reset) without applying it.

    Raises what `play` raises.
    """
    before = match_states(bracket, results)
    bracket.match(number)
    wanted = {**results, number: tuple(games)}
    remaining: dict[int, Sequence[Result]] = {}
    after: dict[int, MatchState] = {}
    later_matches, changed = [], {number}
    for match in bracket.matches:
        given = wanted.get(match.number, ())
        if not _depends_on(bracket, match, changed):
            after[match.number] = before[match.number]
            if given:
                remaining[match.number] = given
            continue
        changed.add(match.number)
        state = match_state(bracket, match, after, ())
        moved = _changed(before[match.number], state)
        if moved and match.number == number and given:
            raise MatchNotReady(number)
        if moved:
            later_matches.append(_later_match(before[match.number], state, results.get(match.number, ())))
            given = ()
        after[match.number] = match_state(bracket, match, after, given)
        if given:
            remaining[match.number] = given
    return Correction(remaining, tuple(later_matches), after)


def _depends_on(bracket: Bracket, match: BracketMatch, changed: Collection[int]) -> bool:
    """Whether the match is one of these or is played by their entrants; a reset depends on the grand final too."""
    return (
        match.number in changed or match.part is Part.RESET or not bracket.sources(match).isdisjoint(changed)
    )


def _changed(before: MatchState, after: MatchState) -> bool:
    needed = (before.status is Status.UNNEEDED) == (after.status is Status.UNNEEDED)
    return (before.first, before.second) != (after.first, after.second) or not needed


def _later_match(before: MatchState, after: MatchState, lost_games: Sequence[Result]) -> LaterMatch:
    return LaterMatch(
        before.match.number, (before.first, before.second), (after.first, after.second), tuple(lost_games)
    )
