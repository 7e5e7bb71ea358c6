"""Results typed at the desk: the outbox's entries as JSON, and one line at a time without scripts."""

import json
from collections.abc import Mapping
from dataclasses import asdict
from secrets import token_hex
from typing import Any

from django.contrib import messages
from django.http import HttpResponse, JsonResponse, QueryDict, RawPostDataException
from django.shortcuts import redirect
from django.urls import reverse

from crosstable.events.actions.results.desk import (
    CONFLICT,
    SAVED,
    DeskAnswer,
    DeskEntry,
    take_entries,
    take_entry,
)
from crosstable.events.bridge.rules import rules_of
from crosstable.events.errors import BadValue
from crosstable.events.models import Match, Tournament
from crosstable.events.permissions import ENTER_RESULTS
from crosstable.events.queries.desk.places import desk_of
from crosstable.fields import whole
from crosstable.text import tr, trn
from crosstable.web.organiser.control import show_control
from crosstable.web.organiser.pairings import matches_in
from crosstable.web.shared import Request, post_for_roles

MOST_ENTRIES = 50
LONGEST_KEY = 100


@post_for_roles(ENTER_RESULTS)
def entries(request: Request, tournament: Tournament) -> HttpResponse:
    """Store the entries of the outbox in order; each has its own answer."""
    answers = take_entries(tournament=tournament, entries=_read(request), by=request.user)
    return JsonResponse({"answers": [_as_json(tournament, answer) for answer in answers]})


def _read(request: Request) -> list[DeskEntry]:
    """Parse the entries. The body of a form with files cannot be read again, so it has none."""
    try:
        entries = json.loads(request.body)["entries"]
    except (RawPostDataException, ValueError, KeyError, TypeError) as error:
        raise BadValue(tr("This is not a list of entries.")) from error
    if not isinstance(entries, list) or len(entries) > MOST_ENTRIES:
        raise BadValue(
            trn(
                "Send at most {count} entry at a time.",
                "Send at most {count} entries at a time.",
                MOST_ENTRIES,
            )
        )
    return [_entry(one) for one in entries]


def _entry(data: Any) -> DeskEntry:
    """Validate one entry, with the type of every value. Raises BadValue."""
    if not isinstance(data, Mapping):
        raise BadValue(tr("An entry is an object."))
    key, text, version = data.get("key"), data.get("text"), data.get("version")
    if not isinstance(key, str) or not 1 <= len(key) <= LONGEST_KEY or not key.isprintable():
        raise BadValue(tr("An entry has a key of 1 to {most} characters.", most=LONGEST_KEY), "key")
    if not isinstance(text, str):
        raise BadValue(tr("The score of an entry is a text."), "text")
    return DeskEntry(
        key=key,
        text=text,
        version=_number(version, "version") if version is not None else None,
        compare=data.get("compare") is True,
        clear=data.get("clear") is True,
        **{name: _number(data.get(name), name) for name in ("match", "round", "first", "second")},
    )


def _number(value: Any, name: str) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value < 2**31:
        raise BadValue(tr("“{name}” is a whole number.", name=name), name)
    return value


def _as_json(tournament: Tournament, answer: DeskAnswer) -> dict[str, Any]:
    data = asdict(answer)
    if data.pop("match") and answer.state not in (SAVED, "same"):
        data["url"] = reverse("desk-match", args=[tournament.slug, answer.match])
    return data


@post_for_roles(ENTER_RESULTS)
def enter(request: Request, tournament: Tournament) -> HttpResponse:
    """Enter one result without a script, for the match the page showed at that table."""
    line = _line(request.POST)
    table, _, text = line.partition(" ")
    named = _on_the_page(request, tournament, table)
    if named is None:
        return _refused(request, tournament, line, _no_place(tournament, table))
    entry = DeskEntry(
        token_hex(16),
        named.pk,
        named.round.number,
        named.first_id,
        named.second_id or 0,
        text,
        version=whole(request.POST.get("version")),
    )
    answer = take_entry(tournament=tournament, entry=entry, by=request.user)
    if answer.state == SAVED:
        text = rules_of(tournament).say(
            "{Table} {number}: {first} {result} {second}",
            number=table,
            first=named.first,
            result=answer.words,
            second=named.second,
        )
        messages.success(request, text)
        return redirect("control", slug=tournament.slug)
    return _refused(request, tournament, line, answer.message, answer if answer.state == CONFLICT else None)


def _no_place(tournament: Tournament, table: str) -> str:
    """Explain a wrong table in the script's words. An empty line gets an example."""
    say = rules_of(tournament).say
    if whole(table) is None:
        example = desk_of(tournament).example
        return say("Start with the number of the {table}, for example {example}.", example=example)
    return say("There is no {table} {number} in this round.", number=table[:12])


def _line(data: QueryDict) -> str:
    """Return the line, or the fields of a row joined to one."""
    fields = ("table", "first_vp", "second_vp", "result", "text")
    return " ".join((data.get("line") or " ".join(data.get(name, "") for name in fields)).split())


def _on_the_page(request: Request, tournament: Tournament, table: str) -> Match | None:
    """Return the match the page showed at the table (`places` lists table and match), never a later one.

    Without `places`, return the match that is there now.
    """
    shown = [pair.partition(":") for pair in _places(request, tournament).split(",")]
    numbers = [whole(match) for at, _, match in shown if at == table]
    rows = matches_in(tournament).filter(pk__in=[n for n in numbers if n is not None], second__isnull=False)
    in_order = {row.pk: row for row in rows}
    there = [in_order[n] for n in numbers if n in in_order]
    return next((m for m in there if not m.is_agreed), there[-1] if there else None)


def _places(request: Request, tournament: Tournament) -> str:
    sent = request.POST.get("places")
    return desk_of(tournament).shown if sent is None else sent


def _refused(
    request: Request, tournament: Tournament, line: str, why: str, conflict: DeskAnswer | None = None
) -> HttpResponse:
    """Show the page with the typed line, the reason, and both values if they conflict."""
    context = {"typed": line, "refusal": why, "conflict": conflict, "places": _places(request, tournament)}
    return show_control(request, tournament, 422, **context)
