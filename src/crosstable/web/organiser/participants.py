"""Participants typed in a few lines: a name each, or a team with its members."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.views.decorators.http import require_POST

from crosstable.accounts.name_parts import PersonName
from crosstable.events.actions.people import teams, uploads
from crosstable.events.errors import BadValue
from crosstable.events.models import Tournament
from crosstable.events.records.entries import EntryDetails
from crosstable.events.records.settings.game import uses
from crosstable.games import Use
from crosstable.web.organiser.stages import stage_in
from crosstable.web.shared import Request, for_organisers

MOST_LINES = 500
NOBODY_NAMED = PersonName("")


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
        rows = [_player(tournament, line) for line in lines]
        uploads.take_players(tournament=tournament, rows=rows, by=request.user)
    messages.success(request, f"{len(lines)} entered.")
    return redirect(f"{reverse('pool-stage', args=[tournament.slug, stage.number])}#participants")


def _player(tournament: Tournament, line: str) -> EntryDetails:
    """“Ann Hart”, or “Hart, Ann” with the family name first; where the game has factions “Ann Hart, Orks” or
    “Hart, Ann; Orks”."""
    name, faction = line, ""
    if uses(tournament, Use.FACTIONS):
        name, faction = _parts(line, ";" if ";" in line else ",")
    person = PersonName.said(name)
    return _details(tournament, person.whole, faction, person)


def _team(tournament: Tournament, number: int, line: str) -> tuple[EntryDetails, list[str]]:
    """“Night Owls: Ann Hart, Bo Lind”, or with the family names first “Night Owls: Hart, Ann; Lind, Bo”; where the game
    has factions “Night Owls (Orks): …”."""
    name, members = _parts(line, ":")
    if not members:
        raise BadValue(f"Line {number}: write “Name of the team: member, member”.", "lines")
    called, faction = _parts(name.rstrip(")"), "(")
    return _details(tournament, called, faction), _members(members)


def _members(text: str) -> list[str]:
    """Separated by commas; by semicolons where a comma stands between family and given name."""
    return [member.strip() for member in text.split(";" if ";" in text else ",")]


def _details(
    tournament: Tournament, name: str, faction: str, person: PersonName = NOBODY_NAMED
) -> EntryDetails:
    played = (faction or "–") if uses(tournament, Use.FACTIONS) else ""
    return EntryDetails(name, faction=played, given_name=person.given, family_name=person.family)


def _parts(text: str, mark: str) -> tuple[str, str]:
    before, _, after = text.partition(mark)
    return before.strip(), after.strip()
