"""The action that takes an action back, and what pages offer to take back."""

from dataclasses import dataclass
from typing import Any

from django.db.models import ProtectedError

from crosstable.accounts.models import User
from crosstable.accounts.prepared import PreparedRows
from crosstable.events.actions.frame.acting import acting
from crosstable.events.actions.frame.undo.inverses import Inverse, Undoing, inverse_of, why_not
from crosstable.events.actions.stages.choices import keep_in_step
from crosstable.events.actions.stages.stage_flow import follow_rounds
from crosstable.events.errors import BadValue, CannotBeUndone, NothingToUndo, NotTheLast
from crosstable.events.models import ActionImage, Correction, JournalEntry, Tournament
from crosstable.events.permissions import RULE, RUN, Capability
from crosstable.events.records.verbs.sentences import describe

LONGEST_REASON = 300
ERASED = "What it was before is no longer kept: it was done by an earlier version, or an account was deleted since."


@dataclass(frozen=True, slots=True)
class Offer:
    """The newest action not yet taken back. `why_not` is empty when it can be."""

    entry: JournalEntry
    sentence: str
    why_not: str


def offer(tournament: Tournament) -> Offer | None:
    """What would be undone next; None when nothing is left."""
    entry = newest(tournament)
    if entry is None:
        return None
    return Offer(entry, describe(entry), _why_not(entry, inverse_of(entry.verb)))


def newest(tournament: Tournament) -> JournalEntry | None:
    """Entries that undo, and those undone, are passed over."""
    entry = _newest_left.first(tournament.pk)
    if entry is not None:
        entry.tournament = tournament
    return entry


_newest_left = PreparedRows(
    lambda tournament_id: (
        JournalEntry.objects.filter(tournament=tournament_id, undoes=None, undone_by=None)
        .select_related("by")
        .order_by("-number")[:1]
    ),
    int,
)


def undo(*, tournament: Tournament, by: User, number: int | None = None, reason: str = "") -> JournalEntry:
    """Take the action of that number back, which must be the newest left unless it stands for itself; without a
    number the newest. Returns the entry taken back. Raises NothingToUndo, NotTheLast, CannotBeUndone."""
    return _undo(tournament, by, RUN, number, reason)


def undo_correction(*, correction: Correction, by: User, reason: str = "") -> JournalEntry:
    """The same for a correction, by whoever may correct. Raises CannotBeUndone."""
    return _undo(correction.match.round.tournament, by, RULE, correction.number, reason)


def _undo(
    tournament: Tournament, by: User, needs: Capability, number: int | None, reason: str
) -> JournalEntry:
    with acting(tournament, by, needs, "undo this") as act:
        if len(reason.strip()) > LONGEST_REASON:
            raise BadValue(f"The reason has at most {LONGEST_REASON} characters.", "reason")
        entry = _wanted(act.tournament, number)
        inverse = inverse_of(entry.verb)
        if reasons := _why_not(entry, inverse):
            raise CannotBeUndone(describe(entry), reasons)
        assert inverse is not None
        try:
            inverse.run(Undoing(act, entry, _image(entry)))
            # An image older than the stage of a Swiss holds neither its settings nor its status.
            keep_in_step(act.tournament)
            follow_rounds(act)
        except ProtectedError as error:
            raise CannotBeUndone(describe(entry), "Something made since depends on it.") from error
        act.record(
            "undone",
            entry.subject,
            before=entry.after,
            after=entry.before,
            reason=reason.strip(),
            round_number=entry.round_number,
            undoes=entry,
        )
    return entry


def _wanted(tournament: Tournament, number: int | None) -> JournalEntry:
    last = newest(tournament)
    if number is None:
        if last is None:
            raise NothingToUndo()
        return last
    entry = tournament.journal.select_related("by", "undoes", "undone_by__by").filter(number=number).first()
    if entry is None:
        raise BadValue(f"The journal has no entry {number}.", "number")
    inverse = inverse_of(entry.verb)
    if hasattr(entry, "undone_by"):
        raise CannotBeUndone(describe(entry), f"It was undone already{_by(entry.undone_by)}.")
    if last is not None and last.number != number and not (inverse and inverse.at_any_time):
        raise NotTheLast(number, describe(last), last.by.get_username() if last.by else "")
    return entry


def _by(entry: JournalEntry) -> str:
    who = f" by {entry.by.get_username()}" if entry.by else ""
    return f"{who} at {entry.at:%H:%M}"


def _why_not(entry: JournalEntry, inverse: Inverse | None) -> str:
    if inverse is None:
        return why_not(entry.verb)
    return ERASED if inverse.needs_image and not _image(entry) else ""


def _image(entry: JournalEntry) -> dict[str, Any]:
    image = ActionImage.objects.filter(entry=entry).first()
    return image.data if image else {}
