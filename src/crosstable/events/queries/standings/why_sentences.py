"""The sentences that explain places: the number by which one entry is ahead, with the game's names.

In an event with stages, the sentence is about the stage that decided, not the first one.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import groupby
from math import ceil

from crosstable.engine.history import history_of
from crosstable.engine.model import EntryId
from crosstable.engine.pairing.knockout import Status, match_inside
from crosstable.engine.stages import across_value, games_of
from crosstable.engine.standings import Decision, Row, Way
from crosstable.engine.tie_breaks import Format, TieBreak, TieBreakValue, find_tie_break
from crosstable.engine.tie_breaks.explaining import Ahead, why_ahead
from crosstable.events.bridge.rules import rules_of
from crosstable.events.bridge.stages import decisions_of
from crosstable.events.bridge.words import percent_words, points_words, signed_words
from crosstable.events.models import Entry, StageKind, Tournament
from crosstable.events.queries.stages.bracket import Box, BracketView, bracket_view, knockout_of
from crosstable.events.queries.standings.final_places import knockout_has_begun, leavers_come_last
from crosstable.events.queries.standings.pool_tables import codes_of, pools_by_name, rows_by_pool
from crosstable.games import Vocabulary
from crosstable.text import Text, tr, trn

# The engine's names for the sides: White and Black.
ENGINE_VOCABULARY = Vocabulary(second=tr("Black"))


@dataclass(frozen=True, slots=True)
class Names:
    """The names of tie-breaks, of the sides and of the scored unit."""

    tie_break: Callable[[str], TieBreak] = find_tie_break
    vocabulary: Vocabulary = ENGINE_VOCABULARY
    unit: str = tr("points")

    def name(self, code: str) -> str:
        return self.tie_break(code).name

    def fill(self, text: Text, code: str, **values: object) -> Text:
        return text.filled(name=self.name(code), second=self.vocabulary.second, unit=self.unit, **values)


USUAL = Names()


def names_in(tournament: Tournament) -> Names:
    rules = rules_of(tournament)
    vocabulary = rules.vocabulary
    counted = tr("points") if rules.shape.has_parts else vocabulary.unit
    return Names(rules.tie_break, vocabulary, counted)


def ahead_sentence(why: Ahead, names: Names = USUAL, decisions: Sequence[Decision] = ()) -> str:
    """'Both have 3 wins; Anna’s margin is +54, Ben’s +31.'"""
    equal = [amount_words(code, value, names) for code, value in why.equal]
    if why.decided_by is not None and why.values is not None:
        difference = _difference(why.decided_by, why.values, why, names)
        return (
            tr("Both have {values}; {difference}", values=equal, difference=difference)
            if equal
            else difference
        )
    if why.ahead.rank != why.behind.rank and (decision := _between(why, decisions)) is not None:
        decided = _decided_words(decision, names)
        return tr("Both have {values}; {difference}", values=equal, difference=decided) if equal else decided
    return tr(
        "Both have {values}: they share the place and are listed by their starting numbers.", values=equal
    )


def _between(why: Ahead, decisions: Sequence[Decision]) -> Decision | None:
    """The decision that separated the two."""
    both = {why.ahead.entry.id, why.behind.entry.id}
    parted = (one for one in decisions if both <= one.entries)
    return next((one for one in parted if not any(both <= set(group) for group in one.groups)), None)


def _decided_words(decision: Decision, names: Names) -> str:
    if decision.way is Way.TIE_BREAK:
        return tr("a further tie-break decided the tie: {name}.", name=names.name(decision.note))
    if decision.way is Way.PLAY_OFF:
        return tr("a play-off decided the tie ({score}).", score=decision.note)
    return tr("a draw of lots decided the tie (seed {seed}).", seed=decision.note)


def _difference(code: str, values: tuple[TieBreakValue, TieBreakValue], why: Ahead, names: Names) -> str:
    one, two = why.ahead.entry.name, why.behind.entry.name
    if why.trail:
        return _by_procedure(why, names)
    if why.encounter:
        return _direct_encounter(why, why.encounter)
    if find_tie_break(code).among:
        return tr("{one} is ahead of {two} by “{name}”.", one=one, two=two, name=names.name(code))
    return _by_values(code, values, one, two, names)


def _by_values(
    code: str, values: tuple[TieBreakValue, TieBreakValue], one: str, two: str, names: Names
) -> str:
    """Worded by the record of the tie-break, or by its kind of value."""
    tie_break = find_tie_break(code)
    text = tie_break.why
    if not text and tie_break.counted:
        text = tr("{one} has {amount}, {two} {behind}.")
    elif not text and tie_break.display:
        text = tr("{one} is ahead by “{name}” with {ahead}, {two} has {behind}.")
    ahead, behind = (value_words(code, value) for value in values)
    return names.fill(
        text or tr("{one}’s {name} is {ahead}, {two}’s {behind}."),
        code,
        one=one,
        two=two,
        ahead=ahead,
        behind=behind,
        amount=amount_words(code, values[0], names),
    )


def _by_procedure(why: Ahead, names: Names) -> str:
    """“in the matches among the 3 who are tied both have 3 points; then in their match B has 2 points, …”"""
    one, two = why.ahead.entry, why.behind.entry
    last = why.trail[-1]
    steps: list[Text] = []
    for matches, together in groupby(why.trail, key=lambda compared: compared.matches_among):
        equal = [amount_words(c.code, c.values[one.id], names) for c in together if c is not last]
        where = _which_matches(matches)
        if matches != last.matches_among:
            steps.append(tr("{where} both have {values}", where=where, values=equal))
            continue
        ended = _by_values(last.code, (last.values[one.id], last.values[two.id]), one.name, two.name, names)
        if equal:
            steps.append(
                tr(
                    "{where} both have {values}, and {difference}",
                    where=where,
                    values=equal,
                    difference=ended,
                )
            )
        else:
            steps.append(tr("{where} {difference}", where=where, difference=ended))
    words = steps[0]
    for step in steps[1:]:
        words = tr("{earlier}; then {step}", earlier=words, step=step)
    return words


def _which_matches(among: Sequence[EntryId]) -> str:
    if not among:
        return tr("over all matches")
    if len(among) == 2:
        return tr("in the match between them")
    return tr("in the matches among the {count} tied", count=len(among))


def _direct_encounter(why: Ahead, scored: tuple[TieBreakValue, TieBreakValue]) -> str:
    """The games among the tied; with only these two, the game between them."""
    one, two = why.ahead.entry.name, why.behind.entry.name
    ahead, behind = map(points_words, scored)
    if len(why.tie) == 2:
        return tr(
            "in their direct encounter {one} scored {ahead}, {two} {behind}.",
            one=one,
            two=two,
            ahead=ahead,
            behind=behind,
        )
    return tr(
        "in the games among the {count} tied {one} scored {ahead}, {two} {behind}.",
        count=len(why.tie),
        one=one,
        two=two,
        ahead=ahead,
        behind=behind,
    )


def amount_words(code: str, value: TieBreakValue, names: Names) -> str:
    """An entry's value: “3 wins”, “a margin of +54”, “Buchholz 12½”."""
    tie_break, words = find_tie_break(code), value_words(code, value)
    if tie_break.counted:
        count = 1 if 0 < value <= 1 else ceil(value)
        return names.fill(tie_break.counted, code, value=words, count=count)
    usual = tr("nothing between them by “{name}”") if tie_break.among else tr("{name} {value}")
    return names.fill(tie_break.level or usual, code, value=words)


