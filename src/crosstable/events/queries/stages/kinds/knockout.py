"""The desk of a knockout: drawn, published, started; then match by match until there is a winner."""

from collections.abc import Callable, Mapping
from functools import cached_property

from crosstable.engine.pairing.knockout import match_name
from crosstable.events.bridge.play_offs import PlayOff, open_play_offs
from crosstable.events.bridge.stages import load_bracket
from crosstable.events.errors import named
from crosstable.events.models import Match, Round, Stage, StageKind, StageStatus, Status
from crosstable.events.queries.desk.boards import Hall, hall_of
from crosstable.events.queries.desk.steps import Announcement, NextStep, step_while_playing
from crosstable.events.queries.people.check_in import left_out
from crosstable.events.queries.stages.advancing import is_by_lot, waits_for_decisions
from crosstable.events.queries.stages.kinds.desk import tie_announcement
from crosstable.events.queries.stages.kinds.rounds import RoundsDesk, matches_by_round
from crosstable.events.queries.stages.participants import draw_problem, seats_of, third_place_asked
from crosstable.events.queries.stages.ties import Tie, open_ties
from crosstable.text import tr, trn

BEFORE_PLAY = {
    StageStatus.PLANNED: NextStep.DRAW,
    StageStatus.DRAWN: NextStep.PUBLISH,
    StageStatus.PUBLISHED: NextStep.START,
}


class KnockoutDesk(RoundsDesk):
    @cached_property
    def step(self) -> NextStep:
        """The next step; the results of a play-off for its places come first."""
        before_play = None if self.play_offs else BEFORE_PLAY.get(StageStatus(self.stage.status))
        return before_play or step_while_playing(self.progress)

    @property
    def announcement(self) -> Announcement:
        if self.play_offs:
            return PLAY_OFF[self.step](self)
        if waited_for := self._ties_waited_for:
            return tie_announcement(self.stages[self.stage.number - 2], waited_for)
        return WORDS[self.step](self)

    @property
    def _ties_waited_for(self) -> list[Tie]:
        """Ties that must be decided before anything is drawn, published or started."""
        if self.step not in BEFORE_PLAY.values() or not any(map(waits_for_decisions, self._stage_before)):
            return []
        return [tie for tie in self.ties_before if tie.is_waited_for]

    @cached_property
    def ties_before(self) -> list[Tie]:
        """Ties of the previous stage for places in the bracket."""
        return [tie for other in self._stage_before for tie in open_ties(other) if tie.decides_a_place]

    @cached_property
    def play_offs(self) -> list[PlayOff]:
        """Play-offs of the previous stage in progress; queried only if the newest round is one."""
        if self.round is None or not self.round.is_play_off:
            return []
        return [one for other in self._stage_before for one in open_play_offs(other)]

    @property
    def is_being_played(self) -> bool:
        return bool(self.play_offs) or super().is_being_played

    @cached_property
    def earlier(self) -> list[Round]:
        return [] if self.play_offs else super().earlier

    @cached_property
    def hall(self) -> Hall | None:
        """The boards; a play-off uses those of the previous stage."""
        if not self.play_offs:
            return super().hall
        hall = hall_of(self.play_offs[0].stage)
        return hall if hall.is_used else None

    @property
    def open_word(self) -> str:
        """The label for a match without a report; where matches wait for boards, play begins with a call."""
        return tr("to play") if self.hall is not None else super().open_word

    @property
    def _stage_before(self) -> list[Stage]:
        return [other for other in self.stages if other.number == self.stage.number - 1]

    @property
    def is_at_it(self) -> bool:
        """Whether the event is in progress and the champion unknown."""
        return self.tournament.status == Status.IN_PROGRESS and self.stage.status != StageStatus.CLOSED

    @property
    def title(self) -> str:
        if self.play_offs:
            return self.play_offs[0].name if len(self.play_offs) == 1 else tr("Play-offs")
        return self.stage.shown_name if self.is_at_it else super().title

    @cached_property
    def matches(self) -> list[Match]:
        """The matches of the knockout in progress or decided, undecided ones first."""
        if self.play_offs:
            rounds = [round_ for one in self.play_offs for round_ in one.rounds]
            return [match for of_round in matches_by_round(rounds).values() for match in of_round]
        newest = self.round.stage if self.round is not None else None
        if newest is None or newest.kind != StageKind.KNOCKOUT:
            return super().matches
        newest.tournament = self.tournament
        return matches_of_bracket(newest)

    @property
    def waiting(self) -> str:
        return trn("{count} match in progress", "{count} matches in progress", self.progress.waiting)


