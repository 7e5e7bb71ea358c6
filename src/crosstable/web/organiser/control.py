"""The control room: the organiser's events, the next step of one event, and the buttons that take it."""

from collections.abc import Callable, Mapping
from dataclasses import replace

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse

from crosstable.events.actions.core import undo
from crosstable.events.actions.event import tournaments
from crosstable.events.actions.event.details import Details
from crosstable.events.actions.event.flow import finish_now, take_next_step
from crosstable.events.actions.event.starting import start_now
from crosstable.events.actions.rounds import reopening, rounds
from crosstable.events.actions.stages.kinds import StepDetails
from crosstable.events.bridge.play_offs import name_of
from crosstable.events.errors import BadValue, StepPassed
from crosstable.events.models import Round, Stage, Status, Tournament
from crosstable.events.permissions import LOOK
from crosstable.events.play_errors import LookFirst
from crosstable.events.presence import present_at
from crosstable.events.queries.desk.calls import waiting_calls
from crosstable.events.queries.desk.checklist import checklist, has_checklist
from crosstable.events.queries.desk.control import ControlRoom, control_room
from crosstable.events.queries.desk.places import desk_of
from crosstable.events.queries.desk.steps import Announcement, NextStep
from crosstable.events.queries.people.tournaments import my_tournaments, restorable
from crosstable.events.queries.stages.kinds.desk import StageDesk
from crosstable.events.queries.stages.kinds.pools import PoolsDesk
from crosstable.events.queries.stages.pool_schedule import RoundPlan
from crosstable.fields import whole
from crosstable.text import Text, tr, trn
from crosstable.upkeep.copies import newest_copy
from crosstable.web.organiser.pairings import MissionForm
from crosstable.web.organiser.sharing import registration_of
from crosstable.web.section_pages import SectionPage, page_of_rounds
from crosstable.web.shared import Request, for_roles, post_for_organisers, say_with_undo, seen_version

# Messages after a step, where the page does not show the change anyway.
STEP_MESSAGES: Mapping[NextStep, Text] = {
    NextStep.DRAW: tr("{subject} is drawn. Only organisers can see it until you publish it."),
    NextStep.PUBLISH: tr("{subject} is published. Players and displays show it."),
    NextStep.START: tr("{subject} has started. You can enter results now."),
    NextStep.CLOSE: tr("{subject} is closed."),
}
# Messages after a change of the event's status.
NOW: Mapping[Status, Text] = {
    Status.DRAFT: tr("The event is a draft again. Only organisers can see it."),
    Status.REGISTRATION: tr("Registration is open."),
    Status.CHECK_IN: tr("Check-in is open."),
    Status.IN_PROGRESS: tr("The event is in progress."),
    Status.COMPLETE: tr("The event is finished."),
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


def message_after(step: NextStep, subject: Round | Stage | Status) -> str:
    if isinstance(subject, Status):
        return NOW[subject]
    if isinstance(subject, Round) and subject.is_play_off:
        return STEP_MESSAGES[step].filled(subject=name_of(subject))
    return STEP_MESSAGES[step].filled(subject=subject) if step in STEP_MESSAGES else ""


# The parts of the control room that a kind of stage fills.
STAGE_PARTS = ("links", "menu", "warnings", "desk")
# Button → its action and the message afterwards.
CONTROL_ACTIONS: dict[str, tuple[Callable[..., object], Text]] = {
    "lock-lists": (tournaments.lock_lists, tr("Lists are locked. All players can read them now.")),
    "unlock-lists": (
        tournaments.unlock_lists,
        tr("Lists are open for changes again, and hidden from other players."),
    ),
    "start-now": (start_now, tr("{round} has started. All players are checked in.")),
    "finish-now": (finish_now, tr("{event} ends with the rounds that were played.")),
    "discard": (rounds.discard_draft, tr("The draft was discarded.")),
    "close": (rounds.close_round, tr("{round} is closed.")),
    "unpublish": (
        reopening.unpublish_round,
        tr("{round} is a draft again. Players can no longer see it."),
    ),
    "unstart": (
        reopening.unstart_round,
        tr("{round}: the start was undone. The pairings stay published."),
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
        "calls_waiting": waiting_calls(tournament),
        "registration": registration_of(request, tournament)
        if request.may["run"] and _registers(room)
        else None,
        "checklist": checklist(tournament, newest_copy(settings.DATA_DIR), request.user)
        if request.may["run"] and has_checklist(tournament)
        else None,
        **extra,
    }
    return render(request, "organiser/control.html", context, status=status)


def _registers(room: ControlRoom) -> bool:
    """Return whether players still register: nothing is drawn yet."""
    return not room.tournament.is_in_progress and not room.tournament.is_complete


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
                number=whole(request.POST.get("round")),
                accept=request.POST.get("accept", ""),
                as_draft="as_draft" in request.POST,
            ),
        )
    except StepPassed:
        messages.info(
            request, tr("The event has moved on since you opened this page. This is the next step now.")
        )
        return _back(tournament)
    except LookFirst as refusal:
        messages.error(request, str(refusal))
        return _back(tournament)
    if NextStep(seen) is NextStep.NEXT_ROUND:
        return _after_next_round(request, tournament, moved)
    if words := message_after(NextStep(seen), moved):
        messages.success(request, words)
    tournament.refresh_from_db()
    room = control_room(tournament, journal_length=0)
    is_looked_over = NextStep(seen) is NextStep.DRAW and room.announcement.page
    return redirect(next_url(room)) if is_looked_over else _back(tournament)


