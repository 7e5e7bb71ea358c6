"""Pages about events that need no account."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.http import require_safe

from crosstable.accounts.models import User
from crosstable.accounts.names import in_name_order
from crosstable.accounts.permissions import check_may
from crosstable.events.bridge.rules import moves_ratings, rules_of
from crosstable.events.bridge.settings.stage_settings import KnockoutSettings
from crosstable.events.models import Match, StageStatus, Tournament
from crosstable.events.permissions import LOOK, WHO_MAY_READ_REASONS, may_read_list, may_read_reasons
from crosstable.events.queries.addressed import entry_in
from crosstable.events.queries.matches import with_board_lines
from crosstable.events.queries.past.corrections import corrections_in
from crosstable.events.queries.past.finished import finished_event, share_text
from crosstable.events.queries.people import public
from crosstable.events.queries.people.entries import faction_shares, unclaimed
from crosstable.events.queries.people.players import card
from crosstable.events.queries.rounds import reasons
from crosstable.events.queries.rounds.live_rounds import is_swiss
from crosstable.events.queries.stages.bracket import bracket_view, knockout_of
from crosstable.events.queries.standings.standings import Table, standings_table
from crosstable.events.queries.standings.why import why_place
from crosstable.fields import whole
from crosstable.games import Use
from crosstable.web.brackets import draw_bracket, list_bracket
from crosstable.web.public.pages import large_page, site_page, tournament_page
from crosstable.web.public.stages import show_part, show_pools, why_address
from crosstable.web.shared import Request, for_roles, for_visitors


@site_page
def events(request: HttpRequest) -> HttpResponse:
    front = public.front_page()
    if front.is_empty and not User.objects.exists():
        return render(request, "public/welcome.html")
    return render(request, "public/events.html", {"front": front})


@large_page
def event(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    rules = rules_of(tournament)
    seen = public.event_context(request.user, tournament)
    if tournament.is_complete:
        return _finished_event(request, seen)
    entries = public.entries_with_ratings(tournament)
    count = public.players_of(tournament, entries)
    context: dict[str, object] = {
        "event_context": seen,
        "entries": entries,
        "tab": "event",
        "taking_part": count,
    }
    context["average"] = public.average_rating(entries)
    context["unclaimed"] = unclaimed(tournament).exists()
    if Use.FACTIONS in rules.uses:
        context["shares"] = faction_shares(tournament)
    if rules.rating_pool and not tournament.has_teams:
        context["is_not_rated_here"] = not moves_ratings(tournament)
    return render(request, "public/event.html", context)


def _finished_event(request: HttpRequest, event_context: public.EventContext) -> HttpResponse:
    tournament = event_context.tournament
    finished = finished_event(tournament)
    context = {
        "event_context": event_context,
        "tab": "event",
        "finished": finished,
        "entries": finished.entries,
        "taking_part": finished.count,
        "share_text": share_text(tournament, finished),
    }
    return render(request, "public/finished.html", context)


@large_page
def standings(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    return show_standings(request, public.event_context(request.user, tournament))


def show_standings(request: HttpRequest, event_context: public.EventContext) -> HttpResponse:
    if event_context.pools is not None and not (
        event_context.has_bracket and event_context.pools.status == StageStatus.CLOSED
    ):
        return show_pools(request, event_context, event_context.pools)
    asked = request.GET.get("round", "")
    after = whole(asked)
    if asked and (after is None or event_context.round(after) is None):
        raise Http404("no such round")
    context = {"event_context": event_context, "tab": "standings", "why": why_address(event_context)}
    context |= _table_context(standings_table(event_context.tournament, after))
    return render(request, "public/standings.html", context)


def _table_context(table: Table) -> dict[str, object]:
    return {"table": table, "average": public.average_rating([line.entry for line in table.lines])}


@large_page
def round_(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    return show_round(request, public.event_context(request.user, tournament), number)


def show_round(request: HttpRequest, event_context: public.EventContext, number: int) -> HttpResponse:
    shown = event_context.round(number)
    if shown is None:
        raise Http404("no such round")
    matches = with_board_lines(public.matches_of(shown), event_context.tournament)
    context = {"event_context": event_context, "round": shown, "matches": matches, "tab": "round"}
    context["corrections"] = corrections_in(shown)
    context["has_reasons"] = event_context.organises and is_swiss(shown)
    return render(request, "public/round.html", context)


@large_page
def crosstable(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    return show_crosstable(request, public.event_context(request.user, tournament))


def show_crosstable(request: HttpRequest, event_context: public.EventContext) -> HttpResponse:
    if event_context.pools is not None:
        return show_pools(request, event_context, event_context.pools)
    context = {
        "event_context": event_context,
        "tab": "crosstable",
        **_table_context(standings_table(event_context.tournament)),
    }
    return render(request, "public/crosstable.html", context)


@tournament_page
def bracket(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    return show_bracket(request, public.event_context(request.user, tournament))


def show_bracket(request: HttpRequest, event_context: public.EventContext) -> HttpResponse:
    """Show the knockout, drawn and as a list; 404 without one."""
    stage = knockout_of(event_context.tournament)
    if stage is None:
        raise Http404("no knockout in this event")
    chosen = whole(request.GET.get("player"))
    shown = bracket_view(stage, chosen) if stage.is_public else None
    if shown is not None:
        with_board_lines([box.row for box in shown.boxes if box.row is not None], event_context.tournament)
    word = rules_of(event_context.tournament).vocabulary.table
    drawn = {"drawing": draw_bracket(shown, word), "listed": list_bracket(shown, word)} if shown else {}
    context: dict[str, object] = {
        "event_context": event_context,
        "tab": "bracket",
        "stage": stage,
        "bracket": shown,
        **drawn,
    }
    context["draw_seed"] = KnockoutSettings.of(stage).draw_seed if shown else None
    return render(request, "public/bracket.html", context)


@tournament_page
def entry(request: HttpRequest, tournament: Tournament, entry_id: int) -> HttpResponse:
    return show_entry(request, public.event_context(request.user, tournament), entry_id)


def show_entry(request: HttpRequest, event_context: public.EventContext, entry_id: int) -> HttpResponse:
    if event_context.stages or event_context.tournament.has_teams:
        return show_part(request, event_context, entry_id)
    own = card(event_context.tournament, entry_id)
    if own is None:  # no matches yet, or this player had none
        return show_part(request, event_context, entry_id)
    return render(
        request, "public/card.html", {"event_context": event_context, "card": own, "tab": "standings"}
    )


@tournament_page
def why(request: HttpRequest, tournament: Tournament, entry_id: int) -> HttpResponse:
    return show_why(request, public.event_context(request.user, tournament), entry_id)


def show_why(request: HttpRequest, event_context: public.EventContext, entry_id: int) -> HttpResponse:
    """Explain an entry's place against its neighbours, or against a named entry."""
    asked = request.GET.get("with", "")
    other = whole(asked)
    place = why_place(event_context.tournament, entry_id, other)
    if place is None or (asked and other is None):
        raise Http404("no entry with that number is in the standings")
    context = {"event_context": event_context, "place": place, "other": other, "tab": "standings"}
    return render(request, "public/why.html", context)


