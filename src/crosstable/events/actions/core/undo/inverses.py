"""How actions are taken back. Which way a verb goes is declared with it (`records/verbs/`)."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from crosstable.events.actions.core.action import Act
from crosstable.events.actions.core.row_images import restore
from crosstable.events.actions.ratings.rerating import rerate_round
from crosstable.events.actions.results.corrections import take_back
from crosstable.events.models import Correction, JournalEntry, Round
from crosstable.events.records.verbs import VERBS, Undo

UNKNOWN = "Do the opposite by hand; the journal shows what it was before."


@dataclass(frozen=True, slots=True)
class Undoing:
    """One action being taken back. `image` holds the rows it changed, as they were."""

    act: Act
    entry: JournalEntry
    image: dict[str, Any]


@dataclass(frozen=True, slots=True)
class Inverse:
    run: Callable[[Undoing], None]
    # Stands for itself: may be taken back although other things happened since.
    at_any_time: bool = False
    # Needs the rows kept with the entry.
    needs_image: bool = True


def inverse_of(code: str) -> Inverse | None:
    """None for what is never taken back, and for a verb that came in a file and is not known here."""
    verb = VERBS.get(code)
    return INVERSES.get(verb.undo) if verb else None


def why_not(code: str) -> str:
    verb = VERBS.get(code)
    return verb.why_not if verb else UNKNOWN


def rows_come_back(undoing: Undoing) -> None:
    restore(undoing.act.tournament, undoing.image)


def rounds_and_their_ratings(undoing: Undoing) -> None:
    """The ledger follows the rounds: nothing of one while it is open, all its games once it is closed again."""
    keys = [values["id"] for label, values in undoing.image.get("kept", []) if label == "events.round"]
    closed_at = dict(Round.objects.filter(pk__in=keys).values_list("pk", "closed_at"))
    rows_come_back(undoing)
    for round_ in Round.objects.filter(pk__in=keys).select_related("tournament__club").order_by("number"):
        round_.closed_at = round_.closed_at or closed_at.get(round_.pk)
        if round_.closed_at is not None:
            rerate_round(round_)


def correction(undoing: Undoing) -> None:
    tournament, number = undoing.act.tournament, undoing.entry.number
    rows = Correction.objects.select_related("match__round__tournament__club")
    take_back(undoing.act, rows.get(match__round__tournament=tournament, number=number))


INVERSES: Mapping[Undo, Inverse] = {
    Undo.ROWS: Inverse(rows_come_back),
    Undo.ROUNDS_AND_RATINGS: Inverse(rounds_and_their_ratings),
    Undo.CORRECTION: Inverse(correction, at_any_time=True, needs_image=False),
}
