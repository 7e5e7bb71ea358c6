"""Matches: table and mission, and how a result is reported, confirmed, disputed and entered (A9, A12, A13).

A match carries its `version`. If a write sends it and the match has changed since, the answer is a 409 that shows both
values.
"""

import datetime
from typing import Any, Self, TypeVar

from django.db import transaction
from django.db.models import prefetch_related_objects
from pydantic import Field, ValidationInfo, field_validator

from crosstable.api import scores
from crosstable.api.game_catalogue import TakesOut
from crosstable.api.identity import PUBLIC, Request, VisitorRequest
from crosstable.api.loading import match_in, tournament_to_change, tournament_to_read, tournament_to_run
from crosstable.api.router import new_router
from crosstable.api.schemas import In, Out, Reason, Text, Whole, check_fields, of_game
from crosstable.api.scores import RESULTS_DESCRIPTION, PartOut, ScoreJson, ScoreValue, by_names
from crosstable.engine.model import Outcome
from crosstable.engine.results import OUTCOMES, Score
from crosstable.events.actions.results import results
from crosstable.events.actions.rounds import drafts
from crosstable.events.actions.rounds.manual_pairing import SeenDraft
from crosstable.events.bridge.results.scores import shape_of_match
from crosstable.events.errors import BadValue
from crosstable.events.models import Claim, Entry, Match, Settled, Tournament
from crosstable.events.permissions import ENTER_RESULTS, LOOK, side_of
from crosstable.events.queries.people.tournaments import SHOWN_WITH
from crosstable.text import tr

COUNTED = ("score", "player1_vp", "player2_vp")
POINTS = "Victory points, goals or battle points, in games that count them."
# The ways in which an organiser sets a result.
BY_ORGANISERS = (Settled.RULED, Settled.ENTERED)
router = new_router("matches")
M = TypeVar("M", bound="MatchOut")


class PlacesIn(In):
    table: Whole | None = Field(
        None, description="The new table. A match there moves to the old table of this one."
    )
    mission: Text | None = Field(None, description="The mission of this table. Empty: that of the round.")
    although_played: bool = Field(False, description="Move a match of a round in progress.")


class VersionIn(In):
    version: Whole | None = Field(default=None, description="The version of the match you saw.")


class ScoreIn(VersionIn):
    score: ScoreValue | None = Field(None, description=scores.DESCRIPTION)
    player1_vp: Whole | None = Field(None, validation_alias="player1VP")
    player2_vp: Whole | None = Field(None, validation_alias="player2VP")
    result: Text | None = Field(
        None,
        description="Instead of a score: 1-0F, 0-1F, or 0-0F for a loss of both. In games without numbers, "
        "any result.",
    )

    @field_validator("result")
    @classmethod
    def _follows(cls, result: str | None, info: ValidationInfo) -> str | None:
        """A13: if something is counted, the result follows from it and is never chosen."""
        if result is not None and any(info.data.get(name) is not None for name in COUNTED):
            raise ValueError("The result follows from the score. Send the score alone.")
        return result

    def parsed_score(self, match: Match) -> Score | list[Score]:
        if self.score is not None:
            return scores.read(match, self.score)
        return by_names(shape_of_match(match), self.player1_vp, self.player2_vp, self.result)


class ReplacingIn(VersionIn):
    reason: Reason = ""
    replaces: list[Whole] = Field(
        default_factory=list,
        max_length=1000,
        description="In a knockout: numbers of later matches that may be replaced; a refusal with "
        "`touches-later-matches` names them.",
    )


class OverrideIn(ScoreIn, ReplacingIn):
    pass


class DisputeIn(VersionIn):
    reason: Reason = ""


class SideOut(Out):
    player_id: int
    name: str
    faction: str = Field("", description="Only in games with factions.")

    @classmethod
    def of(cls, entry: Entry, tournament: Tournament) -> Self:
        return cls(**of_game(tournament, cls.values_of(entry, player_id=entry.pk, name=entry.display_name)))


class ClaimOut(Out):
    player_id: int = Field(description="The playerId of the player who reported.")
    result: str = Field(description=RESULTS_DESCRIPTION)
    score: ScoreJson | None = Field(description="The score in the form of the game.")
    words: str = Field(
        description="The score as a sentence, with the numbers of the reporting player first: 45–75, Bo "
        "Hansen won."
    )
    player1_vp: int | None = Field(None, serialization_alias="player1VP", description=POINTS)
    player2_vp: int | None = Field(None, serialization_alias="player2VP", description=POINTS)
    at: datetime.datetime

    @classmethod
    def of(cls, match: Match, claim: Claim) -> Self:
        values = cls.values_of(
            claim,
            player_id=claim.entry_id,
            score=scores.score_of(match, claim),
            words=claim.reported_words,
            player1_vp=claim.points[0],
            player2_vp=claim.points[1],
        )
        return cls(**of_game(match.round.tournament, values))


