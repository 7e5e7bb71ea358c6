"""Ties that decide who goes on to the next stage, or from which seed: what is open, and the decision."""

from __future__ import annotations

from decimal import Decimal
from typing import Annotated, Literal

from ninja import Status
from pydantic import Field

from crosstable.api.frame import new_router
from crosstable.api.identity import Request
from crosstable.api.loading import check_organises, tournament_to_change
from crosstable.api.shapes import In, Out, Text, Whole
from crosstable.api.stages import S, stage_in
from crosstable.events.actions.stages.ties import LONGEST_SEED, How, decide_tie
from crosstable.events.queries.stages.ties import Tie, open_ties

router = new_router("stages")


class FurtherOut(Out):
    code: str
    name: str
    values: str


class TieOut(Out):
    player_ids: list[int]
    names: list[str]
    sentence: str
    decides: Literal["place", "seed"] = Field(
        description="place: not all of them go on, and nothing is drawn yet."
    )
    places: int = Field(description="How many of them go on.")
    tie_breaks: list[FurtherOut] = Field(description="Tie-breaks that would part them.")

    @classmethod
    def of(cls, seen: Tie) -> TieOut:
        return cls(
            player_ids=[entry.pk for entry in seen.entries],
            names=[entry.display_name for entry in seen.entries],
            sentence=f"{seen.title}. {seen.sentence}",
            decides="place" if seen.decides_a_place else "seed",
            places=seen.tie.places,
            tie_breaks=[FurtherOut(code=f.code, name=f.name, values=f.sentence) for f in seen.further],
        )


class ScoredIn(In):
    player_id: Whole
    points: Decimal


class DecideTieIn(In):
    player_ids: Annotated[list[Whole], Field(min_length=2, max_length=500)]
    way: Literal["tie-break", "play-off", "lots"]
    tie_break: Text = Field("", description="Its code, for “tie-break”.")
    points: list[ScoredIn] = Field(default_factory=list, description="What each scored in the “play-off”.")
    seed: Annotated[Text, Field(max_length=LONGEST_SEED)] = Field(
        "", description="For “lots”: agreed before witnesses and kept, so that anybody can draw them again."
    )


@router.get(S + "/ties", response=list[TieOut])
def list_ties(request: Request, tournament_id: int, number: int) -> list[TieOut]:
    """The ties of a stage that is over that are still to be decided; those for a place first."""
    tournament = tournament_to_change(request, tournament_id)
    check_organises(request, tournament)
    return [TieOut.of(tie) for tie in open_ties(stage_in(request, tournament, number))]


@router.post(S + "/ties", response={201: list[TieOut]})
def post_tie(request: Request, tournament_id: int, number: int, body: DecideTieIn) -> Status[list[TieOut]]:
    """Decide one. Answers with those that are left."""
    tournament = tournament_to_change(request, tournament_id)
    check_organises(request, tournament)
    stage = stage_in(request, tournament, number)
    how = How(body.way, body.tie_break, {one.player_id: one.points for one in body.points}, body.seed)
    tied = list(tournament.entries.filter(pk__in=body.player_ids))
    decide_tie(stage=stage, entries=tied, how=how, by=request.user)
    return Status(201, [TieOut.of(tie) for tie in open_ties(stage_in(request, tournament, number))])
