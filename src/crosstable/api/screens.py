"""The displays in the hall: a short address each, and what they show one after the other."""

from typing import Any, Self

from django.shortcuts import get_object_or_404
from ninja import Status
from pydantic import Field

from crosstable.api.identity import Request
from crosstable.api.loading import tournament_to_change, tournament_to_run
from crosstable.api.router import new_router
from crosstable.api.schemas import In, Out, Text, Whole
from crosstable.events.actions.event import screens as actions
from crosstable.events.models import Screen, ScreenKind, Tournament
from crosstable.events.permissions import check_can

router = new_router("screens")


class SlideIn(In):
    kind: Text = Field(description=f"One of {', '.join(ScreenKind.values)}.")
    seconds: Whole = Field(15, description="How long each of its pages stays, from 3 to 600.")


class ScreenIn(In):
    name: Text
    rotation: list[SlideIn] | None = Field(None, description="Default: the standard rotation.")
    language: Text = Field("", description="A language code. Empty: the language of the display's browser.")

    def values(self) -> dict[str, Any]:
        return {"name": self.name, "rotation": self.slides(), "language": self.language}

    def slides(self) -> actions.Rotation:
        if self.rotation is None:
            return actions.USUAL
        return [(turn.kind, turn.seconds) for turn in self.rotation]


class SlideOut(Out):
    kind: str
    seconds: int


class ScreenOut(Out):
    screen_id: int
    name: str
    code: str
    path: str = Field(description="The address below this installation, short enough to type.")
    rotation: list[SlideOut]
    language: str

    @classmethod
    def of(cls, screen: Screen) -> Self:
        slides = [SlideOut(kind=kind, seconds=seconds) for kind, seconds in screen.rotation]
        return cls.of_row(screen, screen_id=screen.pk, path=f"/b/{screen.code}", rotation=slides)


class ScreensOut(Out):
    screens: list[ScreenOut]


def _screen_in(tournament: Tournament, request: Request, screen_id: int) -> Screen:
    check_can(request.user, tournament)
    return get_object_or_404(tournament.screens, pk=screen_id)


@router.get("/{id:tournament_id}/screens", response=ScreensOut)
def list_screens(request: Request, tournament_id: int) -> ScreensOut:
    """List the displays of the event with their short addresses."""
    tournament = tournament_to_run(request, tournament_id)
    return ScreensOut(screens=[ScreenOut.of(screen) for screen in tournament.screens.all()])


@router.post("/{id:tournament_id}/screens", response={201: ScreenOut})
def add_screen(request: Request, tournament_id: int, body: ScreenIn) -> Status[ScreenOut]:
    """Add a display with a short address."""
    tournament = tournament_to_change(request, tournament_id)
    screen = actions.add_screen(tournament=tournament, **body.values(), by=request.user)
    return Status(201, ScreenOut.of(screen))


@router.put("/{id:tournament_id}/screens/{id:screen_id}", response=ScreenOut)
def change_screen(request: Request, tournament_id: int, screen_id: int, body: ScreenIn) -> ScreenOut:
    """Change the name, the rotation or the language of a display. Open displays follow automatically."""
    screen = _screen_in(tournament_to_change(request, tournament_id), request, screen_id)
    changed = actions.change_screen(screen=screen, **body.values(), by=request.user)
    return ScreenOut.of(changed)


@router.delete("/{id:tournament_id}/screens/{id:screen_id}", response={204: None})
def remove_screen(request: Request, tournament_id: int, screen_id: int) -> Status[None]:
    """Remove a display. Its address stops working."""
    screen = _screen_in(tournament_to_change(request, tournament_id), request, screen_id)
    actions.remove_screen(screen=screen, by=request.user)
    return Status(204, None)
