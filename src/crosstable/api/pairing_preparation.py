"""What is fixed before a round is paired: requested byes, forbidden pairs, starting numbers."""

from typing import Self

from ninja import Status
from pydantic import Field

from crosstable.api.identity import Request
from crosstable.api.loading import tournament_to_change, tournament_to_oversee
from crosstable.api.players import who
from crosstable.api.router import new_router
from crosstable.api.schemas import In, Out, Text, Whole
from crosstable.engine.starting_numbers import name_key
from crosstable.events.actions.people import byes, numbering
from crosstable.events.models import ByeRequest
from crosstable.events.queries.addressed import entry_in
from crosstable.events.queries.people.entries import NumberChange, renumbering

router = new_router("organising")
starting_numbers_router = new_router("starting numbers")


class ByeIn(In):
    round_number: Whole
    kind: Text = Field("half", description="The kind of bye: half or zero, or full for organisers only.")
    player_id: Whole | None = Field(None, description="Another player, for organisers. Default: yourself.")


class NoByeIn(In):
    round_number: Whole
    player_id: Whole | None = None


class ForbiddenPairIn(In):
    first_id: Whole
    second_id: Whole


class ForbiddenPairOut(Out):
    first_id: int
    second_id: int
    first: str
    second: str


class ByeOut(Out):
    player_id: int
    round_number: int
    kind: str


@router.get("/{id:tournament_id}/byes", response=list[ByeOut])
def list_byes(request: Request, tournament_id: int) -> list[ByeOut]:
    """List requested byes by round and name."""
    tournament = tournament_to_oversee(request, tournament_id)
    rows = ByeRequest.objects.filter(entry__tournament=tournament).select_related("entry")
    listed = sorted(rows, key=lambda row: (row.round_number, name_key(row.entry.list_name)))
    return [ByeOut.of_row(row, player_id=row.entry_id) for row in listed]


@router.get("/{id:tournament_id}/forbidden-pairs", response=list[ForbiddenPairOut])
def list_forbidden_pairs(request: Request, tournament_id: int) -> list[ForbiddenPairOut]:
    """List forbidden pairings."""
    tournament = tournament_to_oversee(request, tournament_id)
    rows = tournament.forbidden_pairs.select_related("first", "second").order_by("pk")
    return [
        ForbiddenPairOut.of_row(row, first=row.first.display_name, second=row.second.display_name)
        for row in sorted(rows, key=lambda row: name_key(row.first.list_name))
    ]


@router.post("/{id:tournament_id}/byes", response={201: ByeOut})
def request_bye(request: Request, tournament_id: int, body: ByeIn) -> Status[ByeOut]:
    """Request a bye in a round that is not paired yet."""
    tournament = tournament_to_change(request, tournament_id)
    entry = who(request, tournament, body.player_id)
    byes.request_bye(entry=entry, round_number=body.round_number, kind=body.kind, by=request.user)
    return Status(201, ByeOut(player_id=entry.pk, round_number=body.round_number, kind=body.kind))


@router.post("/{id:tournament_id}/byes/withdraw", response={204: None})
def withdraw_bye(request: Request, tournament_id: int, body: NoByeIn) -> Status[None]:
    """Cancel a requested bye: the player is paired in that round."""
    tournament = tournament_to_change(request, tournament_id)
    entry = who(request, tournament, body.player_id)
    byes.withdraw_bye(entry=entry, round_number=body.round_number, by=request.user)
    return Status(204, None)


@router.post("/{id:tournament_id}/forbidden-pairs", response={204: None})
def forbid_pair(request: Request, tournament_id: int, body: ForbiddenPairIn) -> Status[None]:
    """Forbid the pairing of two players."""
    tournament = tournament_to_change(request, tournament_id)
    one, two = entry_in(tournament, body.first_id), entry_in(tournament, body.second_id)
    byes.forbid_pair(tournament=tournament, first=one, second=two, by=request.user)
    return Status(204, None)


@router.post("/{id:tournament_id}/forbidden-pairs/allow", response={204: None})
def allow_pair(request: Request, tournament_id: int, body: ForbiddenPairIn) -> Status[None]:
    """Allow a forbidden pairing again."""
    tournament = tournament_to_change(request, tournament_id)
    one, two = entry_in(tournament, body.first_id), entry_in(tournament, body.second_id)
    byes.allow_pair(tournament=tournament, first=one, second=two, by=request.user)
    return Status(204, None)


class RenumberIn(In):
    seen: Text | None = Field(
        None, description="The `seen` of the preview. If the moves have changed since, the answer is a 409."
    )


class NumberMoveOut(Out):
    player_id: int
    name: str
    before: int
    after: int

    @classmethod
    def of(cls, move: NumberChange) -> Self:
        return cls(player_id=move.entry, name=move.name, before=move.before, after=move.after)


class RenumberingOut(Out):
    moves: list[NumberMoveOut] = Field(
        description="The players who would get another number, in the order of the new numbers."
    )
    why_not: str = Field("", description="Why numbers cannot be assigned again; empty if they can.")
    seen: str = Field(description="Send this with the request to renumber.")


class MovesOut(Out):
    moves: list[NumberMoveOut]


@starting_numbers_router.get("/{id:tournament_id}/starting-numbers/changes", response=RenumberingOut)
def list_number_changes(request: Request, tournament_id: int) -> RenumberingOut:
    """List the players whose starting number would change if all were assigned again by rating, title and
    name.
    """
    planned = renumbering(tournament_to_oversee(request, tournament_id))
    return RenumberingOut(
        moves=[NumberMoveOut.of(move) for move in planned.moves], why_not=planned.why_not, seen=planned.digest
    )


@starting_numbers_router.post("/{id:tournament_id}/starting-numbers/renumber", response=MovesOut)
def renumber(request: Request, tournament_id: int, body: RenumberIn | None = None) -> MovesOut:
    """Assign all starting numbers again by the current rating, title and name, until round 4 is paired."""
    tournament = tournament_to_change(request, tournament_id)
    seen = body.seen if body is not None else None
    moves = numbering.renumber(tournament=tournament, seen=seen, by=request.user)
    return MovesOut(moves=[NumberMoveOut.of(move) for move in moves])
