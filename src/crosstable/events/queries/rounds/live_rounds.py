"""A published round for repairs: absent and waiting players, movable tables; rematches; the clock."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property

from django.db.models import Exists, OuterRef, Q

from crosstable.engine.clock import Clock
from crosstable.engine.model import Bye, ByeKind, EntryId, Pairing
from crosstable.engine.pairing.repair import LiveRound, LiveTable, RepairRules, make_rules
from crosstable.events.bridge.hall import MINUTE, clock_of
from crosstable.events.bridge.rules import rules_of
from crosstable.events.bridge.tournament import conditions_for, load_tournament
from crosstable.events.models import (
    BlockedTable,
    Entry,
    Match,
    MatchState,
    Round,
    RoundStatus,
    StageKind,
    Tournament,
)

LIVE = (RoundStatus.PUBLISHED, RoundStatus.STARTED)


def live_round_of(tournament: Tournament, number: int | None = None) -> Round | None:
    """Return the Swiss round that is published or in progress, if any (and if it has this number)."""
    rows = tournament.rounds.filter(status__in=LIVE).select_related("tournament", "stage")
    round_ = rows.order_by("-number").first()
    if round_ is None or number not in (None, round_.number) or not is_swiss(round_):
        return None
    return round_


def is_swiss(round_: Round) -> bool:
    """Return whether the round is paired; pools, brackets and play-offs follow a schedule instead."""
    return round_.stage is not None and round_.stage.kind == StageKind.SWISS and not round_.is_play_off


def has_begun(match: Match) -> bool:
    """Return whether the match has begun or was reported; the pairing engine never moves such a match."""
    return match.state != MatchState.OPEN or bool(match.claims.all()) or match.game_started_at is not None


@dataclass(frozen=True)
class Situation:
    """The matches of a live round and the engine's view of them."""

    round: Round
    matches: Sequence[Match]
    entries: dict[int, Entry]
    aside: Sequence[int]

    @cached_property
    def absent(self) -> frozenset[EntryId]:
        return frozenset(EntryId(pk) for pk, entry in self.entries.items() if entry.is_absent)

    @cached_property
    def live(self) -> LiveRound:
        seats = {EntryId(e.pk): e.fixed_table for e in self.entries.values() if e.fixed_table is not None}
        return LiveRound(
            tables=tuple(LiveTable(_pairing(m), self.may_move(m)) for m in self.matches if not m.is_bye),
            byes=tuple(Bye(EntryId(m.first_id), ByeKind(m.bye_kind)) for m in self.matches if m.is_bye),
            absent=self.absent,
            waiting=tuple(EntryId(pk) for pk in self.aside if pk not in self.absent),
            seats=seats,
            blocked_tables=blocked_tables(self.round.tournament),
        )

    @cached_property
    def rules(self) -> RepairRules:
        tournament, number = self.round.tournament, self.round.number
        conditions = conditions_for(tournament, number)
        return make_rules(
            load_tournament(tournament, before_round=number),
            [EntryId(pk) for pk in self.entries],
            rules_of(tournament).pairing_system,
            conditions.forbidden,
            conditions.initial_color,
        )

    @cached_property
    def _games_are_started_singly(self) -> bool:
        return any(match.game_started_at is not None for match in self.matches)

    def may_move(self, match: Match) -> bool:
        """Return whether a repair may move the match.

        Before the start: every table without a report. Afterwards: only a table with an absent player and,
        where the arbiter starts each game separately, tables not started yet. Manual pairings stay.
        """
        if match.state != MatchState.OPEN or match.claims.all():
            return False
        if match.first_id in self.absent or match.second_id in self.absent:
            return True
        if match.by_hand:
            return False
        if self.round.status == RoundStatus.PUBLISHED:
            return match.game_started_at is None
        return self._games_are_started_singly and match.game_started_at is None

    @cached_property
    def broken(self) -> list[Match]:
        """Open matches with an absent player, by table."""
        places = {table.table for table in self.live.broken}
        return [match for match in self.matches if match.place in places]

    @property
    def needs_repair(self) -> bool:
        return self.live.needs_repair

    def row_of(self, entry: Entry) -> Match | None:
        return next((m for m in self.matches if entry.pk in (m.first_id, m.second_id)), None)

    def other_side(self, match: Match, entry: Entry) -> Entry | None:
        other = match.second_id if match.first_id == entry.pk else match.first_id
        return self.entries[other] if other is not None else None


