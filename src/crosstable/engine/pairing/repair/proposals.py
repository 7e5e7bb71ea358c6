"""Proposals to repair a round, least disturbance first, and the tables of the new pairs.

Four scopes are tried, each solved exactly: only those without an opponent; these and the bye; the score groups they
belong to; all tables near them that may move. One more gives every player without an opponent the win. Duplicate
proposals are removed. Near are the thirty tables closest in the ranking: one absent player is no reason to move all
tables, and the calculation stays fast in large events.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

from crosstable.engine.model import Bye, ByeKind, EntryId, Pairing
from crosstable.engine.pairing.matching import best_matching, scattered
from crosstable.engine.pairing.repair.model import Disturbance, LiveRound, LiveTable, Proposal, RepairKind
from crosstable.engine.pairing.repair.solver import (
    FAIREST,
    LEAST_CHANGE,
    Price,
    Problem,
    RepairRules,
    Solution,
    solve,
)

Pair = tuple[EntryId, EntryId]


def seat_pairs(
    live: LiveRound, pairs: Sequence[Pair], free_tables: Collection[int], other_tables: Collection[int]
) -> list[int]:
    """Return a table for each pair: a freed one, a fixed seat of one of them, or a new one at the end.

    Another exact matching, pairs against tables; unused tables are matched with dummies at no cost.
    """
    tables = _candidates(live, pairs, free_tables, other_tables)
    now = {id: t.table for t in live.tables for id in t.entries}
    vertices = range(2 * len(tables))
    edges = [(p, len(tables) + t) for p in range(len(tables)) for t in range(len(tables))]
    real = [(e, pairs[p], t - len(tables)) for e, (p, t) in enumerate(edges) if p < len(pairs)]
    wrong = {e: _leaves_fixed_seat(live.seats, pair, tables[t]) for e, pair, t in real}
    walks = {e: sum(now.get(id) != tables[t] for id in pair) for e, pair, t in real}
    late = {e: t for e, _, t in real}
    best = best_matching(list(vertices), edges, (wrong, walks, late, scattered(edges)))
    assert best is not None, "every pair may sit at every candidate table"
    seats = {p: tables[t - len(tables)] for p, t in best.pairs if p < len(pairs)}
    return [seats[p] for p in range(len(pairs))]


def _candidates(
    live: LiveRound, pairs: Sequence[Pair], free_tables: Collection[int], other_tables: Collection[int]
) -> list[int]:
    fixed = {live.seats[id] for pair in pairs for id in pair if id in live.seats}
    usable = {t for t in (set(free_tables) | fixed) - set(other_tables) if t not in live.blocked_tables}
    number = 0
    while len(usable) < len(pairs):
        number += 1
        if number not in other_tables and number not in live.blocked_tables:
            usable.add(number)
    return sorted(usable)


def _leaves_fixed_seat(seats: Mapping[EntryId, int], pair: Pair, table: int) -> int:
    """Two with fixed seats meet at one of them; a table at which neither is fixed is wrong."""
    wanted = [seats[id] for id in pair if id in seats]
    return 1 if wanted and table not in wanted else 0


MOST = 4
NEAREST_TABLES = 30


def propose_repairs(live: LiveRound, rules: RepairRules, most: int = MOST) -> tuple[Proposal, ...]:
    """Return at most `most` proposals, best first; none if the round is intact."""
    if not live.needs_repair:
        return ()
    proposals: dict[object, Proposal] = {}
    for proposal in _ways(live, rules):
        proposals.setdefault((proposal.pairings, proposal.forfeits, proposal.byes), proposal)
    ranked = sorted(proposals.values(), key=lambda proposal: proposal.disturbance)
    if len(ranked) < 2:
        ranked.extend(_byes_instead_of_forfeits(live, rules, ranked))
    return tuple(ranked[:most])


def _ways(live: LiveRound, rules: RepairRules) -> Iterator[Proposal]:
    near = _near_tables(live, rules)
    levels = {rules.level(id) for id in (*live.without_opponent, *live.waiting)}
    group = [t for t in near if t in live.broken or any(rules.level(id) in levels for id in t.entries)]
    yield from _way(live, rules, live.broken, LEAST_CHANGE, with_bye=False)
    yield from _way(live, rules, live.broken, LEAST_CHANGE)
    yield from _way(live, rules, group, FAIREST)
    yield from _way(live, rules, near, FAIREST)
    yield from _way(live, rules, live.broken, LEAST_CHANGE, win_by_forfeit=True)


def _near_tables(live: LiveRound, rules: RepairRules) -> list[LiveTable]:
    """Return the broken tables and the closest movable ones in the ranking, in their own order."""
    uncovered = [rules.place[id] for id in (*live.without_opponent, *live.waiting)]

    def distance(table: LiveTable) -> int:
        return min((abs(rules.place[id] - place) for id in table.entries for place in uncovered), default=0)

    broken = set(live.broken)
    others = [t for t in live.tables if t.may_move and t not in broken]
    near = broken | set(sorted(others, key=distance)[:NEAREST_TABLES])
    return [t for t in live.tables if t in near]


def _way(
    live: LiveRound,
    rules: RepairRules,
    open_tables: Sequence[LiveTable],
    order: Sequence[Price],
    *,
    with_bye: bool = True,
    win_by_forfeit: bool = False,
) -> Iterator[Proposal]:
    """Yield the best proposal within these tables; none if the rules allow none."""
    problem = _problem(live, rules, open_tables, with_bye=with_bye, win_by_forfeit=win_by_forfeit)
    solution = solve(problem, rules, order)
    if solution is not None:
        idle = (*solution.idle, *(live.without_opponent if win_by_forfeit else ()))
        yield _proposal(live, rules, open_tables, Solution(solution.pairs, idle))


def _problem(
    live: LiveRound,
    rules: RepairRules,
    open_tables: Sequence[LiveTable],
    *,
    with_bye: bool,
    win_by_forfeit: bool,
) -> Problem:
    """Players without an opponent win by forfeit; others get the bye, if it is free and their first."""
    holders = live.bye_holders if with_bye else ()
    whole = [t for t in open_tables if t not in live.broken]
    seated = [id for t in whole for id in t.entries]
    without_opponent = () if win_by_forfeit else live.without_opponent
    people = tuple(dict.fromkeys((*without_opponent, *live.waiting, *holders, *seated)))
    taken = bool(set(live.bye_holders) - set(holders))
    fresh = {id for id in people if not rules.earlier_byes(id)} if not taken else set()
    return Problem(
        people=people,
        together=frozenset(frozenset(t.entries) for t in whole),
        stays=frozenset((*without_opponent, *live.waiting, *holders)),
        may_get_bye=frozenset((*without_opponent, *holders, *fresh)),
        holders=frozenset(holders),
    )


def _proposal(
    live: LiveRound, rules: RepairRules, open_tables: Sequence[LiveTable], solution: Solution
) -> Proposal:
    together = {frozenset(t.entries): t for t in open_tables}
    fresh = [pair for pair in solution.pairs if frozenset(pair) not in together]
    stirred = {id for pair in fresh for id in pair} | (set(solution.idle) - set(live.without_opponent))
    free_tables = {t.table for t in open_tables if not stirred.isdisjoint(t.entries)}
    forfeits = [t.pairing for t in live.broken if t.table not in free_tables]
    other_tables = {t.table for t in live.tables} - free_tables
    tables = seat_pairs(live, fresh, free_tables, other_tables) if fresh else []
    pairings = [rules.pairing(*pair, table) for pair, table in zip(fresh, tables, strict=True)]
    left = [id for id in solution.idle if id not in live.without_opponent and id not in live.bye_holders]
    missing = [id for t in live.broken if t.table in free_tables for id in t.entries if id in live.absent]
    byes = [*(Bye(id) for id in left), *(Bye(id, ByeKind.ZERO) for id in missing)]
    return _weighed(live, rules, pairings, forfeits, byes)


def _weighed(
    live: LiveRound,
    rules: RepairRules,
    pairings: Iterable[Pairing],
    forfeits: Iterable[Pairing],
    byes: Iterable[Bye],
) -> Proposal:
    pairings = tuple(sorted(pairings, key=lambda p: p.table or 0))
    forfeits, byes = tuple(forfeits), tuple(byes)
    now = {id: t.table for t in live.tables for id in t.entries}
    winners = [id for p in forfeits for id in (p.first, p.second) if id not in live.absent]
    left = [bye.entry for bye in byes if bye.kind is ByeKind.ALLOCATED]
    playing = [(id, p.table) for p in pairings for id in (p.first, p.second)]
    recipients = tuple(dict.fromkeys([id for id, _ in playing] + winners + left))
    still = set(live.bye_holders) - {id for id, _ in playing}
    cost = Disturbance(
        rematches=sum(rules.times_met(p.first, p.second) for p in pairings),
        idle=len(winners) + len(left) + len(still),
        notified=len(recipients),
        walking=sum(1 for id, table in playing if now.get(id) != table),
        gap=sum(rules.gap(p.first, p.second) ** 2 for p in pairings),
        colors=sum(rules.misfit(p.first, p.second) for p in pairings),
    )
    notices = tuple(rules.notices(pairings, byes))
    return Proposal(_kind(live, pairings, byes), pairings, forfeits, byes, recipients, cost, notices)


def _kind(live: LiveRound, pairings: Sequence[Pairing], byes: Sequence[Bye]) -> RepairKind:
    met = {id for p in pairings for id in (p.first, p.second)}
    if not met:
        return RepairKind.BYE if any(b.kind is ByeKind.ALLOCATED for b in byes) else RepairKind.FORFEIT
    if met - {*live.without_opponent, *live.waiting, *live.bye_holders}:
        return RepairKind.RE_PAIR
    if met & set(live.waiting):
        return RepairKind.LATE_PLAYS
    return RepairKind.MEETS_BYE if met & set(live.bye_holders) else RepairKind.PLAY_EACH_OTHER


def _byes_instead_of_forfeits(
    live: LiveRound, rules: RepairRules, proposals: Sequence[Proposal]
) -> Iterator[Proposal]:
    """Offer the bye, if it is free, where a single player without an opponent could only win by forfeit."""
    without_opponent: tuple[EntryId, ...] = live.without_opponent
    if len(without_opponent) != 1 or live.bye_holders or rules.earlier_byes(without_opponent[0]):
        return
    if any(bye.kind is ByeKind.ALLOCATED for proposal in proposals for bye in proposal.byes):
        return
    table = next(t for t in live.broken if without_opponent[0] in t.entries)
    others = [t.pairing for t in live.broken if t is not table]
    missing = [id for id in table.entries if id in live.absent]
    yield _weighed(
        live, rules, (), others, [Bye(without_opponent[0]), *(Bye(id, ByeKind.ZERO) for id in missing)]
    )
