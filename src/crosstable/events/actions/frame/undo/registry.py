"""How each kind of action is taken back, by the verb of its journal entry, or why it is not."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from crosstable.events.actions.frame.acting import Act
from crosstable.events.actions.frame.images import restore
from crosstable.events.models import JournalEntry

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


INVERSES: dict[str, Inverse] = {}
WHY_NOT: dict[str, str] = {}


def rows_come_back(undoing: Undoing) -> None:
    restore(undoing.act.tournament, undoing.image)


def undone_by_rows(*verbs: str) -> None:
    """These change rows of their tournament and nothing else, and keep them all."""
    INVERSES.update(dict.fromkeys(verbs, Inverse(rows_come_back)))


def inverse_of(
    *verbs: str, at_any_time: bool = False, needs_image: bool = True
) -> Callable[[Callable[[Undoing], None]], Callable[[Undoing], None]]:
    """Register a function that takes these back."""

    def register(run: Callable[[Undoing], None]) -> Callable[[Undoing], None]:
        INVERSES.update(dict.fromkeys(verbs, Inverse(run, at_any_time, needs_image)))
        return run

    return register


def cannot_be_undone(verb: str, why: str) -> None:
    """A sentence that says why not, and what to do instead."""
    WHY_NOT[verb] = why


def why_not(verb: str) -> str:
    return WHY_NOT.get(verb, UNKNOWN)
