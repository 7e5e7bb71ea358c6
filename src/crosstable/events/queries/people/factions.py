"""Which factions play in an event, how many of each, and how they do."""

from collections import Counter, defaultdict
from dataclasses import dataclass

from crosstable.engine.names import name_key
from crosstable.engine.results import OUTCOMES
from crosstable.events.models import Match, Tournament
from crosstable.events.records.settings.factions import faction_key, factions_of
from crosstable.games.factions import Faction, FactionList


@dataclass(frozen=True, slots=True)
class FactionShare:
    """`share` of the field and `win_rate` in percent; a draw is half a win, None before the first game."""

    key: str
    name: str
    count: int
    share: int
    games: int
    win_rate: int | None


def faction_shares(tournament: Tournament) -> list[FactionShare]:
    """The most played first. Byes and forfeits are no games. Three queries, whatever the size."""
    listed = factions_of(tournament)
    rows = list(tournament.entries.exclude(faction="").values_list("pk", "faction", "dropped_at"))
    counts = Counter(name for _, name, dropped in rows if dropped is None)
    points = _points_of(tournament, {pk: name for pk, name, _ in rows})
    shares = [_share(listed, name, count, counts.total(), points[name]) for name, count in counts.items()]
    return sorted(shares, key=lambda one: (-one.count, name_key(one.name)))


def _points_of(tournament: Tournament, factions: dict[int, str]) -> defaultdict[str, list[int]]:
    """2, 1 or 0 for every game that was played."""
    agreed = Match.objects.agreed().filter(round__tournament=tournament)
    points: defaultdict[str, list[int]] = defaultdict(list)
    for first, second, result in agreed.values_list("first_id", "second_id", "result"):
        for pk, outcome in zip((first, second), OUTCOMES.get(result, ()), strict=False):
            if pk in factions and outcome.was_played:
                points[factions[pk]].append(2 if outcome.is_win else 0 if outcome.is_loss else 1)
    return points


def _share(factions: FactionList, name: str, count: int, field: int, points: list[int]) -> FactionShare:
    rate = round(50 * sum(points) / len(points)) if points else None
    return FactionShare(
        faction_key(factions, name), name, count, round(100 * count / field), len(points), rate
    )


@dataclass(frozen=True, slots=True)
class TypedFaction:
    """A faction that is not in the list, as it was typed, and what was probably meant."""

    name: str
    count: int
    candidates: list[Faction]


def not_in_the_list(tournament: Tournament) -> list[TypedFaction]:
    listed = factions_of(tournament)
    counts: defaultdict[str, int] = defaultdict(int)
    for name in tournament.entries.exclude(faction="").values_list("faction", flat=True):
        counts[name] += 1
    known = {one.name for one in listed.factions}
    return [
        TypedFaction(name, count, [same] if (same := listed.find(name)) else listed.nearest(name))
        for name, count in sorted(counts.items(), key=lambda row: name_key(row[0]))
        if name not in known
    ]
