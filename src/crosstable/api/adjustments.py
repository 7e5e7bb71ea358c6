"""Penalties and bonus points: who has which and why; given and taken back by organisers."""

import datetime
from decimal import Decimal
from typing import Annotated, Self

from django.shortcuts import get_object_or_404
from ninja import Status
from pydantic import Field

from crosstable.api.identity import PUBLIC, Request, VisitorRequest
from crosstable.api.loading import tournament_to_change, tournament_to_read
from crosstable.api.router import new_router
from crosstable.api.schemas import In, Out, Reason, Whole
from crosstable.events.actions.people import adjustments
from crosstable.events.models import Adjustment
from crosstable.events.queries.addressed import entry_in
from crosstable.events.records.rules import rules_of

router = new_router("penalties and bonus points")


class AdjustmentIn(In):
    player_id: Whole
    amount: Annotated[Decimal, Field(max_digits=7, decimal_places=2)] = Field(
        description="Below 0 a penalty, above it a bonus; in `unit`: points of the table, match points of teams on "
        "boards, or where wins lead the standings what is counted, such as victory points."
    )
    reason: Reason


class AdjustmentOut(Out):
    adjustment_id: int
    player_id: int
    name: str
    amount: float
    unit: str = Field(description="points, match points, victory points …")
    reason: str
    round: int = Field(description="The round it was given in or after; 0: before the first.")
    at: datetime.datetime

    @classmethod
    def of(cls, row: Adjustment) -> Self:
        return cls.of_row(
            row,
            adjustment_id=row.pk,
            player_id=row.entry_id,
            name=row.entry.display_name,
            round=row.round_number,
            unit=rules_of(row.entry.tournament).unit_of_penalties,
        )


class AdjustmentsOut(Out):
    adjustments: list[AdjustmentOut]


@router.get("/{id:tournament_id}/adjustments", response=AdjustmentsOut, **PUBLIC)
def list_adjustments(request: VisitorRequest, tournament_id: int) -> AdjustmentsOut:
    """Penalties and bonus points, in the order they were given."""
    tournament = tournament_to_read(request, tournament_id)
    rows = Adjustment.objects.filter(entry__tournament=tournament).select_related("entry__tournament")
    return AdjustmentsOut(adjustments=[AdjustmentOut.of(row) for row in rows])


@router.post("/{id:tournament_id}/adjustments", response={201: AdjustmentOut})
def adjust(request: Request, tournament_id: int, body: AdjustmentIn) -> Status[AdjustmentOut]:
    """Give somebody a penalty or bonus points, with the reason."""
    tournament = tournament_to_change(request, tournament_id)
    entry = entry_in(tournament, body.player_id)
    made = adjustments.adjust(entry=entry, amount=body.amount, reason=body.reason, by=request.user)
    return Status(201, AdjustmentOut.of(made))


@router.delete("/{id:tournament_id}/adjustments/{id:adjustment_id}", response={204: None})
def take_back_adjustment(request: Request, tournament_id: int, adjustment_id: int) -> Status[None]:
    """Take a penalty or a bonus back; the journal keeps that it was given."""
    tournament = tournament_to_change(request, tournament_id)
    rows = Adjustment.objects.select_related("entry__tournament")
    adjustment = get_object_or_404(rows, pk=adjustment_id, entry__tournament=tournament)
    adjustments.take_back(adjustment=adjustment, by=request.user)
    return Status(204, None)
