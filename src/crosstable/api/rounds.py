"""Rounds: pair as a draft, pair again, swap, publish, start, close (A8, A9). Drafts are seen by organisers only."""

import datetime
from functools import partial
from typing import Self

from ninja import Status
from pydantic import Field

from crosstable.api.identity import PUBLIC, Request, VisitorRequest
from crosstable.api.loading import (
    OnRound,
    round_in,
    tournament_after,
    tournament_to_change,
    tournament_to_read,
)
from crosstable.api.matches import MatchOut
from crosstable.api.router import new_router
from crosstable.api.schemas import In, Out, Text, Whole, check_fields, of_game
from crosstable.events.actions.rounds import drafts, rounds
from crosstable.events.actions.rounds.manual_pairing import SeenDraft
from crosstable.events.models import Match, Round, RoundStatus, Tournament
from crosstable.events.permissions import LOOK, side_of
from crosstable.events.play_errors import DraftOutdated
from crosstable.events.queries.addressed import entry_in
from crosstable.events.queries.people.tournaments import matches_seen, rounds_seen
from crosstable.events.queries.rounds.drafts import changes_under, draft_differences, draft_of
from crosstable.events.queries.rounds.live_rounds import rematches_in

router = new_router("rounds")


class PairIn(In):
    mission: Text = Field(
        default="", description="The mission of every table without its own, at most 80 characters."
    )


class NextIn(PairIn):
    with_open: bool = Field(
        default=False,
        description="Pair although matches have no result. They count once they are decided.",
    )
    rematches: bool = Field(
        default=False,
        description="If no complete round is possible by the rules, pair with as few rematches as possible.",
    )
    by_hand: bool = Field(
        default=False,
        description="Create an empty draft for manual pairing, with the requested byes only.",
    )


class PublishIn(In):
    version: Whole | None = Field(
        default=None, description="The version of the draft you saw. Refused if it has changed."
    )
    with_open: bool = Field(
        default=False, description="Publish although an earlier match has no result; see …/open-results."
    )


class MissionIn(In):
    mission: Text


class SwapIn(In):
    player1_id: Whole
    player2_id: Whole
    although_played: bool = Field(
        False, description="Swap in a round in progress, at tables that have not started."
    )


class RoundOut(Out):
    number: int
    status: str = Field(description="draft, published, started or closed.")
    mission: str = Field("", description="Only in games with missions.")
    published_at: datetime.datetime | None
    started_at: datetime.datetime | None
    closed_at: datetime.datetime | None
    version: int = Field(description="The revision of the last change to its pairings.")

    @classmethod
    def of(cls, round_: Round) -> Self:
        return cls(**of_game(round_.tournament, RoundOut.values_of(round_)))


class RoundsOut(Out):
    rounds: list[RoundOut]


class WarningOut(Out):
    """A rule the draft violates, and the players concerned."""

    rule: str
    players: list[str]


class RoundWithMatchesOut(RoundOut):
    matches: list[MatchOut]
    rematches: list[int] = Field(description="The matches of a Swiss round whose sides have met before.")
    warnings: list[WarningOut] = Field(description="Warnings about a draft; otherwise empty.")
    changed: list[str] = Field(
        description="What has changed since the draft was paired. Unless this is empty, the draft cannot be "
        "published."
    )


def shown(request: Request | VisitorRequest, tournament: Tournament, number: int) -> RoundWithMatchesOut:
    """Return the current round, by table, byes last."""
    round_ = round_in(request, tournament, number)
    runs = LOOK(request.user, tournament)
    matches = list(matches_seen(tournament, drafts=runs).filter(round=round_))
    return RoundWithMatchesOut(
        **RoundOut.of(round_).model_dump(exclude_unset=True),
        matches=[MatchOut.of(m, inside=runs or bool(side_of(request.user, m))) for m in matches],
        rematches=rematches_in(round_),
        warnings=_warnings(round_, matches) if round_.status == RoundStatus.DRAFT else [],
        changed=_changed(round_) if round_.status == RoundStatus.DRAFT else [],
    )


def shown_after(request: Request, tournament_id: int, number: int, act: OnRound) -> RoundWithMatchesOut:
    tournament = tournament_after(request, tournament_id, partial(act, number=number))
    return shown(request, tournament, number)


def _changed(round_: Round) -> list[str]:
    differences = draft_differences(round_)
    if differences.any:
        return [str(DraftOutdated(differences.leavers, differences.missing))]
    return list(changes_under(round_))


