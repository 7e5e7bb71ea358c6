"""Adding several players: typed or pasted lines, club members; and matching factions typed before there was a list."""

from typing import Any

from django import forms
from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render

from crosstable.events.actions.event.details import rename_factions
from crosstable.events.actions.people.members import enter_members
from crosstable.events.actions.people.uploads import keep_upload
from crosstable.events.bridge.rules import factions_of, rules_of
from crosstable.events.errors import BadValue, NeedsConfirmation
from crosstable.events.files.uploads.pasted import read_pasted
from crosstable.events.models import Tournament
from crosstable.events.queries.people.entries import faction_shares, not_in_the_list
from crosstable.events.queries.people.tournaments import members_to_enter
from crosstable.games import Use
from crosstable.text import Text, tr, trn
from crosstable.web.forms import confirmed_in, refusals_on
from crosstable.web.organiser.players import with_late_numbers
from crosstable.web.organiser.stages import page_of_participants
from crosstable.web.shared import Request, for_organisers

LONGEST = 1_000_000
OF_TEAMS = tr(
    "One team per line: name, colon, members separated by commas. If the family name comes first, separate the members "
    "by semicolons: “Night Owls: Hart, Ann; Lind, Bo”."
)
OF_PAIRS = tr("One pair per line: “Ann Hart & Bo Lind”, or with a name “Night Owls: Ann Hart, Bo Lind”.")
OF_PLAYERS = tr("One name per line: “Ann Hart”, or with the family name first “Hart, Ann”.")
WITH_RATINGS = tr(
    "One player per line: “Anna Berg 1650”, “1400 Carla Dietz”, “Gold, Frank (1720)” or a name alone."
)
WITH_FACTIONS = tr(
    "One name per line, with the faction if it is known: “Ann Hart, Orks”, or with the family name first “Hart, Ann; "
    "Orks”."
)
FROM_A_SHEET = tr("You can also paste cells of a spreadsheet, with or without headings.")


class LinesForm(forms.Form):
    lines = forms.CharField(
        max_length=LONGEST, strip=False, widget=forms.Textarea(attrs={"rows": 6, "spellcheck": "false"})
    )

    def __init__(self, tournament: Tournament, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        field = self.fields["lines"]
        field.label = tr("Add teams") if tournament.has_teams else tr("Add players")
        field.help_text = f"{_how(tournament)} {FROM_A_SHEET}"


def _how(tournament: Tournament) -> Text:
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


@for_organisers
def members(request: Request, tournament: Tournament) -> HttpResponse:
    waiting = members_to_enter(tournament)
    wanted = set(request.POST.getlist("member"))
    chosen = [member for member in waiting if str(member.pk) in wanted]
    warning: NeedsConfirmation | None = None
    if request.method == "POST":
        if not chosen:
            raise BadValue(tr("Choose at least one member."), "member")
        try:
            confirmed = confirmed_in(request.POST)
            entered = enter_members(
                tournament=tournament, memberships=chosen, confirmed=confirmed, by=request.user
            )
            message = trn(
                "{count} player added from {club}.",
                "{count} players added from {club}.",
                len(entered),
                club=tournament.club,
            )
            messages.success(request, with_late_numbers(tournament, message))
            return redirect(page_of_participants(tournament))
        except NeedsConfirmation as refusal:
            warning = refusal
    context = {"tournament": tournament, "members": waiting, "back": page_of_participants(tournament)}
    context |= {"chosen": chosen, "warning": warning}
    return render(request, "organiser/members.html", context, status=warning.http_status if warning else 200)


@for_organisers
def factions(request: Request, tournament: Tournament) -> HttpResponse:
    if Use.FACTIONS not in rules_of(tournament).uses:
        raise Http404
    typed = not_in_the_list(tournament)
    if request.method == "POST":
        chosen = {one.name: request.POST.get(f"name-{n}", "") for n, one in enumerate(typed)}
        wanted = {name: new for name, new in chosen.items() if new}
        count = rename_factions(tournament=tournament, names=wanted, by=request.user)
        messages.success(request, trn("{count} entry changed.", "{count} entries changed.", count))
        return redirect("factions", tournament.slug)
    context = {"tournament": tournament, "typed": typed, "listed": factions_of(tournament)}
    return render(request, "organiser/factions.html", {**context, "shares": faction_shares(tournament)})
