"""Answers in words: why somebody stands where they stand."""

from __future__ import annotations

from django.http import Http404
from ninja import Query
from pydantic import Field

from crosstable.api.frame import new_router
from crosstable.api.identity import PUBLIC, VisitorRequest
from crosstable.api.loading import tournament_to_read
from crosstable.api.shapes import In, Out
from crosstable.events.queries.why import Account, Comparison, why_place

router = new_router("reasons")


class AgainstIn(In):
    against: int | None = Field(
        None, ge=1, description="A playerId; left out: the neighbours in the standings."
    )


class StepOut(Out):
    round: int = Field(description="0 for a penalty or a bonus, which belongs to no round.")
    opponent: str
    value: str
    note: str
    left_out: bool


class AccountOut(Out):
    name: str
    tie_break: str
    value: str
    rule: str
    steps: list[StepOut]

    @classmethod
    def of(cls, account: Account) -> AccountOut:
        steps = [
            StepOut(round=s.round, opponent=s.opponent, value=s.value, note=s.note, left_out=s.is_cut)
            for s in account.steps
        ]
        return cls(
            name=account.name,
            tie_break=account.tie_break,
            value=account.value,
            rule=account.rule,
            steps=steps,
        )


class ComparisonOut(Out):
    ahead_id: int
    behind_id: int
    sentence: str
    decided_by: str = Field(description="The code of the tie-break; empty when they share the place.")
    accounts: list[AccountOut] = Field(description="How the deciding numbers came about.")

    @classmethod
    def of(cls, one: Comparison) -> ComparisonOut:
        return cls(
            ahead_id=one.ahead.pk,
            behind_id=one.behind.pk,
            sentence=one.sentence,
            decided_by=one.decided_by,
            accounts=[AccountOut.of(account) for account in one.accounts],
        )


class PlaceOut(Out):
    player_id: int
    rank: int
    of: int
    comparisons: list[ComparisonOut]
    accounts: list[AccountOut]


@router.get("/{id:tournament_id}/standings/{id:player_id}/why", response=PlaceOut, **PUBLIC)
def get_why(request: VisitorRequest, tournament_id: int, player_id: int, query: Query[AgainstIn]):
    """Why somebody stands where they stand, in sentences, and how the numbers came about."""
    tournament = tournament_to_read(request, tournament_id)
    place = why_place(tournament, player_id, query.against)
    if place is None:
        raise Http404
    return PlaceOut(
        player_id=place.entry.pk,
        rank=place.rank,
        of=place.of,
        comparisons=[ComparisonOut.of(one) for one in place.comparisons],
        accounts=[AccountOut.of(account) for account in place.accounts],
    )
