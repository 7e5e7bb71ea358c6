"""Starting numbers: what *Renumber* would change, and doing it."""

from typing import Self

from pydantic import Field

from crosstable.api.identity import Request
from crosstable.api.loading import tournament_to_change, tournament_to_oversee
from crosstable.api.router import new_router
from crosstable.api.schemas import In, Out, Text
from crosstable.events.actions.people import numbering
from crosstable.events.queries.people.entries import Move, renumbering

router = new_router("starting numbers")


class RenumberIn(In):
    seen: Text | None = Field(
        None, description="As it was read with the moves; if they are different now, the answer is a 409."
    )


class NumberMoveOut(Out):
    player_id: int
    name: str
    before: int
    after: int

    @classmethod
    def of(cls, move: Move) -> Self:
        return cls(player_id=move.entry, name=move.name, before=move.before, after=move.after)


class RenumberingOut(Out):
    moves: list[NumberMoveOut] = Field(
        description="Who would get another number, in the order of the new numbers."
    )
    why_not: str = Field("", description="Why numbers stay as they are; empty where they can be given again.")
    seen: str = Field(description="Send it with the request that renumbers.")


class MovesOut(Out):
    moves: list[NumberMoveOut]


@router.get("/{id:tournament_id}/starting-numbers/changes", response=RenumberingOut)
def list_number_changes(request: Request, tournament_id: int) -> RenumberingOut:
    """Who would get another starting number if all were given again by rating, title and name."""
    planned = renumbering(tournament_to_oversee(request, tournament_id))
    return RenumberingOut(
        moves=[NumberMoveOut.of(move) for move in planned.moves], why_not=planned.why_not, seen=planned.digest
    )


@router.post("/{id:tournament_id}/starting-numbers/renumber", response=MovesOut)
def renumber(request: Request, tournament_id: int, body: RenumberIn | None = None) -> MovesOut:
    """Give every player the number of the rating, title and name as they are now; until round 4 is paired."""
    tournament = tournament_to_change(request, tournament_id)
    seen = body.seen if body is not None else None
    moves = numbering.renumber(tournament=tournament, seen=seen, by=request.user)
    return MovesOut(moves=[NumberMoveOut.of(move) for move in moves])
