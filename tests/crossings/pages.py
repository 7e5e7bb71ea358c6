"""Every page of an event, opened once in each cell of the crossings by the least of those who may open it."""

from __future__ import annotations

from collections.abc import Iterator

from django.test import Client
from django.urls import get_resolver, reverse

from building import user
from crossings.foreign_words import words_of_others
from crosstable.events.models import Match, Tournament
from web.test_every_address import ROLES, TABLE

# Pages with nothing but the event in their address.
PAGES = [
    name
    for name, (method, _) in TABLE.items()
    if method == "get"
    and name != "pack"  # what lies on the disk, if anything does
    and set(get_resolver().reverse_dict.getlist(name)[0][0][0][1]) == {"slug"}
]
WHO = {"anonymous": "", "player": "ann0", "owner": "olga"}
BEFORE = {"event": "", "control": "olga"}
AFTER = {"standings": "", "me": "ann0"}
# Pages of a stage, by its number.
OF_STAGES = ("stage", "stage-schedule", "pool-stage", "replan")


def addresses(tournament: Tournament) -> Iterator[tuple[str, str]]:
    for name in PAGES:
        yield name, reverse(name, args=[tournament.slug])
    for number in tournament.rounds.exclude(status="draft").values_list("number", flat=True)[:1]:
        yield "round", reverse("round", args=[tournament.slug, number])
    for number in tournament.stages.values_list("number", flat=True):
        for name in OF_STAGES:
            yield name, reverse(name, args=[tournament.slug, number])
    match = Match.objects.filter(round__tournament=tournament, second__isnull=False).first()
    if match is not None:
        yield "match-page", reverse("match-page", args=[tournament.slug, match.pk])
        yield "entry", reverse("entry", args=[tournament.slug, match.first_id])


class Visitors(dict[str, Client]):
    """Name → the browser of that account, logged in once; without a name, a browser that is not logged in."""

    def __missing__(self, who: str) -> Client:
        self[who] = Client()
        if who:
            self[who].force_login(user(who))
        return self[who]


def visitor_of(address_name: str) -> str:
    """Return who may open the page: a visitor, else a player, else the organiser."""
    words = dict(zip(ROLES, TABLE[address_name][1], strict=True))
    return next((who for role, who in WHO.items() if words[role] == 200), "olga")


def look_at_everything(tournament: Tournament, visitors: Visitors) -> None:
    """Open every page once: none breaks, and none has a word of another game."""
    foreign, read = words_of_others(tournament), {}
    for name, address in addresses(tournament):
        answer = visitors[visitor_of(name)].get(address)
        assert answer.status_code in (200, 302, 403, 404, 409), (name, answer.status_code)
        if answer.status_code == 200 and answer["Content-Type"].startswith("text/html"):
            read[name] = foreign.said_on(answer.content.decode())
    assert not any(read.values()), {name: words for name, words in read.items() if words}


def look_at(pages: dict[str, str], tournament: Tournament, visitors: Visitors) -> None:
    for page, who in pages.items():
        answer = visitors[who].get(reverse(page, args=[tournament.slug]))
        assert answer.status_code == 200, (page, tournament.status)
