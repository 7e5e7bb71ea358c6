"""The desk of a Swiss: one round after another is paired, published, started and closed."""

from collections.abc import Callable, Mapping, Sequence
from functools import cached_property

from crosstable.events.bridge.rules import rules_of, starts_rounds_in_one_click
from crosstable.events.errors import named
from crosstable.events.models import ByeRequest, Round, RoundStatus
from crosstable.events.play_errors import DraftOutdated, DraftStale, PlayersAside, open_matches_words
from crosstable.events.queries.desk.steps import Announcement, NextStep, step_while_playing
from crosstable.events.queries.people.check_in import left_out
from crosstable.events.queries.rounds.next_round import (
    FinishNow,
    NextRound,
    RoundPreview,
    finish_after,
    preview_of,
)
from crosstable.events.queries.rounds.small_fields import blockers_of, ways_out
from crosstable.events.queries.stages.kinds.rounds import RoundsDesk
from crosstable.events.queries.stages.participants import all_advance_warning, too_large_a_cut
from crosstable.games import Use
from crosstable.text import tr, trn


class SwissDesk(RoundsDesk):
    pairs_rounds = True

    @cached_property
    def step(self) -> NextStep:
        if self.round is None or self.round.status == RoundStatus.CLOSED:
            return NextStep.PAIR
        if self.is_draft:
            return NextStep.PAIR if self.differences.any or self.changes else NextStep.PUBLISH
        is_published = self.round.status == RoundStatus.PUBLISHED
        return NextStep.START if is_published else step_while_playing(self.progress)

    @property
    def announcement(self) -> Announcement:
        return WORDS[self.step](self)

    @cached_property
    def to_pair(self) -> int:
        """The number of players to pair: present, without a requested bye."""
        number = self.round.number + 1 if self.round is not None else 1
        asked = ByeRequest.objects.filter(entry__tournament=self.tournament, round_number=number)
        here = asked.filter(
            entry__checked_in_at__isnull=False, entry__dropped_at=None, entry__absent_since=None
        )
        return self.people.checked_in - here.count()

    @property
    def number(self) -> int:
        return self._round.number

    @property
    def next_number(self) -> int:
        """The number of the round to pair: the draft, or the one after the last."""
        if self.round is None:
            return 1
        return self.number if self.is_draft else self.number + 1

    @cached_property
    def blockers(self) -> Sequence[str]:
        """The players who cannot all be paired, if no complete next round is possible."""
        if not self.tournament.is_in_progress or self.next_number > self.tournament.total_rounds:
            return ()
        return blockers_of(self.tournament, self.next_number)

    @cached_property
    def next_round(self) -> NextRound | None:
        if self.round is None or not starts_rounds_in_one_click(self.tournament, self.people.expected):
            return None
        if not 1 < self.number_to_start <= self.tournament.total_rounds:
            return None
        if self.step is NextStep.PUBLISH:
            return None if self.undecided else self._next_round(None)
        preview = preview_of(self.tournament, self.stage, self.number_to_start) if self.may_pair_now else None
        return self._next_round(preview) if preview is not None else None

    def _next_round(self, preview: RoundPreview | None) -> NextRound:
        closes = self.number if self.step is NextStep.CLOSE else None
        return NextRound(self.number_to_start, closes, preview, self.tournament.round_minutes)

    @property
    def number_to_start(self) -> int:
        return self.number if self.is_draft else self.number + 1

    @property
    def may_pair_now(self) -> bool:
        """Whether the newest round is closed, or can be."""
        if self.step is NextStep.PAIR:
            return not self.is_draft
        return self.step is NextStep.CLOSE and not self.aside and not self.earlier

    @cached_property
    def finish(self) -> FinishNow | None:
        if self.round is None or not self.tournament.is_in_progress or not self.may_pair_now:
            return None
        following = next((stage for stage in self.stages if stage.number > self.stage.number), None)
        return finish_after(self.tournament, self.number, following)

    @property
    def is_paired_by_hand(self) -> bool:
        """Whether the draft is manual, and only players without a place prevent publishing."""
        only_missing = bool(self.differences.missing) and not self.differences.leavers
        return only_missing and not self.changes and all(match.by_hand for match in self.tables)

    @property
    def _round(self) -> Round:
        assert self.round is not None, "the caller has checked that there is a round"
        return self.round

    @property
    def open_before(self) -> str:
        return open_matches_words(
            [(match.round.number, match.table or 0) for match in self.undecided], self.vocabulary
        )

    @property
    def waiting(self) -> str:
        return trn(
            "Waiting for {count} result before the round can close",
            "Waiting for {count} results before the round can close",
            self.progress.waiting,
        )


