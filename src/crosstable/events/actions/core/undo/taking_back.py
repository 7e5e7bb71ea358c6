"""The action that takes an action back, and what pages offer to take back."""

from dataclasses import dataclass
from typing import Any

from django.db import IntegrityError
from django.db.models import ProtectedError

from crosstable.accounts.models import User
from crosstable.events.actions.core.action import acting
from crosstable.events.actions.core.undo.inverses import Inverse, Undoing, inverse_of, why_not
from crosstable.events.actions.core.undo.order import (
    is_by_a_player,
    is_independent,
    newest,
    next_to_undo,
)
from crosstable.events.errors import BadValue
from crosstable.events.models import ActionImage, Correction, JournalEntry, Tournament
from crosstable.events.permissions import RULE, RUN, Capability
from crosstable.events.play_errors import CannotBeUndone, IsAPlayersAction, NothingToUndo, NotTheLast
from crosstable.events.records.verbs.sentences import describe

LONGEST_REASON = 300
ERASED = (
    "What it was before is no longer kept: the event came here as a file since, or an account was deleted."
)


@dataclass(frozen=True, slots=True)
class Offer:
    """An action that may be undone next. `why_not` is empty when it can be; `player` names the player who did it and is
    empty where an organiser did."""

    entry: JournalEntry
    sentence: str
    why_not: str
    player: str = ""


def offer(tournament: Tournament) -> Offer | None:
    """What Undo takes back next: the newest action of an organiser, or of a player where that one stands in the way.
    None when nothing is left."""
    entry = next_to_undo(tournament)
    return _offer_of(entry) if entry is not None else None


def players_offer(tournament: Tournament) -> Offer | None:
    """The newest action, where a player did it; only a request that says so undoes it."""
    entry = newest(tournament)
    return _offer_of(entry) if entry is not None and is_by_a_player(entry) else None


def _offer_of(entry: JournalEntry) -> Offer:
    player = player_who_did(entry) if is_by_a_player(entry) else ""
    return Offer(entry, describe(entry), _why_not(entry, inverse_of(entry.verb)), player)


def player_who_did(entry: JournalEntry) -> str:
    return entry.who or "a player"


def undo(
    *,
    tournament: Tournament,
    by: User,
    number: int | None = None,
    reason: str = "",
    players_action: bool = False,
) -> JournalEntry:
    """Undo the action of that number, which must be the newest left unless it is independent; without a number the
    one `offer` shows. A player's action is undone only with `players_action`, and the player is notified. Returns the
    entry undone. Raises NothingToUndo, NotTheLast, CannotBeUndone, IsAPlayersAction."""
    return _undo(tournament, by, RUN, number, reason, players_action)


def undo_correction(*, correction: Correction, by: User, reason: str = "") -> JournalEntry:
    """The same for a correction, by whoever may correct. Raises CannotBeUndone."""
    return _undo(correction.match.round.tournament, by, RULE, correction.number, reason, True)


def _undo(
    tournament: Tournament,
    by: User,
    needs: Capability,
    number: int | None,
    reason: str,
    players_action: bool,
) -> JournalEntry:
    with acting(tournament, by, needs, "undo this") as act:
        if len(reason.strip()) > LONGEST_REASON:
            raise BadValue(f"The reason has at most {LONGEST_REASON} characters.", "reason")
        entry = _wanted(act.tournament, number)
        inverse = inverse_of(entry.verb)
        if reasons := _why_not(entry, inverse):
            raise CannotBeUndone(what=describe(entry), why=reasons)
        if not players_action and entry.by_id != by.pk and is_by_a_player(entry):
            raise IsAPlayersAction(number=entry.number, what=describe(entry), who=player_who_did(entry))
        assert inverse is not None
        try:
            inverse.run(Undoing(act, entry, _image(entry)))
        except (ProtectedError, IntegrityError) as error:
            raise CannotBeUndone(what=describe(entry), why="Something made since depends on it.") from error
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
    if number is None:
        wanted = next_to_undo(tournament)
        if wanted is None:
            raise NothingToUndo()
        return wanted
    last = newest(tournament)
    entry = tournament.journal.select_related("by", "undoes", "undone_by__by").filter(number=number).first()
    if entry is None:
        raise BadValue(f"The journal has no entry {number}.", "number")
    inverse = inverse_of(entry.verb)
    if hasattr(entry, "undone_by"):
        raise CannotBeUndone(what=describe(entry), why=f"It was undone already{_by(entry.undone_by)}.")
    entry.tournament = tournament
    in_order = last is None or last.number == number or (inverse is not None and inverse.at_any_time)
    if last is not None and not in_order and not is_independent(entry):
        raise NotTheLast(
            number=number, last=describe(last), by=last.by.get_username() if last.by else "automatic"
        )
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
