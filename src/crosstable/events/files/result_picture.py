"""The result of a finished event as a picture (PNG, 1200 × 630), for messages and links to the event.

Typesetting takes a core for half a second: one picture at a time for all workers, and once per revision and language.
"""

import json

from crosstable.database.revision_cache import RevisionCache
from crosstable.events.files.printing.printer import typeset
from crosstable.events.models import Tournament
from crosstable.events.queries.past.finished import FinishedEvent, finished_event, size_words, winners_label
from crosstable.languages import date_words
from crosstable.slots import Slots
from crosstable.text import active, names_text, tr

PICTURES = Slots("pictures", tr("another picture"), at_once=1, waiting=2, patience=5.0)
_pictures: RevisionCache[bytes] = RevisionCache(most=8)


def result_picture(tournament: Tournament) -> bytes:
    """Return the picture of a finished event. Raises CannotPrint (see the log), Busy."""
    key = tournament.pk, tournament.revision, active().code
    return _pictures.get(key, lambda: _picture(tournament))


def _picture(tournament: Tournament) -> bytes:
    with PICTURES.taken():
        return typeset(json.dumps(content(tournament, finished_event(tournament))).encode())


def content(tournament: Tournament, finished: FinishedEvent) -> dict[str, object]:
    """Return the values of the template."""
    facts = [date_words(tournament.date, "j F Y"), tournament.location]
    winner = next((place.winners[0] for place in finished.places if place.winners), None)
    faction = winner.entry.faction if winner and len(finished.winners) == 1 else ""
    return {
        "template": "result",
        "format": "png",
        "facts": " · ".join(fact for fact in facts if fact),
        "event": tournament.name,
        "label": str(winners_label(finished)),
        "winner": str(names_text((str(entry) for entry in finished.winners), most=4)),
        "about": " · ".join(part for part in (faction, str(size_words(tournament, finished))) if part),
        "others": [
            str(
                tr(
                    "Place {rank}: {names}",
                    rank=place.rank,
                    names=names_text(map(str, place.entries), most=4),
                )
            )
            for place in finished.places
            if place.rank > 1
        ],
    }
