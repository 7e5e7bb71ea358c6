"""Tables and the template as files."""

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from crosstable.events.files import exports
from crosstable.events.files.uploads.template import team_template
from crosstable.events.files.uploads.template import template as template_file
from crosstable.events.models import Tournament
from crosstable.events.records.rules import rules_of
from crosstable.web.public.pages import tournament_page
from crosstable.web.shared import for_organisers

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
