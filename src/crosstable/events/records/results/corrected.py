"""How a match ended, for which purpose. Its row says what counts in the standings now; its correction says the rest.

| purpose                                    | everywhere | from now on               | rating only | note only |
|--------------------------------------------|------------|---------------------------|-------------|-----------|
| standings now, pairing the next round      | corrected  | corrected                 | as it was   | as it was |
| standings after a round, published earlier | corrected  | as it was                 | as it was   | as it was |
| the ledger at the place of the game        | corrected  | as it was, and a booking  | corrected   | as it was |
| a rating report of the event               | corrected  | corrected                 | corrected   | as it was |
"""

from typing import Any

from django.db.models import Q

from crosstable.engine.results import Said
from crosstable.events.models import ByeCode, Correction, Match, Policy, Round, Tournament, said_in
from crosstable.events.records.results import said

# How a match ended: a result, or the kind of a bye.
ResultOrBye = Said | ByeCode


def ending_of(match: Match) -> ResultOrBye:
    return ByeCode(match.bye_kind) if match.is_bye else match.said


def as_json(ending: ResultOrBye) -> dict[str, Any]:
    if isinstance(ending, ByeCode):
        return {"bye": ending.value}
    return ending.stored()


def for_journal(ending: ResultOrBye) -> dict[str, Any]:
    """What the journal says about it."""
    if isinstance(ending, ByeCode):
        return {"bye": ending.value}
    return {"result": ending.code, **said.for_journal(ending)}


def from_json(values: dict[str, Any]) -> ResultOrBye:
    if "bye" in values:
        return ByeCode(values["bye"])
    return said_in(values)


def words(ending: ResultOrBye) -> str:
    return ending.label if isinstance(ending, ByeCode) else ending.words


def published_endings(tournament: Tournament, after_round: int) -> dict[int, ResultOrBye]:
    """What the standings after that round were published with, by match, where it differs from the row."""
    kept = Q(policy=Policy.FROM_NOW, since_round__gt=after_round)
    return _endings(Q(match__round__tournament=tournament) & kept, "before")


def reported_endings(tournament: Tournament) -> dict[int, ResultOrBye]:
    """What a rating report of the event says, by match, where it differs from the row."""
    return _endings(Q(match__round__tournament=tournament, policy=Policy.RATING_ONLY), "after")


def ledger_endings(round_: Round) -> dict[int, ResultOrBye]:
    """What the ledger rates at the place of the round, by match, where it differs from the row."""
    of_round = Q(match__round=round_)
    return _endings(of_round & Q(policy=Policy.FROM_NOW), "before") | _endings(
        of_round & Q(policy=Policy.RATING_ONLY), "after"
    )


def _endings(wanted: Q, side: str) -> dict[int, ResultOrBye]:
    rows = Correction.objects.filter(wanted, undone_at__isnull=True).values_list("match_id", side)
    return {match: from_json(values) for match, values in rows}