def _after_next_round(
    request: Request, tournament: Tournament, round_: Round | Stage | Status
) -> HttpResponse:
    """Say what the click did, with one Undo for all of it."""
    message = tr("{round} has started. Players and displays show the pairings.", round=round_)
    if "as_draft" in request.POST:
        message = tr("{round} is a draft. Change the pairings, then publish and start it.", round=round_)
    say_with_undo(request, tournament, message, "control")
    return _back(tournament)


def wants_third_place(request: Request) -> bool | None:
    """Return the tick next to Draw, or None if the form had no such field."""
    return "third_place" in request.POST if "asks_third_place" in request.POST else None


def wants_check_in(request: Request) -> bool:
    """Return whether the button that first checks in all players was used."""
    return request.POST.get("check_in") == "all"


def _mission(request: Request) -> str:
    form = MissionForm(request.POST)
    if not form.is_valid():
        raise BadValue(tr("A mission has at most 80 characters."), "mission")
    return str(form.cleaned_data["mission"])


@post_for_organisers
def act(request: Request, tournament: Tournament, verb: str) -> HttpResponse:
    action, words = CONTROL_ACTIONS[verb]
    made = action(tournament=tournament, by=request.user)
    say_with_undo(request, tournament, words.filled(event=tournament.name, round=made), "control")
    return _back(tournament)


@post_for_organisers
def advance(request: Request, tournament: Tournament) -> HttpResponse:
    status = tournaments.advance(tournament=tournament, by=request.user, seen_status=request.POST.get("seen"))
    messages.success(request, NOW[status])
    return _back(tournament)


@post_for_organisers
def step_back(request: Request, tournament: Tournament) -> HttpResponse:
    status = tournaments.step_back(tournament=tournament, by=request.user)
    messages.success(request, NOW[status])
    return _back(tournament)


@post_for_organisers
def begin_by_hand(request: Request, tournament: Tournament) -> HttpResponse:
    round_ = rounds.pair_next_round(tournament=tournament, by=request.user, by_hand=True)
    messages.success(request, tr("{round} is an empty draft. Choose the pairings.", round=round_))
    return redirect(reverse("by-hand", args=[tournament.slug]))


@post_for_organisers
def set_rounds(request: Request, tournament: Tournament) -> HttpResponse:
    """Change the number of rounds only."""
    number = whole(request.POST.get("rounds", ""))
    if number is None:
        raise BadValue(tr("Enter the number of rounds as a whole number, for example 5."), "rounds")
    details = replace(Details.of(tournament), total_rounds=number)
    tournaments.edit_tournament(tournament=tournament, details=details, by=request.user)
    message = trn(
        "{event} now has {count} round.", "{event} now has {count} rounds.", number, event=tournament.name
    )
    messages.success(request, message)
    return _back(tournament)


@post_for_organisers
def publish(request: Request, tournament: Tournament) -> HttpResponse:
    round_ = rounds.publish_round(
        tournament=tournament,
        by=request.user,
        seen_version=seen_version(request),
        with_open="with_open" in request.POST,
    )
    messages.success(request, STEP_MESSAGES[NextStep.PUBLISH].filled(subject=round_))
    return _back(tournament)


def _back(tournament: Tournament) -> HttpResponse:
    return redirect(reverse("control", args=[tournament.slug]))
