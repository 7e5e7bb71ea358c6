"""What do I need? The player's page before and during the last round."""

from django.http import HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from crosstable.events.models import Tournament
from crosstable.events.queries.people.player import own_entry
from crosstable.events.queries.standings.outlook import outlook
from crosstable.web.shared import Request, for_visitors


@require_safe
@for_visitors
def what_do_i_need(request: Request, tournament: Tournament) -> HttpResponse:
    context = {"tournament": tournament, "outlook": outlook(own_entry(request.user, tournament))}
    return render(request, "player/outlook.html", context)
