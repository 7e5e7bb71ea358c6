"""The desk of a Swiss: one round after another is paired, published, started and closed."""

from collections.abc import Callable, Mapping, Sequence
from functools import cached_property

from crosstable.events.bridge.rules import rules_of
from crosstable.events.errors import named
from crosstable.events.models import ByeRequest, Round, RoundStatus
from crosstable.events.play_errors import DraftOutdated, DraftStale, PlayersAside, open_matches_words
from crosstable.events.queries.desk.steps import Announcement, NextStep, step_while_playing
from crosstable.events.queries.people.check_in import left_out
from crosstable.events.queries.rounds.small_fields import blockers_of, ways_out
from crosstable.events.queries.stages.kinds.desk import plural
from crosstable.events.queries.stages.kinds.rounds import RoundsDesk
from crosstable.events.queries.stages.participants import everybody_goes_on, too_large_a_cut
from crosstable.games import Use


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

    @property
    def is_paired_by_hand(self) -> bool:
        """Whether the draft is manual, and only players without a place prevent publishing."""
        only_missing = bool(self.differences.missing) and not self.differences.leavers
        return only_missing and not self.changes and all(match.by_hand for match in self.tables)

    @property
    def _round(self) -> Round:
        assert self.round is not None, "there is a round to speak of"
        return self.round

    @property
    def open_before(self) -> str:
        return open_matches_words(
            [(match.round.number, match.table or 0) for match in self.undecided], self.words
        )

    @property
    def waiting(self) -> str:
        return f"Waiting for {plural(self.progress.waiting, 'result')} before the round can close"


def _pair(desk: SwissDesk) -> Announcement:
    if desk.is_draft and desk.is_paired_by_hand:
        return _pair_by_hand(desk)
    if desk.blockers:
        return _cannot_be_paired(desk)
    if desk.is_draft:
        return _pair_again(desk)
    entry, number = desk.tournament.entry_word, desk.number + 1 if desk.round else 1
    bye = f" One {entry} will have the bye." if desk.to_pair % 2 else ""
    asked = desk.people.checked_in - desk.to_pair
    byes = f" {asked} {'sits' if asked == 1 else 'sit'} out, as asked." if asked else ""
    text = f"{plural(desk.to_pair, entry)} to pair.{byes}{bye}{left_out(desk.tournament, desk.people)}"
    why = too_large_a_cut(desk.stage) or ("" if desk.round else everybody_goes_on(desk.stage))
    cut = f" {why}" if why else ""
    title = f"Round {number - 1} is closed. Pair round {number}" if desk.round else "Pair round 1"
    return Announcement(title, f"{text} The draft is seen by organisers only.{cut}", f"Pair round {number}")


def _cannot_be_paired(desk: SwissDesk) -> Announcement:
    """The remaining players have no permitted opponent: the organiser chooses what to do."""
    number = desk.next_number
    who = named(desk.blockers)
    text = f"No complete round is possible by the rules: {who} cannot all be paired. Choose what to do."
    return Announcement(f"Round {number} cannot be paired", text, waits=True, ways=ways_out(number))


def _pair_by_hand(desk: SwissDesk) -> Announcement:
    """Begun as an empty draft: some players have no place yet."""
    text = f"Without an opponent or a bye: {named(desk.differences.missing)}."
    title = f"Round {desk.number} is paired by hand"
    return Announcement(title, text, "Pair by hand", ("by-hand",), waits=True)


def _pair_again(desk: SwissDesk) -> Announcement:
    """The draft is out of date and cannot be published."""
    refused = (
        DraftOutdated(desk.differences.leavers, desk.differences.missing)
        if desk.differences.any
        else DraftStale(desk.changes)
    )
    return Announcement(f"Round {desk.number} is a draft", "", "Pair again", blocked=str(refused))


def _publish(desk: SwissDesk) -> Announcement:
    title = f"Round {desk.number} is a draft"
    if desk.undecided:
        it = "it" if len(desk.undecided) == 1 else "they"
        see = f"See what {it} could change here before you publish, or decide first."
        could = f"{desk.open_before} without a result. {see}"
        return Announcement(title, could, "What could change", ("open-results",), waits=True)
    missions = " and missions" if Use.MISSIONS in rules_of(desk.tournament).uses else ""
    swapped, tables = f"{desk.tournament.entry_word}s", desk.words.tables.lower()
    text = f"Look it over: swap {swapped}, change {tables}{missions}. Players see nothing until you publish."
    return Announcement(title, text, f"Publish round {desk.number}")


def _start(desk: SwissDesk) -> Announcement:
    title = f"Round {desk.number} is published"
    if desk.aside:
        return _find_places(desk, title)
    shown = desk.words.say("Players see their {tables} now.")
    text = f"{shown} Start the round when they should begin; results are taken from then on."
    return Announcement(title, text, f"Start round {desk.number}")


def _find_places(desk: SwissDesk, title: str) -> Announcement:
    blocked = str(PlayersAside(number=desk.number, names=desk.aside))
    return Announcement(title, "", "Pair by hand", ("by-hand",), blocked=blocked)


def _close(desk: SwissDesk) -> Announcement:
    title = f"All results of round {desk.number} are in"
    if desk.aside:
        return _find_places(desk, title)
    if desk.earlier:
        return _close_earlier(desk, title)
    text = desk.closing("lets you pair the next round")
    if desk.number == desk.tournament.total_rounds:
        text = f"This was the last round. {desk.closing('makes the standings final')}"
        if len(desk.stages) > 1:
            following = lower(desk.stages[1].name)
            text = f"This was the last round. After closing it, the {following} can be drawn."
    return Announcement(title, text, f"Close round {desk.number}")


def _close_earlier(desk: SwissDesk, title: str) -> Announcement:
    """Rounds close in order: open matches of an earlier round come first."""
    if desk.undecided:
        text = f"{desk.open_before} still undecided, and rounds close in order."
        return Announcement(title, text, "Decide", ("match-page", desk.undecided[0].pk), waits=True)
    number = desk.earlier[0].number
    text = f"Round {number} has all its results now, too. Close it first: rounds close in order."
    return Announcement(title, text, f"Close round {number}")


def lower(name: str) -> str:
    """'Top 8' in the middle of a sentence, but 'KO cup' stays."""
    return name[0].lower() + name[1:] if name[1:2].islower() else name


WORDS: Mapping[NextStep, Callable[[SwissDesk], Announcement]] = {
    NextStep.PAIR: _pair,
    NextStep.PUBLISH: _publish,
    NextStep.START: _start,
    NextStep.RESOLVE_DISPUTES: lambda desk: desk.to_resolve(desk.waiting),
    NextStep.COLLECT_RESULTS: lambda desk: Announcement(desk.waiting, desk.rest, waits=True),
    NextStep.CLOSE: _close,
}
