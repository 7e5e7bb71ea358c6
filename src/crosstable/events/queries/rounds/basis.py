"""What a draft was made from, and what has changed under it since.

The digest says whether anything a pairing depends on is different now; the journal says what it was.
"""

import hashlib
from collections.abc import Iterable, Sequence

from crosstable.engine import model as engine
from crosstable.engine.model import EntryId
from crosstable.engine.pairing.registry import RoundConditions
from crosstable.events.models import Entry, JournalEntry, Round, Tournament, was_agreed
from crosstable.events.records.rules import rules_of
from crosstable.events.records.tournament import conditions_for, load_tournament
from crosstable.events.records.verbs import VERBS, Pairing
from crosstable.events.records.verbs.sentences import describe


def active_ids(tournament: Tournament) -> list[EntryId]:
    """Who takes part in the next pairing (A6, A7)."""
    active = Entry.objects.filter(
        tournament=tournament, checked_in_at__isnull=False, dropped_at__isnull=True, absent_since__isnull=True
    ).order_by("seed")
    return [EntryId(pk) for pk in active.values_list("pk", flat=True)]


def digest(
    state: engine.Tournament, active: Iterable[EntryId], conditions: RoundConditions, system: str
) -> str:
    """Of everything the pairing is a function of; names and tables are not among it."""
    present = sorted(active)
    concerned = {*present, *(id for r in state.rounds for m in r.matches for id in m.pairing.entries)}
    parts = (
        system,
        present,
        [(e.id, e.seed, e.rating) for e in state.entries if e.id in concerned],
        [
            (r.number, [(m.pairing.first, m.pairing.second, m.result) for m in r.matches], r.byes)
            for r in state.rounds
        ],
        state.total_rounds,
        state.scoring,
        state.adjustments,
        (conditions.byes, sorted(conditions.forbidden), conditions.initial_color, conditions.accelerated),
        # Fixed with the publication of round 1, whose own pairing it follows from.
        *([conditions.last_of_group_a] if conditions.last_of_group_a and state.rounds else []),
    )
    return hashlib.sha256(repr(parts).encode()).hexdigest()


def basis_now(round_: Round) -> str:
    tournament = round_.tournament
    state = load_tournament(tournament, before_round=round_.number)
    conditions = conditions_for(tournament, round_.number)
    return digest(state, active_ids(tournament), conditions, rules_of(tournament).system)


def changes_under(round_: Round) -> Sequence[str]:
    """What changed under a draft since it was made, in the words of the journal; empty while it is true."""
    if not round_.basis or basis_now(round_) == round_.basis:
        return ()
    since = JournalEntry.objects.filter(
        tournament=round_.tournament_id, number__gt=round_.drafted_revision
    ).order_by("number")
    changes = [describe(entry) for entry in since.select_related("tournament") if _is_under_a_pairing(entry)]
    return changes or ["something the pairing was made from"]


def _is_under_a_pairing(entry: JournalEntry) -> bool:
    verb = VERBS.get(entry.verb)
    if verb is not None and verb.pairing is Pairing.ONCE_AGREED:
        return was_agreed(entry.after)
    return verb is not None and verb.pairing is Pairing.MOVED
