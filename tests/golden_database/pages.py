"""Every page of docs/roles.md that is read, as a visitor, a player and the owner, where the table lets them in."""

from __future__ import annotations

from collections.abc import Iterator
from importlib.metadata import version
from typing import Any

from django.db.models import Q
from django.test import Client
from django.urls import get_resolver, reverse

from crosstable.accounts.models import Club, Membership, User
from crosstable.events.bridge.stages import is_one_swiss
from crosstable.events.models import Entry, Match, RoundStatus, ScreenKind, Tournament
from crosstable.games import GAMES
from golden_database.reading import answer_text
from web.test_every_address import ROLES, TABLE, WORDS

NOT_WALKED = {
    "print-sheet": "set by typst in a process of its own; tests/events/test_printing.py reads the sheets",
    "form-token": "another one every time",
    "pack": "what lies on the disk; tests/web/test_paper_pages.py asks for it",
    "service-worker": "a script",
    "script-texts": "a script; tests/web/test_languages.py reads it",
    "health": "what the machine is like; tests/upkeep/test_doctor.py looks at it",
    "openid": "leads to a provider; tests/web/test_openid.py has one, for these four",
    "openid_return": "from a provider",
    "openid_connect": "from a provider",
    "openid_account": "where there is a provider",
    "export-web-pages": "a file; tests/events/test_web_pages.py opens it",
    "event-picture": "a picture; tests/web/test_finished_events.py asks for it",
    "deleted-file": "a file; tests/events/test_deleted_events.py downloads it",
    "api-docs": "made from the operations; tests/api/test_document.py reads it",
}
READ = [name for name, (method, _) in TABLE.items() if method == "get" and name not in NOT_WALKED]
# The number in these addresses is that of a stage or of a table; elsewhere it is a round.
OF_STAGE = {"stage", "stage-schedule", "pool-stage", "schedule-search", "withdraw-entry"}
OF_TABLE = {"table"}
ONE_FOR_EACH = {"screen-kind", "create-game", "new-event"}
# One of each kind, and what is of no event: what is left out of the worlds looks like one of these.
NO_EVENT = "no-event"
EVENTS = {
    "demo": (
        NO_EVENT,
        "harbour-city-grand-tournament",
        "harbour-chess-club-autumn-swiss",
        "harbour-doubles-cup",
    ),
    "told": (
        "corrected-grand-tournament",
        "autumn-open-of-the-club",
        "northern-open-gt",
        "northern-open-gt-2",
        "northern-open-gt-3",
        "team-boards",
        "autumn-open",
        "spring-open",
    ),
}
WHO = ("anonymous", "player", "owner")
LET_IN = {WORDS["yes"], WORDS["depends"]}
Known = dict[str, Any]


def page_texts(folder: str) -> Iterator[tuple[str, str]]:
    """The name of each page and its words: of the event of that slug, or of everything that is of no event."""
    tournament = Tournament.objects.get(slug=folder) if folder != NO_EVENT else None
    known = known_of(tournament) if tournament else known_of_everyone()
    clients = {role: client_of(who) for role, who in people_of(tournament).items()}
    for name in READ:
        roles = [role for role in visitors(name) if role in clients]
        for page, address in addresses(name, known, of_event=tournament is not None) if roles else ():
            found = [(role, answer_text(clients[role].get(address), page == "events")) for role in roles]
            yield f"{page}.txt", _together(found)


def visitors(name: str) -> list[str]:
    """Return the visitors of a page; screens, shared pages and files are the same for all."""
    if name.startswith(("screen", "shared-", "board")):
        return ["anonymous"]
    words = dict(zip(ROLES, TABLE[name][1], strict=True))
    let_in = [role for role in WHO if words[role] in LET_IN]
    let_in = let_in[:1] if name.startswith("export-") else let_in
    return let_in or ["anonymous"]


def _together(answers: list[tuple[str, str]]) -> str:
    """Who sees what; those who see the same stand together."""
    seen: dict[str, list[str]] = {}
    for role, text in answers:
        seen.setdefault(text, []).append(role)
    pages_text = "\n".join(f"===== {', '.join(roles)} =====\n{text}\n" for text, roles in seen.items())
    return pages_text.replace(f"Crosstable {version('crosstable')}", "Crosstable VERSION")


def people_of(tournament: Tournament | None) -> dict[str, User | None]:
    events = [tournament] if tournament else list(Tournament.objects.order_by("pk"))
    theirs = Q(player__entries__tournament__in=events) | Q(player__team_places__tournament__in=events)
    player = User.objects.filter(theirs).order_by("pk").first()
    found = {"anonymous": None, "player": player, "owner": events[0].owner}
    return {role: who for role, who in found.items() if who or role == "anonymous"}


def client_of(who: User | None) -> Client:
    client = Client(raise_request_exception=False)
    if who is not None:
        client.force_login(who)
    return client


def known_of(tournament: Tournament) -> Known:
    """Return the keys for the addresses of this event; what it does not have is missing."""
    player = people_of(tournament).get("player")
    rows = Match.objects.filter(round__tournament=tournament, second__isnull=False)
    rows = rows.exclude(round__status=RoundStatus.DRAFT).order_by("-round__number", "pk")
    mine = rows.filter(first__player__user=player) | rows.filter(second__player__user=player)
    match = (mine.first() if player else None) or rows.first()
    entry = tournament.entries.order_by("pk").first()
    screen = tournament.screens.first()
    found = {
        "slug": tournament.slug,
        "entry_id": match.second_id if match else entry and entry.pk,
        "match_id": match and match.pk,
        "round": match and match.round.number,
        "table": match and match.table,
        "stage": None if is_one_swiss(tournament) else 1,
        "token": tournament.share_token or None,
        "code": screen and screen.code,
        "upload_id": "00000000-0000-4000-8000-000000000000",
    }
    return {name: value for name, value in found.items() if value is not None}


def known_of_everyone() -> Known:
    club = Club.objects.order_by("pk").first()
    row = Membership.objects.filter(club=club).order_by("pk").first()
    entry = Entry.objects.filter(player__user__isnull=False).order_by("tournament", "pk").first()
    assert club and row and entry
    return {
        "club": club.slug,
        "member_id": row.pk,
        "player_id": entry.player_id,
        "token": "not-a-token",
        "uidb64": "MQ",
        "name": "terms",
        "preset": "rapid",
    }


def addresses(name: str, known: Known, *, of_event: bool) -> Iterator[tuple[str, str]]:
    """One, or none where the event has nothing for it; one for each kind of screen and for each game."""
    wanted = set(get_resolver().reverse_dict.getlist(name)[0][0][0][1])
    is_of_event = bool(wanted & {"slug", "code"}) or name.startswith("shared-")
    if is_of_event != of_event:
        return
    number = known.get("stage" if name in OF_STAGE else "table" if name in OF_TABLE else "round")
    have = {**known, **({"number": number} if number is not None else {})}
    key, each = ("game", [*GAMES]) if "game" in wanted else ("kind", ScreenKind.values)
    for one in each if name in ONE_FOR_EACH else ["csv"]:
        values = {known: value for known, value in {**have, key: one}.items() if known in wanted}
        if set(values) == wanted:
            yield f"{name}-{one}" if name in ONE_FOR_EACH else name, reverse(name, kwargs=values)
