"""A proposal in sentences, the same for pages and programs."""

from crosstable.engine.model import ByeKind, Notice, Pairing
from crosstable.engine.pairing.repair import RepairKind
from crosstable.events.errors import named
from crosstable.events.models import table_and_slot
from crosstable.events.queries.rounds.repairs import Offer
from crosstable.games import Words

BYES = {
    ByeKind.ALLOCATED: "{} has the bye.",
    ByeKind.ZERO: "{} gets nothing for this round.",
}


def title(offer: Offer) -> str:
    """What it comes to, in one line."""
    proposal, kind = offer.proposal, offer.proposal.kind
    if kind in (RepairKind.FORFEIT, RepairKind.BYE):
        return f"{'Win by forfeit' if kind is RepairKind.FORFEIT else 'The bye'} for {named(_winners(offer))}"
    if kind is RepairKind.RE_PAIR:
        return f"Pair {offer.words.count(len(proposal.pairings))} again"
    pairs = [f"{offer.names[p.first]} plays {offer.names[p.second]}" for p in proposal.pairings]
    return named(pairs, limit=2)


def lines(offer: Offer) -> list[str]:
    """Everything that would change, one sentence each."""
    proposal, names, table = offer.proposal, offer.names, offer.words.table
    met = [f"{table} {_table(p)}: {names[p.first]} against {names[p.second]}." for p in proposal.pairings]
    byes = [BYES[bye.kind].format(names[bye.entry]) for bye in proposal.byes]
    return [*met, *_forfeits(offer, table.lower()), *byes]


def cost(offer: Offer) -> str:
    """'2 players are told, 1 changes tables, 1 has no game.'"""
    weight = offer.proposal.disturbance
    parts = [f"{_many(weight.notified, 'player')} {'is' if weight.notified == 1 else 'are'} told"]
    if weight.walking:
        parts.append(
            f"{weight.walking} {'changes' if weight.walking == 1 else 'change'} {offer.words.tables.lower()}"
        )
    if weight.idle:
        parts.append(f"{weight.idle} {'has' if weight.idle == 1 else 'have'} no game")
    return f"{', '.join(parts)}."


def bent(notice: Notice, names: dict[int, str], words: Words) -> str:
    """A rule that is bent, with the names of those concerned."""
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


def _winners(offer: Offer) -> list[str]:
    absent = offer.absent
    sides = [id for p in offer.proposal.forfeits for id in (p.first, p.second) if id not in absent]
    byes = [bye.entry for bye in offer.proposal.byes if bye.kind is ByeKind.ALLOCATED]
    return [offer.names[id] for id in (*sides, *byes)] or ["nobody"]


def _forfeits(offer: Offer, table: str) -> list[str]:
    sentences = []
    for p in offer.proposal.forfeits:
        here = [offer.names[id] for id in (p.first, p.second) if id not in offer.absent]
        both = (
            f"{offer.names[p.first]} and {offer.names[p.second]} both lose by forfeit at {table} {_table(p)}."
        )
        sentences.append(f"{here[0]} wins by forfeit at {table} {_table(p)}." if here else both)
    return sentences


def _many(count: int, word: str) -> str:
    return f"{count} {word}" if count == 1 else f"{count} {word}s"
