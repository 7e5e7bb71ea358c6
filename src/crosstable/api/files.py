"""Files of an event: tables for spreadsheets, the tournament report, printouts as PDF, emergency printouts (F8)."""

import datetime
from functools import partial
from typing import Any, Literal

from django.http import Http404, HttpResponse
from ninja import Query
from pydantic import Field

from crosstable.api.identity import PUBLIC, Request, VisitorRequest
from crosstable.api.loading import tournament_to_read, tournament_to_run
from crosstable.api.router import new_router
from crosstable.api.schemas import In, Out
from crosstable.events.errors import BadValue, EventNotFinished, NothingToPrint
from crosstable.events.files import exports
from crosstable.events.files.calendar import calendar_of
from crosstable.events.files.exports import crosstable_rows, pairings_rows
from crosstable.events.files.pack_folder import pack_words, written_pack
from crosstable.events.files.pack_writer import write_pack
from crosstable.events.files.printing import PAPERS, SHEETS, find_round, print_sheet
from crosstable.events.files.printing.printer import public_address
from crosstable.events.files.result_picture import result_picture
from crosstable.events.files.trf_export import Moment, trf_of
from crosstable.events.files.web_pages import web_pages
from crosstable.events.models import Tournament
from crosstable.events.queries.people.public import event_context
from crosstable.languages import in_chosen_language, is_offered, no_language
from crosstable.text import tr

router = new_router("files")
EXCEL = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
printing_router = new_router("printing")


def _file_answer(*kinds: str) -> dict[str, Any]:
    content = {kind: {"schema": {"type": "string", "format": "binary"}} for kind in kinds}
    return {"responses": {200: {"description": "The file.", "content": content}}}


class TableIn(In):
    table: Literal["pairings", "standings", "crosstable"] = Field("standings", description="What to export.")
    kind: Literal["csv", "xlsx"] = Field("csv", description="CSV or Excel.")
    round: int | None = Field(
        None, ge=1, le=9999, description="The round, for pairings. Default: the newest one."
    )


class PackOut(Out):
    round: int
    at: datetime.datetime
    written: bool
    sentence: str


@router.get(
    "/{id:tournament_id}/export",
    auth=PUBLIC["auth"],
    openapi_extra={**PUBLIC["openapi_extra"], **_file_answer("text/csv", EXCEL)},
)
def export_table(request: VisitorRequest, tournament_id: int, wish: Query[TableIn]) -> HttpResponse:
    """Export pairings of a round, standings or the crosstable as CSV or Excel."""
    tournament = tournament_to_read(request, tournament_id)
    rows = _rows(request, tournament, wish)
    if wish.kind == "csv":
        return HttpResponse(exports.as_csv(rows), content_type="text/csv; charset=utf-8")
    return HttpResponse(exports.as_xlsx(rows, wish.table.capitalize()), content_type=EXCEL)


def _rows(request: VisitorRequest, tournament: Tournament, wish: TableIn) -> exports.Rows:
    if wish.table == "standings":
        return exports.standings_rows(tournament)
    if wish.table == "crosstable":
        return crosstable_rows(tournament)
    seen = event_context(request.user, tournament)
    round_ = seen.current if wish.round is None else seen.round(wish.round)
    if round_ is None:
        raise Http404
    return pairings_rows(round_)


class ReportIn(In):
    rounds: Literal["closed", "now", "pairing", "final"] = Field(
        "closed",
        description=(
            "closed: after the last closed round; now: including the round in progress, open games "
            "without a result; pairing: the rounds used to pair the next one, open games as draws; "
            "final: refused with 409 while a game is open or a round is missing."
        ),
    )


@router.get("/{id:tournament_id}/trf", openapi_extra=_file_answer("text/plain"))
def get_tournament_report(request: Request, tournament_id: int, wish: Query[ReportIn]) -> HttpResponse:
    """Export a chess event as a tournament report file (TRF26): a Swiss, or a round robin in one pool."""
    tournament = tournament_to_run(request, tournament_id)
    file = trf_of(tournament, Moment(wish.rounds))
    return HttpResponse(file, content_type="text/plain; charset=utf-8")


