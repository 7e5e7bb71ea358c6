"""Presets: kinds of events to create an event from; an event's settings saved as one."""

import datetime
from typing import Annotated, Self

from django.http import HttpResponse
from django.shortcuts import get_object_or_404
from ninja import Status
from pydantic import Field

from crosstable.accounts.models import Club
from crosstable.api.identity import Request
from crosstable.api.loading import tournament_to_run
from crosstable.api.problems import Problem
from crosstable.api.router import new_router
from crosstable.api.schemas import In, Out, Text, Whole, event_text
from crosstable.api.tournament_answers import WholeTournamentOut, shown
from crosstable.events.actions.event import presets as actions
from crosstable.events.models import EventPreset
from crosstable.events.queries.people.presets import code_of, presets_for
from crosstable.games.presets import Preset

router, saving_router = new_router("presets"), new_router("presets")


class PresetOut(Out):
    code: str = Field(description="For `POST /api/presets/{preset}/tournaments`.")
    name: str
    preset_id: int | None = Field(description="The id to delete it by. null for a preset of the product.")
    club_id: int | None = Field(description="The club whose members use it.")
    game: str

    @classmethod
    def of(cls, preset: Preset | EventPreset) -> Self:
        if isinstance(preset, EventPreset):
            ids = {"preset_id": preset.pk, "club_id": preset.club_id, "game": preset.settings["game"]}
        else:
            ids = {"preset_id": None, "club_id": None, "game": preset.game}
        return cls(code=code_of(preset), name=str(preset.name), **ids)


class PresetsOut(Out):
    presets: list[PresetOut]


class PresetIn(In):
    name: Annotated[Text, event_text("name")]
    club_id: Whole | None = Field(
        None, description="Share the preset with everyone who can create events of this club."
    )


class EventFromPresetIn(In):
    name: Annotated[Text, event_text("name")]
    date: datetime.date
    club_id: Whole | None = Field(None, description="The club the event belongs to.")


@router.get("", response=PresetsOut)
def list_presets(request: Request) -> PresetsOut:
    """List your presets, those of your clubs, and those of the product."""
    return PresetsOut(presets=[PresetOut.of(preset) for preset in presets_for(request.user).values()])


@saving_router.post("/{id:tournament_id}/preset", response={201: PresetOut})
def save_preset(request: Request, tournament_id: int, body: PresetIn) -> Status[PresetOut]:
    """Save the settings of an event as a preset. Your own preset of the same name is replaced."""
    tournament = tournament_to_run(request, tournament_id)
    made = actions.save_preset(
        tournament=tournament, name=body.name, by=request.user, club=_club(body.club_id)
    )
    return Status(201, PresetOut.of(made))


@router.delete("/{id:preset_id}", response={204: None})
def delete_preset(request: Request, preset_id: int) -> Status[None]:
    """Delete a preset. Its owner and administrators of its club can. Events created from it stay."""
    actions.delete_preset(preset=get_object_or_404(EventPreset, pk=preset_id), by=request.user)
    return Status(204, None)


@router.post("/{preset}/tournaments", response={201: WholeTournamentOut})
def create_from_preset(
    request: Request, response: HttpResponse, preset: str, body: EventFromPresetIn
) -> Status[WholeTournamentOut]:
    """Create a draft with the settings of the preset. You own it."""
    chosen = presets_for(request.user).get(preset)
    if chosen is None:
        raise Problem(404, "not-found", "There is no such preset. GET /api/presets lists them.")
    made = actions.create_from_preset(
        preset=chosen, name=body.name, date=body.date, by=request.user, club=_club(body.club_id)
    )
    response["Location"] = f"/api/tournaments/{made.pk}"
    return Status(201, shown(made))


def _club(club_id: int | None) -> Club | None:
    return None if club_id is None else get_object_or_404(Club, pk=club_id)
