"""Where an event stands and the one thing its organiser does next. Data only; pages find the words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import Enum

from crosstable.events.models import (
    Match,
    MatchState,
    Round,
    RoundStatus,
    Stage,
    StageKind,
    StageStatus,
    Status,
    Tournament,
)
from crosstable.events.records.settings.game import uses
from crosstable.games import Use


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
    DRAW = "draw"
    PUBLISH_BRACKET = "publish-bracket"
    START_BRACKET = "start-bracket"
    CLOSE_BRACKET = "close-bracket"
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


def next_step(
    tournament: Tournament, last_round: Round | None, results: Progress, stages: Sequence[Stage] = ()
) -> Step:
    """`stages` are those of the tournament; without any it is one Swiss."""
    status = Status(tournament.status)
    if status == Status.REGISTRATION and not uses(tournament, Use.CHECK_IN):
        return Step.START_EVENT
    if status in BY_STATUS:
        return BY_STATUS[status]
    if stages:
        stage = current_stage(tournament, last_round, stages)
        if stage is None:
            return Step.COMPLETE
        if stage.kind == StageKind.KNOCKOUT:
            return _step_of_knockout(stage, results)
    if last_round is None:
        return Step.PAIR
    if last_round.status == RoundStatus.DRAFT:
        return Step.PUBLISH
    if last_round.status == RoundStatus.PUBLISHED:
        return Step.START_ROUND
    if last_round.status == RoundStatus.STARTED:
        return _step_while_playing(results)
    return Step.PAIR if last_round.number < tournament.total_rounds else Step.COMPLETE


def current_stage(tournament: Tournament, last_round: Round | None, stages: Sequence[Stage]) -> Stage | None:
    """The first that is not over; None when all are. A Swiss is over when its last round is closed."""
    for stage in stages:
        if stage.status == StageStatus.CLOSED or (
            stage.kind == StageKind.SWISS
            and last_round is not None
            and last_round.status == RoundStatus.CLOSED
            and last_round.number >= tournament.total_rounds
        ):
            continue
        return stage
    return None


def _step_of_knockout(stage: Stage, results: Progress) -> Step:
    before = {
        StageStatus.PLANNED: Step.DRAW,
        StageStatus.DRAWN: Step.PUBLISH_BRACKET,
        StageStatus.PUBLISHED: Step.START_BRACKET,
    }
    status = StageStatus(stage.status)
    return before[status] if status in before else _step_while_playing(results, Step.CLOSE_BRACKET)


def _step_while_playing(results: Progress, when_done: Step = Step.CLOSE_ROUND) -> Step:
    if results.disputed:
        return Step.RESOLVE_DISPUTES
    return Step.COLLECT_RESULTS if results.waiting else when_done
