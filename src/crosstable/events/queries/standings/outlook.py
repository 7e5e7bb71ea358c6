"""The outlook before and during the last round: which results lead to which places, in sentences."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial

from django.core.cache import cache

from crosstable.engine import model as engine
from crosstable.engine.model import EntryId
from crosstable.engine.outlook import (
    Ending,
    Need,
    OpenGame,
    Prospect,
    Simulation,
    can_be_exact,
    exact_outlook,
    neighbours_meet,
    open_games,
    simulate,
)
from crosstable.engine.standings import standings
from crosstable.events.bridge.rules import rules_of
from crosstable.events.bridge.stages import is_one_swiss
from crosstable.events.bridge.tournament import load_tournament
from crosstable.events.models import Entry, RoundStatus, Status, Tournament
from crosstable.events.queries.rounds.drafts import active_ids
from crosstable.events.queries.standings.ranking import ranked_only
from crosstable.text import tr, trn

SHOWN = (RoundStatus.PUBLISHED, RoundStatus.STARTED, RoundStatus.CLOSED)
KEPT = 3600
# Where a game has no highest score, the calculation assumes that no player scores more than this.
MOST_POINTS = 100
# Places worth playing for; those beyond the size of the field are left out.
TARGETS = (1, 3, 8, 16)
# Standings computed for one simulation, times entries: about two seconds of work.
WORK, MOST_SAMPLES, LEAST_SAMPLES = 40_000, 1000, 100


@dataclass(frozen=True, slots=True)
class Chance:
    """How often a place was reached, in percent, and the error of that estimate."""

    place: str
    percent: int
    error: int


@dataclass(frozen=True, slots=True)
class PossibleResult:
    """One result of the player, and the places it leads to."""

    mine: str
    sentence: str
    best: int
    worst: int
    needs: Sequence[str] = ()
    chances: Sequence[Chance] = ()
    samples: int = 0


@dataclass(frozen=True, slots=True)
class Outlook:
    """The outlook of one entry. `how`: calculated exactly, or simulated this often from a seed."""

    entry: Entry
    rank: int
    of: int
    ways: Sequence[PossibleResult]
    is_exact: bool
    how: str
    seed: int = 0


def outlook(entry: Entry) -> Outlook | None:
    """Return the outlook; None before the last round, after the event, and unless it is one Swiss."""
    tournament = entry.tournament
    event = _event(tournament)
    if event is None or not any(e.id == entry.pk for e in event.entries):
        return None
    key = f"outlook:{tournament.pk}:{tournament.revision}:{entry.pk}"
    found = cache.get(key)
    if found is None:
        found = _calculate(tournament, event, EntryId(entry.pk))
        cache.set(key, found, KEPT)
    ways, is_exact, how = found
    rows = standings(event, rules_of(tournament).tie_breaks)
    rank = next(row.rank for row in rows if row.entry.id == entry.pk)
    return Outlook(entry, rank, len(rows), ways, is_exact, how, 0 if is_exact else tournament.revision)


def _event(tournament: Tournament) -> engine.Tournament | None:
    """The event with its published round, if that is the last or the last comes next.

    None where teams play on several boards: the number of boards a team wins is not simulated.
    """
    if tournament.status != Status.IN_PROGRESS or not is_one_swiss(tournament) or tournament.has_boards:
        return None
    event = load_tournament(tournament, statuses=SHOWN)
    event = ranked_only(event, set(active_ids(tournament)))
    left = tournament.total_rounds - len(event.rounds)
    if left > 1 or (left == 1 and open_games(event)):
        return None
    return event


def _calculate(
    tournament: Tournament, event: engine.Tournament, entry: EntryId
) -> tuple[list[PossibleResult], bool, str]:
    rules = rules_of(tournament)
    codes = rules.tie_breaks
    most_vp = rules.choices.most or MOST_POINTS if rules.counts_points else None
    names = {e.id: e.name for e in event.entries}
    is_paired = len(event.rounds) == tournament.total_rounds
    if is_paired and can_be_exact(event, codes, entry, most_vp):
        exact = exact_outlook(event, codes, entry, most_vp)
        table = rules.vocabulary.table
        ways = [_exact_way(one, names, table, with_vp=most_vp is not None) for one in exact]
        return ways, True, _counted_out(event, most_vp)
    simulation = _simulation(tournament, event, codes)
    places = simulation.places.get(entry, {})
    order = [*Ending, None]
    ways = [_simulated_way(own, places[own], len(event.entries)) for own in order if own in places]
    return ways, False, _played_out(simulation, is_paired)


def _counted_out(event: engine.Tournament, most_vp: int | None) -> str:
    games = len(open_games(event))
    if not games:
        return tr("Every result is in.")
    if most_vp is None:
        return trn(
            "Exact: every result of the {count} open game was tried out.",
            "Exact: every result of the {count} open games was tried out.",
            games,
        )
    return trn(
        "Exact: every result of the {count} open game with every score up to {most} was tried out.",
        "Exact: every result of the {count} open games with every score up to {most} was tried out.",
        games,
        most=most_vp,
    )


def _played_out(simulation: Simulation, is_paired: bool) -> str:
    played = tr(
        "Too many results are open to try them all. They were played out {times} times from the seed {seed}, as the "
        "ratings expect.",
        times=simulation.samples,
        seed=simulation.seed,
    )
    if is_paired:
        return played
    return (
        f"{played} {tr('The last round is not paired yet. Neighbours in the standings are assumed to meet.')}"
    )


def _simulation(tournament: Tournament, event: engine.Tournament, codes: Sequence[str]) -> Simulation:
    """The simulation, cached for all viewers of this revision."""
    key = f"simulation:{tournament.pk}:{tournament.revision}"
    cached: Simulation | None = cache.get(key)
    if cached is not None:
        return cached
    samples = max(LEAST_SAMPLES, min(MOST_SAMPLES, WORK // max(1, len(event.entries))))
    last = None
    if len(event.rounds) < tournament.total_rounds:
        last = partial(neighbours_meet, codes=codes, active=set(active_ids(tournament)))
    has_vp = rules_of(tournament).counts_points
    made = simulate(event, codes, samples, tournament.revision, with_vp=has_vp, last_round=last)
    cache.set(key, made, KEPT)
    return made


MINE = {
    Ending.WIN: tr("If you win"),
    Ending.DRAW: tr("If you draw"),
    Ending.LOSS: tr("If you lose"),
    None: tr("Your games are played"),
}


def _exact_way(
    prospect: Prospect, names: Mapping[EntryId, str], table: str, *, with_vp: bool
) -> PossibleResult:
    needs = [_need(need, names, table) for need in prospect.needs]
    mine, best, worst = MINE[prospect.mine], prospect.best, prospect.worst
    if best == worst:
        sentence = tr("{mine}: place {best} for certain.", mine=mine, best=best)
    elif needs:
        sentence = tr(
            "{mine}: place {best} to {worst}. For place {best}: {needs}.",
            mine=mine,
            best=best,
            worst=worst,
            needs=needs,
        )
    elif with_vp:
        sentence = tr(
            "{mine}: place {best} to {worst}. The scores decide.", mine=mine, best=best, worst=worst
        )
    else:
        sentence = tr(
            "{mine}: place {best} to {worst}. Other games decide.", mine=mine, best=best, worst=worst
        )
    return PossibleResult(_mine(prospect.mine), sentence, prospect.best, prospect.worst, needs)


def _mine(ending: Ending | None) -> str:
    return ending.value if ending is not None else ""


def _need(need: Need, names: Mapping[EntryId, str], table: str) -> str:
    """'Bo must not beat Cy (Table 2)'."""
    game: OpenGame = need.game
    first, second = names[game.first], names[game.second]
    sentence = NEEDS[need.endings].filled(first=first, second=second)
    return (
        tr("{need} ({table} {number})", need=sentence, table=table, number=game.table)
        if game.table
        else sentence
    )


NEEDS = {
    frozenset((Ending.WIN,)): tr("{first} must beat {second}"),
    frozenset((Ending.LOSS,)): tr("{second} must beat {first}"),
    frozenset((Ending.DRAW,)): tr("{first} and {second} must draw"),
    frozenset((Ending.WIN, Ending.DRAW)): tr("{second} must not beat {first}"),
    frozenset((Ending.LOSS, Ending.DRAW)): tr("{first} must not beat {second}"),
    frozenset((Ending.WIN, Ending.LOSS)): tr("{first} and {second} must not draw"),
}


def _simulated_way(own: Ending | None, places: Counter[int], size: int) -> PossibleResult:
    total, best, worst = sum(places.values()), min(places), max(places)
    chances = [_chance(places, target) for target in TARGETS if target < size]
    low, high = _middle(places, total)
    values = {"mine": MINE[own], "low": low, "best": best, "worst": worst, "total": total}
    if low == high:
        sentence = tr("{mine}: mostly place {low}; place {best} to {worst} in {total} simulations.", **values)
    else:
        sentence = tr(
            "{mine}: mostly place {low} to {high}; place {best} to {worst} in {total} simulations.",
            **values,
            high=high,
        )
    return PossibleResult(_mine(own), sentence, best, worst, (), chances, total)


def _chance(places: Counter[int], target: int) -> Chance:
    share = Simulation.share(places, 1, target)
    error = Simulation.error(places, share)
    label = tr("Place 1") if target == 1 else tr("Top {count}", count=target)
    return Chance(label, round(100 * share), max(1, round(100 * error)))


def _middle(places: Counter[int], total: int) -> tuple[int, int]:
    """The range of places that contains four in five samples."""
    seen, low, high = 0, 0, 0
    for place in sorted(places):
        seen += places[place]
        if not low and seen >= total * 0.1:
            low = place
        if not high and seen >= total * 0.9:
            high = place
    return low, high