def _warnings(round_: Round, matches: list[Match]) -> list[WarningOut]:
    draft = draft_of(round_, matches)
    return [
        WarningOut(rule=notice.rule, players=[draft.names[id] for id in notice.entries])
        for notice in draft.notices
    ]


@router.get("/{id:tournament_id}/rounds", response=RoundsOut, **PUBLIC)
def list_rounds(request: VisitorRequest, tournament_id: int) -> RoundsOut:
    """List the rounds so far, without their matches."""
    tournament = tournament_to_read(request, tournament_id)
    rows = rounds_seen(tournament, drafts=LOOK(request.user, tournament))
    return RoundsOut(rounds=[RoundOut.of(row) for row in rows])


@router.post("/{id:tournament_id}/rounds", response={201: RoundWithMatchesOut})
def pair_round(
    request: Request, tournament_id: int, body: NextIn | None = None
) -> Status[RoundWithMatchesOut]:
    """Pair the next round as a draft. An existing draft is paired again."""
    tournament = tournament_to_change(request, tournament_id)
    sent = body or NextIn()
    check_fields(tournament, sent)
    round_ = rounds.pair_next_round(tournament=tournament, by=request.user, **sent.model_dump())
    return Status(201, shown(request, tournament, round_.number))


@router.get("/{id:tournament_id}/rounds/{id:number}", response=RoundWithMatchesOut, **PUBLIC)
def get_round(request: VisitorRequest, tournament_id: int, number: int) -> RoundWithMatchesOut:
    """Get one round with its matches."""
    return shown(request, tournament_to_read(request, tournament_id), number)


@router.patch("/{id:tournament_id}/rounds/{id:number}", response=RoundWithMatchesOut)
def change_mission(request: Request, tournament_id: int, number: int, body: MissionIn) -> RoundWithMatchesOut:
    """Change the mission of a round that is not closed."""
    tournament = tournament_to_change(request, tournament_id)
    check_fields(tournament, body)
    drafts.set_mission(tournament=tournament, number=number, mission=body.mission, by=request.user)
    return shown(request, tournament, number)


@router.delete("/{id:tournament_id}/rounds/{id:number}", response={204: None})
def discard_draft(request: Request, tournament_id: int, number: int) -> Status[None]:
    """Discard the draft of a round."""
    tournament_after(request, tournament_id, partial(rounds.discard_draft, number=number))
    return Status(204, None)


@router.post("/{id:tournament_id}/rounds/{id:number}/pairings", response=RoundWithMatchesOut)
def pair_again(
    request: Request, tournament_id: int, number: int, body: PairIn | None = None
) -> RoundWithMatchesOut:
    """Pair the draft of a round again, with the players who are active now."""
    tournament = tournament_to_change(request, tournament_id)
    sent = body or PairIn()
    check_fields(tournament, sent)
    rounds.pair_next_round(tournament=tournament, by=request.user, mission=sent.mission, again=number)
    return shown(request, tournament, number)


@router.post("/{id:tournament_id}/rounds/{id:number}/swap", response=RoundWithMatchesOut)
def swap(request: Request, tournament_id: int, number: int, body: SwapIn) -> RoundWithMatchesOut:
    """Swap two players of a round. A bye counts as a place."""
    tournament = tournament_to_change(request, tournament_id)
    first, second = entry_in(tournament, body.player1_id), entry_in(tournament, body.player2_id)
    seen = SeenDraft(number, although_played=body.although_played)
    drafts.swap_players(tournament=tournament, first=first, second=second, by=request.user, seen_draft=seen)
    return shown(request, tournament, number)


@router.post("/{id:tournament_id}/rounds/{id:number}/publish", response=RoundWithMatchesOut)
def publish_round(
    request: Request, tournament_id: int, number: int, body: PublishIn | None = None
) -> RoundWithMatchesOut:
    """Publish the pairings of a round."""
    sent = body or PublishIn()
    publish = partial(rounds.publish_round, seen_version=sent.version, with_open=sent.with_open)
    return shown_after(request, tournament_id, number, publish)


@router.post("/{id:tournament_id}/rounds/{id:number}/start", response=RoundWithMatchesOut)
def start_round(request: Request, tournament_id: int, number: int) -> RoundWithMatchesOut:
    """Start a round. From now on results can be reported."""
    return shown_after(request, tournament_id, number, rounds.start_round)


@router.post("/{id:tournament_id}/rounds/{id:number}/close", response=RoundWithMatchesOut)
def close_round(request: Request, tournament_id: int, number: int) -> RoundWithMatchesOut:
    """Close a round when every result is confirmed: ratings change, and the next round can be paired."""
    return shown_after(request, tournament_id, number, rounds.close_round)
