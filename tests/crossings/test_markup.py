"""Markup typed into every free text of an event, in every game: no page shows it as markup."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import date
from itertools import cycle
from pathlib import Path

import pytest
from django.test import Client

from building import user
from crossings.pages import Visitors
from crossings.small_event import FORMATS, next_step, step_of
from crosstable.events.actions.event.details import Details
from crosstable.events.actions.event.flow import take_next_step
from crosstable.events.actions.event.tournaments import create_tournament
from crosstable.events.actions.people import entries
from crosstable.events.actions.stages.stages import set_stages
from crosstable.events.bridge.entries import EntryDetails
from crosstable.events.bridge.settings.stage_settings import StagePlan
from crosstable.events.models import Tournament
from crosstable.games import GAMES

MARKUP = "<i>mark</i>"
SOURCE = Path(__file__).parents[2] / "src" / "crosstable"
LINK = re.compile(r'(?:href|data-src|data-refresh)="(/t/[^"#]*)')
NOT_PAGES = re.compile(r"\.(pdf|zip|csv|xlsx|trf|json|svg|png)|/stream|/logout|/export")
MOST_PAGES = 80
KNOWN = set(GAMES)
IN_TURN = list(zip(sorted(KNOWN), cycle(["swiss", "pools-knockout"]), strict=False))


def choices_of(game: str) -> dict[str, object]:
    """Markup in every choice of the game that is a free text."""
    texts = {"name", "table", "score"} & {setting.name for setting in GAMES[game].settings}
    named: dict[str, object] = dict.fromkeys(texts, MARKUP)
    if "faction" in {ask.name for ask in GAMES[game].asks}:
        named["faction_names"] = [MARKUP]
    return named


def marked_event(game: str, format: str) -> Tournament:
    olga = user("olga")
    details = Details(
        MARKUP,
        date(2026, 11, 21),
        total_rounds=2,
        location=MARKUP,
        description=MARKUP,
        format_text=MARKUP,
        time_control=MARKUP,
        chief_arbiter=MARKUP,
        choices=choices_of(game),
    )
    tournament = create_tournament(details=details, by=olga, game=game)
    plans = [StagePlan(plan.kind, f"{plan.name} {MARKUP}", plan.settings) for plan in FORMATS[format]]
    set_stages(tournament=tournament, plans=plans, by=olga)
    take_next_step(tournament=tournament, seen_step=step_of(tournament), by=olga)
    tournament.refresh_from_db()
    for name in ("ann", "bo", "cy", "di"):
        entry_details = EntryDetails(f"{name} {MARKUP}", faction=MARKUP, list_text=MARKUP, team_name=MARKUP)
        enter = entries.register if name == "ann" else entries.add_entry
        enter(tournament=tournament, details=entry_details, by=user("ann") if name == "ann" else olga)
    return tournament


def crawled(client: Client, start: list[str]) -> Iterator[tuple[str, str]]:
    """Every page that can be reached by links from these, each once."""
    waiting, seen = list(start), set(start)
    while waiting and len(seen) <= MOST_PAGES:
        address = waiting.pop(0)
        answer = client.get(address, follow=True)
        if not answer.get("Content-Type", "").startswith("text/html"):
            continue
        page = answer.content.decode()
        yield address, page
        found = dict.fromkeys(link.replace("&amp;", "&") for link in LINK.findall(page))
        new = [link for link in found if link not in seen and not NOT_PAGES.search(link)]
        seen.update(new)
        waiting += new


def shown_raw(tournament: Tournament) -> list[str]:
    visitors, public = Visitors(), [f"/t/{tournament.slug}"]
    read = {
        who: dict(crawled(visitors[who], pages))
        for who, pages in {
            "": public,
            "ann": [*public, f"{public[0]}/me"],
            "olga": [f"{public[0]}/control"],
        }.items()
    }
    assert all(len(pages) > 3 for pages in read.values())
    return [address for pages in read.values() for address, page in pages.items() if MARKUP in page]


@pytest.mark.django_db
@pytest.mark.parametrize(("game", "format"), IN_TURN)
def test_what_an_organiser_and_a_player_type_is_shown_as_text_on_every_page(game, format):
    tournament = marked_event(game, format)
    while not tournament.rounds.filter(status="started").exists():
        assert next_step(tournament)
    assert shown_raw(tournament) == []


def test_no_template_marks_a_text_as_safe():
    found = [
        f"{path.name}:{number}"
        for path in SOURCE.rglob("*.html")
        for number, line in enumerate(path.read_text().splitlines(), 1)
        if re.search(r"\|\s*safe\b|autoescape off|safeseq", line)
    ]
    assert found == []
