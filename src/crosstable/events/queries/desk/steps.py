"""The one thing an organiser does next, and how it is said. What is next in a stage its kind knows (`stages/kinds`)."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from enum import Enum

from crosstable.events.models import Match


class NextStep(Enum):
    """Of the event, then of the stage it is at; every kind of stage is made, published, started and closed."""

    OPEN_REGISTRATION = "open-registration"
    OPEN_CHECK_IN = "open-check-in"
    START_EVENT = "start-event"
    FIND_PARTICIPANTS = "find-participants"
    FORM_POOLS = "form-pools"
    SCHEDULE = "schedule"
    DRAW = "draw"
    PAIR = "pair"
    PUBLISH = "publish"
    START = "start"
    RESOLVE_DISPUTES = "resolve-disputes"
    COLLECT_RESULTS = "collect-results"
    CLOSE = "close"
    COMPLETE = "complete"
    DONE = "done"


@dataclass(frozen=True, slots=True)
class StepBack:
    """The one step back there is: what the button says, and the page it is sent to with what its address is made of."""

    label: str
    page: str
    args: tuple[object, ...] = ()
    loses_work: bool = False


@dataclass(frozen=True, slots=True)
class Alternative:
    """One of several things that can be done instead. `code` names it for programs, `page` is the address that does it,
    with `fields` sent along, or the page to go to (`is_link`)."""

    code: str
    label: str
    page: str
    fields: Mapping[str, str] = field(default_factory=dict)
    is_link: bool = False


@dataclass(frozen=True, slots=True)
class Announcement:
    """The next step in words. `label` is on the button that does it, or on the link to the `page` where it is done.

    `blocked` is why it cannot be done as things are; `waits`: it is for others to do, and the text says for whom.
    `checks_in`: the button first checks everybody in; `as_it_is` is then on a second one, which does not. The other way
    round `with_everybody` is on a second one, which does. `ways` are offered beside it. `warning`: a risk of this step.
    """

    title: str
    text: str
    label: str = ""
    # The name of a page and what its address is made of.
    page: tuple[object, ...] = ()
    blocked: str = ""
    waits: bool = False
    checks_in: bool = False
    as_it_is: str = ""
    with_everybody: str = ""
    ways: tuple[Alternative, ...] = ()
    warning: str = ""
    # A knockout to draw asks whether there is a match for third place; None where that is no question.
    third_place: bool | None = None

    @property
    def is_link(self) -> bool:
        """A page to go to, not an action."""
        return bool(self.page)

    @property
    def is_match(self) -> bool:
        """The page of a match, where judges rule."""
        return self.page[:1] == ("match-page",)


@dataclass(frozen=True, slots=True)
class Progress:
    """How many matches of a round are in which state; byes count as agreed nowhere."""

    agreed: int = 0
    claimed: int = 0
    disputed: int = 0
    open: int = 0

    @property
    def total(self) -> int:
        return self.agreed + self.claimed + self.disputed + self.open

    @property
    def waiting(self) -> int:
        return self.total - self.agreed


def progress(matches: Iterable[Match]) -> Progress:
    states = [(match.is_agreed, match.is_claimed, match.is_disputed, match.is_open) for match in matches]
    return Progress(*map(sum, zip(*states, strict=True))) if states else Progress()


def step_while_playing(results: Progress) -> NextStep:
    if results.disputed:
        return NextStep.RESOLVE_DISPUTES
    return NextStep.COLLECT_RESULTS if results.waiting else NextStep.CLOSE