def value_words(code: str, value: TieBreakValue) -> str:
    tie_break = find_tie_break(code)
    shown = tie_break.display(value) if tie_break.display else value
    if tie_break.format is Format.DIFFERENCE:
        return signed_words(int(shown))
    return percent_words(shown) if tie_break.format is Format.SHARE else points_words(shown)


class DecidedByStages:
    """Explains a pair of entries by stages; created once per page, called with the leading one first."""

    def __init__(self, tournament: Tournament) -> None:
        stages = list(tournament.stages.all())
        knockout = knockout_of(tournament)
        self._view = bracket_view(knockout) if knockout is not None and knockout_has_begun(knockout) else None
        pools = [stage for stage in stages[:1] if stage.kind == StageKind.POOLS and stage.pools.count() > 1]
        self._events = pools_by_name(pools[0]) if pools else {}
        self._pools = rows_by_pool(pools[0], pools=self._events) if pools else {}
        self._in_pools = {
            int(row.entry.id): (name, row.rank, row) for name, rows in self._pools.items() for row in rows
        }
        self._decisions = decisions_of(pools[0]) if pools else []
        self._codes, self._names = codes_of(tournament), names_in(tournament)
        self._leavers_last = leavers_come_last(stages)
        self._is_staged = any(stage.kind != StageKind.SWISS for stage in stages)

    def sentence(self, ahead: Entry, behind: Entry, *, shared: bool) -> str:
        """Return the sentence; empty where the tie-breaks of the first stage decide."""
        if not self._is_staged:
            return ""
        if self._view is not None and self._is_in(ahead):
            return self._in_the_bracket(self._view, ahead, behind, shared)
        if self._leavers_last and behind.is_dropped and not ahead.is_dropped:
            return tr("{behind} has withdrawn, and withdrawn players are placed last.", behind=behind)
        return self._by_pools(ahead, behind) if self._view is not None else ""

    def _is_in(self, entry: Entry) -> bool:
        return self._view is not None and bool(_path(self._view, entry))

    def _in_the_bracket(self, view: BracketView, ahead: Entry, behind: Entry, shared: bool) -> str:
        if not self._is_in(behind):
            return tr(
                "{ahead} went on to the {name}, {behind} did not.",
                ahead=ahead,
                name=view.stage.shown_name,
                behind=behind,
            )
        if {ahead, behind} <= set(view.contenders):
            return _both_still_in(view, ahead, behind)
        one, two = _bracket_result(view, ahead), _bracket_result(view, behind)
        if shared:
            return tr("{one}; {two}. They share the place.", one=one, two=two)
        return tr("{one}; {two}.", one=one, two=two)

    def _by_pools(self, ahead: Entry, behind: Entry) -> str:
        one, other = self._in_pools.get(ahead.pk), self._in_pools.get(behind.pk)
        if one is None or other is None:
            return ""
        if one[0] == other[0]:
            history = history_of(self._events[one[0]])
            why = why_ahead(self._pools[one[0]], self._codes, one[2].entry.id, other[2].entry.id, history)
            return ahead_sentence(why, self._names, self._decisions)
        if one[1] == other[1]:
            return self._in_their_games(one[1], one[2], other[2])
        return tr(
            "{ahead} took place {place} in pool {pool}, {behind} place {other_place} in pool {other_pool}.",
            ahead=ahead,
            place=one[1],
            pool=one[0],
            behind=behind,
            other_place=other[1],
            other_pool=other[0],
        )

    def _in_their_games(self, place: int, *rows: Row) -> str:
        """The first number that differs and is comparable between pools.

        Pools may differ in size, so sums are compared per game.
        """
        for number, code in enumerate(self._codes):
            if len({across_value(code, row.values[number], row) for row in rows}) > 1:
                one, two = (
                    trn(
                        "{name} with {value} in {count} game",
                        "{name} with {value} in {count} games",
                        games_of(row),
                        name=row.entry.name,
                        value=amount_words(code, row.values[number], self._names),
                    )
                    for row in rows
                )
                return tr(
                    "Both took place {place} in their pools: {one}, {two}.", place=place, one=one, two=two
                )
        return tr(
            "Both took place {place} in their pools and made the same there: they are listed by their starting "
            "numbers.",
            place=place,
        )


