"""Correcting past results, and reverting the status of rounds and events."""

import datetime
from functools import partial
from typing import Any, Literal, Self

from django.shortcuts import get_object_or_404
from ninja import Query, Status
from pydantic import Field

from crosstable.api import scores
from crosstable.api.identity import Request
from crosstable.api.loading import (
    match_in,
    tournament_after,
    tournament_to_change,
    tournament_to_oversee,
    tournament_to_run,
)
from crosstable.api.rounds import RoundWithMatchesOut, shown_after
from crosstable.api.router import new_router
from crosstable.api.schemas import In, Out, Reason, Text, Whole
from crosstable.api.scores import RESULTS_DESCRIPTION, ScoreJson, ScoreValue, by_names
from crosstable.engine.results import Score
from crosstable.events.actions.core import undo
from crosstable.events.actions.results import corrections
from crosstable.events.actions.rounds import reopening
from crosstable.events.bridge.results.corrected import ScoreOnBoards, for_journal, from_json, words
from crosstable.events.bridge.results.scores import shape_of_match
from crosstable.events.models import Correction, Match
from crosstable.events.permissions import LOOK, RULE
from crosstable.events.queries.past.corrections import CorrectionPreview, LaterRound, corrections_of, preview

router = new_router("corrections")

PolicyWord = Literal["everywhere", "from-now", "rating-only", "note-only"]
REACH = (
    "everywhere: correct the standings of every round and recalculate ratings from that game "
    "on; from-now: correct the standings from now on and apply the rating difference now; "
    "rating-only: correct the ratings only; note-only: only add a note."
)


class EndingIn(In):
    """How the match really ended: its score; or victory points where the game has them, else a result; the kind of a
    bye."""

    policy: PolicyWord = Field("everywhere", description=REACH)
    player1_vp: int | None = Field(None, alias="player1VP", description="The points of player 1.")
    player2_vp: int | None = Field(None, alias="player2VP", description="The points of player 2.")
    result: Text | None = Field(None, description=RESULTS_DESCRIPTION)
    bye: Text | None = Field(None, description="allocated, full, half or zero.")

    def parsed_score(self, match: Match, score: ScoreJson | None) -> Score | list[Score] | None:
        """Parse the score; None if the result is unchanged. Raises BadValue."""
        if score is not None:
            return scores.read(match, score)
        if self.player1_vp is None and self.player2_vp is None and not self.result:
            return None
        return by_names(shape_of_match(match), self.player1_vp, self.player2_vp, self.result)


class PreviewIn(EndingIn):
    score: Text | None = Field(None, description=f"As JSON. {scores.DESCRIPTION}")


class CorrectionIn(EndingIn):
    score: ScoreValue | None = Field(None, description=scores.DESCRIPTION)
    policy: PolicyWord = Field(description=REACH)
    reason: Reason = Field(description="Shown in the history and at the match.")
    version: Whole | None = Field(None, description="The version of the match you saw.")


class ReasonIn(In):
    reason: Reason = ""


class CorrectionOut(Out):
    correction_id: int
    match_id: int
    round_number: int
    table: int | None
    policy: str
    before: dict[str, Any]
    after: dict[str, Any]
    reason: str
    by: str | None
    at: datetime.datetime
    undone_at: datetime.datetime | None
    undone_by: str | None

    @classmethod
    def of(cls, row: Correction) -> Self:
        return cls.of_row(
            row,
            correction_id=row.pk,
            round_number=row.match.round.number,
            table=row.match.table,
            before=_camel(row.before),
            after=_camel(row.after),
            by=row.by.get_username() if row.by else None,
            undone_by=row.undone_by.get_username() if row.undone_by else None,
        )


class CorrectionsOut(Out):
    corrections: list[CorrectionOut]


class MoveOut(Out):
    player_id: int
    name: str
    rank_before: int
    rank_after: int


class OtherPairingOut(Out):
    player1: str
    player2: str | None = Field(description="null if player 1 would have had the bye.")


class LaterRoundOut(Out):
    number: int
    pairings: int = Field(description="How many pairings and byes the round has.")
    would_have_been: list[OtherPairingOut] = Field(
        description="The pairings that the engine would have made."
    )
    impossible: bool = Field(
        description="Whether no complete round would have been possible with the corrected result."
    )

    @classmethod
    def of(cls, round_: LaterRound) -> Self:
        pairs = [
            OtherPairingOut(player1=str(p.first), player2=str(p.second) if p.second else None)
            for p in round_.instead
        ]
        return cls.of_row(round_, would_have_been=pairs)


class RatingMoveOut(Out):
    name: str
    change: int


class CorrectionPreviewOut(Out):
    """What the correction would do. Nothing was changed."""

    before: str
    after: str
    policy: str
    version: int
    moves: list[MoveOut] = Field(description="All players whose place or score would change.")
    later_rounds: list[LaterRoundOut] = Field(description="Later rounds. They never change.")
    ratings: list[RatingMoveOut]

    @classmethod
    def of(cls, preview: CorrectionPreview) -> Self:
        before, after = preview.words
        return cls.of_row(
            preview,
            before=before,
            after=after,
            version=preview.match.version,
            moves=[MoveOut.of_row(m, player_id=m.entry.pk, name=m.entry.display_name) for m in preview.moves],
            later_rounds=[LaterRoundOut.of(round_) for round_ in preview.later],
        )