def _pair(desk: SwissDesk) -> Announcement:
    if desk.is_draft and desk.is_paired_by_hand:
        return _pair_by_hand(desk)
    if desk.blockers:
        return _cannot_be_paired(desk)
    if desk.is_draft:
        return _pair_again(desk)
    number, asked = desk.next_number, desk.people.checked_in - desk.to_pair
    sentences = [tr("{players} to pair.", players=desk.tournament.entries_counted(desk.to_pair))]
    if asked:
        sentences.append(trn("{count} requested bye.", "{count} requested byes.", asked))
    if desk.to_pair % 2:
        is_team = desk.tournament.has_teams
        sentences.append(
            tr("One team will have the bye.") if is_team else tr("One player will have the bye.")
        )
    cut = too_large_a_cut(desk.stage) or ("" if desk.round else all_advance_warning(desk.stage))
    missing = left_out(desk.tournament, desk.people)
    text = " ".join(
        str(one) for one in (*sentences, missing, tr("Only organisers see the draft."), cut) if one
    )
    label = tr("Pair round {number}", number=number)
    title = (
        tr("Round {closed} is closed. Pair round {number}", closed=number - 1, number=number)
        if desk.round
        else label
    )
    return Announcement(title, text, label)


def _cannot_be_paired(desk: SwissDesk) -> Announcement:
    """The remaining players have no permitted opponent: the organiser chooses what to do."""
    number = desk.next_number
    who = named(desk.blockers)
    text = tr(
        "No complete round is possible by the rules: {who} cannot all be paired. Choose what to do.", who=who
    )
    title = tr("Round {number} cannot be paired", number=number)
    return Announcement(title, text, waits=True, ways=ways_out(number))


def _pair_by_hand(desk: SwissDesk) -> Announcement:
    """Begun as an empty draft: some players have no place yet."""
    text = tr("Without an opponent or a bye: {missing}.", missing=named(desk.differences.missing))
    title = tr("Round {number} is paired manually", number=desk.number)
    return Announcement(title, text, tr("Pair manually"), ("by-hand",), waits=True)


def _pair_again(desk: SwissDesk) -> Announcement:
    """The draft is out of date and cannot be published."""
    refused = (
        DraftOutdated(desk.differences.leavers, desk.differences.missing)
        if desk.differences.any
        else DraftStale(desk.changes)
    )
    return Announcement(_draft_title(desk), "", tr("Pair again"), blocked=str(refused))


def _draft_title(desk: SwissDesk) -> str:
    return tr("Round {number} is a draft", number=desk.number)


def _publish(desk: SwissDesk) -> Announcement:
    title = _draft_title(desk)
    if desk.undecided:
        text = tr(
            "Missing results: {places}. See what they could change in this round, or enter them first.",
            places=desk.open_before,
        )
        return Announcement(title, text, tr("See what could change"), ("open-results",), waits=True)
    text = tr("Check the draft: swap opponents and change {tables}. Players see nothing until you publish.")
    if Use.MISSIONS in rules_of(desk.tournament).uses:
        text = tr(
            "Check the draft: swap opponents and change {tables} or missions. "
            "Players see nothing until you publish."
        )
    text = text.filled(**desk.vocabulary.of_places)
    return Announcement(title, text, tr("Publish round {number}", number=desk.number))


def _start(desk: SwissDesk) -> Announcement:
    title = tr("Round {number} is published", number=desk.number)
    if desk.aside:
        return _find_places(desk, title)
    text = desk.vocabulary.say(
        "Players see their {tables} now. Start the round when they should begin. Results can be entered from then on."
    )
    return Announcement(title, text, tr("Start round {number}", number=desk.number))


def _find_places(desk: SwissDesk, title: str) -> Announcement:
    blocked = str(PlayersAside(number=desk.number, names=desk.aside))
    return Announcement(title, "", tr("Pair manually"), ("by-hand",), blocked=blocked)


def _close(desk: SwissDesk) -> Announcement:
    title = tr("All results of round {number} are in", number=desk.number)
    if desk.aside:
        return _find_places(desk, title)
    if desk.earlier:
        return _close_earlier(desk, title)
    if desk.number < desk.tournament.total_rounds:
        text = desk.closing(tr("Closing lets you pair the next round."))
    elif len(desk.stages) > 1:
        text = tr(
            "This was the last round. After closing it, you can prepare the next stage: {stage}.",
            stage=desk.stages[1].name,
        )
    else:
        text = desk.closing(tr("This was the last round. Closing makes the standings final."))
    return Announcement(title, text, tr("Close round {number}", number=desk.number))


def _close_earlier(desk: SwissDesk, title: str) -> Announcement:
    """Rounds close in order: open matches of an earlier round come first."""
    if desk.undecided:
        text = tr("Missing results: {places}. Rounds close in order.", places=desk.open_before)
        label = tr("Enter the result")
        return Announcement(title, text, label, ("match-page", desk.undecided[0].pk), waits=True)
    number = desk.earlier[0].number
    text = tr(
        "Round {number} has all its results now, too. Close it first: rounds close in order.", number=number
    )
    return Announcement(title, text, tr("Close round {number}", number=number))


WORDS: Mapping[NextStep, Callable[[SwissDesk], Announcement]] = {
    NextStep.PAIR: _pair,
    NextStep.PUBLISH: _publish,
    NextStep.START: _start,
    NextStep.RESOLVE_DISPUTES: lambda desk: desk.to_resolve(desk.waiting),
    NextStep.COLLECT_RESULTS: lambda desk: Announcement(desk.waiting, desk.rest, waits=True),
    NextStep.CLOSE: _close,
}
