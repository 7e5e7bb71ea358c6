"""Refusals about taking part."""

from collections.abc import Sequence

from crosstable.events.errors.common import NeedsConfirmation, Refused


class NameTaken(Refused):
    code = "name-taken"
    name: str
    field: str | None = "display_name"
    says = "Somebody is already registered as “{self.name}”. Choose another display name."


class AlreadyRegistered(Refused):
    code = "already-registered"
    name: str
    says = "You are registered for this event already, as “{self.name}”."


class AlreadyEntered(Refused):
    code = "already-entered"
    name: str
    says = "{self.name} is in this event already."


class NumbersStay(Refused):
    """Nobody can be given another starting number; `why` is a sentence."""

    code = "starting-numbers-stay"
    why: str
    says = "Starting numbers stay as they are. {self.why}"


class NumbersChanged(Refused):
    code = "starting-numbers-changed"
    says = "Ratings, titles or names changed since this list was made. Read the new list and renumber again."


class EventFull(Refused):
    code = "event-full"
    most: int
    entry_word: str
    says = "The event is full: it takes {self.most} {self.entry_word}s. Ask the organiser whether there is a place."


class NotEnoughRoom(NeedsConfirmation):
    """For organisers, who may exceed the limit."""

    code = "not-enough-room"
    most: int
    free: int
    wanted: int
    entry_word: str

    def sentence(self) -> str:
        places = "no place" if not self.free else "1 place" if self.free == 1 else f"{self.free} places"
        were = f"{self.wanted} {self.entry_word}s were" if self.wanted > 1 else f"1 {self.entry_word} was"
        return (
            f"The event takes {self.most} {self.entry_word}s and has {places} left; {were} to be entered. "
            "Nothing was saved: confirm to exceed the limit, or raise it in the settings."
        )

    def label(self) -> str:
        return f"Exceed the limit of {self.most} {self.entry_word}s"


class OtherName(NeedsConfirmation):
    """One person has one FIDE ID."""

    code = "other-name"
    # FIDE ID, the name known here, the name that was sent.
    people: Sequence[tuple[str, str, str]]
    field: str | None = "fide_id"

    def sentence(self) -> str:
        shown = "; ".join(
            f"FIDE ID {fide_id} belongs to {known} here" for fide_id, known, _ in self.people[:5]
        )
        more = f"; {len(self.people) - 5} more" if len(self.people) > 5 else ""
        same = (
            "confirm that it is the same person"
            if len(self.people) == 1
            else "confirm that each is one person"
        )
        return f"{shown}{more}. Nothing was saved: {same}, or correct the number."

    def label(self) -> str:
        pairs = [f"{name} is {known}" for _, known, name in self.people[:5]]
        return f"{', '.join(pairs)}{' and so on' if len(self.people) > 5 else ''}"


class ClaimLinkWrong(Refused):
    code = "claim-link-wrong"
    http_status = 410
    says = "This link does not work: the entry has an account already, or was removed. Ask at the desk."


class ClaimGone(Refused):
    code = "claim-gone"
    says = "This request is no longer there: it was decided already. Look at the list again."


class EntryClaimed(Refused):
    code = "entry-claimed"
    name: str
    has_played: bool = False

    def sentence(self) -> str:
        if self.has_played:
            return (
                f"{self.name} has rated games, and so may the account: the two cannot be joined. Claim an entry before "
                "its first round is closed."
            )
        return f"{self.name} has an account already. If that is a mistake, ask the organiser."


class NoPersonToClaim(Refused):
    code = "no-person-to-claim"
    name: str
    says = "{self.name} is a team: its organiser or a member names you in it as @username."


class ListTooLong(Refused):
    code = "list-too-long"
    http_status = 422
    length: int
    limit: int
    field: str | None = "list_text"
    says = (
        "The army list has {self.length:,} characters; {self.limit:,} are allowed. "
        "Paste the plain text export, without pictures or rules text."
    )


class ListsLocked(Refused):
    code = "lists-locked"
    says = "Lists are locked for this event. Ask an organiser if yours must change."


class CheckInOver(Refused):
    code = "check-in-over"
    says = "Check-in is over. Go to the desk: an organiser can still enter you from the next round on."


class AlreadyHere(Refused):
    code = "already-checked-in"
    name: str
    says = "{self.name} is checked in already."


class EntryHasPlayed(Refused):
    code = "entry-has-played"
    name: str
    says = "{self.name} has been paired, so the entry stays. Drop {self.name} instead: earlier games keep counting."


class EntryIsDropped(Refused):
    code = "entry-dropped"
    name: str
    says = "{self.name} has dropped from this event."
