"""What was done, said with Undo beside it: for buttons that would otherwise be pressed by mistake and regretted."""

from django.contrib import messages
from django.http import HttpRequest
from django.template.loader import render_to_string

from crosstable.events.actions.core.undo import offer
from crosstable.events.models import Tournament
from crosstable.events.permissions import RUN


def say_with_undo(request: HttpRequest, tournament: Tournament, words: str, page: str) -> None:
    """After an action: the sentence, and a button that takes back just this one and returns to `page`."""
    last = offer(tournament)
    is_theirs = last is not None and last.entry.by_id == request.user.pk and RUN(request.user, tournament)
    if last is None or last.why_not or not is_theirs:
        messages.success(request, words)
        return
    context = {"tournament": tournament, "words": words, "number": last.entry.number, "page": page}
    messages.success(request, render_to_string("organiser/parts/said.html", context, request))
