"""Direct encounter (C.07 art. 6): the games of the tied entries against each other."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from enum import Enum

from crosstable.engine.history import Game, History
from crosstable.engine.model import EntryId
from crosstable.engine.tie_breaks.fide.season import is_encounter, modified
from crosstable.engine.tie_breaks.tie_break import Part, TieBreak, nothing
from crosstable.text import tr


class Undecided(Enum):
    """Why a direct encounter does not separate an entry from all the other tied entries."""

    ALONE = "alone"
    GAMES_MISSING = "games missing"
    EQUAL = "equal"


@dataclass(frozen=True, slots=True)
class Encounter:
    """The rank inside the group of those tied before it; None where it separates none of them."""

    rank: int | None
    why: Undecided | None = None


@dataclass(frozen=True, slots=True)
class DirectEncounter:
    """`forfeits` count as games with the modifier /P, and always in a round robin (15.2)."""

    forfeits: bool = False

    def __call__(self, history: History, tie: Sequence[EntryId]) -> Mapping[EntryId, int]:
        """Count how many of the tied are not ahead of each: an order, not a score. Equal values stay tied."""
        return not_ahead(groups_in_order(history, tie, self.forfeits))

    def points(self, history: History, entry: EntryId, tie: Sequence[EntryId]) -> Decimal:
        return sum((game.points for game in self._games(history, entry, tie)), Decimal(0))

    def parts(self, history: History, entry: EntryId, tie: Sequence[EntryId] = ()) -> Sequence[Part]:
        """Return the games of an entry against the others who are tied."""
        return [
            Part(game.round, game.opponent, game.points, was_played=game.was_played)
            for game in self._games(history, entry, tie)
        ]

    def _games(self, history: History, entry: EntryId, tie: Sequence[EntryId]) -> list[Game]:
        games = (game for game in history[entry].games if game.opponent in tie)
        return [game for game in games if is_encounter(history, game, self.forfeits)]


def not_ahead(groups: Sequence[Sequence[EntryId]]) -> dict[EntryId, int]:
    """Return for each of these groups, best first, how many are not ahead of it."""
    places: dict[EntryId, int] = {}
    for group in reversed(groups):
        places |= dict.fromkeys(group, len(places) + len(group))
    return places


def groups_in_order(history: History, tie: Sequence[EntryId], forfeits: bool = False) -> list[list[EntryId]]:
    """Return groups of entries it does not separate, best first."""
    return _ordered(_Games(history, forfeits), list(tie))


def encounters(history: History, tie: Sequence[EntryId], forfeits: bool = False) -> dict[EntryId, Encounter]:
    """Return the order for display: ranks inside the group, and why an entry has none or shares one."""
    if len(tie) < 2:
        return dict.fromkeys(tie, Encounter(None, Undecided.ALONE))
    games = _Games(history, forfeits)
    groups, ahead = _ordered(games, list(tie)), 0
    ranks: dict[EntryId, Encounter] = {}
    for group in groups:
        rank = ahead + 1 if len(groups) > 1 else None
        ranks |= dict.fromkeys(group, Encounter(rank, _why_undecided(games, group)))
        ahead += len(group)
    return ranks


def _why_undecided(games: _Games, group: list[EntryId]) -> Undecided | None:
    if len(group) == 1:
        return None
    lowest, highest = _possible_sums(games, group)
    return Undecided.EQUAL if lowest == highest else Undecided.GAMES_MISSING


class _Games:
    """The points of each entry against each other, in the games that count."""

    def __init__(self, history: History, forfeits: bool) -> None:
        self.history = history
        self.forfeits = forfeits

    def points(self, id: EntryId, other: EntryId) -> list[Decimal]:
        games = (game for game in self.history[id].games if game.opponent == other)
        return [game.points for game in games if is_encounter(self.history, game, self.forfeits)]


def _ordered(games: _Games, tie: list[EntryId]) -> list[list[EntryId]]:
    """Return groups from the best that cannot be separated further."""
    if len(tie) < 2:
        return [tie]
    lowest, highest = _possible_sums(games, tie)
    if lowest == highest:
        groups = _by_sum(tie, lowest)
        return [tie] if len(groups) == 1 else [g for group in groups for g in _ordered(games, group)]
    leaders, rest = _isolated_leaders(tie, lowest, highest)
    if not leaders:
        return [tie]
    return [[leader] for leader in leaders] + (_ordered(games, rest) if rest else [])


def _by_sum(tie: list[EntryId], sums: Mapping[EntryId, Decimal]) -> list[list[EntryId]]:
    """Art. 6.2: all have met each other, so the sums decide."""
    return [[id for id in tie if sums[id] == value] for value in sorted(set(sums.values()), reverse=True)]


def _isolated_leaders(
    tie: list[EntryId], lowest: Mapping[EntryId, Decimal], highest: Mapping[EntryId, Decimal]
) -> tuple[list[EntryId], list[EntryId]]:
    """Art. 6.3: entries ahead of all others for any result of the missing games, place by place."""
    rest, leaders = list(tie), []
    while rest:
        ahead = [id for id in rest if all(lowest[id] > highest[other] for other in rest if other != id)]
        if not ahead:
            break
        leaders.append(ahead[0])
        rest.remove(ahead[0])
    return leaders, rest


def _possible_sums(
    games: _Games, tie: list[EntryId]
) -> tuple[dict[EntryId, Decimal], dict[EntryId, Decimal]]:
    """Return the points of each against the others, missing games counted as losses and as wins."""
    lowest, highest = dict.fromkeys(tie, Decimal(0)), dict.fromkeys(tie, Decimal(0))
    scoring = games.history.scoring
    for id in tie:
        for other in tie:
            if other == id:
                continue
            met = games.points(id, other)
            average = sum(met, Decimal(0)) / len(met) if met else None
            lowest[id] += scoring.loss if average is None else average
            highest[id] += scoring.win if average is None else average
    return lowest, highest


ENCOUNTER = TieBreak(
    "DE",
    tr("Direct encounter"),
    tr("DE"),
    nothing,
    DirectEncounter(),
    explanation=tr(
        "The points that those who are tied made against each other. If not all of them have met, it separates only "
        "those whose order the missing games could not change."
    ),
    level=tr("nothing between them in the direct encounter"),
    parts=DirectEncounter().parts,
    is_fide=True,
)
WITH_FORFEITS = DirectEncounter(forfeits=True)
ENCOUNTERS = (ENCOUNTER, modified(ENCOUNTER, forfeits=True, among=WITH_FORFEITS, parts=WITH_FORFEITS.parts))
