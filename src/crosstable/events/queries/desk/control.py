"""What the organiser's control room shows, read in a fixed number of queries."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property

from django.db.models import Count, Q

from crosstable.engine.clock import Clock
from crosstable.engine.pairing.knockout import match_name
from crosstable.events.models import (
    ByeRequest,
    Entry,
    JournalEntry,
    Match,
    MatchState,
    Round,
    RoundStatus,
    Stage,
    StageKind,
    Status,
    Tournament,
)
from crosstable.events.queries.desk.clock import TableTime, tables_with_more_time
from crosstable.events.queries.desk.steps import Progress, Step, current_stage, next_step, progress
from crosstable.events.queries.past.journal import journal
from crosstable.events.queries.rounds.basis import changes_under
from crosstable.events.queries.rounds.drafts import Differences, Draft, draft_differences, look_at_draft
from crosstable.events.queries.rounds.live_rounds import LIVE, Situation, is_swiss, situation_with
from crosstable.events.queries.rounds.open_matches import open_matches
from crosstable.events.records.clock import clock_of
from crosstable.events.records.stages import load_bracket

URGENT = {MatchState.DISPUTED: 0, MatchState.CLAIMED: 1, MatchState.OPEN: 2}
NOBODY = Differences((), ())


@dataclass(frozen=True, slots=True)
class Headcount:
    """The players by what they have done so far."""

    entered: int
    checked_in: int
    dropped: int
    without_list: int
    absent: int = 0

    @property
    def expected(self) -> int:
        return self.entered - self.dropped

    @property
    def not_here(self) -> int:
        return self.expected - self.checked_in - self.absent


@dataclass(frozen=True)
class ControlRoom:
    tournament: Tournament
    round: Round | None
    matches: list[Match]
    people: Headcount
    journal: list[JournalEntry]
    stages: list[Stage] = field(default_factory=list)

    @cached_property
    def progress(self) -> Progress:
        return progress(self.matches)

    @cached_property
    def step(self) -> Step:
        return next_step(self.tournament, self.round, self.progress, self.stages)

    @cached_property
    def stage(self) -> Stage | None:
        """The stage the event is at; None when all are over."""
        return current_stage(self.tournament, self.round, self.stages)

    @property
    def is_one_swiss(self) -> bool:
        return all(stage.kind == StageKind.SWISS for stage in self.stages)

    @property
    def knockout(self) -> Stage | None:
        """The knockout, if the event is at one."""
        return self.stage if self.stage is not None and self.stage.kind == StageKind.KNOCKOUT else None

    @property
    def shows_bracket(self) -> bool:
        """The matches shown are those of the bracket, of several rounds side by side."""
        return any(match.bracket_number is not None for match in self.matches)

    @property
    def title(self) -> str:
        if self.knockout is not None and self.tournament.status == Status.IN_PROGRESS:
            return self.knockout.name
        if self.round is not None and self.round.name:
            return self.round.name
        if self.round is not None:
            return f"{self.round}{self._of_all}"
        return self.tournament.get_status_display()

    @property
    def _of_all(self) -> str:
        """Only a Swiss has the event's number of rounds; stages have their own."""
        assert self.round is not None
        fits = self.round.number <= self.tournament.total_rounds
        return f" of {self.tournament.total_rounds}" if is_swiss(self.round) and fits else ""

    @cached_property
    def to_pair(self) -> int:
        """Those the next round is made of: here, and without a bye they asked for."""
        number = self.round.number + 1 if self.round is not None else 1
        asked = ByeRequest.objects.filter(entry__tournament=self.tournament, round_number=number)
        here = asked.filter(
            entry__checked_in_at__isnull=False, entry__dropped_at=None, entry__absent_since=None
        )
        return self.people.checked_in - here.count()

    @cached_property
    def tables(self) -> list[Match]:
        return [m for m in self.matches if not m.is_bye]

    @cached_property
    def byes(self) -> list[Match]:
        return [m for m in self.matches if m.is_bye]

    @cached_property
    def disputes(self) -> list[Match]:
        return [m for m in self.tables if m.state == MatchState.DISPUTED]

    @cached_property
    def to_walk_to(self) -> list[Match]:
        """Tables without an agreed result, those that need a person most first."""
        waiting = [m for m in self.tables if not m.is_agreed]
        return sorted(waiting, key=lambda m: (URGENT[MatchState(m.state)], m.table))

    @property
    def is_being_played(self) -> bool:
        return self.round is not None and self.round.status == RoundStatus.STARTED

    @property
    def may_step_back(self) -> bool:
        """Nothing depends yet on the last step of the event."""
        undoable = {
            Status.REGISTRATION: not self.people.entered,
            Status.CHECK_IN: True,
            Status.IN_PROGRESS: self.round is None,
        }
        return undoable.get(Status(self.tournament.status), False)

    @property
    def is_draft(self) -> bool:
        return self.round is not None and self.round.status == RoundStatus.DRAFT

    @cached_property
    def situation(self) -> Situation | None:
        """Who is missing and who waits, while a Swiss round is published or being played."""
        if self.round is None or self.round.status not in LIVE or not is_swiss(self.round):
            return None
        return situation_with(self.round, self.matches)

    @cached_property
    def aside(self) -> list[str]:
        """Who was put aside and still needs a place in the round."""
        if self.situation is None:
            return []
        return [self.situation.entries[pk].display_name for pk in self.situation.aside]

    @cached_property
    def clock(self) -> Clock | None:
        return clock_of(self.round) if self.round is not None else None

    @cached_property
    def more_time(self) -> list[TableTime]:
        return tables_with_more_time(self.round) if self.round is not None and self.clock is not None else []

    @cached_property
    def differences(self) -> Differences:
        return draft_differences(self.round) if self.round is not None and self.is_draft else NOBODY

    @cached_property
    def changes(self) -> Sequence[str]:
        """What changed under the draft since it was made; it cannot be published then."""
        return changes_under(self.round) if self.round is not None and self.is_draft else ()

    @cached_property
    def earlier(self) -> list[Round]:
        """Rounds before this one that are not closed: somebody paired on to decide later."""
        if self.round is None or self.shows_bracket:
            return []
        rows = self.tournament.rounds.filter(number__lt=self.round.number, status=RoundStatus.STARTED)
        return list(rows.order_by("number"))

    @cached_property
    def undecided(self) -> list[Match]:
        """The matches of earlier rounds without an agreed result."""
        if not self.earlier or self.round is None:
            return []
        return list(open_matches(self.tournament, self.round.number))

    @property
    def may_pair_on(self) -> bool:
        """Something is open in the round being played, and another round follows."""
        if (
            self.round is None
            or self.shows_bracket
            or not self.is_being_played
            or self.round.number >= self.tournament.total_rounds
        ):
            return False
        return bool(self.progress.waiting or self.undecided)

    @cached_property
    def draft(self) -> Draft | None:
        return look_at_draft(self.round, self.matches) if self.round is not None and self.is_draft else None


