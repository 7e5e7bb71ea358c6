"""Every page of an event, once for each game, format and kind of entry, and for a game that is nothing but data.

One small event a cell, from registration to its end. A page that breaks raises; those everybody needs answer 200.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date
from itertools import product

import pytest
from django.test import Client
from django.urls import get_resolver, reverse

from building import user
from crosstable.engine.model import Outcome
from crosstable.engine.results import Points
from crosstable.events.actions.event.details import Details
from crosstable.events.actions.event.next_step import take_next_step
from crosstable.events.actions.event.tournaments import create_tournament
from crosstable.events.actions.people import entries, teams
from crosstable.events.actions.results import results
from crosstable.events.actions.stages.stages import set_stages
from crosstable.events.models import Match, StageKind, Status, Tournament
from crosstable.events.queries.desk.control import control_room
from crosstable.events.records.entries import EntryDetails
from crosstable.events.records.settings.stage_formats import StagePlan
from crosstable.events.records.stages import shape_of_match
from crosstable.games import GAMES, Game, Words
from web.test_every_address import ROLES, TABLE

pytestmark = pytest.mark.django_db

CURLING = Game(
    code="curling",
    name="Curling",
    short_name="Curling",
    sentence="More stones near the middle win.",
    shape=Points("stones", most=64, draws=False),
    words=Words(
        table="Sheet", first="Red", second="Yellow", organiser="Umpire", points="Stones", score="stones"
    ),
    tie_breaks={"swiss": ("PTS", "BH", "DIFF"), "pools": ("PTS", "DE", "DIFF")},
    columns=("PLAYED", "W", "L", "PTS"),
)
EVERY_GAME = {**GAMES, CURLING.code: CURLING}
KNOCKOUT = StagePlan(StageKind.KNOCKOUT, "Knockout")
FORMATS = {
    "swiss": [StagePlan(StageKind.SWISS, "Swiss")],
    "round-robin": [StagePlan(StageKind.POOLS, "Pools", {"boards": 2})],
    "pools-knockout": [
        StagePlan(StageKind.POOLS, "Pools", {"groups": 2, "per_pool": 1, "boards": 2}),
        KNOCKOUT,
    ],
    "knockout": [KNOCKOUT],
}
# Pages with nothing but the event in their address.
PAGES = [
    name
    for name, (method, _) in TABLE.items()
    if method == "get"
    and name != "pack"  # what lies on the disk, if anything does
    and set(get_resolver().reverse_dict.getlist(name)[0][0][0][1]) == {"slug"}
]
WHO = {"anonymous": None, "player": "ann", "owner": "olga"}
NEEDED = {"event": None, "standings": None, "control": "olga", "settings": "olga", "me": "ann"}
NAMES = ("Ann", "Bo", "Cy", "Di")
# No game says a word of another: what would be read on a page if one did.
FOREIGN = {"colors": "White", "factions": "Faction", "lists": "army list"}


def event(game: str, format: str, kind: str) -> Tournament:
    """In registration, with four entries; the first is Ann's, who has an account."""
    olga = user("olga")
    team = {"team_size": 2, "team_boards": 1} if kind == "teams" else {}
    chosen = {"choices": {"name": "Boules"}} if game == "other" else {}
    details = Details("Crossing", date(2026, 11, 21), total_rounds=2, **team, **chosen)
    tournament = create_tournament(details=details, by=olga, profile=game)
    set_stages(tournament=tournament, plans=FORMATS[format], by=olga)
    take_next_step(tournament=tournament, seen=step_of(tournament), by=olga)
    tournament.refresh_from_db()
    for name in NAMES:
        said = EntryDetails(name, faction="Orks" if "faction" in asked(game) else "")
        if kind == "teams":
            register = teams.register_team if name == "Ann" else None
            if register is not None:
                register(tournament=tournament, details=said, partners=["Partner of Ann"], by=user("ann"))
            else:
                members = [name, f"Partner of {name}"]
                teams.add_team(tournament=tournament, details=said, members=members, by=olga)
        elif name == "Ann":
            entries.register(tournament=tournament, details=said, by=user("ann"))
        else:
            entries.add_entry(tournament=tournament, details=said, by=olga)
    return tournament


