"""Matches without a confirmed result while a later round is drafted or played.

Also what their results could still change in the draft.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from django.db.models import QuerySet

from crosstable.engine import model as engine
from crosstable.engine.history import history_of
from crosstable.engine.model import EntryId, Outcome
from crosstable.engine.pairing.possible import OpenMatch, Scenario, possibilities
from crosstable.engine.results import Points, ResultShape, Score, by_points
from crosstable.events.bridge.rules import rules_of
from crosstable.events.bridge.tournament import conditions_for, load_tournament
from crosstable.events.models import Match, ResultCode, Round, RoundStatus, Tournament
from crosstable.events.queries.rounds.drafts import active_ids
from crosstable.text import tr

# Most rounds paired for one page view; fewer for a large field.
MOST_ROUNDS, LARGE_FIELD, MOST_FOR_LARGE = 81, 150, 27
Typical = tuple[int, int]


def open_matches(tournament: Tournament, before_round: int | None = None) -> QuerySet[Match]:
    """Return matches without a confirmed result in rounds in progress, oldest first."""
    rows = Match.objects.undecided().filter(round__tournament=tournament, round__status=RoundStatus.STARTED)
    if before_round is not None:
        rows = rows.filter(round__number__lt=before_round)
    related = rows.select_related("round__tournament", "first__player", "second__player")
    return related.prefetch_related("claims__entry").order_by("round__number", "table")


def open_places(tournament: Tournament, before_round: int) -> list[tuple[int, int]]:
    """Return the round and table of each open match."""
    rows = open_matches(tournament, before_round).values_list("round__number", "table")
    return [(number, table or 0) for number, table in rows]


@dataclass(frozen=True, slots=True)
class Possible:
    """One combination of results of the open matches, and its effect on the draft."""

    results: Sequence[str]
    lost: Sequence[Match]
    gained: Sequence[str]
    is_impossible: bool = False


@dataclass(frozen=True, slots=True)
class OpenResults:
    """The possible results. `is_complete`: all combinations were tried, otherwise each open match alone."""

    round: Round
    open: Sequence[Match]
    possible: Sequence[Possible]
    is_complete: bool
    pairings: int
    # The typical score assumed where points decide and no score is reported.
    assumed: str = ""

    @property
    def certain(self) -> int:
        """The number of pairings in the draft that are the same in every case."""
        at_stake = {match.pk for one in self.possible for match in one.lost}
        return self.pairings - len(at_stake)

    @property
    def changes_nothing(self) -> bool:
        return not any(one.lost for one in self.possible)


def open_results_of(round_: Round) -> OpenResults | None:
    """Return the possible results; None when every earlier match has its result."""
    waiting = list(open_matches(round_.tournament, round_.number))
    if not waiting:
        return None
    tournament = round_.tournament
    rules = rules_of(tournament)
    state = load_tournament(tournament, before_round=round_.number)
    shape = rules.shape
    typical = _typical_score(state, shape)
    ways = [list(_ways(match, shape, typical)) for match in waiting]
    asked = [_open_match(match, way) for match, way in zip(waiting, ways, strict=True)]
    active, conditions = active_ids(tournament), conditions_for(tournament, round_.number)
    system = rules.pairing_system
    most = MOST_FOR_LARGE if len(active) > LARGE_FIELD else MOST_ROUNDS
    possible = possibilities(state, asked, lambda event: system.pair_round(event, active, conditions), most)
    drafted = list(round_.matches.select_related("first", "second").order_by("table"))
    names = {entry.id: entry.name for entry in state.entries}
    return OpenResults(
        round_,
        waiting,
        [_possible(scenario, waiting, ways, drafted, names) for scenario in possible.scenarios],
        possible.is_complete,
        len(drafted),
        f"{typical[0]}–{typical[1]}" if typical else "",
    )


def _ways(match: Match, shape: ResultShape, typical: Typical | None) -> Iterator[Score]:
    """The reported scores, and a typical score for each outcome not reported."""
    claimed = list(dict.fromkeys(claim.parsed_score for claim in match.claims.all()))
    yield from claimed
    known = {score.outcomes for score in claimed}
    for outcome in shape.outcomes:
        usual = shape.example(outcome)
        if usual.outcomes not in known:
            yield _with_typical_score(usual, typical) if typical else usual


def _with_typical_score(score: Score, typical: Typical) -> Score:
    high, low = typical
    if score.code == ResultCode.DRAW:
        high = low = (high + low) // 2
    return (
        by_points(score.code, high, low)
        if score.code == ResultCode.FIRST_WINS
        else by_points(score.code, low, high)
    )


def _typical_score(state: engine.Tournament, shape: ResultShape) -> Typical | None:
    """The average scores of winners and losers so far; a usual score before the first game."""
    if not isinstance(shape, Points):
        return None
    won = [g for h in history_of(state).values() for g in h.games if g.outcome is Outcome.WIN]
    if not won:
        first, second = shape.example(Outcome.WIN).value
        return first, second
    high = round(sum(game.vp_for for game in won) / len(won))
    low = round(sum(game.vp_against for game in won) / len(won))
    return max(high, low + 1), low


def _open_match(match: Match, ways: Sequence[Score]) -> OpenMatch:
    entries = frozenset(EntryId(pk) for pk in (match.first_id, match.second_id) if pk is not None)
    return OpenMatch(match.round.number, entries, tuple(score.to_result() for score in ways))


def _possible(
    scenario: Scenario,
    waiting: Sequence[Match],
    ways: Sequence[Sequence[Score]],
    draft: Sequence[Match],
    names: Mapping[EntryId, str],
) -> Possible:
    results = [result_sentence(waiting[m], ways[m][w]) for m, w in scenario.combination]
    if scenario.seats is None:
        return Possible(results, draft, (), is_impossible=True)
    seats = {frozenset(EntryId(pk) for pk in (m.first_id, m.second_id) if pk): m for m in draft}
    lost = [match for seat, match in seats.items() if seat not in scenario.seats]
    gained = sorted(sorted(names[id] for id in seat) for seat in scenario.seats - seats.keys())
    return Possible(
        results,
        lost,
        [" v ".join(both) if len(both) > 1 else tr("{name} has the bye", name=both[0]) for both in gained],
    )


def result_sentence(match: Match, given: Score) -> str:
    """'Ann beats Bo 72–45': a possible result as a sentence."""
    both = {"first": match.first, "second": match.second, "score": given.words}
    if given.code == ResultCode.DRAW:
        return (
            tr("{first} and {second} draw {score}", **both)
            if given.tallies
            else tr("{first} and {second} draw", **both)
        )
    if given.code == ResultCode.DOUBLE_FORFEIT:
        return tr("{first} and {second} both lose", **both)
    result = given.to_result()
    if not result.first.is_win and not result.second.is_win:
        return f"{match.first} {given.words} {match.second}"
    if not result.first.is_win:
        both = {"first": match.second, "second": match.first, "score": given.swapped.words}
    return (
        tr("{first} beats {second} {score}", **both)
        if given.tallies
        else tr("{first} beats {second}", **both)
    )
