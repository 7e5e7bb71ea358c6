"""Why one stands above another where an event has stages: the stage that decided says so, not the first one.

Between two in the bracket it is how far they came; between one who is in it and one who is not, going on; between two
who did not go on out of several pools, their places there and then what they made there in a game, once the bracket is
full. Whoever left stands at the end, but not after a Swiss.
Everything else is as the tie-breaks of the first stage say.
"""

from collections.abc import Sequence

from crosstable.engine.history import history_of
from crosstable.engine.model import EntryId
from crosstable.engine.pairing.knockout import Status
from crosstable.engine.stages import across_value, games_of
from crosstable.engine.standings import Row
from crosstable.engine.tie_breaks.explaining import why_ahead
from crosstable.events.models import Entry, StageKind, Tournament
from crosstable.events.queries.rounds.reasons.words import ordinal
from crosstable.events.queries.stages.bracket import Box, BracketView, bracket_view, knockout_of
from crosstable.events.queries.standings.final_places import knockout_has_begun, leavers_come_last
from crosstable.events.queries.standings.pool_standings import codes_of, pools_by_name, rows_by_pool
from crosstable.events.queries.standings.why_words import ahead_sentence, amount_words, names_in
from crosstable.events.records.stages import decisions_of


class DecidedByStages:
    """Made once for a page; asked for each pair, the one who stands above first."""

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
        """Empty where the tie-breaks of the first stage decide."""
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
        """The first number in which they differ, of those that can be compared between pools; pools may differ in size,
        so a sum is compared by the game."""
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
