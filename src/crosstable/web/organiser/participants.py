"""Players or teams typed or pasted in a few lines: a name each, or a team with its members."""

from typing import Any

from django import forms
from django.http import HttpResponse
from django.shortcuts import render

from crosstable.accounts.models import User
from crosstable.accounts.name_parts import PersonName
from crosstable.events.actions.people import teams, uploads
from crosstable.events.errors import BadValue
from crosstable.events.models import Tournament
from crosstable.events.records.entries import EntryDetails
from crosstable.events.records.settings.game import uses
from crosstable.games import Use
from crosstable.web.organiser.stages import page_of_participants
from crosstable.web.refusals import refusals_on
from crosstable.web.shared import Request, done, for_organisers

MOST_LINES = 500
NOBODY_NAMED = PersonName("")
OF_TEAMS = (
    "One team in a line: name, colon, members separated by commas. With the family name first, by semicolons: “Night "
    "Owls: Hart, Ann; Lind, Bo”."
)
OF_PLAYERS = "One name in a line: “Ann Hart”, or with the family name first “Hart, Ann”."
WITH_FACTIONS = (
    "One name in a line, and the faction if it is known: “Ann Hart, Orks”, or with the family name first “Hart, Ann; "
    "Orks”."
)


class LinesForm(forms.Form):
    lines = forms.CharField(widget=forms.Textarea(attrs={"rows": 6, "spellcheck": "false"}))

    def __init__(self, tournament: Tournament, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        field, of_players = self.fields["lines"], OF_PLAYERS
        if uses(tournament, Use.FACTIONS):
            of_players = WITH_FACTIONS
        field.label = "Add teams" if tournament.has_teams else "Add players"
        field.help_text = OF_TEAMS if tournament.has_teams else of_players

    def clean_lines(self) -> list[str]:
        lines = [line.strip() for line in self.cleaned_data["lines"].splitlines() if line.strip()]
        if len(lines) > MOST_LINES:
            raise forms.ValidationError(f"At most {MOST_LINES} lines at once.")
        return lines


@for_organisers
def add_several(request: Request, tournament: Tournament) -> HttpResponse:
    form = LinesForm(tournament, request.POST or None)
    if request.method == "POST" and form.is_valid():
        with refusals_on(form):
            count = _enter(tournament, form.cleaned_data["lines"], request.user)
            return done(request, f"{count} entered.", page_of_participants(tournament))
    context = {"tournament": tournament, "form": form}
    return render(request, "organiser/several.html", context, status=422 if form.errors else 200)


def _enter(tournament: Tournament, lines: list[str], by: User) -> int:
    if tournament.has_teams:
        asked = [_team(tournament, number, line) for number, line in enumerate(lines, start=1)]
        return len(teams.add_teams(tournament=tournament, teams=asked, by=by))
    rows = [_player(tournament, line) for line in lines]
    return len(uploads.take_players(tournament=tournament, rows=rows, by=by))


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