@router.get("/{id:tournament_id}/pack", openapi_extra=_file_answer("application/zip"))
def get_emergency_pack(request: Request, tournament_id: int) -> HttpResponse:
    """Get the latest emergency printouts as a zip file."""
    pack = written_pack(tournament_to_run(request, tournament_id))
    if pack is None:
        raise NothingToPrint(
            what=tr("Emergency printouts"), when=tr("It is ready once a round is published.")
        )
    return HttpResponse(pack[1].read_bytes(), content_type="application/zip")


@router.post("/{id:tournament_id}/pack", response=PackOut)
def write_emergency_pack(request: Request, tournament_id: int) -> PackOut:
    """Write the emergency printouts of the current round. The answer says whether it worked."""
    pack = write_pack(tournament_to_run(request, tournament_id))
    if pack is None:
        raise NothingToPrint(
            what=tr("Emergency printouts"), when=tr("It is ready once a round is published.")
        )
    return PackOut(round=pack.round_number, at=pack.at, written=pack.is_written, sentence=pack_words(pack))


@router.get("/{id:tournament_id}/web-pages", openapi_extra=_file_answer("application/zip"))
def get_web_pages(request: Request, tournament_id: int) -> HttpResponse:
    """Export a finished event as a zip file of static web pages, for a disk or any web server."""
    tournament = tournament_to_run(request, tournament_id)
    return HttpResponse(web_pages(tournament, request, request.user), content_type="application/zip")


class PrintIn(In):
    paper: Literal["a4", "letter"] = Field("a4", description="The size of the paper.")
    language: str = Field("", max_length=20, description="Default: the language of the request.")
    round: int | None = Field(
        None, ge=1, le=9999, description="The round, for sheets of a round. Default: the current one."
    )


PDF_ANSWER = {
    "responses": {
        200: {
            "description": "The PDF.",
            "content": {"application/pdf": {"schema": {"type": "string", "format": "binary"}}},
        }
    }
}


@printing_router.get("/{id:tournament_id}/print/{sheet}", openapi_extra=PDF_ANSWER)
def get_printout(request: Request, tournament_id: int, sheet: str, wish: Query[PrintIn]) -> HttpResponse:
    """Get a PDF: pairings-by-table, pairings-by-name, result-slips, schedule, standings, crosstable, bracket,
    bracket-poster, registration-poster or name-cards.
    """
    tournament = tournament_to_run(request, tournament_id)
    if wish.language and not is_offered(wish.language):
        raise BadValue(no_language(wish.language), "language")
    round_ = find_round(tournament, wish.round)
    if sheet not in SHEETS or (round_ is None and wish.round is not None):
        raise Http404
    address = public_address(request.build_absolute_uri("/"))
    build = partial(SHEETS[sheet].content, tournament, round_, address)
    with in_chosen_language(wish.language):
        pdf = print_sheet(build, PAPERS[wish.paper])
    return HttpResponse(pdf, content_type="application/pdf")


@router.get(
    "/{id:tournament_id}/picture",
    auth=PUBLIC["auth"],
    openapi_extra={**PUBLIC["openapi_extra"], **_file_answer("image/png")},
)
def get_picture(request: VisitorRequest, tournament_id: int) -> HttpResponse:
    """Get the result of a finished event as a picture of 1200 × 630 pixels."""
    tournament = tournament_to_read(request, tournament_id)
    if not tournament.is_complete:
        raise EventNotFinished(event=tournament.name)
    return HttpResponse(result_picture(tournament), content_type="image/png")


@router.get(
    "/{id:tournament_id}/calendar",
    auth=PUBLIC["auth"],
    openapi_extra={**PUBLIC["openapi_extra"], **_file_answer("text/calendar")},
)
def get_calendar_entry(request: VisitorRequest, tournament_id: int) -> HttpResponse:
    """Get the event as a calendar entry (iCalendar)."""
    tournament = tournament_to_read(request, tournament_id)
    file = calendar_of(tournament, public_address(), f"/t/{tournament.slug}")
    return HttpResponse(file, content_type="text/calendar; charset=utf-8")
