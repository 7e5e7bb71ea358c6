"""Which section of the help the *?* of a page opens: by the name of its address, or by the beginning of its path."""

from django.http import HttpRequest
from django.urls import reverse

START = "first-event"
BY_NAME = {
    "standings": "terms#tie-break",
    "why": "tie-breaks",
    "why-round": "arbiters#why-a-pairing",
    "why-pairing": "arbiters#why-a-pairing",
    "round": "players",
    "crosstable": "terms#tie-break",
    "bracket": "stages",
    "stage": "stages",
    "stage-schedule": "stages",
    "me": "players",
    "event": "players",
    "register": "players",
    "notifications": "players",
    "notification-settings": "players",
    "leaderboard": "terms#rating",
    "player": "terms#rating",
    "new-tournament": "first-event",
    "import-event": "event-file",
    "import-trf": "arbiters#report-files",
    "api-docs": "api",
    "tokens": "api",
    "control": "organising",
    "print": "organising#print-and-files",
    "screens": "organising#displays",
    "self-registration": "organising#registration",
    "players": "desk#check-in",
    "add-players": "organising#registration",
    "upload-players": "organising#registration",
    "journal": "corrections",
    "settings": "organising#settings",
    "directors": "organising#helpers",
    "match-page": "corrections",
    "correct": "corrections",
    "knockout": "stages",
    "stages": "stages",
    "hall": "stages",
}
BY_PATH = (
    ("/control", "organising"),
    ("/clubs", "organising#clubs"),
    ("/account", "players"),
    ("/api", "api"),
)


def section_for(request: HttpRequest) -> str:
    """Return the guide, and the section in it if it has one: “desk#check-in”."""
    match = request.resolver_match
    name = match.url_name if match is not None else None
    if name in BY_NAME:
        return BY_NAME[name]
    return next((place for part, place in BY_PATH if part in request.path), START)


def address_for(request: HttpRequest) -> str:
    guide, _, anchor = section_for(request).partition("#")
    return reverse("help-guide", args=[guide]) + (f"#{anchor}" if anchor else "")
