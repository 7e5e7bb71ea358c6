"""The sentences that explain places: the number by which one entry is ahead, with the game's names.

In an event with stages, the sentence is about the stage that decided, not the first one.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import groupby

from crosstable.engine.history import history_of
from crosstable.engine.model import EntryId
from crosstable.engine.pairing.knockout import Status
from crosstable.engine.stages import across_value, games_of
from crosstable.engine.standings import Decision, Row, Way
from crosstable.engine.tie_breaks import Format, TieBreak, TieBreakValue, find_tie_break
from crosstable.engine.tie_breaks.explaining import Ahead, why_ahead
from crosstable.events.bridge.rules import rules_of
from crosstable.events.bridge.stages import decisions_of
from crosstable.events.bridge.words import listed, ordinal, percent_words, points_words, signed_words
from crosstable.events.models import Entry, StageKind, Tournament
from crosstable.events.queries.stages.bracket import Box, BracketView, bracket_view, knockout_of
from crosstable.events.queries.standings.final_places import knockout_has_begun, leavers_come_last
from crosstable.events.queries.standings.pool_tables import codes_of, pools_by_name, rows_by_pool
from crosstable.games import Vocabulary

# The engine's names for the sides: White and Black.
ENGINE_WORDS = Vocabulary(second="Black")


@dataclass(frozen=True, slots=True)
class Names:
    """The names of tie-breaks, of the sides and of the scored unit."""

    tie_break: Callable[[str], TieBreak] = find_tie_break
    words: Vocabulary = ENGINE_WORDS
    unit: str = "points"

    def inside(self, code: str) -> str:
        """The name of a tie-break within a sentence. Capitals as in BP difference are unchanged."""
        tie_break = self.tie_break(code)
        name = tie_break.name.replace(", ", " ")
        is_proper = tie_break.is_proper or name[:2].isupper()
        return name if is_proper else f"{name[:1].lower()}{name[1:]}"

    def fill(self, text: str, code: str, **values: str) -> str:
        return text.format(name=self.inside(code), words=self.words, unit=self.unit, **values)


USUAL = Names()


def names_in(tournament: Tournament) -> Names:
    rules = rules_of(tournament)
    words = rules.words
    counted = "points" if rules.shape.has_parts else words.unit
    return Names(rules.tie_break, words, counted)


def ahead_sentence(why: Ahead, names: Names = USUAL, decisions: Sequence[Decision] = ()) -> str:
    """'Both have 3 wins; Anna’s margin is +54, Ben’s +31.'"""
    equal = [amount_words(code, value, names) for code, value in why.equal]
    level = f"Both have {listed(equal)}" if equal else ""
    if why.decided_by is None or why.values is None:
        if why.ahead.rank != why.behind.rank and (decision := _between(why, decisions)) is not None:
            return f"{level}; {_decided_words(decision, names)}."
        return f"{level}: they share the place and are listed by their starting numbers."
    difference = _difference(why.decided_by, why.values, why, names)
    if level:
        return f"{level}; {difference}"
    return difference.replace("the opp", "The opp", 1) if difference.startswith("the opp") else difference


def _between(why: Ahead, decisions: Sequence[Decision]) -> Decision | None:
    """The decision that separated the two."""
    both = {why.ahead.entry.id, why.behind.entry.id}
    parted = (one for one in decisions if both <= one.entries)
    return next((one for one in parted if not any(both <= set(group) for group in one.groups)), None)


def _decided_words(decision: Decision, names: Names) -> str:
    if decision.way is Way.TIE_BREAK:
        return f"the tie was decided by a further tie-break ({names.inside(decision.note)})"
    if decision.way is Way.PLAY_OFF:
        return f"the tie was decided by a play-off ({decision.note})"
    return f"the tie was decided by lot (seed {decision.note})"


def _difference(code: str, values: tuple[TieBreakValue, TieBreakValue], why: Ahead, names: Names) -> str:
    one, two = why.ahead.entry.name, why.behind.entry.name
    if why.trail:
        return _by_procedure(why, names)
    if why.encounter:
        return _direct_encounter(why, why.encounter)
    if find_tie_break(code).among:
        return f"by “{names.inside(code)}” {one} is ahead of {two}."
    return _by_values(code, values, one, two, names)


def _by_values(
    code: str, values: tuple[TieBreakValue, TieBreakValue], one: str, two: str, names: Names
) -> str:
    """Worded by the record of the tie-break, or by its kind of value."""
    tie_break = find_tie_break(code)
    text = tie_break.why
    if not text and tie_break.counted:
        text = "{one} has {amount}, {two} {behind}."
    elif not text and tie_break.display:
        text = "by “{name}” {one} is ahead with {ahead}, {two} has {behind}."
    ahead, behind = (value_words(code, value) for value in values)
    return names.fill(
        text or "{one}’s {name} is {ahead}, {two}’s {behind}.",
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
    said = []
    for matches, together in groupby(why.trail, key=lambda compared: compared.matches_among):
        equal = [amount_words(c.code, c.values[one.id], names) for c in together if c is not last]
        sentence = f"both have {listed(equal)}" if equal else ""
        if matches == last.matches_among:
            ended = _by_values(
                last.code, (last.values[one.id], last.values[two.id]), one.name, two.name, names
            )
            sentence = f"{sentence}, and {ended}" if sentence else ended
        said.append(f"{_which_matches(matches)} {sentence}")
    return "; then ".join(said)


def _which_matches(among: Sequence[EntryId]) -> str:
    if not among:
        return "over all matches"
    return "in the match between them" if len(among) == 2 else f"in the matches among the {len(among)} tied"


def _direct_encounter(why: Ahead, scored: tuple[TieBreakValue, TieBreakValue]) -> str:
    """The games among the tied; with only these two, the game between them."""
    one, two = why.ahead.entry.name, why.behind.entry.name
    ahead, behind = map(points_words, scored)
    if len(why.tie) == 2:
        return f"in their direct encounter {one} scored {ahead}, {two} {behind}."
    return f"in the games among the {len(why.tie)} who are level {one} scored {ahead}, {two} {behind}."


def amount_words(code: str, value: TieBreakValue, names: Names) -> str:
    """An entry's value: “3 wins”, “a margin of +54”, “Buchholz 12½”."""
    tie_break, words = find_tie_break(code), value_words(code, value)
    if tie_break.counted:
        one, many = tie_break.counted
        return f"{words} {names.fill(one if 0 < value <= 1 else many, code)}"
    usual = "nothing between them by “{name}”" if tie_break.among else "{name} {value}"
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
            return f"{behind} has left: whoever leaves stands at the end."
        return self._by_pools(ahead, behind) if self._view is not None else ""

    def _is_in(self, entry: Entry) -> bool:
        return self._view is not None and bool(_path(self._view, entry))

    def _in_the_bracket(self, view: BracketView, ahead: Entry, behind: Entry, shared: bool) -> str:
        if not self._is_in(behind):
            return f"{ahead} went on to the {view.stage.name}, {behind} did not."
        if {ahead, behind} <= set(view.contenders):
            return _both_still_in(view, ahead, behind)
        words = f"{ahead} {_fate(view, ahead)}; {behind} {_fate(view, behind)}."
        return f"{words} They share the place." if shared else words

    def _by_pools(self, ahead: Entry, behind: Entry) -> str:
        one, other = self._in_pools.get(ahead.pk), self._in_pools.get(behind.pk)
        if one is None or other is None:
            return ""
        if one[0] == other[0]:
            history = history_of(self._events[one[0]])
            why = why_ahead(self._pools[one[0]], self._codes, one[2].entry.id, other[2].entry.id, history)
            return ahead_sentence(why, self._names, self._decisions)
        if one[1] == other[1]:
            return f"Both came {ordinal(one[1])} in their pools{self._in_their_games(one[2], other[2])}"
        return f"{ahead} came {ordinal(one[1])} in pool {one[0]}, {behind} {ordinal(other[1])} in pool {other[0]}."

    def _in_their_games(self, *rows: Row) -> str:
        """The first number that differs and is comparable between pools.

        Pools may differ in size, so sums are compared per game.
        """
        for number, code in enumerate(self._codes):
            if len({across_value(code, row.values[number], row) for row in rows}) > 1:
                made = (
                    f"{row.entry.name} with {amount_words(code, row.values[number], self._names)} in {_games(row)}"
                    for row in rows
                )
                return f", {', '.join(made)}."
        return " and made the same there: they are listed by their starting numbers."


