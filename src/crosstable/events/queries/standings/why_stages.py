"""Why one stands above another where an event has stages: the stage that decided says so, not the first one.

Between two in the bracket it is how far they came; between one who is in it and one who is not, going on; between two
who did not go on out of several pools, their places there, once the bracket is full. Whoever left stands at the end.
Everything else is as the tie-breaks of the first stage say.
"""

from collections.abc import Sequence

from crosstable.engine.pairing.knockout import Status
from crosstable.events.models import Entry, StageKind, Tournament
from crosstable.events.queries.rounds.reasons.words import ordinal
from crosstable.events.queries.stages.bracket import Box, BracketView, bracket_view, knockout_of
from crosstable.events.queries.standings.final_places import knockout_has_begun
from crosstable.events.queries.standings.pool_standings import rows_by_pool


class DecidedByStages:
    """Made once for a page; asked for each pair, the one who stands above first."""

    def __init__(self, tournament: Tournament) -> None:
        stages = list(tournament.stages.all())
        knockout = knockout_of(tournament)
        self._view = bracket_view(knockout) if knockout is not None and knockout_has_begun(knockout) else None
        pools = [stage for stage in stages[:1] if stage.kind == StageKind.POOLS and stage.pools.count() > 1]
        self._in_pools = {
            int(row.entry.id): (name, place)
            for stage in pools
            for name, rows in rows_by_pool(stage).items()
            for place, row in enumerate(rows, start=1)
        }
        self._is_staged = any(stage.kind != StageKind.SWISS for stage in stages)

    def sentence(self, ahead: Entry, behind: Entry, *, shared: bool) -> str:
        """Empty where the tie-breaks of the first stage decide."""
        if not self._is_staged:
            return ""
        if self._view is not None and self._is_in(ahead):
            return self._in_the_bracket(self._view, ahead, behind, shared)
        if behind.is_dropped and not ahead.is_dropped:
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
        if one is None or other is None or one[1] == other[1]:
            return ""
        return f"{ahead} came {ordinal(one[1])} in pool {one[0]}, {behind} {ordinal(other[1])} in pool {other[0]}."


def _path(view: BracketView, entry: Entry) -> Sequence[Box]:
    return [box for box in view.boxes if any(side.entry == entry for side in box.sides)]


def _both_still_in(view: BracketView, ahead: Entry, behind: Entry) -> str:
    if len(_defeats(view, ahead)) < len(_defeats(view, behind)):
        return f"Both are still in; {behind} has lost a match already."
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
