"""The control room: the organiser's events, the next step of one event, and the buttons that take it."""

from collections.abc import Callable, Mapping
from dataclasses import replace

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse

from crosstable.events.actions.core import undo
from crosstable.events.actions.event import tournaments
from crosstable.events.actions.event.details import Details
from crosstable.events.actions.event.flow import finish_now, take_next_step
from crosstable.events.actions.rounds import reopening, rounds
from crosstable.events.actions.stages.kinds import StepDetails
from crosstable.events.bridge.play_offs import name_of
from crosstable.events.errors import BadValue, StepPassed
from crosstable.events.models import Round, Stage, Status, Tournament
from crosstable.events.permissions import LOOK
from crosstable.events.presence import present_at
from crosstable.events.queries.desk.control import ControlRoom, control_room
from crosstable.events.queries.desk.places import desk_of
from crosstable.events.queries.desk.steps import Announcement, NextStep
from crosstable.events.queries.people.tournaments import my_tournaments, restorable
from crosstable.events.queries.stages.kinds.desk import StageDesk, plural
from crosstable.events.queries.stages.kinds.pools import PoolsDesk
from crosstable.events.queries.stages.pool_schedule import RoundPlan
from crosstable.fields import whole
from crosstable.web.organiser.pairings import MissionForm
from crosstable.web.section_pages import SectionPage, page_of_rounds
from crosstable.web.shared import Request, for_roles, post_for_organisers, seen_version

# Messages after a step, where the page does not show the change anyway.
SAID: Mapping[NextStep, str] = {
    NextStep.DRAW: "{} is drawn. Only organisers see it until you publish.",
    NextStep.PUBLISH: "{} is published: players and screens show it.",
    NextStep.START: "{} has started; results are taken now.",
    NextStep.CLOSE: "{} is closed and rated.",
}


def next_url(room: ControlRoom) -> str:
    """Return the address of the next step's button."""
    return url_of(room.announcement, room.tournament, reverse("next", args=[room.tournament.slug]))


def url_of(announcement: Announcement, tournament: Tournament, act: str) -> str:
    """Return the address of a button, or "" if there is none.

    `act` is the address for a step that is not a page.
    """
    if not announcement.label:
        return ""
    if not announcement.is_link:
        return act
    name, *args = announcement.page
    return reverse(str(name), args=[tournament.slug, *args])


def said_of(step: NextStep, subject: Round | Stage | Status, tournament: Tournament) -> str:
    if isinstance(subject, Status):
        return f"{tournament.name} is now at “{subject.label}”."
    if isinstance(subject, Round) and subject.is_play_off:
        return SAID[step].format(name_of(subject))
    return SAID.get(step, "").format(subject)


# The parts of the control room that a kind of stage fills.
STAGE_PARTS = ("links", "menu", "warnings", "desk")
# Button → its action and the message afterwards.
CONTROL_ACTIONS: dict[str, tuple[Callable[..., object], str]] = {
    "step-back": (tournaments.step_back, "{tournament.name} is back at “{made.label}”."),
    "lock-lists": (tournaments.lock_lists, "Lists are locked; every player can read all of them now."),
    "unlock-lists": (
        tournaments.unlock_lists,
        "Lists are open for changes again, and hidden from other players.",
    ),
    "finish-now": (finish_now, "{tournament.name} ends with the rounds that were played."),
    "discard": (rounds.discard_draft, "The draft was thrown away."),
    "close": (rounds.close_round, "Round {made.number} is closed and rated."),
    "unpublish": (
        reopening.unpublish_round,
        "Round {made.number} is a draft again; players see it no longer.",
    ),
    "unstart": (
        reopening.unstart_round,
        "{made} has not started any more; it stays published.",
    ),
}


@login_required
def mine(request: Request) -> HttpResponse:
    context = {"mine": my_tournaments(request.user), "deleted": restorable(request.user).count()}
    return render(request, "organiser/mine.html", context)


@for_roles(LOOK)
def control(request: Request, tournament: Tournament) -> HttpResponse:
    return show_control(request, tournament)


def show_control(
    request: Request, tournament: Tournament, status: int = 200, **extra: object
) -> HttpResponse:
    """Render the control room of the current stage. `extra` is the outcome of a line typed there."""
    room = control_room(tournament)
    context = {
        "tournament": tournament,
        "room": room,
        "next": room.announcement,
        "next_url": next_url(room),
        "desk": desk_of(tournament, room.desk.hall),
        "stage_desk": room.desk,
        "stage_parts": {part: f"organiser/kinds/{room.desk.played_in}/{part}.html" for part in STAGE_PARTS},
        "present": present_at(tournament, request.user) if room.desk.is_being_played else {},
        "match_page": _match_page(room.desk, whole(request.GET.get("page"))),
        "undo": undo.offer(tournament),
        "players_undo": undo.players_offer(tournament),
        **extra,
    }
    return render(request, "organiser/control.html", context, status=status)


