"""Formats that fit a number of entries, the boards and the time, worked out with the planner of the venue.

Every length is a promise: it holds if no match takes longer than planned and a free board takes the next match. A
round of k matches on b boards then ends within ceil(k / b) matches, and the rounds of a bracket, which overlap, end no
later than rounds one after another. So do pools of up to four. In larger pools a player who is free early may be called
to a match of the next round while their opponent of this round waits; OUT_OF_ORDER allows for that. Play-offs and late
entries need more.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from math import ceil

from crosstable.engine.hall import Board, Evening, HallMatch, Plan
from crosstable.engine.hall.times import timed
from crosstable.engine.model import EntryId
from crosstable.engine.pairing.knockout import build_bracket
from crosstable.engine.pairing.round_robin import Rounds
from crosstable.engine.pairing.round_robin.groups import group_sizes
from crosstable.engine.pairing.round_robin.tables import table
from crosstable.engine.pairing.small_fields import most_rounds, safe_rounds, usual_rounds

MINUTE = timedelta(minutes=1)
START = datetime(2000, 1, 1)
SHOWN = 3
MOST_ENTRIES = 5000
# Limits of what is worth proposing.
LARGEST_POOL = 6
SMALLEST_POOL = 3
LARGEST_BRACKET_AFTER = 16
MOST_ADVANCING = 0.75
LEAST_FOR_A_SWISS = 5
# With one more entry a pool has more matches than a stage may have (events/actions/stages/schedules.py).
LARGEST_ROUND_ROBIN = 179
# Matches by which pools of five or more end later than their rounds one after another: at most 1.3 in 5,000 evenings
# played by robots (tests/engine/test_adviser.py).
OUT_OF_ORDER = 1.5
LARGEST_POOL_IN_ORDER = 4
# A schedule with more matches is not planned match by match: its waits are those of whole rounds. Anyone may ask for
# advice, and one answer plans up to a dozen schedules.
MOST_PLANNED = 150


@dataclass(frozen=True, slots=True)
class Conditions:
    """Minutes: of the whole event, of a match with the change to the next one, and between two rounds or stages."""

    entries: int
    boards: int
    minutes: int
    match: int
    between: int = 5


@dataclass(frozen=True, slots=True)
class Proposal:
    """A format with its numbers. `rounds` are those of the Swiss or of the pools, `knockout_rounds` those after it or
    alone. `games` is the least and the most that one entry plays. `minutes` is the promised length."""

    format: str
    minutes: int
    longest_wait: int
    games: tuple[int, int]
    matches: int
    rounds: int = 0
    knockout_rounds: int = 0
    pools: tuple[int, ...] = ()
    per_pool: int = 0
    next_best: int = 0
    double: bool = False

    @property
    def is_even(self) -> bool:
        """Whether every entry plays the same number of games."""
        return self.games[0] == self.games[1]

    @property
    def advancing(self) -> int:
        return self.per_pool * max(1, len(self.pools)) + self.next_best

    @property
    def tables(self) -> int:
        """The most matches that can be played at the same time."""
        if self.pools:
            return sum(size // 2 for size in self.pools)
        in_bracket = max(0, self.advancing - 1)
        return (self.matches - in_bracket) // self.rounds if self.rounds else (self.matches + 1) // 2


@dataclass(frozen=True, slots=True)
class Advice:
    """Up to three proposals that fit, best first, and the shortest of every format that does not fit. A shorter variant
    of a format fills up what other formats leave."""

    fitting: tuple[Proposal, ...]
    too_long: tuple[Proposal, ...]


def advise(conditions: Conditions, formats: Sequence[str]) -> Advice:
    """Return what fits, in the order of `formats`, which is the order of preference."""
    if not 2 <= conditions.entries <= MOST_ENTRIES or conditions.boards < 1 or conditions.match < 1:
        return Advice((), ())
    first: list[Proposal] = []
    shorter: list[Proposal] = []
    too_long: list[Proposal] = []
    for format in formats:
        variants = list(VARIANTS[format](conditions))
        fitting = [variant for variant in variants if variant.minutes <= conditions.minutes]
        first += fitting[:1]
        shorter += fitting[1:]
        too_long += [] if fitting else variants[-1:]
    return Advice(tuple([*first, *shorter][:SHOWN]), tuple(too_long))


def _swiss(conditions: Conditions) -> Iterator[Proposal]:
    """The usual number of rounds, then fewer."""
    entries = conditions.entries
    if entries < LEAST_FOR_A_SWISS:
        return
    usual = usual_rounds(entries)[1]
    most = safe_rounds(entries, min(usual, most_rounds(entries)))
    for rounds in range(most, 1, -1):
        yield _swiss_of(conditions, rounds)


def _swiss_of(conditions: Conditions, rounds: int) -> Proposal:
    entries, has_byes = conditions.entries, conditions.entries % 2
    waves = -(-(entries // 2) // conditions.boards)
    whole = waves * conditions.match
    wait = 2 * (waves - 1) * conditions.match + conditions.between
    if has_byes:
        wait += whole + conditions.between
    return Proposal(
        "swiss",
        minutes=rounds * whole + (rounds - 1) * conditions.between,
        longest_wait=wait,
        games=(rounds - has_byes, rounds),
        matches=rounds * (entries // 2),
        rounds=rounds,
    )


def _round_robin(conditions: Conditions) -> Iterator[Proposal]:
    entries = conditions.entries
    rounds = entries - 1 + entries % 2
    if 2 < entries <= LARGEST_ROUND_ROBIN:
        yield _pools_of(
            conditions, "round-robin", (entries,), games=(entries - 1, entries - 1), rounds=rounds
        )


def _double_round_robin(conditions: Conditions) -> Iterator[Proposal]:
    entries, games = conditions.entries, 2 * (conditions.entries - 1)
    if entries <= LARGEST_POOL:
        rounds = 2 * (entries - 1 + entries % 2)
        yield _pools_of(
            conditions, "round-robin", (entries,), games=(games, games), rounds=rounds, double=True
        )


def _pools_of(
    conditions: Conditions,
    format: str,
    sizes: tuple[int, ...],
    *,
    games: tuple[int, int],
    rounds: int,
    double: bool = False,
) -> Proposal:
    matches = _pool_matches(sizes, double=double)
    plan, minutes = _planned_pools(conditions, sizes, matches)
    return Proposal(
        format,
        minutes=minutes,
        longest_wait=_longest_wait(conditions, matches, plan),
        games=games,
        matches=len(matches),
        rounds=rounds,
        pools=sizes,
        double=double,
    )


def _pools_knockout(conditions: Conditions) -> Iterator[Proposal]:
    """The largest pools first: they give everyone the most games. A bracket without byes is preferred."""
    entries = conditions.entries
    for groups in range(2, entries // SMALLEST_POOL + 1):
        sizes = tuple(group_sizes(entries, groups))
        if max(sizes) > LARGEST_POOL:
            continue
        if (rule := _rule_for(groups, min(sizes), entries)) is not None:
            yield _pools_then(conditions, sizes, *rule)


def _rule_for(groups: int, smallest: int, entries: int) -> tuple[int, int] | None:
    """How many of each pool and how many next best fill a bracket: two of each if that fills one, else the winners.
    At most MOST_ADVANCING of all: otherwise the pools would decide next to nothing."""
    for per_pool in (2, 1):
        places = 1 << (per_pool * groups - 1).bit_length()
        next_best = places - per_pool * groups
        fills = next_best <= (groups if per_pool < smallest else 0)
        if (
            fills
            and per_pool < smallest
            and places <= min(MOST_ADVANCING * entries, 2 * LARGEST_BRACKET_AFTER)
        ):
            return per_pool, next_best
    return None


def _pools_then(conditions: Conditions, sizes: tuple[int, ...], per_pool: int, next_best: int) -> Proposal:
    matches = _pool_matches(sizes)
    plan, minutes = _planned_pools(conditions, sizes, matches)
    advancing = per_pool * len(sizes) + next_best
    bracket = _bracket_matches(advancing)
    then, more = _planned(conditions, bracket)
    rounds = (advancing - 1).bit_length()
    change = conditions.between + _wait_at_the_end(conditions, matches, plan) + _first_call(conditions, then)
    waits = (_longest_wait(conditions, matches, plan), _longest_wait(conditions, bracket, then), change)
    return Proposal(
        "pools-knockout",
        minutes=minutes + conditions.between + more,
        longest_wait=max(waits),
        games=(min(sizes) - 1, max(sizes) - 1 + rounds),
        matches=len(matches) + len(bracket),
        rounds=max(size - 1 + size % 2 for size in sizes),
        knockout_rounds=rounds,
        pools=sizes,
        per_pool=per_pool,
        next_best=next_best,
    )


def _swiss_cut(conditions: Conditions) -> Iterator[Proposal]:
    """A Swiss, then a bracket of about a quarter of the entries."""
    cut = next((cut for cut in (8, 4) if conditions.entries >= 3 * cut), None)
    if cut is None:
        return
    bracket = _bracket_matches(cut)
    then, more = _planned(conditions, bracket)
    for swiss in _swiss(conditions):
        rounds = (cut - 1).bit_length()
        yield Proposal(
            "swiss-cut",
            minutes=swiss.minutes + conditions.between + more,
            longest_wait=max(swiss.longest_wait, _longest_wait(conditions, bracket, then)),
            games=(swiss.games[0], swiss.rounds + rounds),
            matches=swiss.matches + len(bracket),
            rounds=swiss.rounds,
            knockout_rounds=rounds,
            per_pool=cut,
        )


def _knockout(conditions: Conditions) -> Iterator[Proposal]:
    matches = _bracket_matches(conditions.entries)
    plan, minutes = _planned(conditions, matches)
    rounds = (conditions.entries - 1).bit_length()
    yield Proposal(
        "knockout",
        minutes=minutes,
        longest_wait=_longest_wait(conditions, matches, plan),
        games=(1, rounds),
        matches=len(matches),
        knockout_rounds=rounds,
    )


VARIANTS: Mapping[str, Callable[[Conditions], Iterator[Proposal]]] = {
    "swiss": _swiss,
    "round-robin": _round_robin,
    "double-round-robin": _double_round_robin,
    "pools-knockout": _pools_knockout,
    "swiss-cut": _swiss_cut,
    "knockout": _knockout,
}


def _pool_matches(sizes: Sequence[int], *, double: bool = False) -> list[HallMatch]:
    """The matches of all pools in the order of play, round by round. Persons are numbered through the pools."""
    rounds: dict[int, list[frozenset[int]]] = {}
    first = 0
    for size in sizes:
        for number, round_ in enumerate(table(size, Rounds.CIRCLE, double=double), start=1):
            pairs = [frozenset((first + one, first + two)) for one, two in round_.matches]
            rounds.setdefault(number, []).extend(pairs)
        first += size
    pairs_in_order = [(number, persons) for number in sorted(rounds) for persons in rounds[number]]
    return [
        HallMatch(place, (number, place), persons)
        for place, (number, persons) in enumerate(pairs_in_order, start=1)
    ]


def _bracket_matches(entries: int) -> list[HallMatch]:
    bracket = build_bracket([EntryId(seed) for seed in range(1, entries + 1)])
    return [
        HallMatch(match.number, (match.round, match.number), frozenset(), waits_for=bracket.sources(match))
        for match in bracket.matches
    ]


def _planned(conditions: Conditions, matches: Sequence[HallMatch]) -> tuple[Plan | None, int]:
    """Return the plan, none for very many matches, and the promised minutes: those of rounds one after another."""
    in_round = Counter(match.order[0] for match in matches)
    waves = sum(-(-count // conditions.boards) for count in in_round.values())
    promised = waves * conditions.match
    if len(matches) > MOST_PLANNED:
        return None, promised
    boards = tuple(Board(number) for number in range(1, min(conditions.boards, len(matches)) + 1))
    return timed(matches, Evening(START, conditions.match * MINUTE, boards), START), promised


def _planned_pools(
    conditions: Conditions, sizes: Sequence[int], matches: Sequence[HallMatch]
) -> tuple[Plan | None, int]:
    plan, promised = _planned(conditions, matches)
    if conditions.boards > 1 and max(sizes) > LARGEST_POOL_IN_ORDER:
        promised += ceil(OUT_OF_ORDER * conditions.match)
    return plan, promised


def _longest_wait(conditions: Conditions, matches: Sequence[HallMatch], plan: Plan | None) -> int:
    """The longest time between two matches of an entry, or before the first one."""
    if plan is None:
        busiest = max(Counter(match.order[0] for match in matches).values())
        return 2 * -(-busiest // conditions.boards) * conditions.match
    times, waits = plan.by_match, [timedelta(0)]
    free: dict[int, datetime] = {}
    for match in sorted(matches, key=lambda one: times[one.number].starts):
        starts, ends = times[match.number].starts, times[match.number].ends
        since = [free.get(person, START) for person in match.persons]
        since += [times[number].ends for number in match.waits_for]
        waits.append(starts - min(since, default=START))
        free |= dict.fromkeys(match.persons, ends)
    return max(waits) // MINUTE


def _wait_at_the_end(conditions: Conditions, matches: Sequence[HallMatch], plan: Plan | None) -> int:
    """How long an entry at most waits from its last match to the end of all."""
    if plan is None or plan.ends is None:
        return conditions.match
    times, last = plan.by_match, dict[int, datetime]()
    for match in matches:
        for person in match.persons:
            last[person] = max(last.get(person, START), times[match.number].ends)
    return (plan.ends - min(last.values())) // MINUTE


def _first_call(conditions: Conditions, plan: Plan | None) -> int:
    """When the last of the first matches of a bracket without byes begins."""
    if plan is None:
        return conditions.match
    firsts = sorted(timed.starts for timed in plan.matches)[: (len(plan.matches) + 1) // 2]
    return (firsts[-1] - START) // MINUTE
