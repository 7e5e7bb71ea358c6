"""Players from a file: choose it, check every row, import the valid ones (D2). Also table and template downloads."""

from uuid import UUID

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_safe

from crosstable.events.actions.people import uploads
from crosstable.events.bridge.rules import rules_of
from crosstable.events.errors import (
    BadValue,
    FileTooBig,
    InAnotherTeam,
    NameTaken,
    NotEnoughRoom,
    Refused,
    UploadGone,
)
from crosstable.events.files import exports
from crosstable.events.files.uploads import read_upload
from crosstable.events.files.uploads.judging import UploadPreview, preview_of, upload_of
from crosstable.events.files.uploads.limits import MAX_BYTES, was_too_big
from crosstable.events.files.uploads.teams import read_teams
from crosstable.events.files.uploads.template import team_template
from crosstable.events.files.uploads.template import template as template_file
from crosstable.events.models import PlayerUpload, Tournament
from crosstable.fields import whole
from crosstable.games import EntryField
from crosstable.text import tr, trn
from crosstable.web.forms import confirmed_in
from crosstable.web.organiser.players import with_late_numbers
from crosstable.web.organiser.stages import page_of_participants
from crosstable.web.public.pages import tournament_page
from crosstable.web.shared import Request, for_organisers, post_for_organisers

SHOWN_GOOD = 200


@for_organisers
def choose(request: Request, tournament: Tournament) -> HttpResponse:
    problem: Refused | None = None
    if request.method == "POST":
        try:
            upload = _stored_upload(request, tournament)
            return redirect("upload-preview", slug=tournament.slug, upload_id=upload.pk)
        except Refused as refusal:
            problem = refusal
    context = {"tournament": tournament, "game": rules_of(tournament), "problem": problem}
    return render(request, "upload/choose.html", context, status=problem.http_status if problem else 200)


def _stored_upload(request: Request, tournament: Tournament) -> PlayerUpload:
    if was_too_big(request):
        raise FileTooBig(most=MAX_BYTES // 1_000_000)
    file = request.FILES.get("file")
    if file is None:
        raise BadValue(tr("Choose a file."), "file")
    reader = read_teams if tournament.has_teams else read_upload
    read = reader(file.name or "", file.read())
    return uploads.keep_upload(tournament=tournament, upload=read, by=request.user)


@require_safe
@for_organisers
def preview(request: Request, tournament: Tournament, upload_id: UUID) -> HttpResponse:
    upload = upload_of(request.user, tournament, upload_id)
    if upload is None:
        return _gone(request, tournament)
    seen = preview_of(upload)
    context = {"tournament": tournament, "columns": _columns(tournament, seen), "preview": seen}
    context |= {"shown": seen.good[:SHOWN_GOOD], "shown_good": SHOWN_GOOD}
    return render(request, "upload/preview.html", context)


def _columns(tournament: Tournament, seen: UploadPreview) -> list[EntryField]:
    """Return the game's columns that have a value in the file."""
    asked = rules_of(tournament).upload_columns
    return [ask for ask in asked if any(getattr(row.details, ask.name) for row in seen.good)]


@post_for_organisers
def take(request: Request, tournament: Tournament, upload_id: UUID) -> HttpResponse:
    upload = upload_of(request.user, tournament, upload_id)
    if upload is None:
        return _gone(request, tournament)
    try:
        entered = uploads.take_upload(
            upload=upload, also=_chosen(request), confirmed=confirmed_in(request.POST), by=request.user
        )
    except (NameTaken, InAnotherTeam) as refusal:
        uploads.judge_again(upload=upload)
        changed = tr(
            "{name} has been entered since then. Nothing was saved; check the rows again.", name=refusal.name
        )
        messages.error(request, changed)
        return redirect("upload-preview", slug=tournament.slug, upload_id=upload_id)
    except NotEnoughRoom as warning:
        messages.error(request, str(warning))
        return redirect("upload-preview", slug=tournament.slug, upload_id=upload_id)
    if tournament.has_teams:
        sentence = trn(
            "{count} team entered from {file}.",
            "{count} teams entered from {file}.",
            len(entered),
            file=upload.file_name,
        )
    else:
        sentence = trn(
            "{count} player entered from {file}.",
            "{count} players entered from {file}.",
            len(entered),
            file=upload.file_name,
        )
    messages.success(request, with_late_numbers(tournament, sentence))
    return redirect(page_of_participants(tournament))


def _chosen(request: Request) -> set[int]:
    """Return the ticked rows, if the button imports those only."""
    if request.POST.get("which") != "chosen":
        return set()
    return {row for row in map(whole, request.POST.getlist("row")) if row is not None}


@post_for_organisers
def cancel(request: Request, tournament: Tournament, upload_id: UUID) -> HttpResponse:
    if upload := upload_of(request.user, tournament, upload_id):
        uploads.drop_upload(upload=upload)
    messages.info(request, tr("The upload was discarded. Nothing was saved."))
    return redirect(page_of_participants(tournament))


def _gone(request: Request, tournament: Tournament) -> HttpResponse:
    messages.warning(request, str(UploadGone()))
    return redirect("players", slug=tournament.slug)


EXCEL = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"


@require_safe
@for_organisers
def template(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    rules = rules_of(tournament)
    if tournament.team_size is not None:
        return _file(team_template(rules.game, tournament.team_size), "teams-template.xlsx")
    return _file(template_file(rules.game), "players-template.xlsx")


@require_safe
@for_organisers
def players(request: HttpRequest, tournament: Tournament, kind: str) -> HttpResponse:
    return table_file(exports.players_rows(tournament), kind, tournament, "players")


@tournament_page
def standings(request: HttpRequest, tournament: Tournament, kind: str) -> HttpResponse:
    return table_file(exports.standings_rows(tournament), kind, tournament, "standings")


def table_file(rows: exports.Rows, kind: str, tournament: Tournament, what: str) -> HttpResponse:
    data = exports.as_csv(rows) if kind == "csv" else exports.as_xlsx(rows, what.capitalize())
    return _file(data, f"{tournament.slug}-{what}.{kind}")


def _file(data: bytes, name: str) -> HttpResponse:
    kind = EXCEL if name.endswith(".xlsx") else "text/csv; charset=utf-8"
    return HttpResponse(
        data, content_type=kind, headers={"Content-Disposition": f'attachment; filename="{name}"'}
    )
