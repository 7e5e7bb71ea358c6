"""Printouts as PDF (F8), the same sheets as in the browser."""

from functools import partial
from typing import Literal

from django.http import Http404, HttpResponse
from ninja import Query
from pydantic import Field

from crosstable.api.identity import Request
from crosstable.api.loading import tournament_to_run
from crosstable.api.router import new_router
from crosstable.api.schemas import In
from crosstable.events.files.printing import PAPERS, SHEETS, find_round, print_sheet
from crosstable.events.files.printing.printer import public_address

router = new_router("printing")


class PrintIn(In):
    paper: Literal["a4", "letter"] = "a4"
    round: int | None = Field(
        None, ge=1, le=9999, description="For sheets of a round; left out: the one that is on."
    )


PDF_ANSWER = {
    "responses": {
        200: {
            "description": "The PDF.",
            "content": {"application/pdf": {"schema": {"type": "string", "format": "binary"}}},
        }
    }
}


@router.get("/{id:tournament_id}/print/{sheet}", openapi_extra=PDF_ANSWER)
def get_printout(request: Request, tournament_id: int, sheet: str, wish: Query[PrintIn]) -> HttpResponse:
    """A PDF: pairings-by-table, pairings-by-name, result-slips, schedule, standings, crosstable, bracket,
    bracket-poster or name-cards."""
    tournament = tournament_to_run(request, tournament_id, "print this")
    round_ = find_round(tournament, wish.round)
    if sheet not in SHEETS or (round_ is None and wish.round is not None):
        raise Http404
    address = public_address(request.build_absolute_uri("/"))
    build = partial(SHEETS[sheet].content, tournament, round_, address)
    pdf = print_sheet(build, PAPERS[wish.paper])
    return HttpResponse(pdf, content_type="application/pdf")
