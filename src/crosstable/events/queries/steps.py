"""Where an event stands and the one thing its organiser does next. Data only; pages find the words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum

from crosstable.events.choices import profile_of
from crosstable.events.models import Match, MatchState, Round, RoundStatus, Status, Tournament


class Step(Enum):
    OPEN_REGISTRATION = "open-registration"
    OPEN_CHECK_IN = "open-check-in"
    START_EVENT = "start-event"
    PAIR = "pair"
    PUBLISH = "publish"
    START_ROUND = "start-round"
    RESOLVE_DISPUTES = "resolve-disputes"
    COLLECT_RESULTS = "collect-results"
    CLOSE_ROUND = "close-round"
    COMPLETE = "complete"
    DONE = "done"


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
    count = Counter(match.state for match in matches)
    return Progress(
        agreed=count[MatchState.AGREED],
        claimed=count[MatchState.CLAIMED],
        disputed=count[MatchState.DISPUTED],
        open=count[MatchState.OPEN],
    )


BY_STATUS = {
    Status.DRAFT: Step.OPEN_REGISTRATION,
    Status.REGISTRATION: Step.OPEN_CHECK_IN,
    Status.CHECK_IN: Step.START_EVENT,
    Status.COMPLETE: Step.DONE,
}


def next_step(tournament: Tournament, last_round: Round | None, results: Progress) -> Step:
    status = Status(tournament.status)
    if status == Status.REGISTRATION and not profile_of(tournament).has_check_in:
        return Step.START_EVENT
    if status in BY_STATUS:
        return BY_STATUS[status]
    if last_round is None:
        return Step.PAIR
    if last_round.status == RoundStatus.DRAFT:
        return Step.PUBLISH
    if last_round.status == RoundStatus.PUBLISHED:
        return Step.START_ROUND
    if last_round.status == RoundStatus.STARTED:
        return _step_while_playing(results)
    return Step.PAIR if last_round.number < tournament.total_rounds else Step.COMPLETE


def _step_while_playing(results: Progress) -> Step:
    if results.disputed:
        return Step.RESOLVE_DISPUTES
    return Step.COLLECT_RESULTS if results.waiting else Step.CLOSE_ROUND
