"""Ties that decide who advances, or with which seed: the entries, the stake, and what could decide."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal

from crosstable.engine import model as engine
from crosstable.engine.errors import EngineError
from crosstable.engine.model import EntryId
from crosstable.engine.stages import DecidingTie, Stake
from crosstable.engine.standings import Decision, Way, standings
from crosstable.engine.tie_breaks import EventKind, TieBreakValue, find_tie_break
from crosstable.events.bridge.play_offs import PlayOff, open_play_offs
from crosstable.events.bridge.rules import rules_of
from crosstable.events.bridge.stages import decisions_of, load_pools
from crosstable.events.bridge.tournament import load_tournament
from crosstable.events.bridge.words import points_words
from crosstable.events.errors import named
from crosstable.events.models import Entry, Stage, StageKind, StageStatus, Tournament
from crosstable.events.queries.stages.advancing import stage_after, tie_words, ties_of, waits_for_decisions
from crosstable.events.queries.standings.pool_tables import columns_of
from crosstable.games import offered_tie_breaks
from crosstable.text import tr, trn

Values = dict[EntryId, TieBreakValue]


@dataclass(frozen=True, slots=True)
class Further:
    """A tie-break that is not in the chosen order and would separate them."""

    code: str
    name: str
    values: Sequence[tuple[Entry, str]]

    @property
    def sentence(self) -> str:
        return ", ".join(f"{entry} {value}" for entry, value in self.values)


@dataclass(frozen=True, slots=True)
class Tie:
    tie: DecidingTie
    entries: Sequence[Entry]
    # The tie-breaks in which they are equal.
    order: Sequence[str]
    further: Sequence[Further]
    # The draw is blocked until it is decided.
    is_waited_for: bool
    # The play-off in progress for it.
    play_off: PlayOff | None = None

    @property
    def decides_a_place(self) -> bool:
        return self.tie.stake is Stake.PLACE

    @property
    def title(self) -> str:
        names = named([str(entry) for entry in self.entries])
        return tr("{names} are tied for {place}", names=names, place=tie_words(self.tie))

    @property
    def sentence(self) -> str:
        if not self.decides_a_place:
            return tr("All of them advance; undecided, they are seeded in the order of entry.")
        if self.is_waited_for:
            return trn(
                "{count} of them advances. The next stage cannot be drawn until this is decided.",
                "{count} of them advance. The next stage cannot be drawn until this is decided.",
                self.tie.places,
            )
        return trn(
            "{count} of them advances. Undecided, the order of entry decides.",
            "{count} of them advance. Undecided, the order of entry decides.",
            self.tie.places,
        )


def decided_in_words(stage: Stage) -> list[str]:
    """Return every decided tie: the order, and how it was decided."""
    decisions = decisions_of(stage) if stage.is_closed else []
    return [decision_words(stage.tournament, decision) for decision in decisions]


WAYS = {Way.TIE_BREAK: tr("tie-break"), Way.PLAY_OFF: tr("play-off"), Way.LOTS: tr("draw of lots")}


def decision_words(tournament: Tournament, decision: Decision) -> str:
    ids = [id for group in decision.groups for id in group]
    names = dict(tournament.entries.filter(pk__in=ids).values_list("pk", "display_name"))
    *before, order = (named([names.get(pk, "?") for pk in group]) for group in decision.groups)
    for ahead in reversed(before):
        order = tr("{first}, then {rest}", first=ahead, rest=order)
    is_code = decision.way is Way.TIE_BREAK
    by_what = rules_of(tournament).tie_break(decision.note).name if is_code else decision.note
    return tr("{order}: {way} ({note})", order=order, way=WAYS[decision.way], note=by_what)


def open_ties(stage: Stage) -> list[Tie]:
    """Return the ties of a finished stage until the next one starts; ties for a place first.

    Seeds are no longer open once the bracket is published.
    """
    following = stage_after(stage)
    if following is None or following.status in (StageStatus.STARTED, StageStatus.CLOSED):
        return []
    try:
        ties = ties_of(stage)
    except EngineError:
        return []
    if following.status == StageStatus.PUBLISHED:
        ties = [tie for tie in ties if tie.stake is Stake.PLACE]
    people = {EntryId(e.pk): e for e in stage.tournament.entries.defer("list_text")} if ties else {}
    played = {one.ids: one for one in open_play_offs(stage)} if ties else {}
    return [_tie(stage, tie, people, played.get(frozenset(tie.entries))) for tie in ties]


def _tie(stage: Stage, tie: DecidingTie, people: Mapping[EntryId, Entry], play_off: PlayOff | None) -> Tie:
    rules = rules_of(stage.tournament)
    order = [rules.tie_break(code).name for code in _codes(stage)]
    if stage.tournament.has_boards and stage.kind == StageKind.POOLS:
        order = [column.name for column in columns_of(stage)]
    further = [
        Further(
            code,
            rules.tie_break(code).name,
            [(people[id], _words(values[id])) for id in tie.entries],
        )
        for code, values in further_values(stage, tie).items()
    ]
    waits = tie.stake is Stake.PLACE and waits_for_decisions(stage)
    return Tie(tie, [people[id] for id in tie.entries], order, further, waits, play_off)


def further_values(stage: Stage, tie: DecidingTie) -> dict[str, Values]:
    """Return the game's tie-breaks that separate the tied entries, by code.

    None for team matches on boards and for the best of several pools, which have no common table.
    """
    field = _field(stage, tie)
    if field is None:
        return {}
    codes, kind = _codes(stage), EventKind.ROUND_ROBIN if stage.kind == StageKind.POOLS else EventKind.SWISS
    offered = [
        c for c in offered_tie_breaks(rules_of(stage.tournament).game) if find_tie_break(c).suits(kind)
    ]
    by_code = {code: _values(field, codes, code) for code in offered if code not in codes}
    return {code: values for code, values in by_code.items() if len({values[id] for id in tie.entries}) > 1}


def _field(stage: Stage, tie: DecidingTie) -> engine.Tournament | None:
    if tie.pool is None or stage.tournament.has_boards:
        return None
    if stage.kind != StageKind.POOLS:
        return load_tournament(stage.tournament)
    return load_pools(stage)[stage.pools.get(name=tie.pool).pk]


def _codes(stage: Stage) -> tuple[str, ...]:
    rules = rules_of(stage.tournament)
    return rules.pool_tie_breaks if stage.kind == StageKind.POOLS else rules.tie_breaks


def _values(field: engine.Tournament, codes: Sequence[str], code: str) -> Values:
    return {row.entry.id: row.values[-1] for row in standings(field, [*codes, code])}


def _words(value: TieBreakValue) -> str:
    return points_words(value if isinstance(value, int) else Decimal(f"{float(value):.2f}"))
