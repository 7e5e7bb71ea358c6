"""Which section of the help the *?* of a page opens: by the name of its address, or by the beginning of its path."""

import re

from django.http import HttpRequest
from django.urls import reverse

START = "first-event"
# Pages that differ from those below the same address.
BY_NAME = {
    "why": "tie-breaks",
    "why-round": "arbiters#why-a-pairing",
    "why-pairing": "arbiters#why-a-pairing",
    "adjust": "arbiters#penalties-and-bonuses",
    "correct": "corrections",
    "correct-game": "corrections",
    "match-page": "corrections",
    "late-arrival": "stages#late-arrivals-and-no-shows",
    "ties": "stages#ties-that-decide-a-place",
    "hall": "stages#during-the-evening",
    "team-rules": "stages#teams",
    "line-up": "stages#teams",
    "by-hand": "arbiters#manual-pairings",
    "forbidden-pairs": "terms#rematch",
    "bye-requests": "terms#bye",
    "import-event": "event-file",
    "import-trf": "arbiters#report-files",
}
# The first that the path starts with; an event is “/t” here, without its name.
BY_PATH = (
    ("/t/control/stages", "stages"),
    ("/t/control/knockout", "stages"),
    ("/t/control/players/upload", "organising#registration"),
    ("/t/control/players/add", "organising#registration"),
    ("/t/control/players/claims", "organising#registration"),
    ("/t/control/players", "desk#check-in"),
    ("/t/control/door", "organising#registration"),
    ("/t/control/calls", "desk#calls-and-announcements"),
    ("/t/control/rehearsal", "organising#checklist-and-rehearsal"),
    ("/t/control/finish-now", "organising#finish-and-share"),
    ("/t/control/share", "organising#finish-and-share"),
    ("/t/control/copy", "organising#the-next-event"),
    ("/t/control/preset", "organising#the-next-event"),
    ("/t/control/directors", "organising#helpers"),
    ("/t/control/screens", "organising#displays"),
    ("/t/control/print", "organising#print-and-files"),
    ("/t/control/settings", "organising#settings"),
    ("/t/control/journal", "corrections#taking-a-step-back"),
    ("/t/control", "organising"),
    ("/t/standings", "terms#tie-break"),
    ("/t/crosstable", "terms#tie-break"),
    ("/t/bracket", "stages#bracket-page"),
    ("/t/stages", "stages"),
    ("/t", "players"),
    ("/s", "players"),
    ("/m", "players#reporting"),
    ("/door", "players#registering"),
    ("/claim", "players#registering"),
    ("/notifications", "players#notifications"),
    ("/account/tokens", "api#a-token"),
    ("/account", "players#your-data"),
    ("/login", "players#registering"),
    ("/signup", "players#registering"),
    ("/password", "players#registering"),
    ("/players", "terms#rating"),
    ("/leaderboard", "terms#rating"),
    ("/clubs", "organising#clubs"),
    ("/directors", "organising#helpers"),
    ("/administration", "operations"),
    ("/setup", "operations#install-and-run"),
    ("/api", "api"),
)


def section_for(request: HttpRequest) -> str:
    """Return the guide, and the section in it if it has one: “desk#check-in”."""
    match = request.resolver_match
    name = match.url_name if match is not None else None
    if name in BY_NAME:
        return BY_NAME[name]
    path = re.sub(r"^/t/[^/]+", "/t", request.path)
    return next((place for part, place in BY_PATH if is_below(path, part)), START)


def is_below(path: str, part: str) -> bool:
    return path == part or path.startswith(f"{part}/")


def address_for(request: HttpRequest) -> str:
    guide, _, anchor = section_for(request).partition("#")
    return reverse("help-guide", args=[guide]) + (f"#{anchor}" if anchor else "")