def control_room(tournament: Tournament, journal_length: int = 8) -> ControlRoom:
    round_ = tournament.rounds.select_related("stage", "clock").order_by("-number").first()
    return ControlRoom(
        tournament=tournament,
        round=round_,
        matches=_matches_shown(round_) if round_ else [],
        people=headcount(tournament),
        journal=list(journal(tournament)[:journal_length]),
        stages=list(tournament.stages.all()),
    )


def _matches_shown(round_: Round) -> list[Match]:
    """Of the newest round; of a knockout all that are played, and what is left to play first."""
    if round_.stage is None or round_.stage.kind != StageKind.KNOCKOUT:
        return matches_of(round_)
    matches = [match for one in round_.stage.rounds.order_by("-number") for match in matches_of(one)]
    round_.stage.tournament = round_.tournament
    bracket = load_bracket(round_.stage)
    for match in matches:
        assert match.bracket_number is not None
        drawn = bracket.match(match.bracket_number)
        series = f" · best of {drawn.best_of}" if drawn.best_of > 1 else ""
        match.called = f"{match_name(bracket, drawn)}{series}"  # type: ignore[attr-defined]
        # Its table may be another match's by now: it is changed on its own page, not by table.
        match.is_past = match.is_agreed  # type: ignore[attr-defined]
    return sorted(matches, key=lambda match: match.is_agreed)


def matches_of(round_: Round) -> list[Match]:
    """The matches of a round by table, byes last, with players and claims at hand."""
    rows = round_.matches.select_related("first", "second", "decided_by").prefetch_related("claims__entry")
    return sorted(rows, key=lambda m: (m.is_bye, m.table or 0, m.pk))


def headcount(tournament: Tournament) -> Headcount:
    staying, here = Q(dropped_at__isnull=True), Q(absent_since__isnull=True)
    count = Entry.objects.filter(tournament=tournament).aggregate(
        entered=Count("pk"),
        checked_in=Count("pk", filter=Q(checked_in_at__isnull=False) & staying & here),
        dropped=Count("pk", filter=~staying),
        without_list=Count("pk", filter=Q(list_text="") & staying),
        absent=Count("pk", filter=Q(checked_in_at__isnull=False) & staying & ~here),
    )
    return Headcount(**count)
