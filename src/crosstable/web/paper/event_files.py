"""A whole event as one file: exported by its organisers, imported by users who may create events."""

import base64
import zlib

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods, require_safe

from crosstable.events.actions.event.event_files import import_event as take_event
from crosstable.events.actions.event.report_files import MOST_BYTES, preview_report
from crosstable.events.actions.event.report_files import import_report as take_report
from crosstable.events.errors import BadValue, EventFileTooBig, EventIsHere, NeedsConfirmation, Refused
from crosstable.events.files.eventfile.writing import write_event
from crosstable.events.files.uploads.limits import was_too_big
from crosstable.events.files.web_pages import web_pages
from crosstable.events.models import Tournament
from crosstable.text import Text, tr
from crosstable.web.forms import confirmed_in
from crosstable.web.shared import Request, for_organisers


@require_safe
@for_organisers
def export(request: Request, tournament: Tournament) -> HttpResponse:
    name = f'attachment; filename="{tournament.slug}.event.zip"'
    return HttpResponse(
        write_event(tournament), content_type="application/zip", headers={"Content-Disposition": name}
    )


@require_safe
@for_organisers
def pages(request: Request, tournament: Tournament) -> HttpResponse:
    name = f'attachment; filename="{tournament.slug}.zip"'
    return HttpResponse(
        web_pages(tournament, request, request.user),
        content_type="application/zip",
        headers={"Content-Disposition": name},
    )


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def import_(request: Request) -> HttpResponse:
    problem: Refused | None = None
    if request.method == "POST":
        try:
            tournament = _import(request)
            messages.success(request, _imported(tournament))
            return redirect("control", slug=tournament.slug)
        except Refused as refusal:
            problem = refusal
    as_copy = request.POST.get("copy") == "yes"
    context = {
        "problem": problem,
        "offers_copy": as_copy or isinstance(problem, EventIsHere),
        "as_copy": as_copy,
        "warning": problem if isinstance(problem, NeedsConfirmation) else None,
        "confirmed": confirmed_in(request.POST),
    }
    return render(request, "paper/import.html", context, status=problem.http_status if problem else 200)


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def import_trf(request: Request) -> HttpResponse:
    """Preview the file, and create the event on confirmation."""
    try:
        if "packed" in request.POST:
            return _make_event(request, _unpacked(request.POST["packed"]))
        if request.method == "POST":
            return _previewed(request, _file_of(request))
    except Refused as refusal:
        return render(request, "paper/import_trf.html", {"problem": refusal}, status=refusal.http_status)
    return render(request, "paper/import_trf.html", {})


def _make_event(request: Request, data: bytes) -> HttpResponse:
    """Create the event, or show the preview again with what has to be confirmed."""
    try:
        tournament = take_report(data=data, confirmed=confirmed_in(request.POST), by=request.user)
    except NeedsConfirmation as warning:
        return _previewed(request, data, warning)
    messages.success(
        request,
        tr("{name} was imported; you are its owner. Its games change no ratings.", name=tournament.name),
    )
    return redirect("control", slug=tournament.slug)


def _previewed(request: Request, data: bytes, warning: NeedsConfirmation | None = None) -> HttpResponse:
    context = {
        "preview": preview_report(data=data, by=request.user),
        "packed": _packed(data),
        "warning": warning,
        "confirmed": confirmed_in(request.POST),
    }
    return render(request, "paper/preview_trf.html", context, status=warning.http_status if warning else 200)


def _packed(data: bytes) -> str:
    """Pack the file into a form field, for the request that confirms."""
    return base64.b64encode(zlib.compress(data, 9)).decode()


def _unpacked(text: str) -> bytes:
    """Unpack the form field. Raises BadValue if it was not packed here."""
    try:
        packed = zlib.decompressobj()
        return packed.decompress(base64.b64decode(text, validate=True), MOST_BYTES + 1)
    except (ValueError, zlib.error) as error:
        raise BadValue(tr("The file did not arrive completely. Choose it again."), "file") from error


def _imported(tournament: Tournament) -> Text:
    if tournament.is_rated:
        return tr("{name} was imported; you are its owner. Its rated games count.", name=tournament.name)
    return tr(
        "{name} was imported; you are its owner. Its games change no ratings: only a system administrator can import "
        "rated games.",
        name=tournament.name,
    )


def _import(request: Request) -> Tournament:
    return take_event(
        data=_file_of(request),
        by=request.user,
        as_copy=request.POST.get("copy") == "yes",
        confirmed=confirmed_in(request.POST),
    )


def _file_of(request: Request) -> bytes:
    if was_too_big(request):
        raise EventFileTooBig(limit=tr("The limit is {megabytes} MB.", megabytes=10))
    file = request.FILES.get("file")
    if file is None:
        raise BadValue(tr("Choose a file."), "file")
    return bytes(file.read())
