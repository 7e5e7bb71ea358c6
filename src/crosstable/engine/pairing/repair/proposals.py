"""The ways out of a hole in a round, least disturbance first.

Four scopes are tried, each solved exactly: only those without an opponent; these and the bye; the score groups they
belong to; all tables near them that may move. One more gives everybody in want of an opponent the win. Equal answers
are given once. Near are the thirty tables closest in the ranking: nobody stirs up a whole hall for one empty chair,
and the answer is there at once however many play.
"""

from collections.abc import Iterable, Iterator, Sequence

from crosstable.engine.model import Bye, ByeKind, EntryId, Pairing
from crosstable.engine.pairing.repair.model import Disturbance, Kind, LiveRound, LiveTable, Proposal
from crosstable.engine.pairing.repair.rules import RepairRules
from crosstable.engine.pairing.repair.solver import (
    FAIREST,
    LEAST_CHANGE,
    Price,
    Problem,
    Solution,
    everybody,
    solve,
)
from crosstable.engine.pairing.repair.tables import seat_pairs

MOST = 4
NEAREST_TABLES = 30


def propose_repairs(live: LiveRound, rules: RepairRules, most: int = MOST) -> tuple[Proposal, ...]:
    """At most `most` ways out, best first; none where nothing is broken."""
    if not live.has_a_hole:
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
    levels = {rules.level(id) for id in (*live.widows, *live.waiting)}
    group = [t for t in near if t in live.broken or any(rules.level(id) in levels for id in t.entries)]
    yield from _way(live, rules, live.broken, LEAST_CHANGE, with_bye=False)
    yield from _way(live, rules, live.broken, LEAST_CHANGE)
    yield from _way(live, rules, group, FAIREST)
    yield from _way(live, rules, near, FAIREST)
    yield from _way(live, rules, live.broken, LEAST_CHANGE, widows_win=True)


def _near_tables(live: LiveRound, rules: RepairRules) -> list[LiveTable]:
    """The broken tables and, of those that may move, the ones closest to them in the ranking; in their own order."""
    holes = [rules.place[id] for id in (*live.widows, *live.waiting)]

    def distance(table: LiveTable) -> int:
        return min((abs(rules.place[id] - hole) for id in table.entries for hole in holes), default=0)

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
    widows_win: bool = False,
) -> Iterator[Proposal]:
    """The best within these tables; nothing where the rules leave no way."""
    problem = _problem(live, rules, open_tables, with_bye=with_bye, widows_win=widows_win)
    solution = solve(problem, rules, order)
    if solution is not None:
        idle = (*solution.idle, *(live.widows if widows_win else ()))
        yield _proposal(live, rules, open_tables, Solution(solution.pairs, idle))


def _problem(
    live: LiveRound, rules: RepairRules, open_tables: Sequence[LiveTable], *, with_bye: bool, widows_win: bool
) -> Problem:
    """A widow left over wins where she sits. Anybody else gets the bye, if the round has none and they had none."""
    holders = live.bye_holders if with_bye else ()
    whole = [t for t in open_tables if t not in live.broken]
    seated = [id for t in whole for id in t.entries]
    widows = () if widows_win else live.widows
    people = everybody((widows, live.waiting, holders, seated))
    taken = bool(set(live.bye_holders) - set(holders))
    fresh = {id for id in people if not rules.earlier_byes(id)} if not taken else set()
    return Problem(
        people=people,
        together=frozenset(frozenset(t.entries) for t in whole),
        stays=frozenset((*widows, *live.waiting, *holders)),
        may_sit_out=frozenset((*widows, *holders, *fresh)),
        holders=frozenset(holders),
    )


def _proposal(
    live: LiveRound, rules: RepairRules, open_tables: Sequence[LiveTable], solution: Solution
) -> Proposal:
    together = {frozenset(t.entries): t for t in open_tables}
    fresh = [pair for pair in solution.pairs if frozenset(pair) not in together]
    stirred = {id for pair in fresh for id in pair} | (set(solution.idle) - set(live.widows))
    free_tables = {t.table for t in open_tables if not stirred.isdisjoint(t.entries)}
    forfeits = [t.pairing for t in live.broken if t.table not in free_tables]
    other_tables = {t.table for t in live.tables} - free_tables
    tables = seat_pairs(live, fresh, free_tables, other_tables) if fresh else []
    pairings = [rules.pairing(*pair, table) for pair, table in zip(fresh, tables, strict=True)]
    left = [id for id in solution.idle if id not in live.widows and id not in live.bye_holders]
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


def _kind(live: LiveRound, pairings: Sequence[Pairing], byes: Sequence[Bye]) -> Kind:
    met = {id for p in pairings for id in (p.first, p.second)}
    if not met:
        return Kind.BYE if any(b.kind is ByeKind.ALLOCATED for b in byes) else Kind.FORFEIT
    if met - {*live.widows, *live.waiting, *live.bye_holders}:
        return Kind.RE_PAIR
    if met & set(live.waiting):
        return Kind.LATE_PLAYS
    return Kind.MEETS_BYE if met & set(live.bye_holders) else Kind.WIDOWS_MEET


def _byes_instead_of_forfeits(
    live: LiveRound, rules: RepairRules, proposals: Sequence[Proposal]
) -> Iterator[Proposal]:
    """Where a lone widow can only win by forfeit, she may have the round's bye instead, if it is free for her."""
    widows: tuple[EntryId, ...] = live.widows
    if len(widows) != 1 or live.bye_holders or rules.earlier_byes(widows[0]):
        return
    if any(bye.kind is ByeKind.ALLOCATED for proposal in proposals for bye in proposal.byes):
        return
    table = next(t for t in live.broken if widows[0] in t.entries)
    others = [t.pairing for t in live.broken if t is not table]
    missing = [id for id in table.entries if id in live.absent]
    yield _weighed(live, rules, (), others, [Bye(widows[0]), *(Bye(id, ByeKind.ZERO) for id in missing)])
