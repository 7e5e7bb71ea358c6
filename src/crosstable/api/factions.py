"""The factions of an event: which are offered, how many play each, how they do."""

from pydantic import Field

from crosstable.api.identity import PUBLIC, VisitorRequest
from crosstable.api.loading import tournament_to_read
from crosstable.api.router import new_router
from crosstable.api.schemas import Out
from crosstable.events.queries.people.entries import faction_shares
from crosstable.events.records.rules import rules_of
from crosstable.events.records.settings.factions import factions_of
from crosstable.games import Use

router = new_router("factions")


class FactionOut(Out):
    key: str = Field(description="Stable; a registration may name it instead of the name.")
    name: str


class FactionShareOut(FactionOut):
    count: int = Field(description="How many play it.")
    share: int = Field(description="Of the field, in percent.")
    games: int
    win_rate: int | None = Field(description="In percent, a draw as half a win; null before the first game.")


class FactionsOut(Out):
    offered: list[FactionOut] = Field(description="None where the game has no factions.")
    played: list[FactionShareOut] = Field(description="The most played first.")


@router.get("/{id:tournament_id}/factions", response=FactionsOut, **PUBLIC)
def get_factions(request: VisitorRequest, tournament_id: int) -> FactionsOut:
    """What may be chosen, and what is played with which success."""
    tournament = tournament_to_read(request, tournament_id)
    if Use.FACTIONS not in rules_of(tournament).uses:
        return FactionsOut(offered=[], played=[])
    offered = [FactionOut.of_row(one) for one in factions_of(tournament).factions]
    played = [FactionShareOut.of_row(row) for row in faction_shares(tournament)]
    return FactionsOut(offered=offered, played=played)
