"""Refusals about knockouts: the draw, the seats, the bracket and its results."""

from collections.abc import Sequence
from dataclasses import dataclass

from crosstable.events.errors.common import Refused, named
from crosstable.events.errors.stages import PartOfStage


class NoKnockout(Refused):
    code = "no-knockout"
    says = "This event has no knockout. Choose a format with one in the settings, while nothing is drawn."


class TooFewToDraw(Refused):
    code = "too-few-to-draw"
    entrants: int
    entry_word: str

    def sentence(self) -> str:
        there = f"{self.entrants} {self.entry_word}{'' if self.entrants == 1 else 's'}"
        return f"A knockout needs at least two; there {_are(self.entrants)} {there} to draw."


class TooFewToGoOn(Refused):
    """The rule of who goes on wants more than there are. `where` is a pool, or the stage."""

    code = "too-few-to-go-on"
    wanted: int
    there: int
    where: str
    field: str | None = "per_pool"
    says = (
        "{self.wanted} cannot go on from {self.where}, which has {self.there}. "
        "Lower the number who go on in the settings of the stage."
    )


class NotDrawnYet(Refused):
    """The stage before has no pools yet, so nobody knows what the places are."""

    code = "not-drawn-yet"
    stage: str
    says = "Draw {self.stage} first: the places of the knockout come from it."


class DrawOutdated(Refused):
    """Somebody dropped or came in after the bracket was drawn."""

    code = "draw-outdated"
    leavers: Sequence[str]
    missing: Sequence[str] = ()

    def sentence(self) -> str:
        parts = []
        if self.leavers:
            parts.append(f"{named(self.leavers)} {'has' if len(self.leavers) == 1 else 'have'} withdrawn")
        if self.missing:
            parts.append(f"{named(self.missing)} {_are(len(self.missing))} not in the draw")
        todo = "Replace whoever has withdrawn, or draw again." if self.leavers else "Draw again."
        return f"The draw is out of date: {' and '.join(parts)}. {todo}"


class SeatsUnknown(Refused):
    code = "seats-unknown"
    labels: Sequence[str]
    before: str

    def sentence(self) -> str:
        return f"Not known yet: {named(self.labels)}. Close {self.before} first."


class NobodyToReplace(Refused):
    code = "nobody-to-replace"
    name: str
    says = "{self.name} cannot be replaced: nobody comes next. Draw again, or give a walkover."


class NeedsWinner(Refused):
    """A drawn match, or one both sides forfeited, sends nobody on."""

    code = "needs-winner"
    http_status = 422
    match: str
    score: str
    field: str | None = "result"
    says = (
        "{self.match} is a knockout match, and {self.score} sends nobody on. Play a deciding game and enter who "
        "won it, or give the match to one side as a walkover."
    )


class SeriesIsDecided(Refused):
    code = "series-decided"
    match: str
    score: str
    best_of: int
    says = "{self.match} is decided, {self.score} in a best of {self.best_of}. Enter its games anew to correct it."


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


class TouchesLaterMatches(Refused):
    """A correction changes who plays later. Nothing happens until somebody says that these may go."""

    code = "touches-later-matches"
    matches: Sequence[TouchedMatch]

    def sentence(self) -> str:
        return (
            f"Another winner changes who plays later: {named([m.words for m in self.matches])}. "
            "Say that these matches may be replaced, and it is done."
        )


class StillInBracket(Refused):
    code = "still-in-bracket"
    name: str
    stage: str
    says = (
        "{self.name} is drawn in “{self.stage}”, so dropping would leave an opponent without a match. "
        "An organiser can withdraw {self.name} there: the opponent then goes on by a walkover."
    )


class NotInBracket(Refused):
    code = "not-in-bracket"
    name: str
    stage: str
    says = "{self.name} has no match to come in “{self.stage}”."


class PartOfKnockout(PartOfStage):
    """A round of a knockout follows its bracket and is not moved by hand."""

    code = "part-of-knockout"
    says = "{self.action} is done with the whole knockout: its rounds follow the bracket."


class NoSwissHere(Refused):
    code = "no-swiss"
    now: str
    says = "There is no Swiss round to pair: the event is at “{self.now}”."


def _are(count: int) -> str:
    return "is" if count == 1 else "are"