class MatchOut(Out):
    match_id: int
    round_number: int
    table: int | None = Field(description="null for a bye.")
    mission: str = Field("", description="Only in games with missions.")
    player1: SideOut
    player2: SideOut | None = Field(description="null if player 1 has no opponent.")
    state: str = Field(description="`open`, `claimed`, `disputed`, `agreed` or `bye`.")
    is_void: bool = Field(
        description="Whether it is not played or does not count, because a player withdrew."
    )
    bye: str | None = Field(
        description="allocated (the pairing's own), full, half, zero, or no-show, where player 1 has no opponent."
    )
    outcome: str | None = Field(
        description="P1_WIN, P2_WIN, DRAW or BYE. null without a result, or if both lost."
    )
    result: str = Field(description="1-0, 0-1, 1/2-1/2, 1-0F, 0-1F, 0-0F, pending, or bye.")
    score: ScoreJson | None = Field(description="The score in the form of the game. null without a result.")
    words: str = Field(description="The score as text. Empty without a result.")
    games: list[PartOut] = Field(
        description="The boards of a team match or the games of a series that have a result; otherwise empty."
    )
    settled: str | None = Field(
        description="How the result was set: `agreed`, `entered`, `ruled`, `walkover`, `withdrawal`, "
        "`conceded` or `repair`. null without a result, or if this is unknown."
    )
    reported_by: int | None = Field(description="The playerId of the first report.")
    confirmed_by: int | None = Field(description="The playerId of the player who confirmed the report.")
    confirmed: bool = Field(description="Whether both sides reported the same result.")
    organiser_ruled: bool = Field(
        description="Whether an organiser set the result: decided, corrected or entered it; see `settled`."
    )
    player1_vp: int | None = Field(None, serialization_alias="player1VP", description=POINTS)
    player2_vp: int | None = Field(None, serialization_alias="player2VP", description=POINTS)
    started_at: datetime.datetime | None = Field(description="When the game started; null before that.")
    stopped_at: datetime.datetime | None = Field(description="When the game ended; null before that.")
    version: int
    claims: list[ClaimOut] = Field(
        description="The reports of each side, visible to its players and the organisers."
    )
    dispute_reason: str
    by_hand: bool = Field(
        description="Whether a person made or changed this pairing, not the pairing system."
    )
    review: str = Field(
        "",
        description="In games with colours: why an organiser should review this pairing, because no colours "
        "suit both players. Visible to organisers and its players.",
    )

    @classmethod
    def of(cls, match: Match, *, inside: bool, **more: Any) -> Self:
        """Describe the match. `inside`: for an organiser or one of the two players."""
        tournament = match.round.tournament
        values = cls.values_of(
            match,
            match_id=match.pk,
            round_number=match.round.number,
            mission=match.mission or match.round.mission,
            player1=SideOut.of(match.first, tournament),
            player2=SideOut.of(match.second, tournament) if match.second else None,
            bye="no-show" if match.is_missing else match.bye_kind or None,
            outcome=_outcome(match),
            result=match.result or ("bye" if match.is_bye else "pending"),
            score=scores.score_of(match, match),
            words=match.result_words,
            games=scores.games_out(match),
            settled=match.settled or None,
            reported_by=next((claim.entry_id for claim in match.claims.all()), None),
            confirmed_by=_confirmed_by(match),
            confirmed=match.settled == Settled.AGREED,
            organiser_ruled=match.settled in BY_ORGANISERS,
            player1_vp=match.points[0],
            player2_vp=match.points[1],
            started_at=match.game_started_at,
            stopped_at=match.game_stopped_at,
            claims=[ClaimOut.of(match, claim) for claim in match.claims.all()] if inside else [],
            dispute_reason=match.dispute_reason if inside else "",
            review=match.review if inside else "",
            **more,
        )
        return cls(**of_game(tournament, values))


class MatchWithShapeOut(MatchOut):
    takes: TakesOut | None = Field(description="The form of its result. null for a bye.")


def _outcome(match: Match) -> str | None:
    if match.is_bye:
        return "BYE"
    sides = OUTCOMES.get(match.result)
    if sides is None:
        return None
    first, second = sides
    drawn = first is second is Outcome.DRAW
    return "P1_WIN" if first.is_win else "P2_WIN" if second.is_win else "DRAW" if drawn else None