def matches_of_bracket(stage: Stage) -> list[Match]:
    bracket = load_bracket(stage)
    by_round = matches_by_round(stage.rounds.order_by("-number"))
    matches = [match for of_round in by_round.values() for match in of_round]
    for match in matches:
        assert match.bracket_number is not None
        drawn = bracket.match(match.bracket_number)
        name = match_name(bracket, drawn)
        if drawn.best_of > 1:
            name = tr("{match} · best of {games}", match=name, games=drawn.best_of)
        match.called = name  # type: ignore[attr-defined]
        # Another match may use its table by now: it is edited on its own page, not by table.
        match.is_past = match.is_agreed  # type: ignore[attr-defined]
    return sorted(matches, key=lambda match: match.is_agreed)


def _close_play_off(desk: KnockoutDesk) -> Announcement:
    order = " ".join(_result_words(one) for one in desk.play_offs)
    text = f"{order} {tr('Closing decides who advances. Play-offs do not count in the standings.')}"
    if len(desk.play_offs) == 1:
        return Announcement(tr("All results of the play-off are in"), text, tr("Close the play-off"))
    return Announcement(tr("All results of the play-offs are in"), text, tr("Close the play-offs"))


def _result_words(play_off: PlayOff) -> str:
    if not play_off.parts_them:
        return str(tr("Still tied: {names}.", names=named([str(entry) for entry in play_off.entries])))
    names = {entry.pk: str(entry) for entry in play_off.entries}
    groups = [" = ".join(names[id] for id in group) for group in play_off.decision.groups]
    return str(tr("Order: {order}.", order=" – ".join(groups)))


PLAY_OFF: Mapping[NextStep, Callable[[KnockoutDesk], Announcement]] = {
    NextStep.RESOLVE_DISPUTES: lambda desk: desk.to_resolve(desk.waiting),
    NextStep.COLLECT_RESULTS: lambda desk: Announcement(
        tr("{play_off}: {waiting}", play_off=desk.title, waiting=desk.waiting),
        desk.rest,
        tr("Ties and play-offs"),
        ("ties", desk.play_offs[0].stage.number),
        waits=True,
    ),
    NextStep.CLOSE: _close_play_off,
}


def _draw(desk: KnockoutDesk) -> Announcement:
    before = [other for other in desk.stages if other.number == desk.stage.number - 1]
    if before:
        title = tr("{stage} is finished", stage=before[0].name)
        text: str = tr("The bracket is drawn by its standings. Only organisers see it until you publish.")
    else:
        title = tr("{players} to draw", players=desk.tournament.entries_counted(desk.people.checked_in))
        how = (
            tr("Seats are drawn by lot.")
            if is_by_lot(desk.stage)
            else tr("Seats are given by seed, byes to the best.")
        )
        publish = tr("Only organisers see the bracket until you publish.")
        parts = (how, left_out(desk.tournament, desk.people), publish)
        text = " ".join(str(one) for one in parts if one)
    return Announcement(title, text, tr("Draw the bracket"), third_place=third_place_asked(desk.stage))


def _publish(desk: KnockoutDesk) -> Announcement:
    text = tr(
        "Check the draw: swap seats and replace withdrawn players. Players see nothing until you publish."
    )
    problem = draw_problem(desk.stage, seats_of(desk.stage))
    why = str(problem) if problem else ""
    title = tr("{stage} is drawn", stage=desk.stage.shown_name)
    return Announcement(title, text, tr("Seats and bracket"), ("knockout",), blocked=why)


def _start(desk: KnockoutDesk) -> Announcement:
    text = desk.vocabulary.say("Players see the bracket and their {tables}. Start when they should begin.")
    return Announcement(
        tr("{stage} is published", stage=desk.stage.shown_name), text, tr("Start the knockout")
    )


def _close(desk: KnockoutDesk) -> Announcement:
    text = desk.closing(tr("Until you close it, results can be corrected. Closing makes the places final."))
    return Announcement(tr("{stage} is decided", stage=desk.stage.shown_name), text, tr("Close the knockout"))


WORDS: Mapping[NextStep, Callable[[KnockoutDesk], Announcement]] = {
    NextStep.DRAW: _draw,
    NextStep.PUBLISH: _publish,
    NextStep.START: _start,
    NextStep.RESOLVE_DISPUTES: lambda desk: desk.to_resolve(desk.waiting),
    NextStep.COLLECT_RESULTS: lambda desk: Announcement(desk.waiting, desk.rest, waits=True),
    NextStep.CLOSE: _close,
}
