"""The ways to repair a published round, in sentences; and possible opponents for a late arrival.

Each has a key that is valid only for the rows it was computed from.
"""

import hashlib
import json
from collections.abc import Iterable
from dataclasses import dataclass

from crosstable.engine.model import ByeKind, EntryId, Notice, Pairing
from crosstable.engine.pairing.repair import Proposal, RepairKind, propose_repairs
from crosstable.events.bridge.rules import rules_of
from crosstable.events.errors import named
from crosstable.events.models import ByeCode, Entry, Match, MatchState, ResultCode, table_and_slot
from crosstable.events.queries.rounds.live_rounds import Situation
from crosstable.games import Vocabulary

BYES = {
    ByeKind.ALLOCATED: "{} has the bye.",
    ByeKind.ZERO: "{} gets nothing for this round.",
}
FORFEITS = {
    ResultCode.FIRST_WINS_BY_FORFEIT: "first",
    ResultCode.SECOND_WINS_BY_FORFEIT: "second",
}


@dataclass(frozen=True, slots=True)
class Offer:
    """A proposal with the rows it would replace."""

    key: str
    proposal: Proposal
    matches: tuple[Match, ...]
    names: dict[int, str]
    absent: frozenset[EntryId]
    words: Vocabulary

    @property
    def recipients(self) -> list[str]:
        return [self.names[id] for id in self.proposal.recipients]

    @property
    def title(self) -> str:
        """The proposal in one line."""
        proposal, kind = self.proposal, self.proposal.kind
        if kind in (RepairKind.FORFEIT, RepairKind.BYE):
            return f"{'Win by forfeit' if kind is RepairKind.FORFEIT else 'The bye'} for {named(self._winners())}"
        if kind is RepairKind.RE_PAIR:
            return f"Pair {self.words.count(len(proposal.pairings))} again"
        pairs = [f"{self.names[p.first]} plays {self.names[p.second]}" for p in proposal.pairings]
        return named(pairs, limit=2)

    @property
    def changes(self) -> list[str]:
        """Everything that would change, one sentence each."""
        proposal, names, table = self.proposal, self.names, self.words.table
        met = [f"{table} {_table(p)}: {names[p.first]} against {names[p.second]}." for p in proposal.pairings]
        byes = [BYES[bye.kind].format(names[bye.entry]) for bye in proposal.byes]
        return [*met, *self._forfeits(table.lower()), *byes]

    @property
    def cost(self) -> str:
        """How many players are notified, change tables, or have no game."""
        weight = self.proposal.disturbance
        told = "1 player is told" if weight.notified == 1 else f"{weight.notified} players are told"
        parts = [told]
        if weight.walking:
            verb = "changes" if weight.walking == 1 else "change"
            parts.append(f"{weight.walking} {verb} {self.words.tables.lower()}")
        if weight.idle:
            parts.append(f"{weight.idle} {'has' if weight.idle == 1 else 'have'} no game")
        return f"{', '.join(parts)}."

    @property
    def warnings(self) -> list[str]:
        """The rule exceptions of the proposal."""
        return [bent(notice, self.names, self.words) for notice in self.proposal.notices]

    def _winners(self) -> list[str]:
        sides = [id for p in self.proposal.forfeits for id in (p.first, p.second) if id not in self.absent]
        byes = [bye.entry for bye in self.proposal.byes if bye.kind is ByeKind.ALLOCATED]
        return [self.names[id] for id in (*sides, *byes)] or ["nobody"]

    def _forfeits(self, table: str) -> list[str]:
        sentences = []
        for p in self.proposal.forfeits:
            here = [self.names[id] for id in (p.first, p.second) if id not in self.absent]
            at, both = f"at {table} {_table(p)}.", f"{self.names[p.first]} and {self.names[p.second]}"
            sentences.append(
                f"{here[0]} wins by forfeit {at}" if here else f"{both} both lose by forfeit {at}"
            )
        return sentences


def offers(situation: Situation) -> list[Offer]:
    if not situation.needs_repair:
        return []
    return [_offer(situation, p) for p in propose_repairs(situation.live, situation.rules)]


def _offer(situation: Situation, proposal: Proposal) -> Offer:
    touched = touched_rows(situation.matches, proposal)
    names = {pk: entry.display_name for pk, entry in situation.entries.items()}
    key, words = _key(situation, proposal, touched), rules_of(situation.round.tournament).words
    return Offer(key, proposal, touched, names, situation.absent, words)