def _confirmed_by(match: Match) -> int | None:
    """Return the player whose report came second, if both reports made the result."""
    claims = list(match.claims.all())
    agreed = (
        len(claims) == 2
        and match.is_agreed
        and all(claim.parsed_score == match.parsed_score for claim in claims)
    )
    return claims[1].entry_id if agreed else None


def shown(request: Request | VisitorRequest, tournament: Tournament, match_id: int) -> MatchOut:
    """Return the current match."""
    return shown_as(MatchOut, request, tournament, match_id)


def shown_as(
    shape: type[M], request: Request | VisitorRequest, tournament: Tournament, match_id: int, **more: Any
) -> M:
    """Return the current match with more fields."""
    match = match_in(request, tournament, match_id)
    return shape.of(match, inside=_is_inside(request, match), **more)


def _is_inside(request: Request | VisitorRequest, match: Match) -> bool:
    prefetch_related_objects([match], *SHOWN_WITH)
    return side_of(request.user, match) is not None or LOOK(request.user, match.round.tournament)


@router.get("/{id:tournament_id}/matches/{id:match_id}", response=MatchWithShapeOut, **PUBLIC)
def get_match(request: VisitorRequest, tournament_id: int, match_id: int) -> MatchWithShapeOut:
    """Get one match and the form of its result."""
    match = match_in(request, tournament_to_read(request, tournament_id), match_id)
    takes = None if match.is_bye else TakesOut.of_match(match)
    return MatchWithShapeOut.of(match, inside=_is_inside(request, match), takes=takes)


@router.patch("/{id:tournament_id}/matches/{id:match_id}", response=MatchOut)
def change_match(request: Request, tournament_id: int, match_id: int, body: PlacesIn) -> MatchOut:
    """Move a match to another table, or give its table its own mission. For organisers."""
    tournament = tournament_to_run(request, tournament_id)
    match = match_in(request, tournament, match_id)
    if body.table is None and body.mission is None:
        raise BadValue(tr('Send a table or a mission: {"table": 3}.'), "table")
    with transaction.atomic():
        if body.table is not None:
            seen = SeenDraft(match.round.number, although_played=body.although_played)
            drafts.change_table(match=match, table=body.table, by=request.user, seen_draft=seen)
        if body.mission is not None:
            check_fields(tournament, body)
            drafts.set_table_mission(match=match, mission=body.mission, by=request.user)
    return shown(request, tournament, match_id)


@router.post("/{id:tournament_id}/matches/{id:match_id}/report", response=MatchOut)
def report(request: Request, tournament_id: int, match_id: int, body: ScoreIn) -> MatchOut:
    """Report the result of your own match. If the opponent's report is the same, it is confirmed."""
    tournament = tournament_to_change(request, tournament_id)
    match = match_in(request, tournament, match_id)
    scores.report(match, body.parsed_score(match), request.user, body.version)
    return shown(request, tournament, match_id)


@router.post("/{id:tournament_id}/matches/{id:match_id}/confirm", response=MatchOut)
def confirm(request: Request, tournament_id: int, match_id: int, body: VersionIn | None = None) -> MatchOut:
    """Confirm the result that your opponent reported."""
    tournament = tournament_to_change(request, tournament_id)
    match = match_in(request, tournament, match_id)
    results.confirm(match=match, by=request.user, seen_version=body.version if body else None)
    return shown(request, tournament, match_id)


@router.post("/{id:tournament_id}/matches/{id:match_id}/dispute", response=MatchOut)
def dispute(request: Request, tournament_id: int, match_id: int, body: DisputeIn | None = None) -> MatchOut:
    """Dispute the result that your opponent reported. An organiser decides."""
    tournament = tournament_to_change(request, tournament_id)
    match = match_in(request, tournament, match_id)
    sent = body or DisputeIn()
    results.dispute(match=match, by=request.user, reason=sent.reason, seen_version=sent.version)
    return shown(request, tournament, match_id)


@router.post("/{id:tournament_id}/matches/{id:match_id}/override", response=MatchOut)
def override(request: Request, tournament_id: int, match_id: int, body: OverrideIn) -> MatchOut:
    """Set the result as an organiser: enter it, decide a dispute, or correct it."""
    tournament = tournament_to_run(request, tournament_id, ENTER_RESULTS)
    match = match_in(request, tournament, match_id)
    scores.enter(match, body.parsed_score(match), request.user, body.version, body.replaces, body.reason)
    return shown(request, tournament, match_id)
