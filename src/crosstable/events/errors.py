"""Why an action was refused: types with data, a stable code, and one sentence that says what to do.

Everything here is something the person can fix. Our own mistakes stay ordinary exceptions and are logged.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from crosstable.accounts.errors import BadValue as BadValue
from crosstable.accounts.errors import NotAllowed as NotAllowed
from crosstable.accounts.errors import Refused as Refused


def named(names: Sequence[str], limit: int = 6) -> str:
    """'Ann, Bo and 3 more': a list short enough for one sentence."""
    shown, rest = list(names[:limit]), len(names) - limit
    if rest > 0:
        return f"{', '.join(shown)} and {rest} more"
    return " and ".join([", ".join(shown[:-1]), shown[-1]] if len(shown) > 1 else shown)


@dataclass(eq=False)
class WrongStatus(Refused):
    code = "wrong-status"
    action: str
    now: str

    def sentence(self) -> str:
        return f"{self.action} is not possible now: the event is at “{self.now}”."


@dataclass(eq=False)
class FixedByPlay(Refused):
    """A choice the published rounds were made with."""

    code = "fixed-by-play"
    what: str
    field: str | None = None

    def sentence(self) -> str:
        return f"{self.what} can be changed only before the first round is published."


@dataclass(eq=False)
class NameTaken(Refused):
    code = "name-taken"
    name: str
    field: str | None = "display_name"

    def sentence(self) -> str:
        return f"Somebody is already registered as “{self.name}”. Choose another display name."


@dataclass(eq=False)
class AlreadyRegistered(Refused):
    code = "already-registered"
    name: str

    def sentence(self) -> str:
        return f"You are registered for this event already, as “{self.name}”."


@dataclass(eq=False)
class AlreadyEntered(Refused):
    code = "already-entered"
    name: str

    def sentence(self) -> str:
        return f"{self.name} is in this event already."


@dataclass(eq=False)
class EventFull(Refused):
    code = "event-full"
    most: int

    def sentence(self) -> str:
        return f"The event is full: it takes {self.most} players."


@dataclass(eq=False)
class ListTooLong(Refused):
    code = "list-too-long"
    http_status = 422
    length: int
    limit: int
    field: str | None = "list_text"

    def sentence(self) -> str:
        return (
            f"The army list has {self.length:,} characters; {self.limit:,} are allowed. "
            "Paste the plain text export, without pictures or rules text."
        )


@dataclass(eq=False)
class ListsLocked(Refused):
    code = "lists-locked"

    def sentence(self) -> str:
        return "Lists are locked for this event. Ask an organiser if yours must change."


@dataclass(eq=False)
class CheckInOver(Refused):
    code = "check-in-over"

    def sentence(self) -> str:
        return "Check-in is over. Go to the desk: an organiser can still enter you from the next round on."


@dataclass(eq=False)
class EntryHasPlayed(Refused):
    code = "entry-has-played"
    name: str

    def sentence(self) -> str:
        return f"{self.name} has been paired, so the entry stays. Drop the player instead: earlier games keep counting."


@dataclass(eq=False)
class EntryIsDropped(Refused):
    code = "entry-dropped"
    name: str

    def sentence(self) -> str:
        return f"{self.name} has dropped from this event."


@dataclass(eq=False)
class NotEnoughPlayers(Refused):
    code = "not-enough-players"
    active: int

    def sentence(self) -> str:
        return f"At least two checked-in players are needed; there {'is' if self.active == 1 else 'are'} {self.active}."


@dataclass(eq=False)
class NoPairing(Refused):
    """The rules leave no complete round for these."""

    code = "no-pairing"
    names: Sequence[str]

    def sentence(self) -> str:
        return (
            f"No complete round is possible by the rules: {named(self.names)} cannot all be paired. "
            "Give one of them a bye, lift a forbidden pair, or choose another pairing system."
        )


@dataclass(eq=False)
class RoundStillOpen(Refused):
    code = "round-still-open"
    number: int

    def sentence(self) -> str:
        return f"Round {self.number} is not closed yet."


@dataclass(eq=False)
class NoRoundLeft(Refused):
    code = "no-round-left"
    total: int

    def sentence(self) -> str:
        return f"All {self.total} rounds have been paired. Raise the number of rounds in the settings to play on."


@dataclass(eq=False)
class RoundsMissing(Refused):
    code = "rounds-missing"
    closed: int
    total: int

    def sentence(self) -> str:
        return (
            f"{self.closed} of {self.total} rounds are closed. Close the last one first, "
            "or lower the number of rounds in the settings."
        )


@dataclass(eq=False)
class NoSuchRound(Refused):
    code = "no-such-round"
    action: str
    needed: str

    def sentence(self) -> str:
        return f"{self.action} needs a round that is {self.needed}; there is none now."


@dataclass(eq=False)
class ResultsOpen(Refused):
    code = "results-open"
    tables: Sequence[int]
    word: str = "Table"

    def sentence(self) -> str:
        one = len(self.tables) == 1
        tables = named([str(t) for t in self.tables], limit=12)
        return f"{self.word if one else f'{self.word}s'} {tables} still {'has' if one else 'have'} no agreed result."


@dataclass(eq=False)
class DraftOutdated(Refused):
    """Somebody dropped or came in after the draft was made."""

    code = "draft-outdated"
    gone: Sequence[str]
    missing: Sequence[str]

    def sentence(self) -> str:
        parts = []
        if self.gone:
            parts.append(f"{named(self.gone)} no longer {'plays' if len(self.gone) == 1 else 'play'}")
        if self.missing:
            parts.append(f"{named(self.missing)} {'is' if len(self.missing) == 1 else 'are'} not paired")
        return f"The draft is out of date: {' and '.join(parts)}. Pair the round again."


@dataclass(eq=False)
class NotYourMatch(Refused):
    code = "not-your-match"
    http_status = 403

    def sentence(self) -> str:
        return "This is not your match. Only its two players and the organisers can report it."


@dataclass(eq=False)
class MatchNotStarted(Refused):
    code = "match-not-started"
    number: int

    def sentence(self) -> str:
        return f"Round {self.number} is not being played now, so no result can be taken for it."


@dataclass(eq=False)
class AlreadyAgreed(Refused):
    code = "already-agreed"
    table: int | None
    score: str
    word: str = "Table"

    def sentence(self) -> str:
        return (
            f"{self.word} {self.table} has an agreed result already: {self.score}. "
            "If it is wrong, ask an organiser to change it."
        )


@dataclass(eq=False)
class WouldOverwrite(Refused):
    """An organiser types a result over another one without having said so."""

    code = "would-overwrite"
    table: int | None
    score: str
    word: str = "Table"

    def sentence(self) -> str:
        return (
            f"{self.word} {self.table} already has {self.score}. "
            f"Open the {self.word.lower()} and choose “Change result” to replace it."
        )


@dataclass(eq=False)
class NothingToConfirm(Refused):
    code = "nothing-to-confirm"
    own_claim: bool

    def sentence(self) -> str:
        if self.own_claim:
            return "You reported this score yourself; your opponent has to confirm it."
        return "There is no score to confirm yet. Report it instead."


@dataclass(eq=False)
class Stale(Refused):
    """The form was made from an older state. Shows both values, who changed it and when."""

    code = "stale"
    what: str
    current: str
    by: str = ""
    at: datetime | None = None
    yours: str = ""

    def sentence(self) -> str:
        who = f" by {self.by}" if self.by else ""
        when = f" at {self.at:%H:%M}" if self.at else ""
        yours = f" You sent {self.yours}." if self.yours else ""
        now = f"{self.what} was changed meanwhile{who}{when}: it is now {self.current}."
        return f"{now}{yours} Nothing was saved; look again."
