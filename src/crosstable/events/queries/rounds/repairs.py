"""The ways out of a hole in a live round, each with a key that is good for exactly the rows it was made from."""

import hashlib
import json
from collections.abc import Iterable
from dataclasses import dataclass

from crosstable.engine.model import EntryId
from crosstable.engine.pairing.repair import Proposal, propose_repairs
from crosstable.events.models import Match
from crosstable.events.queries.rounds.live_rounds import Situation
from crosstable.events.records.rules import rules_of
from crosstable.games import Words


@dataclass(frozen=True, slots=True)
class Offer:
    """A proposal beside the rows it would replace."""

    key: str
    proposal: Proposal
    matches: tuple[Match, ...]
    names: dict[int, str]
    absent: frozenset[EntryId]
    words: Words

    @property
    def recipients(self) -> list[str]:
        return [self.names[id] for id in self.proposal.recipients]


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
    """Every row somebody leaves, and every table that is forfeited."""
    moved: set[EntryId] = {id for p in proposal.pairings for id in (p.first, p.second)}
    moved |= {bye.entry for bye in proposal.byes}
    moved |= {id for p in proposal.forfeits for id in (p.first, p.second)}
    return tuple(m for m in matches if m.first_id in moved or m.second_id in moved)


def _key(situation: Situation, proposal: Proposal, matches: Iterable[Match]) -> str:
    """Names the answer and the rows it rests on: any change of either makes another key."""
    rows = [[m.pk, m.version, m.table, m.state, m.first_id, m.second_id] for m in matches]
    answer = [
        [[p.first, p.second, p.table] for p in proposal.pairings],
        [[p.first, p.second] for p in proposal.forfeits],
        [[b.entry, b.kind.value] for b in proposal.byes],
    ]
    text = json.dumps([situation.round.pk, situation.round.status, rows, answer])
    return hashlib.sha256(text.encode()).hexdigest()[:20]
