"""*Renumber*: the list of players whose starting number changes, and the question whether to change it."""

from django.http import HttpResponse
from django.shortcuts import render

from crosstable.events.actions.people import numbering
from crosstable.events.errors import NumbersChanged, Refused
from crosstable.events.models import Tournament
from crosstable.events.queries.people.entries import late_numbers_since, renumbering
from crosstable.web.shared import Request, done, for_organisers


@for_organisers
def renumber(request: Request, tournament: Tournament) -> HttpResponse:
    refusal: Refused | None = None
    if request.method == "POST":
        try:
            seen = request.POST.get("seen", "")
            moves = numbering.renumber(tournament=tournament, seen=seen, by=request.user)
            many = f"{len(moves)} {tournament.entry_word}{'' if len(moves) == 1 else 's'}"
            return done(request, f"Renumbered: {many} moved.", "players", slug=tournament.slug)
        except NumbersChanged as changed:
            refusal = changed
    context = {"tournament": tournament, "planned": renumbering(tournament), "refusal": refusal}
    status = refusal.http_status if refusal else 200
    return render(request, "organiser/renumber.html", context, status=status)


def with_late_numbers(tournament: Tournament, said: str) -> str:
    """What was done, and where numbers are fixed which ones late entries have and who moved. `tournament` is the row as
    the page loaded it, before the action."""
    return f"{said} {late_numbers_since(tournament, tournament.revision)}".strip()