def situation_of(round_: Round, *also: Entry) -> Situation:
    """Read the situation in a fixed number of queries. `also`: further entries that are not in the round."""
    rows = round_.matches.select_related("first", "second").prefetch_related("claims")
    return situation_with(round_, sorted(rows, key=lambda m: (m.is_bye, m.table or 0, m.pk)), *also)


def situation_with(round_: Round, matches: Sequence[Match], *also: Entry) -> Situation:
    """The same for matches already loaded with players and reports."""
    aside = list(round_.set_aside.select_related("entry").order_by("entry__seed"))
    entries = {e.pk: e for m in matches for e in (m.first, m.second) if e is not None}
    entries |= {row.entry_id: row.entry for row in aside} | {entry.pk: entry for entry in also}
    return Situation(round_, matches, entries, [row.entry_id for row in aside])


def playing_now(tournament: Tournament) -> set[int]:
    """Return the entries in a published or started Swiss round whose match has no report yet."""
    rows = Match.objects.filter(
        round__tournament=tournament,
        round__status__in=LIVE,
        round__stage__kind=StageKind.SWISS,
        round__play_off=0,
        state=MatchState.OPEN,
        second__isnull=False,
    )
    return {pk for pair in rows.values_list("first_id", "second_id") for pk in pair if pk is not None}


def blocked_tables(tournament: Tournament) -> frozenset[int]:
    return frozenset(BlockedTable.objects.filter(tournament=tournament).values_list("table", flat=True))


def fixed_seats(tournament: Tournament) -> dict[EntryId, int]:
    rows = Entry.objects.filter(tournament=tournament, fixed_table__isnull=False)
    return {EntryId(pk): table for pk, table in rows.values_list("pk", "fixed_table") if table is not None}


def _pairing(match: Match) -> Pairing:
    """The pairing with its place as table: with fewer boards than matches, several matches share a board."""
    assert match.second_id is not None, "a bye is no pairing"
    return Pairing(EntryId(match.first_id), EntryId(match.second_id), match.place)


def met_before() -> Exists:
    """Return an expression for matches of a Swiss: whether the two sides have met before."""
    same = Q(first=OuterRef("first"), second=OuterRef("second"))
    swapped = Q(first=OuterRef("second"), second=OuterRef("first"))
    swiss = Q(round__stage__kind=StageKind.SWISS, round__play_off=0)
    earlier = Match.objects.agreed().filter(
        same | swapped, swiss, round__number__lt=OuterRef("round__number")
    )
    return Exists(earlier.exclude(result__endswith="F"))


def rematches_in(round_: Round) -> list[int]:
    """Return the keys of the round's rematches; none in a schedule or a bracket."""
    if not is_swiss(round_):
        return []
    rows = round_.matches.filter(met_before()).order_by("table")
    return list(rows.values_list("pk", flat=True))


def rematches_of(matches: Iterable[Match]) -> frozenset[int]:
    """The same among the matches of one entry, already loaded with their rounds."""
    met: set[frozenset[int]] = set()
    again = set()
    for match in sorted(matches, key=lambda match: match.round.number):
        if match.second_id is None or not is_swiss(match.round):
            continue
        pair = frozenset((match.first_id, match.second_id))
        if pair in met:
            again.add(match.pk)
        if match.is_agreed and not match.result.endswith("F"):
            met.add(pair)
    return frozenset(again)


@dataclass(frozen=True, slots=True)
class TableTime:
    """A table with more time than the others."""

    match_id: int
    table: int
    minutes: int
    reason: str
    clock: Clock

    @property
    def ends_at(self) -> datetime | None:
        return self.clock.ends_at


def tables_with_more_time(round_: Round) -> list[TableTime]:
    """Return the tables with extra time that are still playing, by table."""
    clock = clock_of(round_)
    if clock is None:
        return []
    rows = Match.objects.undecided().filter(round=round_, extra_time__isnull=False)
    open_ = rows.select_related("extra_time").order_by("table")
    return [
        TableTime(
            m.pk,
            m.table or 0,
            m.extra_time.minutes,
            m.extra_time.reason,
            clock.extended(m.extra_time.minutes * MINUTE),
        )
        for m in open_
    ]