@tournament_page
def lists(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    if Use.LISTS not in rules_of(tournament).uses:
        raise Http404("no lists in this game")
    seen = public.event_context(request.user, tournament)
    entries = public.readable_lists(request.user, seen)
    return render(request, "public/lists.html", {"event_context": seen, "entries": entries, "tab": "lists"})


@tournament_page
def list_(request: HttpRequest, tournament: Tournament, entry_id: int) -> HttpResponse:
    entry = entry_in(tournament, entry_id)
    if not may_read_list(request.user, entry):
        raise Http404("no such list")
    seen = public.event_context(request.user, tournament)
    return render(request, "public/list.html", {"event_context": seen, "entry": entry, "tab": "lists"})


@require_safe
@for_visitors
def why_pairing(request: Request, tournament: Tournament, match_id: int) -> HttpResponse:
    rows = Match.objects.select_related(
        "round__tournament", "round__stage", "first__player", "second__player"
    )
    match = get_object_or_404(rows, pk=match_id, round__tournament=tournament)
    check_may(
        may_read_reasons(request.user, match),
        WHO_MAY_READ_REASONS,
    )
    one, other = _number(request, "one"), _number(request, "other")
    context = {
        "tournament": tournament,
        "match": match,
        "why": reasons.of_match(match, one or match.first_id, other),
        "organises": LOOK(request.user, tournament),
        "others": [(entry.pk, entry.display_name) for entry in in_name_order(tournament.entries.all())],
        "one": one,
        "other": other,
    }
    return render(request, "public/why_pairing.html", context)


def _number(request: HttpRequest, name: str) -> int | None:
    return whole(request.GET.get(name))


@require_safe
@for_roles(LOOK)
def why_round(request: Request, tournament: Tournament, number: int) -> HttpResponse:
    round_ = get_object_or_404(tournament.rounds.select_related("stage", "tournament"), number=number)
    answer = reasons.of_round(round_)
    if answer is None:
        raise Http404("this round follows a schedule")
    context = {"tournament": tournament, "round": round_, "why": answer}
    return render(request, "organiser/why_round.html", context)
