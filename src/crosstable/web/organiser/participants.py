"""Participants typed in a few lines: a name each, or a team with its members."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.views.decorators.http import require_POST

from crosstable.events.actions.people import teams, uploads
from crosstable.events.errors import BadValue
from crosstable.events.models import Tournament
from crosstable.events.records.entries import EntryDetails
from crosstable.events.records.settings.game import uses
from crosstable.games import Use
from crosstable.web.organiser.stages import stage_in
from crosstable.web.shared import Request, for_organisers

MOST_LINES = 500


@require_POST
@for_organisers
def add_participants(request: Request, tournament: Tournament, number: int) -> HttpResponse:
    stage = stage_in(tournament, number)
    lines = [line.strip() for line in request.POST.get("lines", "").splitlines() if line.strip()]
    if not lines or len(lines) > MOST_LINES:
        raise BadValue(f"Write one in a line, from 1 to {MOST_LINES} lines.", "lines")
    if tournament.has_teams:
        asked = [_team(tournament, number, line) for number, line in enumerate(lines, start=1)]
        teams.add_teams(tournament=tournament, teams=asked, by=request.user)
    else:
        rows = [_details(tournament, *_parts(line, ",")) for line in lines]
        uploads.take_players(tournament=tournament, rows=rows, by=request.user)
    messages.success(request, f"{len(lines)} entered.")
    return redirect(f"{reverse('pool-stage', args=[tournament.slug, stage.number])}#participants")


def _team(tournament: Tournament, number: int, line: str) -> tuple[EntryDetails, list[str]]:
    """“Night Owls: Ann Hart, Bo Lind”; where the game has factions “Night Owls (Orks): …”."""
    name, members = _parts(line, ":")
    if not members:
        raise BadValue(f"Line {number}: write “Name of the team: member, member”.", "lines")
    called, faction = _parts(name.rstrip(")"), "(")
    return _details(tournament, called, faction), [member.strip() for member in members.split(",")]


def _details(tournament: Tournament, name: str, faction: str) -> EntryDetails:
    if uses(tournament, Use.FACTIONS):
        return EntryDetails(name, faction=faction or "–")
    return EntryDetails(name)


def _parts(text: str, mark: str) -> tuple[str, str]:
    before, _, after = text.partition(mark)
    return before.strip(), after.strip()
