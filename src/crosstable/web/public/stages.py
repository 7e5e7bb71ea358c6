"""The public pages of a pool stage: its crosstables, and the schedule by round, board and player."""

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse

from crosstable.events.bridge.play_offs import play_offs_of
from crosstable.events.bridge.rules import rules_of
from crosstable.events.models import Stage, Tournament
from crosstable.events.queries.addressed import entry_in
from crosstable.events.queries.desk.boards import next_matches
from crosstable.events.queries.matches import with_board_lines
from crosstable.events.queries.people import public
from crosstable.events.queries.stages.kinds import STAGE_READINGS
from crosstable.events.queries.stages.pool_schedule import SchedulePlan, public_matches_of, schedule_of
from crosstable.events.queries.stages.ties import decided_in_words
from crosstable.events.queries.standings.pool_tables import columns_of
from crosstable.fields import whole
from crosstable.text import tr
from crosstable.web.public.pages import tournament_page
from crosstable.web.section_pages import (
    SectionPage,
    is_too_wide,
    page_of_boards,
    page_of_players,
    page_of_pools,
    page_of_rounds,
)


def why_address(event_context: public.EventContext) -> list[str]:
    """Return the address around an entry's number, and the game's unit: resolved once per table."""
    whole = (
        reverse("shared-why", args=[event_context.share, 0])
        if event_context.share
        else reverse("why", args=[event_context.tournament.slug, 0])
    )
    before, after = whole.rsplit("/0", 1)
    return [f"{before}/", after, rules_of(event_context.tournament).vocabulary.unit]


SIDES = {"round": tr("By round"), "board": tr("By {table}"), "player": tr("By player")}


@tournament_page
def stage(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    return show_pools(
        request, public.event_context(request.user, tournament), _public_stage(tournament, number)
    )


def show_pools(request: HttpRequest, event_context: public.EventContext, stage: Stage) -> HttpResponse:
    tables = STAGE_READINGS[stage.kind].tables
    assert tables is not None, "a stage without its own standings has no page of them"
    lead, *columns = columns_of(stage)
    page = page_of_pools(tables(stage), whole(request.GET.get("page")))
    context = {
        "event_context": event_context,
        "tab": "standings",
        "stage": stage,
        "page": page,
        "pools": [section.of for section in page.sections],
        "too_wide": [section.of.name for section in page.sections if is_too_wide(section.of)],
        "lead": lead,
        "columns": columns,
        "tie_breaks": [column.name for column in columns],
        "decided": decided_in_words(stage),
        "why": why_address(event_context),
    }
    return render(request, "public/stages/pools.html", context)


@tournament_page
def schedule(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    shown, vocabulary = _public_stage(tournament, number), rules_of(tournament).vocabulary
    side = request.GET.get("by", "round")
    if side not in SIDES:
        raise Http404("no such view")
    page = _page_of(schedule_of(shown), side, tournament, whole(request.GET.get("page")))
    play_offs = play_offs_of(shown)
    in_pools = [match for section in page.sections for match in section.rows]
    with_board_lines(in_pools + [match for one in play_offs for match in one.matches], tournament)
    context = {
        "event_context": public.event_context(request.user, tournament),
        "tab": "round",
        "stage": shown,
        "page": page,
        "play_offs": play_offs,
        "side": side,
        "sides": {code: words.filled(**vocabulary.of_places) for code, words in SIDES.items()},
        "queues": next_matches(tournament),
    }
    return render(request, "public/stages/schedule.html", context)


def _page_of(plan: SchedulePlan, side: str, tournament: Tournament, number: int | None) -> SectionPage[Any]:
    if side == "round":
        return page_of_rounds(plan.rounds, tournament, number)
    if side == "board":
        return page_of_boards(plan, tournament, number)
    return page_of_players(plan, tournament, number)


def show_part(request: HttpRequest, event_context: public.EventContext, entry_id: int) -> HttpResponse:
    """Show a player's or team's part in an event of stages or teams: members, past and future matches."""
    entry = entry_in(event_context.tournament, entry_id)
    context = {
        "event_context": event_context,
        "tab": "standings",
        "entry": entry,
        "members": list(entry.members.select_related("player")),
        "matches": with_board_lines(public_matches_of(entry), event_context.tournament),
        "adjustments": list(entry.adjustments.all()),
    }
    return render(request, "public/stages/part.html", context)


def _public_stage(tournament: Tournament, number: int) -> Stage:
    stage = tournament.stages.filter(number=number).first()
    if stage is None or not stage.is_public or STAGE_READINGS[stage.kind].tables is None:
        raise Http404("no such stage")
    stage.tournament = tournament
    return stage
