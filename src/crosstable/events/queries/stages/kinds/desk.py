"""The control room's view of the current stage: the interface of every kind of stage."""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import ClassVar

from crosstable.events.bridge.rules import moves_ratings
from crosstable.events.errors import named
from crosstable.events.models import Match, MatchState, Round, RoundStatus, Stage, StageKind, Tournament
from crosstable.events.queries.desk.boards import Hall, hall_of
from crosstable.events.queries.desk.steps import Announcement, NextStep, Progress, StepBack, progress
from crosstable.events.queries.people.check_in import Headcount
from crosstable.events.queries.rounds.next_round import FinishNow, NextRound
from crosstable.events.queries.stages.ties import Tie
from crosstable.text import Text, tr, trn

URGENT = {MatchState.DISPUTED: 0, MatchState.CLAIMED: 1, MatchState.OPEN: 2}


@dataclass(frozen=True)
class StageDesk(ABC):
    """The base of the desks: parts are read lazily, once. Each kind adds the parts its template shows."""

    tournament: Tournament
    stage: Stage
    stages: Sequence[Stage]
    people: Headcount

    # Opponents are paired round by round; in pools and brackets the schedule determines them.
    pairs_rounds: ClassVar[bool] = False
    # Selects the template parts of the control room: rounds or pools.
    played_in: ClassVar[str]

    @property
    def open_word(self) -> str:
        """The label for a match without a report."""
        return tr("playing")

    @property
    def begins_before_the_event(self) -> bool:
        """Whether it is prepared, or even published, while registration is still open."""
        return False

    @property
    def title(self) -> str:
        return self.stage.shown_name

    @property
    @abstractmethod
    def step(self) -> NextStep:
        """The next step of the stage, which is not closed."""

    @property
    @abstractmethod
    def announcement(self) -> Announcement:
        """The step in words."""

    @property
    @abstractmethod
    def step_back(self) -> StepBack | None:
        """The step that can be undone here, if any."""

    @property
    def next_round(self) -> NextRound | None:
        """What one click does to start the next round, where rounds are paired and the event chose it."""
        return None

    @property
    def finish(self) -> FinishNow | None:
        """What finishing now means, where the stage can end after the newest round."""
        return None

    @property
    @abstractmethod
    def is_being_played(self) -> bool: ...

    @property
    @abstractmethod
    def matches(self) -> list[Match]:
        """The matches shown, including byes."""

    @cached_property
    def progress(self) -> Progress:
        return progress(self.matches)

    @cached_property
    def hall(self) -> Hall | None:
        """The boards, where matches are called to them."""
        hall = hall_of(self.stage) if self.is_being_played else None
        return hall if hall is not None and hall.is_used else None

    def closing(self, does: str) -> str:
        """What closing does: “Closing makes the places final. It also updates the ratings.”"""
        return f"{does} {tr('It also updates the ratings.')}" if moves_ratings(self.tournament) else does

    @property
    def open_matches(self) -> list[Match]:
        """Matches in progress without a confirmed result."""
        return [m for m in self.matches if not (m.is_bye or m.is_agreed)] if self.is_being_played else []


def unconfirmed_words(count: int) -> Text:
    return trn(
        "{count} reported result is not confirmed yet.",
        "{count} reported results are not confirmed yet.",
        count,
    )


def step_back_from(round_: Round) -> StepBack:
    """Return the step back from a round in progress or closed.

    Rounds of pools and brackets are undone with their stage.
    """
    if round_.status == RoundStatus.STARTED:
        return StepBack(tr("Undo the start"), "unstart")
    alone = round_.stage is None or round_.stage.kind == StageKind.SWISS
    label = (
        tr("Reopen round {number}", number=round_.number)
        if alone
        else tr("Reopen {stage}", stage=str(round_.stage))
    )
    return StepBack(label, "reopen-round", (round_.number,))


def tie_announcement(stage: Stage, ties: Sequence[Tie]) -> Announcement:
    """Announce ties an organiser must decide before the next draw; the order of entry does not decide."""
    page = ("ties", stage.number)
    if play_off := ties[0].play_off:
        text = tr(
            "{names} play about {about}.",
            names=named([str(entry) for entry in play_off.entries]),
            about=play_off.about,
        )
        return Announcement(
            tr("A play-off decides who advances"), text, tr("Open the play-off"), page, waits=True
        )
    sentence = tr("{title}. {sentence}", title=ties[0].title, sentence=ties[0].sentence)
    return Announcement(tr("A tie decides who advances"), "", tr("Decide the tie"), page, blocked=sentence)
