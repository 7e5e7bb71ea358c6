"""Refusals every part of an event can give."""

from collections.abc import Collection, Iterator, Sequence
from contextlib import contextmanager
from datetime import datetime
from typing import ClassVar

from crosstable.accounts.errors import BadValue as BadValue
from crosstable.accounts.errors import NotAllowed as NotAllowed
from crosstable.accounts.errors import Refused as Refused
from crosstable.games import Words


def named(names: Sequence[str], limit: int = 6) -> str:
    """'Ann, Bo and 3 more': a list short enough for one sentence."""
    shown, rest = list(names[:limit]), len(names) - limit
    if rest > 0:
        return f"{', '.join(shown)} and {rest} more"
    return " and ".join([", ".join(shown[:-1]), shown[-1]] if len(shown) > 1 else shown)


@contextmanager
def said_in(place: str) -> Iterator[None]:
    """A value refused inside was said in this part of a body, beside others of like names: choices.name, and not the
    name of the event."""
    try:
        yield
    except BadValue as refused:
        raise BadValue(refused.words, f"{place}.{refused.field}") from refused


class NeedsConfirmation(Refused):
    """A warning: the same request is carried out once it is sent again with this code among those confirmed."""

    def label(self) -> str:
        """What the organiser agrees to: the words beside the checkbox."""
        raise NotImplementedError


def check_confirmed(warning: NeedsConfirmation, confirmed: Collection[str]) -> None:
    if warning.code not in confirmed:
        raise warning


class AboutATable(Refused):
    """It is about where a match is played, and says so in the words of the event's game."""

    words: Words

    def sentence(self) -> str:
        return self.words.say(self.says, self=self)


class Outdated(Refused):
    """Somebody dropped or came in after it was made."""

    leavers: Sequence[str]
    missing: Sequence[str]
    what: ClassVar[str]
    where: ClassVar[str]
    advice: ClassVar[str]

    def sentence(self) -> str:
        parts = []
        if self.leavers:
            parts.append(f"{named(self.leavers)} no longer {'plays' if len(self.leavers) == 1 else 'play'}")
        if self.missing:
            parts.append(f"{named(self.missing)} {'is' if len(self.missing) == 1 else 'are'} {self.where}")
        return f"{self.what} out of date: {' and '.join(parts)}. {self.advice}"


class WrongStatus(Refused):
    code = "wrong-status"
    action: str
    now: str
    says = "{self.action} is not possible now: the event is at “{self.now}”."


class NotNow(WrongStatus):
    """It is not the event's status that stands against it, but what `now` says."""

    says = "{self.action} is not possible now: {self.now}."


class StepPassed(Refused):
    """The step somebody saw is not the next one any more."""

    code = "step-passed"
    seen_step: str
    now: str
    field: str | None = "seen"

    def sentence(self) -> str:
        return f"The next step is “{self.now}”, not “{self.seen_step[:40]}”. Nothing was done; look again."


class StepWaits(Refused):
    """The next step is for others to do, or something stands against it: `why`."""

    code = "step-waits"
    why: str

    def sentence(self) -> str:
        return self.why


class FixedByPlay(Refused):
    """A choice the published rounds were made with."""

    code = "fixed-by-play"
    what: str
    field: str | None = None
    says = "{self.what} can be changed only before the first round is published."


class Stale(Refused):
    """The form was made from an older state. Shows both values, who changed it and when."""

    code = "stale"
    what: str
    current: str
    by: str = ""
    at: datetime | None = None
    yours: str = ""
    # The version to send when the person wants theirs all the same.
    version: int | None = None

    def sentence(self) -> str:
        who = f" by {self.by}" if self.by else ""
        when = f" at {self.at:%H:%M}" if self.at else ""
        yours = f" You sent {self.yours}." if self.yours else ""
        now = f"{self.what} was changed meanwhile{who}{when}: it is now {self.current}."
        return f"{now}{yours} Nothing was saved; look again."
