"""Direct encounter (C.07 art. 6): the games of the tied entries against each other."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from decimal import Decimal

from crosstable.engine.history import History
from crosstable.engine.model import EntryId


def direct_encounter(history: History, tied: Sequence[EntryId]) -> Mapping[EntryId, int]:
    """How many of the tied are not ahead of each: an order, not a score. Equal values stay tied."""
    places: dict[EntryId, int] = {}
    behind = len(tied)
    for group in _ordered(history, list(tied)):
        places |= dict.fromkeys(group, behind)
        behind -= len(group)
    return places


def _ordered(history: History, tied: list[EntryId]) -> list[list[EntryId]]:
    """Groups from the best, each not to be separated any more."""
    if len(tied) < 2:
        return [tied]
    lowest, highest = _possible_sums(history, tied)
    if lowest == highest:
        groups = _by_sum(tied, lowest)
        return [tied] if len(groups) == 1 else [g for group in groups for g in _ordered(history, group)]
    leaders, rest = _isolated_leaders(tied, lowest, highest)
    if not leaders:
        return [tied]
    return [[leader] for leader in leaders] + (_ordered(history, rest) if rest else [])


def _by_sum(tied: list[EntryId], sums: Mapping[EntryId, Decimal]) -> list[list[EntryId]]:
    """Art. 6.2: everybody met everybody, so the sums decide."""
    return [[id for id in tied if sums[id] == value] for value in sorted(set(sums.values()), reverse=True)]


def _isolated_leaders(
    tied: list[EntryId], lowest: Mapping[EntryId, Decimal], highest: Mapping[EntryId, Decimal]
) -> tuple[list[EntryId], list[EntryId]]:
    """Art. 6.3: whoever is ahead of all others whatever the missing games had given, place by place."""
    rest, leaders = list(tied), []
    while rest:
        ahead = [id for id in rest if all(lowest[id] > highest[other] for other in rest if other != id)]
        if not ahead:
            break
        leaders.append(ahead[0])
        rest.remove(ahead[0])
    return leaders, rest


def _possible_sums(
    history: History, tied: list[EntryId]
) -> tuple[dict[EntryId, Decimal], dict[EntryId, Decimal]]:
    """The points of each against the others, missing games counted as losses and as wins."""
    lowest, highest = dict.fromkeys(tied, Decimal(0)), dict.fromkeys(tied, Decimal(0))
    for id in tied:
        for other in tied:
            if other == id:
                continue
            met = [game.points for game in history[id].played if game.opponent == other]
            average = sum(met, Decimal(0)) / len(met) if met else None
            lowest[id] += history.scoring.loss if average is None else average
            highest[id] += history.scoring.win if average is None else average
    return lowest, highest
