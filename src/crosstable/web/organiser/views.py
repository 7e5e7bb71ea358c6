"""Running an event: my events, the control room, rounds and drafts."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_POST

from crosstable.events.actions.event import tournaments
from crosstable.events.actions.frame import undo
from crosstable.events.actions.rounds import rounds
from crosstable.events.errors import BadValue
from crosstable.events.models import Tournament
from crosstable.events.presence import present_at
from crosstable.events.queries.desk.control import ControlRoom, control_room
from crosstable.events.queries.desk.places import desk_of
from crosstable.events.queries.desk.stage_room import stage_room
from crosstable.events.queries.people.mine import my_tournaments
from crosstable.events.queries.stages.stage_steps import current_pool_stage
from crosstable.web.organiser.forms import MissionForm
from crosstable.web.organiser.pool_words import room_announcement
from crosstable.web.organiser.words import announcement
from crosstable.web.shared import Request, for_organisers, seen_version


@login_required
def mine(request: Request) -> HttpResponse:
    return render(request, "organiser/mine.html", {"mine": my_tournaments(request.user)})


@for_organisers
def control(request: Request, tournament: Tournament) -> HttpResponse:
    return show_control(request, tournament)


def show_control(
    request: Request, tournament: Tournament, status: int = 200, **extra: object
) -> HttpResponse:
    """The room of the round, or of the pool stage the event is at. `extra` is what became of a line typed there."""
    stage = current_pool_stage(tournament)
    context = {"desk": desk_of(tournament), **extra}
    if stage is None:
        context |= control_context(request, control_room(tournament))
        return render(request, "organiser/control.html", context, status=status)
    stage.tournament = tournament
    room = stage_room(stage)
    context |= {"room": room, "tournament": tournament, "next": room_announcement(room)}
    context["undo"] = undo.offer(tournament)
    return render(request, "organiser/stages/control.html", context, status=status)


def control_context(request: Request, room: ControlRoom) -> dict[str, object]:
    present = present_at(room.tournament, request.user) if room.is_being_played else {}
    offer = undo.offer(room.tournament)
    known = {"room": room, "tournament": room.tournament, "next": announcement(room)}
    return {**known, "present": present, "undo": offer}


@require_POST
@for_organisers
def advance(request: Request, tournament: Tournament) -> HttpResponse:
    status = tournaments.advance(tournament=tournament, by=request.user, seen=request.POST.get("seen"))
    messages.success(request, f"{tournament.name} is now at “{status.label}”.")
    return _back(tournament)


@require_POST
@for_organisers
def step_back(request: Request, tournament: Tournament) -> HttpResponse:
    status = tournaments.step_back(tournament=tournament, by=request.user)
    messages.success(request, f"{tournament.name} is back at “{status.label}”.")
    return _back(tournament)


@require_POST
@for_organisers
def lock_lists(request: Request, tournament: Tournament) -> HttpResponse:
    tournaments.lock_lists(tournament=tournament, by=request.user)
    messages.success(request, "Lists are locked; every player can read all of them now.")
    return _back(tournament)


@require_POST
@for_organisers
def unlock_lists(request: Request, tournament: Tournament) -> HttpResponse:
    tournaments.unlock_lists(tournament=tournament, by=request.user)
    messages.success(request, "Lists are open for changes again, and hidden from other players.")
    return _back(tournament)


@require_POST
@for_organisers
def delete(request: Request, tournament: Tournament) -> HttpResponse:
    tournaments.delete_tournament(tournament=tournament, by=request.user)
    messages.success(request, f"{tournament.name} was deleted.")
    return redirect("mine")


@require_POST
@for_organisers
def pair(request: Request, tournament: Tournament) -> HttpResponse:
    form = MissionForm(request.POST)
    if not form.is_valid():
        raise BadValue("A mission has at most 80 characters.", "mission")
    rounds.pair_next_round(
        tournament=tournament,
        by=request.user,
        mission=form.cleaned_data["mission"],
        with_open="with_open" in request.POST,
    )
    return _back(tournament)


@require_POST
@for_organisers
def discard(request: Request, tournament: Tournament) -> HttpResponse:
    rounds.discard_draft(tournament=tournament, by=request.user)
    messages.success(request, "The draft was thrown away.")
    return _back(tournament)


@require_POST
@for_organisers
def publish(request: Request, tournament: Tournament) -> HttpResponse:
    round_ = rounds.publish_round(
        tournament=tournament,
        by=request.user,
        seen_version=seen_version(request),
        with_open="with_open" in request.POST,
    )
    messages.success(request, f"Round {round_.number} is published: players and the board see it.")
    return _back(tournament)


@require_POST
@for_organisers
def start(request: Request, tournament: Tournament) -> HttpResponse:
    round_ = rounds.start_round(tournament=tournament, by=request.user)
    messages.success(request, f"Round {round_.number} has started; results are taken now.")
    return _back(tournament)


@require_POST
@for_organisers
def close(request: Request, tournament: Tournament) -> HttpResponse:
    round_ = rounds.close_round(tournament=tournament, by=request.user)
    messages.success(request, f"Round {round_.number} is closed and rated.")
    return _back(tournament)


def _back(tournament: Tournament) -> HttpResponse:
    return redirect(reverse("control", args=[tournament.slug]))