def _games(row: Row) -> str:
    return "1 game" if games_of(row) == 1 else f"{games_of(row)} games"


def _path(view: BracketView, entry: Entry) -> Sequence[Box]:
    return [box for box in view.boxes if any(side.entry == entry for side in box.sides)]


def _both_still_in(view: BracketView, ahead: Entry, behind: Entry) -> str:
    if len(_defeats(view, ahead)) < len(_defeats(view, behind)):
        return f"Both are still in; {behind} has lost a match already."
    one, other = (view.still_in_words[EntryId(entry.pk)] for entry in (ahead, behind))
    if one != other:
        return f"Both are still in; {ahead} is {one} already."
    return "Both are still in. Until one of them is out they stand as they were seeded."


def _defeats(view: BracketView, entry: Entry) -> Sequence[Box]:
    return [box for box in _path(view, entry) if box.loser is not None and box.loser.entry == entry]


def _fate(view: BracketView, entry: Entry) -> str:
    """“won the Knockout”, “lost the final to Bo”, “is still in”."""
    if view.champion == entry:
        return f"won the {view.stage.name}"
    if entry in view.contenders:
        return "is still in"
    last = [box for box in _path(view, entry) if box.status is Status.DECIDED][-1]
    winner, loser = last.winner, last.loser
    assert winner is not None and loser is not None
    name = last.name[0].lower() + last.name[1:]
    name = name if any(character.isdigit() for character in name) else f"the {name}"
    return f"won {name} against {loser.name}" if winner.entry == entry else f"lost {name} to {winner.name}"