def _camel(values: dict[str, Any]) -> dict[str, Any]:
    """Convert a stored result to the API's names.

    It has a text, and a result with its points or score, or the kind of a bye; of a team match its boards, too.
    """
    ending = from_json(values)
    names = {"first_vp": "player1VP", "second_vp": "player2VP"}
    described = {names.get(key, key): value for key, value in for_journal(ending).items()}
    games = [board.words for board in ending.reported_boards] if isinstance(ending, ScoreOnBoards) else []
    return {"words": words(ending), **described, **({"games": games} if games else {})}


@router.get("/{id:tournament_id}/matches/{id:match_id}/correction", response=CorrectionPreviewOut)
def preview_correction(
    request: Request, tournament_id: int, match_id: int, query: Query[PreviewIn]
) -> CorrectionPreviewOut:
    """Preview a correction: who moves in the standings, which later pairings would have differed, and the
    ratings.
    """
    tournament = tournament_to_oversee(request, tournament_id, RULE)
    match = corrections.closed_match(tournament, match_in(request, tournament, match_id))
    score = None if query.score is None else scores.in_address(query.score)
    ending = corrections.understand_ending(match, query.parsed_score(match, score), query.bye)
    policy = corrections.check_correction(match, ending, query.policy, "preview")
    return CorrectionPreviewOut.of(preview(match, ending, policy))


@router.post("/{id:tournament_id}/matches/{id:match_id}/correction", response={201: CorrectionOut})
def correct_match(
    request: Request, tournament_id: int, match_id: int, body: CorrectionIn
) -> Status[CorrectionOut]:
    """Correct the result of a match in a closed round. Published pairings do not change."""
    tournament = tournament_to_change(request, tournament_id)
    match = match_in(request, tournament, match_id)
    made = corrections.correct_result(
        match=match,
        policy=body.policy,
        reason=body.reason,
        seen_version=body.version,
        by=request.user,
        score=body.parsed_score(match, body.score),
        bye=body.bye,
    )
    return Status(201, CorrectionOut.of(corrections_of(tournament).get(pk=made.pk)))


@router.get("/{id:tournament_id}/corrections", response=CorrectionsOut)
def list_corrections(request: Request, tournament_id: int) -> CorrectionsOut:
    """List all corrections, newest first, including those undone."""
    tournament = tournament_to_oversee(request, tournament_id, LOOK)
    return CorrectionsOut(corrections=[CorrectionOut.of(row) for row in corrections_of(tournament)])


@router.post("/{id:tournament_id}/corrections/{id:correction_id}/undo", response=CorrectionOut)
def undo_correction(
    request: Request, tournament_id: int, correction_id: int, body: ReasonIn | None = None
) -> CorrectionOut:
    """Undo a correction, at any time. Result, standings and ratings are as if it had not been made."""
    tournament = tournament_to_run(request, tournament_id, RULE)
    row = get_object_or_404(corrections_of(tournament), pk=correction_id)
    reason = body.reason if body else ""
    undo.undo_correction(correction=row, by=request.user, reason=reason)
    return CorrectionOut.of(corrections_of(tournament).get(pk=row.pk))


@router.post("/{id:tournament_id}/rounds/{id:number}/reopen", response=RoundWithMatchesOut)
def reopen_round(
    request: Request, tournament_id: int, number: int, body: ReasonIn | None = None
) -> RoundWithMatchesOut:
    """Reopen a closed round and reset its ratings. Refused if a later round is published. A round of pools or
    of a knockout is reopened with its whole stage.
    """
    reason = body.reason if body else ""
    return shown_after(request, tournament_id, number, partial(reopening.reopen_round, reason=reason))


@router.post("/{id:tournament_id}/rounds/{id:number}/unpublish", response=RoundWithMatchesOut)
def unpublish_round(request: Request, tournament_id: int, number: int) -> RoundWithMatchesOut:
    """Make a published round that has not started a draft again."""
    return shown_after(request, tournament_id, number, reopening.unpublish_round)


@router.post("/{id:tournament_id}/rounds/{id:number}/unstart", response=RoundWithMatchesOut)
def unstart_round(request: Request, tournament_id: int, number: int) -> RoundWithMatchesOut:
    """Undo the start of a round without reports. It is published again. A round of pools or of a knockout
    goes back with its whole stage.
    """
    return shown_after(request, tournament_id, number, reopening.unstart_round)


@router.post("/{id:tournament_id}/reopen", response={204: None})
def reopen_tournament(request: Request, tournament_id: int, body: ReasonIn | None = None) -> Status[None]:
    """Reopen a finished event. Its rounds stay closed."""
    reason = body.reason if body else ""
    tournament_after(request, tournament_id, partial(reopening.reopen_tournament, reason=reason))
    return Status(204, None)
