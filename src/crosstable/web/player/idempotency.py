"""What a player sends, done once: a phone on bad wifi sends it again until it hears an answer.

The form carries a key. The answer is kept with the deed, in one transaction, and given again when the same comes
once more; what was refused changed nothing and leaves no trace. The page's script asks for the answer as JSON.
"""

import hashlib
import json
from collections.abc import Callable
from datetime import datetime, timedelta
from typing import NamedTuple

from django.contrib import messages
from django.db import transaction
from django.http import HttpResponse, JsonResponse
from django.shortcuts import redirect
from django.utils import timezone

from crosstable.accounts.remembered import keep_answer, remember
from crosstable.events.models import Tournament
from crosstable.web.middleware import wants_json
from crosstable.web.shared import Request
from crosstable.whole_numbers import whole

LONGEST_KEY = 100
# A report older than this was not kept by one of our pages.
LONGEST_KEPT = timedelta(days=30)
# Not part of what is said: these differ each time the same is sent.
ENVELOPE = ("csrfmiddlewaretoken", "key", "age")


class Answer(NamedTuple):
    """What has become of the match, and the sentence the player reads."""

    state: str
    message: str


def run_once(request: Request, run: Callable[[], Answer]) -> Answer:
    """Run it, unless just this came under the same key before."""
    key = request.POST.get("key", "")
    if not key or len(key) > LONGEST_KEY or not key.isprintable():
        return run()
    digest = _digest(request)
    with transaction.atomic():
        # The same key with another score is another report (the page was gone back to), not a mistake.
        row = remember(user=request.user, key=f"{key}.{digest[:20]}", digest=digest)
        if row.status is not None:
            return Answer(**json.loads(row.body))
        answer = run()
        keep_answer(row, 200, {}, json.dumps(answer._asdict()))
        return answer


def answered(request: Request, tournament: Tournament, answer: Answer) -> HttpResponse:
    if wants_json(request):
        return JsonResponse(answer._asdict())
    messages.success(request, answer.message)
    return redirect("me", slug=tournament.slug)


def said_at(request: Request) -> datetime | None:
    """When a report that waited on the phone was made: so many seconds ago by the phone's own clock."""
    age = whole(request.POST.get("age"))
    return None if age is None else timezone.now() - min(timedelta(seconds=age), LONGEST_KEPT)


def _digest(request: Request) -> str:
    fields = sorted((name, value) for name, value in request.POST.items() if name not in ENVELOPE)
    return hashlib.sha256(json.dumps([request.path, fields]).encode()).hexdigest()
