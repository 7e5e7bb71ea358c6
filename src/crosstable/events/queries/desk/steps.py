"""The organiser's next step and its wording. Each kind of stage decides its own (`stages/kinds`)."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from enum import Enum

from crosstable.events.models import Match


class NextStep(Enum):
    """Steps of the event, then of its stage; every kind of stage is made, published, started and closed."""

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
    # Several steps in one click, offered besides the single step: close, pair, publish and start.
    NEXT_ROUND = "next-round"
    COMPLETE = "complete"
    DONE = "done"


@dataclass(frozen=True, slots=True)
class StepBack:
    """The available step back: the button's label, and the name and arguments of the page it posts to."""

    label: str
    page: str
    args: tuple[object, ...] = ()
    loses_work: bool = False


@dataclass(frozen=True, slots=True)
class Alternative:
    """An alternative to the step.

    `code` names it for the API. `page` is the URL that does it, with `fields` posted, or the page to open
    (`is_link`).
    """

    code: str
    label: str
    page: str
    fields: Mapping[str, str] = field(default_factory=dict)
    is_link: bool = False


@dataclass(frozen=True, slots=True)
class Announcement:
    """The next step in words. `label` is on the button that does it, or on the link to its `page`.

    `blocked`: why it cannot be done now. `waits`: others must act, and the text names them. `checks_in`: the
    button first checks in all players, and `as_it_is` labels a second button that does not. Conversely,
    `check_in_all_label` labels a second button that does. `ways` are alternatives. `warning`: a risk of this
    step.
    """

    title: str
    text: str
    label: str = ""
    # The name of a page and its URL arguments.
    page: tuple[object, ...] = ()
    blocked: str = ""
    waits: bool = False
    checks_in: bool = False
    as_it_is: str = ""
    # Labels a second button that takes only the first of several steps.
    single_step: str = ""
    check_in_all_label: str = ""
    ways: tuple[Alternative, ...] = ()
    warning: str = ""
    # Whether the draw of a knockout includes a match for third place; None where that is not a choice.
    third_place: bool | None = None

    @property
    def is_link(self) -> bool:
        """Whether it opens a page instead of acting."""
        return bool(self.page)

    @property
    def is_match(self) -> bool:
        """Whether it opens the page of a match, where judges decide."""
        return self.page[:1] == ("match-page",)


@dataclass(frozen=True, slots=True)
class Progress:
    """The number of matches of a round in each state; byes are not counted as confirmed."""

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
