"""All rounds of all entries by C.07: adjusted scores, dummies for unplayed rounds (art. 16), cuts.

In a round robin (art. 15.2) there are none of these: a forfeit is a game like any other, a free round gives nothing.
Cuts leave out the lowest and highest values (art. 14 and 16.5).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from decimal import Decimal
from functools import cached_property
from typing import Any, NamedTuple

from crosstable.engine.history import EntryHistory, Game, History
from crosstable.engine.model import ByeKind, EntryId, Outcome, Points
from crosstable.engine.tie_breaks.tie_break import TieBreak
from crosstable.text import tr


class Cuts(NamedTuple):
    lowest: int = 0
    highest: int = 0


NO_CUTS = Cuts()
# C cuts the lowest values, M the lowest and the highest.
CUTS = {"": NO_CUTS, "C1": Cuts(1), "C2": Cuts(2), "M1": Cuts(1, 1), "M2": Cuts(2, 2)}
CUT_NAMES = {
    "C1": tr("{name}, cut 1"),
    "C2": tr("{name}, cut 2"),
    "M1": tr("{name}, median 1"),
    "M2": tr("{name}, median 2"),
}
EXPLANATIONS = {
    "C1": tr("As {name}, with the least significant value left out."),
    "C2": tr("As {name}, with the two least significant values left out."),
    "M1": tr("As {name}, with the lowest and the highest value left out."),
    "M2": tr("As {name}, with the two lowest and the two highest values left out."),
}
WITH_FORFEITS = tr("As {name}, but a forfeit counts as a game against the scheduled opponent.")


def modified(plain: TieBreak, cut: str = "", forfeits: bool = False, **changes: Any) -> TieBreak:
    """Return the tie-break with a cut, with /P or both.

    /P: forfeits count as games against the scheduled opponent.
    """
    code = "/".join(filter(None, (plain.code, cut, "P" * forfeits)))
    name = CUT_NAMES[cut].filled(name=plain.name) if cut else plain.name
    explanation = EXPLANATIONS[cut].filled(name=plain.name) if cut else plain.explanation
    if forfeits:
        explanation = WITH_FORFEITS.filled(name=name)
        name = tr("{name}, forfeits count", name=name)
    values = {"code": code, "short": code, "name": name, "explanation": explanation}
    return replace(plain, **{**values, **changes})


class Contribution(NamedTuple):
    """One round's contribution: the counterpart's score, the resulting value, and whether it was a VUR.

    A VUR (voluntarily unplayed round) is a requested bye or a forfeit loss.
    """

    counterpart: Decimal
    value: Decimal
    voluntary: bool = False


def cut_sum(contributions: Sequence[Contribution], cuts: Cuts) -> Decimal:
    gone = left_out(contributions, cuts) if any(cuts) else ()
    return sum((item.value for place, item in enumerate(contributions) if place not in gone), Decimal(0))


def left_out(contributions: Sequence[Contribution], cuts: Cuts) -> set[int]:
    """Return the places of the values that are cut."""
    rest = dict(enumerate(contributions))
    for _ in range(min(cuts.lowest, len(rest))):
        _remove(rest, least_significant(list(rest.values())))
    for _ in range(min(cuts.highest, len(rest))):
        _remove(rest, max(rest.values(), key=lambda item: (item.counterpart, item.value)))
    return set(range(len(contributions))) - rest.keys()


def _remove(rest: dict[int, Contribution], contribution: Contribution) -> None:
    del rest[next(place for place, item in rest.items() if item == contribution)]


def least_significant(rest: Sequence[Contribution]) -> Contribution:
    """Art. 16.5: the lowest VUR is cut first, unless the least significant value would cost more.

    Of VURs with the same value the one against the lower counterpart is cut, as art. 14 has it for all others: which
    one is left decides the next cut, and it must not depend on the order of the rounds.
    """
    least = min(rest, key=lambda item: (item.counterpart, item.value, not item.voluntary))
    voluntary = [item for item in rest if item.voluntary]
    if not voluntary:
        return least
    lowest = min(voluntary, key=lambda item: (item.value, item.counterpart))
    return lowest if lowest.value >= least.value else least


REQUESTED = (ByeKind.HALF, ByeKind.ZERO)


def is_requested_bye(game: Game) -> bool:
    return game.bye in REQUESTED


def is_voluntary(game: Game) -> bool:
    """A VUR: a requested bye or a forfeit loss."""
    return is_requested_bye(game) or game.outcome is Outcome.FORFEIT_LOSS


def is_encounter(history: History, game: Game, forfeits: bool = False) -> bool:
    """Return whether two have met: at the board; in a round robin (15.2) and with /P also by forfeit."""
    return game.opponent is not None and (game.was_played or forfeits or history.is_round_robin)


class Season:
    """All rounds so far, one game per entry and round. Games without a result are left out.

    A round without any is a zero-point bye: the entry joined late or has withdrawn; in a round robin it is a free
    round. `forfeits` is the modifier /P: a forfeit counts as a game against the scheduled opponent.
    """

    def __init__(self, history: History, forfeits: bool = False) -> None:
        self.history = history
        self.draw = history.scoring.draw
        self.forfeits = forfeits or history.is_round_robin
        self.games: Mapping[EntryId, list[Game]] = {
            id: list(self._rounds(id, h)) for id, h in history.items()
        }

    def _rounds(self, id: EntryId, history: EntryHistory) -> Iterator[Game]:
        by_round = {game.round: game for game in history.games}
        for number in range(1, self.history.rounds + 1):
            if number in by_round:
                yield by_round[number]
            elif (id, number) not in self.history.open_games:
                yield self._without_game(number)

    def _without_game(self, number: int) -> Game:
        if self.history.is_round_robin:
            return Game(number, Points(0))
        return Game(number, self.history.scoring.zero_bye, bye=ByeKind.ZERO)

    def score(self, id: EntryId) -> Points:
        return sum((game.points for game in self.games[id]), Points(0))

    @cached_property
    def adjusted_scores(self) -> Mapping[EntryId, Points]:
        """Art. 16.3: scores that count for opponents. Requested byes with only VURs after them are draws."""
        if self.history.is_round_robin:
            return {id: self.score(id) for id in self.games}
        return {id: self._adjusted(games) for id, games in self.games.items()}

    def _adjusted(self, games: list[Game]) -> Points:
        total, only_voluntary_after = Points(0), True
        for game in reversed(games):
            trailing = only_voluntary_after and is_requested_bye(game)
            total += self.draw if trailing else game.points
            only_voluntary_after = only_voluntary_after and self._is_voluntary(game)
        return total

    def _is_voluntary(self, game: Game) -> bool:
        return is_requested_bye(game) or (is_voluntary(game) and not self.forfeits)

    def counted(self, id: EntryId) -> list[Game]:
        """Return the rounds that have a counterpart: all of a Swiss, the games of a round robin."""
        games = self.games[id]
        return [game for game in games if game.opponent] if self.history.is_round_robin else games

    def counterpart(self, id: EntryId, game: Game) -> Points:
        """Return the score that counts for a round: the opponent's, or a dummy's if the round was not played.

        Art. 16.4: a dummy has the entry's own score, at most the scheduled opponent's (forfeits) or that of an entry
        that drew every round (byes).
        """
        if game.opponent is None:
            return min(self.score(id), self.draw * self.history.rounds)
        opponent = self.adjusted_scores[game.opponent]
        met = is_encounter(self.history, game, self.forfeits)
        return opponent if met else min(self.score(id), opponent)

    def contributions(self, id: EntryId, times: Season | None = None) -> list[Contribution]:
        """Return one per round that counts: the counterpart's score, times the points by `times`."""
        contributions: list[Contribution] = []
        own = times.counted(id) if times else self.counted(id)
        for game, mine in zip(self.counted(id), own, strict=True):
            counterpart = self.counterpart(id, game)
            value = counterpart * mine.points if times else counterpart
            contributions.append(Contribution(counterpart, value, self._is_voluntary(game)))
        return contributions


class ForeSeason(Season):
    """Art. 8.3: as if every paired game of the last round had been drawn."""

    def __init__(self, history: History, forfeits: bool = False) -> None:
        super().__init__(history, forfeits)
        last = history.total_rounds or history.rounds
        self.games = {
            id: [self._drawn(game) if game.round == last and game.opponent else game for game in games]
            for id, games in self.games.items()
        }

    def _drawn(self, game: Game) -> Game:
        return replace(game, points=self.draw, outcome=Outcome.DRAW)
