"""Ties that decide who advances to the next stage, or with which seed: the open ones, and the decision."""

from decimal import Decimal
from typing import Annotated, Literal, Self

from ninja import Status
from pydantic import Field

from crosstable.api.identity import Request
from crosstable.api.router import new_router
from crosstable.api.schemas import In, Out, Text, Whole
from crosstable.api.stages import STAGE_PATH, stage_to_run
from crosstable.events.actions.stages import play_offs
from crosstable.events.actions.stages.advancing import LONGEST_SEED, TieDecision, decide_tie
from crosstable.events.actions.stages.play_offs import MOST
from crosstable.events.bridge.play_offs import PlayOff, play_offs_of
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
        description="What the tie decides. place: not all of them advance, and nothing is drawn yet."
    )
    places: int = Field(description="How many of them advance.")
    tie_breaks: list[FurtherOut] = Field(description="Tie-breaks that would decide it.")
    play_off: int | None = Field(description="The number of the current play-off for it.")

    @classmethod
    def of(cls, tie: Tie) -> Self:
        return cls(
            player_ids=[entry.pk for entry in tie.entries],
            names=[entry.display_name for entry in tie.entries],
            sentence=f"{tie.title}. {tie.sentence}",
            decides="place" if tie.decides_a_place else "seed",
            places=tie.tie.places,
            tie_breaks=[FurtherOut.of_row(f, values=f.sentence) for f in tie.further],
            play_off=tie.play_off.number if tie.play_off is not None else None,
        )


class ScoredIn(In):
    player_id: Whole
    points: Decimal


class DecideTieIn(In):
    player_ids: Annotated[list[Whole], Field(min_length=2, max_length=500)]
    way: Literal["tie-break", "play-off", "lots"]
    tie_break: Text = Field("", description="For “tie-break”: its code.")
    points: list[ScoredIn] = Field(
        default_factory=list, description="For “play-off”: the score of each player."
    )
    seed: Annotated[Text, Field(max_length=LONGEST_SEED)] = Field(
        "",
        description="For “lots”: a number chosen in front of witnesses. It is stored, so that anyone can "
        "repeat the draw.",
    )


class PlayOffIn(In):
    player_ids: Annotated[list[Whole], Field(min_length=2, max_length=MOST)]


class PlayOffOut(Out):
    number: int
    name: str
    player_ids: list[int]
    match_ids: list[int] = Field(description="In the order of play; each is reported like any other match.")
    waiting: int = Field(description="Matches without a confirmed result.")
    closed: bool
    order: list[list[int]] = Field(
        description="The order by the current results, best first. The players of one group are tied."
    )

    @classmethod
    def of(cls, play_off: PlayOff) -> Self:
        return cls.of_row(
            play_off,
            player_ids=[entry.pk for entry in play_off.entries],
            match_ids=[match.pk for match in play_off.matches],
            closed=play_off.is_closed,
            order=play_off.decision.groups,
        )


@router.get(STAGE_PATH + "/play-offs", response=list[PlayOffOut])
def list_play_offs(request: Request, tournament_id: int, number: int) -> list[PlayOffOut]:
    """List the play-offs for ties of this stage, also those that are closed."""
    return [PlayOffOut.of(one) for one in play_offs_of(stage_to_run(request, tournament_id, number, None))]


@router.post(STAGE_PATH + "/play-offs", response={201: PlayOffOut})
def post_play_off(request: Request, tournament_id: int, number: int, body: PlayOffIn) -> Status[PlayOffOut]:
    """Create a play-off: the tied players meet once each. Its matches can be played immediately."""
    stage = stage_to_run(request, tournament_id, number, None)
    tied = list(stage.tournament.entries.filter(pk__in=body.player_ids))
    made = play_offs.make_play_off(stage=stage, entries=tied, by=request.user)
    return Status(201, PlayOffOut.of(made))


@router.post(STAGE_PATH + "/play-offs/{id:play_off}/close", response=PlayOffOut)
def close_play_off(request: Request, tournament_id: int, number: int, play_off: int) -> PlayOffOut:
    """Close a play-off that has all results. Its order decides the tie; players tied in it stay tied."""
    stage = stage_to_run(request, tournament_id, number, None)
    return PlayOffOut.of(play_offs.close_play_off(stage=stage, number=play_off, by=request.user))


@router.delete(STAGE_PATH + "/play-offs/{id:play_off}", response={204: None})
def delete_play_off(request: Request, tournament_id: int, number: int, play_off: int) -> Status[None]:
    """Delete a play-off without reports."""
    stage = stage_to_run(request, tournament_id, number, None)
    play_offs.take_play_off_back(stage=stage, number=play_off, by=request.user)
    return Status(204, None)


@router.get(STAGE_PATH + "/ties", response=list[TieOut])
def list_ties(request: Request, tournament_id: int, number: int) -> list[TieOut]:
    """List the ties of a closed stage that are still to be decided, those for a place first."""
    return [TieOut.of(tie) for tie in open_ties(stage_to_run(request, tournament_id, number, None))]


@router.post(STAGE_PATH + "/ties", response={201: list[TieOut]})
def post_tie(request: Request, tournament_id: int, number: int, body: DecideTieIn) -> Status[list[TieOut]]:
    """Decide one tie. Returns those that are left."""
    stage = stage_to_run(request, tournament_id, number, None)
    how = TieDecision(body.way, body.tie_break, {one.player_id: one.points for one in body.points}, body.seed)
    tied = list(stage.tournament.entries.filter(pk__in=body.player_ids))
    decide_tie(stage=stage, entries=tied, how=how, by=request.user)
    return Status(
        201, [TieOut.of(tie) for tie in open_ties(stage_to_run(request, tournament_id, number, None))]
    )
