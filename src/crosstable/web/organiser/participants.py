"""Players or teams typed or pasted in a few lines: read and shown like an uploaded file before anybody is entered."""

from typing import Any

from django import forms
from django.http import HttpResponse
from django.shortcuts import redirect, render

from crosstable.events.actions.people.uploads import keep_upload
from crosstable.events.files.uploads.pasted import read_pasted
from crosstable.events.models import Tournament
from crosstable.events.records.rules import rules_of
from crosstable.games import Use
from crosstable.web.refusals import refusals_on
from crosstable.web.shared import Request, for_organisers

LONGEST = 1_000_000
OF_TEAMS = (
    "One team in a line: name, colon, members separated by commas. With the family name first, by semicolons: “Night "
    "Owls: Hart, Ann; Lind, Bo”."
)
OF_PAIRS = "One pair in a line: “Ann Hart & Bo Lind”, or with a name “Night Owls: Ann Hart, Bo Lind”."
OF_PLAYERS = "One name in a line: “Ann Hart”, or with the family name first “Hart, Ann”."
WITH_RATINGS = (
    "One player in a line: “Anna Berg 1650”, “1400 Carla Dietz”, “Gold, Frank (1720)” or a name alone."
)
WITH_FACTIONS = (
    "One name in a line, and the faction if it is known: “Ann Hart, Orks”, or with the family name first “Hart, Ann; "
    "Orks”."
)
FROM_A_SHEET = "Or copy the cells of a spreadsheet, with or without headings."


class LinesForm(forms.Form):
    lines = forms.CharField(
        max_length=LONGEST, strip=False, widget=forms.Textarea(attrs={"rows": 6, "spellcheck": "false"})
    )

    def __init__(self, tournament: Tournament, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        field = self.fields["lines"]
        field.label = "Add teams" if tournament.has_teams else "Add players"
        field.help_text = f"{_how(tournament)} {FROM_A_SHEET}"


def _how(tournament: Tournament) -> str:
    rules = rules_of(tournament)
    if tournament.has_teams:
        return OF_PAIRS if tournament.team_size == 2 else OF_TEAMS
    if Use.FACTIONS in rules.uses:
        return WITH_FACTIONS
    asks = {ask.name for ask in rules.game.asks}
    return WITH_RATINGS if "rating" in asks else OF_PLAYERS


@for_organisers
def add_several(request: Request, tournament: Tournament) -> HttpResponse:
    form = LinesForm(tournament, request.POST or None)
    if request.method == "POST" and form.is_valid():
        with refusals_on(form):
            read = read_pasted(form.cleaned_data["lines"], tournament)
            upload = keep_upload(tournament=tournament, upload=read, by=request.user)
            return redirect("upload-preview", slug=tournament.slug, upload_id=upload.pk)
    context = {"tournament": tournament, "form": form}
    return render(request, "organiser/several.html", context, status=422 if form.errors else 200)
