"""The poster for the entrance: the address where players register, as a QR code and in letters."""

from typing import Any

from crosstable.events.bridge.rules import rules_of
from crosstable.events.errors import NothingToPrint
from crosstable.events.models import Round, Tournament
from crosstable.events.queries.people.registration import registration_path
from crosstable.languages import date_words
from crosstable.text import tr

Content = dict[str, Any]


def registration_poster(tournament: Tournament, round_: Round | None, address: str) -> Content:
    path = registration_path(tournament)
    if not path:
        raise NothingToPrint(
            what=tr("Registration poster"), when=tr("It is ready once registration is open.")
        )
    is_open = bool(tournament.door_token) or tournament.takes_registrations
    says = tr("Scan to register your team") if tournament.has_teams else tr("Scan to register")
    return {
        "template": "poster",
        "game": str(rules_of(tournament).game.name),
        "when": f"{date_words(tournament.date, 'j F Y')}"
        + (f" · {tournament.location}" if tournament.location else ""),
        "says": str(says if is_open else tr("Scan to follow the event")),
        "note": str(tr("You need no account.")) if tournament.door_token else "",
        "typed": f"{address}{path}".partition("://")[2],
        "slips": [{"address": f"{address}{path}"}],
    }