def asked(game: str) -> set[str]:
    return {ask.name for ask in EVERY_GAME[game].asks}


def step_of(tournament: Tournament) -> str:
    tournament.refresh_from_db()
    return str(control_room(tournament, journal_length=0).step.value)


def open_matches(tournament: Tournament) -> list[Match]:
    rows = Match.objects.filter(round__tournament=tournament, round__status="started", second__isnull=False)
    rows = rows.exclude(state="agreed").select_related("round__tournament", "round__stage", "first", "second")
    return list(rows.order_by("round__number", "pk"))


def go_on(tournament: Tournament) -> bool:
    """One step, or every open match as a win of the first side; False at the end."""
    olga = user("olga")
    tournament.refresh_from_db()
    if tournament.status == Status.COMPLETE:
        return False
    if matches := open_matches(tournament):
        for match in matches:
            said = shape_of_match(match).example(Outcome.WIN)
            results.enter_result(match=match, said=said, by=olga)
    else:
        take_next_step(tournament=tournament, seen=step_of(tournament), by=olga, check_in=True)
    return True


def addresses(tournament: Tournament) -> Iterator[tuple[str, str]]:
    for name in PAGES:
        yield name, reverse(name, args=[tournament.slug])
    for number in tournament.rounds.exclude(status="draft").values_list("number", flat=True)[:1]:
        yield "round", reverse("round", args=[tournament.slug, number])
    match = Match.objects.filter(round__tournament=tournament, second__isnull=False).first()
    if match is not None:
        yield "match-page", reverse("match-page", args=[tournament.slug, match.pk])
        yield "entry", reverse("entry", args=[tournament.slug, match.first_id])


def visitor_of(address_name: str) -> str | None:
    """Whoever of nobody, a player and the organiser may open it, the least of them first."""
    words = dict(zip(ROLES, TABLE[address_name][1], strict=True))
    return next((who for role, who in WHO.items() if words[role] == 200), "olga")


def look_at_everything(tournament: Tournament) -> None:
    """Every page once: nothing breaks, and nobody reads a word of another game."""
    uses = {use.value for use in EVERY_GAME[tournament.profile].uses}
    foreign = [word for use, word in FOREIGN.items() if use not in uses]
    clients = {who: client_of(who) for who in WHO.values()}
    for name, address in addresses(tournament):
        answer = clients[visitor_of(name)].get(address)
        assert answer.status_code in (200, 302, 403, 404, 409), (name, answer.status_code)
        if answer.status_code == 200 and answer["Content-Type"].startswith("text/html"):
            read = answer.content.decode()
            assert [word for word in foreign if word in read] == [], name


def look_at_the_most_needed(tournament: Tournament) -> None:
    for page, who in NEEDED.items():
        answer = client_of(who).get(reverse(page, args=[tournament.slug]))
        assert answer.status_code == 200, (page, tournament.status)


def client_of(who: str | None) -> Client:
    client = Client()
    if who is not None:
        client.force_login(user(who))
    return client


@pytest.mark.parametrize(("game", "format", "kind"), [*product(EVERY_GAME, FORMATS, ("players", "teams"))])
def test_every_page_of_an_event_opens(game, format, kind, monkeypatch):
    monkeypatch.setitem(GAMES, CURLING.code, CURLING)
    tournament = event(game, format, kind)
    look_at_the_most_needed(tournament)
    while not open_matches(tournament):
        assert go_on(tournament)
    look_at_everything(tournament)
    for _ in range(40):
        if not go_on(tournament):
            break
    assert tournament.status == Status.COMPLETE
    look_at_the_most_needed(tournament)
