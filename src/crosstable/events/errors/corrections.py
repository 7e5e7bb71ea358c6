"""Refusals about the past: correcting, reopening, taking back."""

from datetime import datetime

from crosstable.events.errors.common import AboutATable, Refused


class RoundNotClosed(AboutATable):
    """Results of a round being played are changed at the table, not corrected."""

    code = "round-not-closed"
    number: int
    says = (
        "Round {self.number} is not closed, so there is no past to correct. "
        "Open the {table} in the control room and enter the result there."
    )


class CorrectedAlready(Refused):
    code = "corrected-already"
    what: str
    by: str
    at: datetime
    reason: str
    says = (
        "{self.what} was corrected already by {self.by} at {self.at:%d %b %H:%M} (“{self.reason}”). "
        "Undo that correction first; then correct the result from what it was."
    )


class CorrectionOutdated(Refused):
    """Undoing would throw away what was entered since."""

    code = "correction-outdated"
    what: str
    result: str
    current: str
    says = (
        "{self.what} was corrected to {self.result}, but is {self.current} now, so the correction cannot be "
        "undone by itself. Enter the result that is right."
    )


class LaterRoundStands(Refused):
    """Pairings that follow from this round have been seen."""

    code = "later-round-stands"
    number: int
    later: int
    status: str
    says = (
        "Round {self.number} stays closed: round {self.later} is {self.status} and was paired from it. "
        "Correct the result instead: open the match on the page of round {self.number} and choose “Correct”."
    )


class CorrectionsStand(Refused):
    code = "corrections-stand"
    number: int
    tables: str
    says = (
        "Round {self.number} cannot be reopened while a correction of {self.tables} reaches only from now on, "
        "or only the ratings. Undo that correction first."
    )


class AlreadyReported(AboutATable):
    code = "already-reported"
    what: str
    count: int

    def sentence(self) -> str:
        many = f"{self.words.count(self.count)} {'has' if self.count == 1 else 'have'}"
        return (
            f"{self.what} goes on: {many} reported already. "
            "Clear those results first if it must really not have started."
        )


class NothingToUndo(Refused):
    code = "nothing-to-undo"
    says = "There is nothing left to undo in this event."


class NotTheLast(Refused):
    """Something else happened since the page was made; taking back goes in order."""

    code = "not-the-last"
    number: int
    last: str
    by: str

    def sentence(self) -> str:
        who = f" by {self.by}" if self.by else ""
        return (
            f"Number {self.number} is not the last action any more: “{self.last}”{who} came after it. "
            "Actions are undone from the newest backwards; nothing was changed."
        )


class IsAPlayersAction(Refused):
    """A player did it, so undoing it is asked for by name; the player is notified."""

    code = "is-a-players-action"
    number: int
    what: str
    who: str
    says = (
        "“{self.what}” was done by {self.who}, not by an organiser. Nothing was changed. To undo it all the same and "
        "notify the player, confirm it (API: send number {self.number} and playersAction true)."
    )


class CannotBeUndone(Refused):
    code = "cannot-be-undone"
    what: str
    why: str
    says = "“{self.what}” cannot be undone here. {self.why}"
