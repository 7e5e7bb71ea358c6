"""A round in progress: who is absent, the proposed repairs and applying one, late entries, conceding."""

from dataclasses import asdict
from functools import partial
from typing import Self

from pydantic import AliasChoices, Field

from crosstable.api.identity import Request
from crosstable.api.loading import tournament_to_change, tournament_to_run
from crosstable.api.players import NewcomerIn, PlayerWithListOut, WhoIn, done_to
from crosstable.api.players import shown as player_shown
from crosstable.api.rounds import RoundWithMatchesOut, shown_after
from crosstable.api.router import new_router
from crosstable.api.schemas import In, Out, Text, Whole, check_fields, of_game
from crosstable.engine.pairing.repair.model import Disturbance
from crosstable.events.actions.people import attendance, late
from crosstable.events.actions.rounds import repairs
from crosstable.events.bridge.entries import EntryDetails
from crosstable.events.models import Tournament
from crosstable.events.play_errors import NoLiveRound
from crosstable.events.queries.addressed import entry_in
from crosstable.events.queries.rounds.live_rounds import live_round_of, situation_of
from crosstable.events.queries.rounds.repairs import Offer, offers
from crosstable.text import tr

router = new_router("live rounds")


class KeyIn(In):
    key: Text = Field(
        description="The key of a proposal. If the round has changed since, the answer is a 409."
    )


class LateIn(NewcomerIn):
    """A registered player by `playerId`, or a new player by name."""

    how: Text = Field(description="play (with opponentId), half, zero, or next: enters in the next round.")
    opponent_id: Whole | None = Field(
        None, description="A player without a match: one with the bye, or with an absent opponent."
    )
    entry_id: Whole | None = Field(None, validation_alias=AliasChoices("playerId", "entryId"))

    def details(self) -> EntryDetails | None:
        return None if self.entry_id is not None else self.newcomer()


class DisturbanceOut(Out):
    """The cost of a proposal, most important first. Proposals are sorted by it."""

    rematches: int
    idle: int = Field(description="Players in the hall without a match.")
    notified: int
    walking: int = Field(description="Players who change tables.")
    gap: int = Field(description="The sum of the squared score differences between opponents.")
    colors: int = Field(0, description="In games with colours: the number of unsuitable colours.")

    @classmethod
    def of(cls, weight: Disturbance, tournament: Tournament) -> Self:
        values = asdict(weight)
        return cls(**of_game(tournament, {name: values[name] for name in cls.model_fields}))


class RepairOut(Out):
    key: str
    kind: str = Field(
        description="`play-each-other`, `meets-bye`, `late-plays`, `re-pair`, `forfeit` or `bye`."
    )
    title: str
    changes: list[str] = Field(description="One sentence for each change.")
    notified: list[str] = Field(
        description="The players to notify. All others keep their table and opponent."
    )
    warnings: list[str] = Field(description="Rules that it breaks.")
    disturbance: DisturbanceOut

    @classmethod
    def of(cls, offer: Offer, tournament: Tournament) -> Self:
        return cls(
            key=offer.key,
            kind=offer.proposal.kind.value,
            title=offer.title,
            changes=offer.changes,
            notified=offer.recipients,
            warnings=offer.warnings,
            disturbance=DisturbanceOut.of(offer.proposal.disturbance, tournament),
        )


class RepairsOut(Out):
    round_number: int
    proposals: list[RepairOut] = Field(
        description="The proposals with the fewest changes first; empty while no player is absent."
    )


@router.get("/{id:tournament_id}/rounds/{id:number}/repairs", response=RepairsOut)
def list_repairs(request: Request, tournament_id: int, number: int) -> RepairsOut:
    """List proposals to repair a round with an absent player. For organisers."""
    tournament = tournament_to_run(request, tournament_id)
    round_ = live_round_of(tournament, number)
    if round_ is None:
        raise NoLiveRound(action=tr("Repair the round"))
    repairs = offers(situation_of(round_))
    return RepairsOut(round_number=number, proposals=[RepairOut.of(offer, tournament) for offer in repairs])


@router.post("/{id:tournament_id}/rounds/{id:number}/repairs", response=RoundWithMatchesOut)
def apply_repair(request: Request, tournament_id: int, number: int, body: KeyIn) -> RoundWithMatchesOut:
    """Apply one of the proposals and notify the players concerned."""
    return shown_after(request, tournament_id, number, partial(repairs.apply_repair, key=body.key))


@router.post("/{id:tournament_id}/players/{id:player_id}/no-show", response=PlayerWithListOut)
def mark_no_show(request: Request, tournament_id: int, player_id: int) -> PlayerWithListOut:
    """Mark a player as absent: not paired until marked as back. The current pairing stays until a repair is
    applied.
    """
    return done_to(request, tournament_id, WhoIn(entry_id=player_id), attendance.mark_no_show)


@router.post("/{id:tournament_id}/players/{id:player_id}/back", response=PlayerWithListOut)
def mark_back(request: Request, tournament_id: int, player_id: int) -> PlayerWithListOut:
    """Mark an absent player as back."""
    return done_to(request, tournament_id, WhoIn(entry_id=player_id), attendance.mark_back)


@router.post("/{id:tournament_id}/late-arrivals", response=PlayerWithListOut)
def receive_late(request: Request, tournament_id: int, body: LateIn) -> PlayerWithListOut:
    """Add a late entry with a place in the current round or in the next."""
    tournament = tournament_to_change(request, tournament_id)
    check_fields(tournament, body)
    entry = late.receive(
        tournament=tournament,
        by=request.user,
        how=body.how,
        entry=entry_in(tournament, body.entry_id) if body.entry_id is not None else None,
        details=body.details(),
        opponent=entry_in(tournament, body.opponent_id) if body.opponent_id is not None else None,
        confirmed=body.confirm,
    )
    return player_shown(request, tournament, entry.pk)


@router.post("/{id:tournament_id}/concede", response=PlayerWithListOut)
def concede(request: Request, tournament_id: int, body: WhoIn | None = None) -> PlayerWithListOut:
    """Concede the match in progress and withdraw from the later rounds. `rejoin` undoes this as long as the
    result has not changed.
    """
    return done_to(request, tournament_id, body, attendance.concede_and_drop)
