"""Refusals about knockouts: the draw, the seats, the bracket and its results."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from crosstable.events.errors.common import Refused, named


@dataclass(eq=False)
class NoKnockout(Refused):
    code = "no-knockout"

    def sentence(self) -> str:
        return "This event has no knockout. Choose a format with one in the settings, while nothing is drawn."


@dataclass(eq=False)
class TooFewToDraw(Refused):
    code = "too-few-to-draw"
    entrants: int

    def sentence(self) -> str:
        players = "player" if self.entrants == 1 else "players"
        return (
            f"A knockout needs at least two; there {_are(self.entrants)} {self.entrants} {players} to draw."
        )


@dataclass(eq=False)
class TooFewToGoOn(Refused):
    """The rule of who goes on wants more than there are. `where` is a pool, or the stage."""

    code = "too-few-to-go-on"
    wanted: int
    there: int
    where: str
    field: str | None = "per_pool"

    def sentence(self) -> str:
        return (
            f"{self.wanted} cannot go on from {self.where}, which has {self.there}. "
            "Lower the number who go on in the settings of the stage."
        )


@dataclass(eq=False)
class NotDrawnYet(Refused):
    """The stage before has no pools yet, so nobody knows what the places are."""

    code = "not-drawn-yet"
    stage: str

    def sentence(self) -> str:
        return f"Draw {self.stage} first: the places of the knockout come from it."


@dataclass(eq=False)
class DrawOutdated(Refused):
    """Somebody dropped or came in after the bracket was drawn."""

    code = "draw-outdated"
    gone: Sequence[str]
    missing: Sequence[str] = ()

    def sentence(self) -> str:
        parts = []
        if self.gone:
            parts.append(f"{named(self.gone)} {'has' if len(self.gone) == 1 else 'have'} withdrawn")
        if self.missing:
            parts.append(f"{named(self.missing)} {_are(len(self.missing))} not in the draw")
        todo = "Replace whoever has withdrawn, or draw again." if self.gone else "Draw again."
        return f"The draw is out of date: {' and '.join(parts)}. {todo}"


@dataclass(eq=False)
class SeatsUnknown(Refused):
    code = "seats-unknown"
    labels: Sequence[str]
    before: str

    def sentence(self) -> str:
        return f"Not known yet: {named(self.labels)}. Close {self.before} first."


@dataclass(eq=False)
class NobodyToReplace(Refused):
    code = "nobody-to-replace"
    name: str

    def sentence(self) -> str:
        return f"{self.name} cannot be replaced: nobody comes next. Draw again, or give a walkover."


@dataclass(eq=False)
class NeedsWinner(Refused):
    """A drawn match, or one both sides forfeited, sends nobody on."""

    code = "needs-winner"
    http_status = 422
    match: str
    score: str
    field: str | None = "result"

    def sentence(self) -> str:
        return (
            f"{self.match} is a knockout match, and {self.score} sends nobody on. Play a deciding game and enter who "
            "won it, or give the match to one side as a walkover."
        )


@dataclass(eq=False)
class SeriesIsDecided(Refused):
    code = "series-decided"
    match: str
    score: str
    best_of: int

    def sentence(self) -> str:
        return f"{self.match} is decided, {self.score} in a best of {self.best_of}. Enter its games anew to correct it."


@dataclass(frozen=True, slots=True)
class TouchedMatch:
    """A later match that would have other players, or none. `lost` says what falls away, if anything."""

    number: int
    name: str
    players: str
    lost: str = ""

    @property
    def words(self) -> str:
        return f"{self.name} ({self.players}{f', {self.lost}' if self.lost else ', not begun'})"


@dataclass(eq=False)
class TouchesLaterMatches(Refused):
    """A correction changes who plays later. Nothing happens until somebody says that these may go."""

    code = "touches-later-matches"
    matches: Sequence[TouchedMatch]

    def sentence(self) -> str:
        return (
            f"Another winner changes who plays later: {named([m.words for m in self.matches])}. "
            "Say that these matches may be replaced, and it is done."
        )


@dataclass(eq=False)
class StillInBracket(Refused):
    code = "still-in-bracket"
    name: str
    stage: str

    def sentence(self) -> str:
        return (
            f"{self.name} is drawn in “{self.stage}”, so dropping would leave an opponent without a match. "
            "An organiser can withdraw the player there: the opponent then goes on by a walkover."
        )


@dataclass(eq=False)
class NotInBracket(Refused):
    code = "not-in-bracket"
    name: str
    stage: str

    def sentence(self) -> str:
        return f"{self.name} has no match to come in “{self.stage}”."


@dataclass(eq=False)
class PartOfKnockout(Refused):
    """A round of a knockout follows its bracket and is not moved by hand."""

    code = "part-of-knockout"
    action: str

    def sentence(self) -> str:
        return f"{self.action} is done with the whole knockout: its rounds follow the bracket."


@dataclass(eq=False)
class NoSwissHere(Refused):
    code = "no-swiss"
    now: str

    def sentence(self) -> str:
        return f"There is no Swiss round to pair: the event is at “{self.now}”."


def _are(count: int) -> str:
    return "is" if count == 1 else "are"