def _path(view: BracketView, entry: Entry) -> Sequence[Box]:
    return [box for box in view.boxes if any(side.entry == entry for side in box.sides)]


def _both_still_in(view: BracketView, ahead: Entry, behind: Entry) -> str:
    if len(_defeats(view, ahead)) < len(_defeats(view, behind)):
        return tr("Both are still in; {behind} has lost a match already.", behind=behind)
    one, other = (view.still_in_words[EntryId(entry.pk)] for entry in (ahead, behind))
    if one != other:
        return tr("Both are still in; {ahead} is {one} already.", ahead=ahead, one=one)
    return tr("Both are still in. Until one of them is eliminated, they are listed by seed.")


def _defeats(view: BracketView, entry: Entry) -> Sequence[Box]:
    return [box for box in _path(view, entry) if box.loser is not None and box.loser.entry == entry]


def _bracket_result(view: BracketView, entry: Entry) -> str:
    """“Ann won the Knockout”, “Ann lost the final to Bo”, “Ann is still in”."""
    if view.champion == entry:
        return tr("{name} won: {stage}", name=entry, stage=view.stage)
    if entry in view.contenders:
        return tr("{name} is still in", name=entry)
    last = [box for box in _path(view, entry) if box.status is Status.DECIDED][-1]
    winner, loser = last.winner, last.loser
    assert winner is not None and loser is not None
    match = match_inside(view.bracket, last.match)
    if winner.entry == entry:
        return tr("{name} won {match} against {loser}", name=entry, match=match, loser=loser.name)
    return tr("{name} lost {match} to {winner}", name=entry, match=match, winner=winner.name)
