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
from crosstable.text import tr, trn

BYES = {
    ByeKind.ALLOCATED: tr("{name} has the bye."),
    ByeKind.ZERO: tr("{name} scores nothing in this round."),
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
    vocabulary: Vocabulary

    @property
    def recipients(self) -> list[str]:
        return [self.names[id] for id in self.proposal.recipients]

    @property
    def title(self) -> str:
        """The proposal in one line."""
        proposal, kind = self.proposal, self.proposal.kind
        if kind in (RepairKind.FORFEIT, RepairKind.BYE):
            if not (winners := self._winners()):
                return tr("Forfeit without a winner")
            names = named(winners)
            if kind is RepairKind.FORFEIT:
                return tr("Win by forfeit for {names}", names=names)
            return tr("The bye for {names}", names=names)
        if kind is RepairKind.RE_PAIR:
            return tr("Pair {tables} again", tables=self.vocabulary.count(len(proposal.pairings)))
        pairs = [
            tr("{first} plays {second}", first=self.names[p.first], second=self.names[p.second])
            for p in proposal.pairings
        ]
        return named(pairs, limit=2)

    @property
    def changes(self) -> list[str]:
        """Everything that would change, one sentence each."""
        proposal, names, table = self.proposal, self.names, self.vocabulary.table
        met = [
            tr(
                "{table} {table_2}: {names} against {names_2}.",
                table=table,
                table_2=_table(p),
                names=names[p.first],
                names_2=names[p.second],
            )
            for p in proposal.pairings
        ]
        byes = [BYES[bye.kind].filled(name=names[bye.entry]) for bye in proposal.byes]
        return [*met, *self._forfeits(), *byes]

    @property
    def cost(self) -> str:
        """How many players are notified, change tables, or have no game."""
        weight = self.proposal.disturbance
        parts = [trn("{count} player is notified.", "{count} players are notified.", weight.notified)]
        if weight.walking:
            parts.append(
                trn(
                    "{count} changes {tables}.",
                    "{count} change {tables}.",
                    weight.walking,
                    **self.vocabulary.of_places,
                )
            )
        if weight.idle:
            parts.append(trn("{count} has no game.", "{count} have no game.", weight.idle))
        return " ".join(map(str, parts))

    @property
    def warnings(self) -> list[str]:
        """The rule exceptions of the proposal."""
        return [notice_text(notice, self.names, self.vocabulary) for notice in self.proposal.notices]

    def _winners(self) -> list[str]:
        sides = [id for p in self.proposal.forfeits for id in (p.first, p.second) if id not in self.absent]
        byes = [bye.entry for bye in self.proposal.byes if bye.kind is ByeKind.ALLOCATED]
        return [self.names[id] for id in (*sides, *byes)]

    def _forfeits(self) -> list[str]:
        sentences: list[str] = []
        for p in self.proposal.forfeits:
            here = [self.names[id] for id in (p.first, p.second) if id not in self.absent]
            if here:
                sentence = self.vocabulary.say(
                    "{Table} {number}: {name} wins by forfeit.", number=_table(p), name=here[0]
                )
            else:
                both = [self.names[p.first], self.names[p.second]]
                sentence = self.vocabulary.say(
                    "{Table} {number}: {names} both lose by forfeit.", number=_table(p), names=both
                )
            sentences.append(sentence)
        return sentences


def offers(situation: Situation) -> list[Offer]:
    if not situation.needs_repair:
        return []
    return [_offer(situation, p) for p in propose_repairs(situation.live, situation.rules)]


def _offer(situation: Situation, proposal: Proposal) -> Offer:
    touched = touched_rows(situation.matches, proposal)
    names = {pk: entry.display_name for pk, entry in situation.entries.items()}
    key, words = _key(situation, proposal, touched), rules_of(situation.round.tournament).vocabulary
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


def notice_text(notice: Notice, names: dict[int, str], vocabulary: Vocabulary) -> str:
    """Word a rule exception with the names of the players."""
    who, table = " and ".join(names[entry] for entry in notice.entries), vocabulary.table.lower()
    sentences = {
        "rematch": trn(
            "{who} have met before.", "{who} have met {count} times.", max(1, notice.count), who=who
        ),
        "second-bye": tr("{who} has had a bye before.", who=who),
        "color-review": tr("No colours suit both {who}: look at this pairing.", who=who),
        "forbidden": tr("{who} must not meet.", who=who),
        "club-mates": tr("{who} come from the same club.", who=who),
        "fixed-seat": tr(
            "{who} should sit at {table} {count}, a fixed seat.", who=who, table=table, count=notice.count
        ),
        "blocked-table": tr(
            "{who} sit at {table} {count}, which is blocked.", who=who, table=table, count=notice.count
        ),
        "gap": tr("{who} are {count} score groups apart.", who=who, count=notice.count),
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
