"""A knockout at the desk: drawn, published, started; then match by match until somebody has won."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cached_property

from crosstable.engine.pairing.knockout import match_name
from crosstable.events.models import Match, Stage, StageKind, StageStatus, Status
from crosstable.events.queries.desk.steps import Announcement, Step, step_while_playing
from crosstable.events.queries.stages.going_on import waits_for_decisions
from crosstable.events.queries.stages.kinds.desk import plural, sort_of_entry, tie_announcement
from crosstable.events.queries.stages.kinds.rounds import RoundsDesk, matches_by_round
from crosstable.events.queries.stages.kinds.swiss import lower
from crosstable.events.queries.stages.ties import Tie, open_ties
from crosstable.events.records.stages import load_bracket

BEFORE_PLAY = {
    StageStatus.PLANNED: Step.DRAW,
    StageStatus.DRAWN: Step.PUBLISH,
    StageStatus.PUBLISHED: Step.START,
}


class KnockoutDesk(RoundsDesk):
    @cached_property
    def step(self) -> Step:
        return BEFORE_PLAY.get(StageStatus(self.stage.status)) or step_while_playing(self.progress)

    @property
    def announcement(self) -> Announcement:
        if waited_for := self._ties_waited_for:
            return tie_announcement(self.stages[self.stage.number - 2], waited_for)
        return WORDS[self.step](self)

    @property
    def _ties_waited_for(self) -> list[Tie]:
        """Nothing is drawn, published or started before they are decided."""
        if self.step not in BEFORE_PLAY.values() or not any(map(waits_for_decisions, self._stage_before)):
            return []
        return [tie for tie in self.ties_before if tie.is_waited_for]

    @cached_property
    def ties_before(self) -> list[Tie]:
        """Ties of the stage before for places of the bracket."""
        return [tie for other in self._stage_before for tie in open_ties(other) if tie.decides_a_place]

    @property
    def _stage_before(self) -> list[Stage]:
        return [other for other in self.stages if other.number == self.stage.number - 1]

    @property
    def is_at_it(self) -> bool:
        """The event is in progress, and the champion not known."""
        return self.tournament.status == Status.IN_PROGRESS and self.stage.status != StageStatus.CLOSED

    @property
    def title(self) -> str:
        return self.stage.name if self.is_at_it else super().title

    @cached_property
    def matches(self) -> list[Match]:
        """All that are played of the knockout, what is left to play first."""
        newest = self.round.stage if self.round is not None else None
        if newest is None or newest.kind != StageKind.KNOCKOUT:
            return super().matches
        newest.tournament = self.tournament
        return matches_of_bracket(newest)

    @property
    def waiting(self) -> str:
        return f"{plural(self.progress.waiting, 'match')} being played".replace("matchs", "matches")


def matches_of_bracket(stage: Stage) -> list[Match]:
    bracket = load_bracket(stage)
    by_round = matches_by_round(stage.rounds.order_by("-number"))
    matches = [match for of_round in by_round.values() for match in of_round]
    for match in matches:
        assert match.bracket_number is not None
        drawn = bracket.match(match.bracket_number)
        series = f" · best of {drawn.best_of}" if drawn.best_of > 1 else ""
        match.called = f"{match_name(bracket, drawn)}{series}"  # type: ignore[attr-defined]
        # Its table may be another match's by now: it is changed on its own page, not by table.
        match.is_past = match.is_agreed  # type: ignore[attr-defined]
    return sorted(matches, key=lambda match: match.is_agreed)


def _draw(desk: KnockoutDesk) -> Announcement:
    before = [other for other in desk.stages if other.number == desk.stage.number - 1]
    if before:
        title = f"{before[0].name} is over"
        text = "The bracket is drawn from how it ended. Only organisers see it until you publish."
    else:
        title = f"{plural(desk.people.checked_in, sort_of_entry(desk.tournament))} to draw"
        text = "Seats are given by seed, byes to the best. Only organisers see the bracket until you publish."
    return Announcement(title, text, f"Draw the {lower(desk.stage.name)}")


def _publish(desk: KnockoutDesk) -> Announcement:
    text = "Look it over: swap seats, replace whoever has withdrawn. Players see nothing until you publish."
    return Announcement(f"{desk.stage.name} is drawn", text, "Seats and bracket", ("knockout",))


def _start(desk: KnockoutDesk) -> Announcement:
    tables = f"{desk.table_word.lower()}s"
    text = f"Players see the bracket and their {tables}. Start when they should begin."
    return Announcement(f"{desk.stage.name} is published", text, f"Start the {lower(desk.stage.name)}")


def _close(desk: KnockoutDesk) -> Announcement:
    text = "Closing moves the ratings and makes the places final. Until then results can be corrected."
    return Announcement("We have a champion", text, f"Close the {lower(desk.stage.name)}")


WORDS: Mapping[Step, Callable[[KnockoutDesk], Announcement]] = {
    Step.DRAW: _draw,
    Step.PUBLISH: _publish,
    Step.START: _start,
    Step.RESOLVE_DISPUTES: lambda desk: desk.to_resolve(desk.waiting),
    Step.COLLECT_RESULTS: lambda desk: Announcement(desk.waiting, desk.rest, waits=True),
    Step.CLOSE: _close,
}