def _match_page(desk: StageDesk, number: int | None) -> SectionPage[RoundPlan] | None:
    """Return a page of matches; of pools all matches, by round."""
    if not isinstance(desk, PoolsDesk) or not desk.is_being_played:
        return None
    return page_of_rounds(desk.schedule.rounds, desk.tournament, number)


@post_for_organisers
def take_step(request: Request, tournament: Tournament, pairs: bool = False) -> HttpResponse:
    """Take the next step of the current stage. Sent twice, it is taken once.

    With `pairs`, pair the next round even if another step is next: again, despite open matches, or with rematches.
    """
    seen = NextStep.PAIR.value if pairs else request.POST.get("seen", "")
    try:
        moved = take_next_step(
            tournament=tournament,
            seen_step=seen,
            by=request.user,
            check_in=wants_check_in(request),
            lock_lists="asks_about_lists" not in request.POST or "lock_lists" in request.POST,
            out_of_turn=pairs,
            details=StepDetails(
                seen_version(request),
                _mission(request),
                third_place=wants_third_place(request),
                with_open="with_open" in request.POST,
                rematches="rematches" in request.POST,
            ),
        )
    except StepPassed:
        messages.info(request, "The event has moved on since you saw that step. This is what is next now.")
        return _back(tournament)
    if words := said_of(NextStep(seen), moved, tournament):
        messages.success(request, words)
    tournament.refresh_from_db()
    room = control_room(tournament, journal_length=0)
    is_looked_over = NextStep(seen) is NextStep.DRAW and room.announcement.page
    return redirect(next_url(room)) if is_looked_over else _back(tournament)


def wants_third_place(request: Request) -> bool | None:
    """Return the tick next to Draw, or None if the form had no such field."""
    return "third_place" in request.POST if "asks_third_place" in request.POST else None


def wants_check_in(request: Request) -> bool:
    """Return whether the button that first checks in all players was used."""
    return request.POST.get("check_in") == "all"


def _mission(request: Request) -> str:
    form = MissionForm(request.POST)
    if not form.is_valid():
        raise BadValue("A mission has at most 80 characters.", "mission")
    return str(form.cleaned_data["mission"])


@post_for_organisers
def act(request: Request, tournament: Tournament, verb: str) -> HttpResponse:
    action, words = CONTROL_ACTIONS[verb]
    made = action(tournament=tournament, by=request.user)
    messages.success(request, words.format(tournament=tournament, made=made))
    return _back(tournament)


@post_for_organisers
def advance(request: Request, tournament: Tournament) -> HttpResponse:
    status = tournaments.advance(tournament=tournament, by=request.user, seen_status=request.POST.get("seen"))
    messages.success(request, f"{tournament.name} is now at “{status.label}”.")
    return _back(tournament)


@post_for_organisers
def begin_by_hand(request: Request, tournament: Tournament) -> HttpResponse:
    round_ = rounds.pair_next_round(tournament=tournament, by=request.user, by_hand=True)
    messages.success(request, f"Round {round_.number} is an empty draft. Choose who meets whom.")
    return redirect(reverse("by-hand", args=[tournament.slug]))


@post_for_organisers
def set_rounds(request: Request, tournament: Tournament) -> HttpResponse:
    """Change the number of rounds only."""
    number = whole(request.POST.get("rounds", ""))
    if number is None:
        raise BadValue("The number of rounds is a whole number, for example 3.", "rounds")
    details = replace(Details.of(tournament), total_rounds=number)
    tournaments.edit_tournament(tournament=tournament, details=details, by=request.user)
    messages.success(request, f"{tournament.name} has {plural(number, 'round')} now.")
    return _back(tournament)


@post_for_organisers
def publish(request: Request, tournament: Tournament) -> HttpResponse:
    round_ = rounds.publish_round(
        tournament=tournament,
        by=request.user,
        seen_version=seen_version(request),
        with_open="with_open" in request.POST,
    )
    messages.success(request, f"Round {round_.number} is published: players and screens show it.")
    return _back(tournament)


def _back(tournament: Tournament) -> HttpResponse:
    return redirect(reverse("control", args=[tournament.slug]))