def touched_rows(matches: Iterable[Match], proposal: Proposal) -> tuple[Match, ...]:
    """Return every row a player leaves, and every forfeited table."""
    moved: set[EntryId] = {id for p in proposal.pairings for id in (p.first, p.second)}
    moved |= {bye.entry for bye in proposal.byes}
    moved |= {id for p in proposal.forfeits for id in (p.first, p.second)}
    return tuple(m for m in matches if m.first_id in moved or m.second_id in moved)


def _key(situation: Situation, proposal: Proposal, matches: Iterable[Match]) -> str:
    """Identifies the proposal and the rows it depends on: a change of either changes the key."""
    rows = [[m.pk, m.version, m.table, m.state, m.first_id, m.second_id] for m in matches]
    answer = [
        [[p.first, p.second, p.table] for p in proposal.pairings],
        [[p.first, p.second] for p in proposal.forfeits],
        [[b.entry, b.kind.value] for b in proposal.byes],
    ]
    text = json.dumps([situation.round.pk, situation.round.status, rows, answer])
    return hashlib.sha256(text.encode()).hexdigest()[:20]


def bent(notice: Notice, names: dict[int, str], words: Vocabulary) -> str:
    """Word a rule exception with the names of the players."""
    who, table = " and ".join(names[entry] for entry in notice.entries), words.table.lower()
    sentences = {
        "rematch": f"{who} have met {'before' if notice.count == 1 else f'{notice.count} times'}.",
        "second-bye": f"{who} has had a bye before.",
        "color-review": f"No colours suit both {who}: look at this pairing.",
        "forbidden": f"{who} must not meet.",
        "club-mates": f"{who} come from the same club.",
        "fixed-seat": f"{who} should sit at {table} {notice.count}, a fixed seat.",
        "blocked-table": f"{who} sit at {table} {notice.count}, which is blocked.",
        "gap": f"{who} are {notice.count} score groups apart.",
    }
    return sentences[notice.rule]


def _table(pairing: Pairing) -> int:
    return table_and_slot(pairing.table or 0)[0]


@dataclass(frozen=True, slots=True)
class FreeOpponent:
    """A possible opponent.

    `why`: bye (left over), no-opponent (the opponent is absent), aside (set aside by an organiser).
    """

    entry: Entry
    why: str
    table: int | None = None
    row: Match | None = None


def free_opponents(situation: Situation, late: Entry | None = None) -> list[FreeOpponent]:
    """Return present players without a game; those waiting at a table come before those with the bye."""
    opponents = [
        free for match in situation.matches if (free := _free_at(situation, match, late)) is not None
    ]
    opponents += [FreeOpponent(situation.entries[pk], "aside") for pk in situation.aside]
    here = [free for free in opponents if not free.entry.is_absent and free.entry != late]
    if late is not None and late.pk in situation.entries:
        here = [f for f in here if situation.rules.may_meet(EntryId(late.pk), EntryId(f.entry.pk))]
    return sorted(here, key=lambda free: (free.why == "bye", free.table or 0))


def _free_at(situation: Situation, match: Match, late: Entry | None) -> FreeOpponent | None:
    if match.is_bye:
        waits = match.bye_kind == ByeCode.ALLOCATED
        return FreeOpponent(match.first, "bye", row=match) if waits else None
    assert match.second is not None
    if match.claims.all():
        return None
    if match.state == MatchState.OPEN:
        here = [e for e in (match.first, match.second) if e.pk not in situation.absent]
        return FreeOpponent(here[0], "no-opponent", match.table, match) if len(here) == 1 else None
    return _forfeit_winner(match, late)


def _forfeit_winner(match: Match, late: Entry | None) -> FreeOpponent | None:
    """A player who won by forfeit has not played and may still play."""
    side = FORFEITS.get(ResultCode(match.result)) if match.result else None
    if side is None or match.second is None:
        return None
    winner, loser = (match.first, match.second) if side == "first" else (match.second, match.first)
    if winner.is_dropped or not (loser.is_absent or loser.is_dropped or loser == late):
        return None
    return FreeOpponent(winner, "no-opponent", match.table, match)
