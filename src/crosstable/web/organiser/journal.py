"""The journal of an event: looked through by organisers, page by page, and taken away as CSV or JSON."""

import json

from django.core.paginator import Paginator
from django.http import HttpResponse
from django.shortcuts import render
from django.utils.text import slugify

from crosstable.events.actions.frame import undo
from crosstable.events.files.exports import as_csv
from crosstable.events.models import Tournament
from crosstable.events.permissions import LOOK
from crosstable.events.queries.past import journal as queries
from crosstable.web.organiser.past_forms import JournalForm
from crosstable.web.shared import Request, for_roles

PER_PAGE = 50


@for_roles(LOOK)
def journal(request: Request, tournament: Tournament) -> HttpResponse:
    form = JournalForm(request.GET)
    entries = queries.journal(tournament, form.journal_search())
    page = Paginator(entries, PER_PAGE).get_page(request.GET.get("page"))
    asked = request.GET.copy()
    asked.pop("page", None)
    context = {
        "tournament": tournament,
        "page": page,
        "lines": [(entry, queries.changes(entry)) for entry in page],
        "form": form,
        "asked": asked.urlencode(),
        "narrowed": any(asked.values()),
        "people": queries.people_in(tournament),
        "kinds": queries.kinds_in(tournament),
        "rounds": queries.rounds_in(tournament),
        "undo": undo.offer(tournament),
        "players_undo": undo.players_offer(tournament),
    }
    return render(request, "organiser/journal.html", context)


@for_roles(LOOK)
def export(request: Request, tournament: Tournament, kind: str) -> HttpResponse:
    """What the filters leave, all pages of it."""
    rows = queries.journal(tournament, JournalForm(request.GET).journal_search())
    name = f"{slugify(tournament.name) or 'event'}-journal.{kind}"
    if kind == "json":
        body, type_ = json.dumps(list(queries.as_data(rows)), indent=1).encode(), "application/json"
    else:
        body, type_ = as_csv(queries.as_rows(rows)), "text/csv; charset=utf-8"
    return HttpResponse(
        body, content_type=type_, headers={"Content-Disposition": f'attachment; filename="{name}"'}
    )
