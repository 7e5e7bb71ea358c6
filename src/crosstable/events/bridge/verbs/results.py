"""Actions on results."""

from crosstable.events.bridge.verbs.model import Kind, Pairing, Tells, Undo, Verb, Whom, both
from crosstable.events.models import NewsKind

RESULTS: dict[str, Verb] = {
    "boards.entered": Verb(
        "{subject}: entered {vp}, by board",
        Kind.RESULTS,
        about=("match",),
        tells=both("An organiser entered your result"),
        pairing=Pairing.MOVED,
    ),
    "boards.reported": Verb(
        "{subject}: {report}, by board",
        Kind.RESULTS,
        about=("match",),
        tells=Tells(Whom.OPPONENT),
        pairing=Pairing.ONCE_AGREED,
        by_players=True,
    ),
    "series.entered": Verb(
        "{subject}: games {games}",
        Kind.RESULTS,
        about=("match",),
        tells=both("An organiser entered your result"),
    ),
    "walkover.given": Verb(
        "{subject}: walkover for {after[to]}",
        Kind.RESULTS,
        about=("match",),
        tells=both("An organiser decided your match"),
    ),
    "walkovers.given": Verb(
        "{subject} is not here: {after[matches]} matches given to the other side",
        Kind.RESULTS,
        about=("entry", "stage"),
    ),
    "result.reported": Verb(
        "{subject}: {report}",
        Kind.RESULTS,
        about=("match",),
        tells=Tells(Whom.OPPONENT),
        pairing=Pairing.ONCE_AGREED,
        by_players=True,
    ),
    "result.confirmed": Verb(
        "{subject}: confirmed {vp}",
        Kind.RESULTS,
        about=("match",),
        tells=both("Your opponent confirmed the result"),
        pairing=Pairing.MOVED,
        by_players=True,
    ),
    "result.disputed": Verb(
        "{subject}: disputed", Kind.RESULTS, about=("match",), tells=Tells(Whom.DISPUTE), by_players=True
    ),
    "result.entered": Verb(
        "{subject}: entered {vp}",
        Kind.RESULTS,
        about=("match",),
        tells=both("An organiser entered your result"),
        pairing=Pairing.MOVED,
    ),
    "result.ruled": Verb(
        "{subject}: ruled {vp}",
        Kind.RESULTS,
        about=("match",),
        tells=both("An organiser has ruled on your result"),
        pairing=Pairing.MOVED,
    ),
    "result.cleared": Verb(
        "{subject}: result taken back",
        Kind.RESULTS,
        about=("match",),
        tells=both("An organiser took your result back", NewsKind.CORRECTED),
        pairing=Pairing.MOVED,
    ),
    "result.changed": Verb(
        "{subject}: changed {vp_before} → {vp}",
        Kind.RESULTS,
        about=("match",),
        tells=both("An organiser changed your result", NewsKind.CORRECTED),
        pairing=Pairing.MOVED,
    ),
    "result.corrected": Verb(
        "{subject}: {correction}",
        Kind.RESULTS,
        about=("match",),
        tells=both("An organiser corrected your result", NewsKind.CORRECTED),
        pairing=Pairing.MOVED,
        undo=Undo.CORRECTION,
    ),
}
