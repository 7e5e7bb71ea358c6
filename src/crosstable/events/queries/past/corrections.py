"""The effects of a correction: standings before and after, later pairings that would differ, ratings.

Nothing is written. The engine pairs later rounds twice, from the corrected and from the current history, and
compares the two: manual changes by organisers are not attributed to the correction.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from django.db.models import Q, QuerySet

from crosstable.accounts.models import Player
from crosstable.engine import model as engine
from crosstable.engine.errors import PairingImpossible
from crosstable.engine.model import ByeKind, EntryId, RoundPlan
from crosstable.engine.pairing.registry import RoundConditions
from crosstable.engine.standings import standings
from crosstable.engine.starting_numbers import name_key
from crosstable.events.bridge.results.corrected import ResultOrBye, ScoreOnBoards, ending_of, words
from crosstable.events.bridge.rules import rules_of
from crosstable.events.bridge.team_boards import with_boards
from crosstable.events.bridge.tournament import COUNTED, OF_A_SWISS, conditions_for, load_tournament
from crosstable.events.models import (
    ByeCode,
    Correction,
    Entry,
    Match,
    Policy,
    Round,
    RoundStatus,
    StageKind,
    Tournament,
)
from crosstable.events.queries.people.ratings import rating_moves
from crosstable.events.queries.standings.ranking import ranked_only
from crosstable.states import Is

PAIRED = (RoundStatus.PUBLISHED, RoundStatus.STARTED, RoundStatus.CLOSED)
Pair = tuple[EntryId, EntryId | None]


@dataclass(frozen=True, slots=True)
class RankMove:
    """One player's place and score before and after."""

    entry: Entry
    rank_before: int
    rank_after: int
    score_before: object
    score_after: object

    @property
    def places(self) -> int:
        """Places gained; negative if lost."""
        return self.rank_before - self.rank_after


@dataclass(frozen=True, slots=True)
class OtherPairing:
    """A pairing the engine would have made instead; `second` is None for the bye."""

    first: Entry
    second: Entry | None


@dataclass(frozen=True, slots=True)
class LaterRound:
    """A round after the corrected one.

    `instead` is empty if no pairing would differ. `impossible`: the corrected history allows no complete
    round.
    """

    number: int
    pairings: int
    instead: Sequence[OtherPairing]
    impossible: bool = False


@dataclass(frozen=True, slots=True)
class RatingMove:
    entry: Entry | None
    name: str
    change: int


@dataclass(frozen=True)
class CorrectionPreview:
    match: Match
    before: ResultOrBye
    after: ResultOrBye
    policy: Policy
    moves: Sequence[RankMove]
    later: Sequence[LaterRound]
    ratings: Sequence[RatingMove]

    @cached_property
    def risers(self) -> list[RankMove]:
        return sorted((m for m in self.moves if m.places > 0), key=lambda m: (-m.places, m.rank_after))

    @cached_property
    def fallers(self) -> list[RankMove]:
        return sorted((m for m in self.moves if m.places < 0), key=lambda m: (m.places, m.rank_after))

    is_note = Is("policy", Policy.NOTE_ONLY)
    is_from_now = Is("policy", Policy.FROM_NOW)

    @property
    def words(self) -> tuple[str, str]:
        return words(self.before), words(self.after)

    @property
    def short_words(self) -> str:
        """The corrected result, short enough for a button: a team match without its boards."""
        boards = isinstance(self.after, ScoreOnBoards) and self.after.made
        return "–".join(boards) if boards else words(self.after)


def preview(match: Match, ending: ResultOrBye, policy: Policy) -> CorrectionPreview:
    tournament, before = match.round.tournament, ending_of(match)
    entries = {EntryId(e.pk): e for e in tournament.entries.defer("list_text")}
    stage = match.round.stage
    swiss = stage is not None and stage.kind == StageKind.SWISS
    was = load_tournament(tournament, PAIRED, which=OF_A_SWISS if swiss else Q(stage=stage))
    now = with_ending(was, match, ending)
    counted = max(tournament.rounds.filter(status__in=COUNTED).values_list("number", flat=True))
    reaches = policy in (Policy.EVERYWHERE, Policy.FROM_NOW)
    later = [r for r in was.rounds if r.number > match.round.number] if reaches and swiss else ()
    return CorrectionPreview(
        match,
        before,
        ending,
        policy,
        moves=_moves(tournament, was.until(counted), now.until(counted), entries) if reaches else (),
        later=[_later_round(tournament, round_, was, now, entries) for round_ in later],
        ratings=_ratings(match, ending, policy, entries),
    )


def with_ending(event: engine.Tournament, match: Match, ending: ResultOrBye) -> engine.Tournament:
    """Return the same history with another result for this match."""
    rounds = tuple(
        _other_round(r, match, ending) if r.number == match.round.number else r for r in event.rounds
    )
    return replace(event, rounds=rounds)


def _other_round(round_: engine.Round, match: Match, ending: ResultOrBye) -> engine.Round:
    if isinstance(ending, ByeCode):
        byes = (
            engine.Bye(b.entry, ByeKind(ending.value)) if b.entry == match.first_id else b
            for b in round_.byes
        )
        return replace(round_, byes=tuple(byes))
    matches = (
        replace(m, result=ending.to_result()) if m.pairing.first == match.first_id else m
        for m in round_.matches
    )
    return replace(round_, matches=tuple(matches))


def _moves(
    tournament: Tournament, was: engine.Tournament, now: engine.Tournament, entries: Mapping[EntryId, Entry]
) -> list[RankMove]:
    """Every player whose place or score changes, by new place."""
    present = {id for id, entry in entries.items() if entry.is_active}
    before, after = (
        standings(ranked_only(with_boards(tournament, event), present), rules_of(tournament).tie_breaks)
        for event in (was, now)
    )
    old = {row.entry.id: row for row in before}
    pairs = [(old[row.entry.id], row) for row in after]
    moves = [
        RankMove(entries[row.entry.id], was.rank, row.rank, was.values[0], row.values[0])
        for was, row in pairs
    ]
    return [m for m in moves if (m.rank_before, m.score_before) != (m.rank_after, m.score_after)]


def _later_round(
    tournament: Tournament,
    round_: engine.Round,
    was: engine.Tournament,
    now: engine.Tournament,
    entries: Mapping[EntryId, Entry],
) -> LaterRound:
    there = {pair for match in round_.matches for pair in [_pair(match.pairing)]}
    there |= {(bye.entry, None) for bye in round_.byes}
    conditions = _conditions(tournament, round_)
    try:
        corrected = _pairs(_paired_again(tournament, round_, now, conditions))
    except PairingImpossible:
        return LaterRound(round_.number, len(there), (), impossible=True)
    if corrected == there:
        return LaterRound(round_.number, len(there), ())
    as_it_is = _pairs(_paired_again(tournament, round_, was, conditions))
    instead = sorted(corrected - as_it_is, key=lambda pair: (pair[1] is None, entries[pair[0]].seed))
    pairings = [OtherPairing(entries[a], entries[b] if b is not None else None) for a, b in instead]
    return LaterRound(round_.number, len(there), pairings)


def _conditions(tournament: Tournament, round_: engine.Round) -> RoundConditions:
    """The round's original conditions: players with a bye keep it."""
    asked = tuple(bye for bye in round_.byes if bye.kind is not ByeKind.ALLOCATED)
    return replace(conditions_for(tournament, round_.number), byes=asked)


def _paired_again(
    tournament: Tournament, round_: engine.Round, event: engine.Tournament, conditions: RoundConditions
) -> RoundPlan:
    active = [id for match in round_.matches for id in sorted(match.pairing.entries)]
    active += [bye.entry for bye in round_.byes]
    return rules_of(tournament).pairing_system.pair_round(
        event.until(round_.number - 1), sorted(active), conditions
    )


def _pairs(plan: RoundPlan) -> set[Pair]:
    return {_pair(pairing) for pairing in plan.pairings} | {(bye.entry, None) for bye in plan.byes}


def _pair(pairing: engine.Pairing) -> Pair:
    first, second = sorted(pairing.entries)
    return first, second


def _ratings(
    match: Match, ending: ResultOrBye, policy: Policy, entries: Mapping[EntryId, Entry]
) -> list[RatingMove]:
    moved = {player: by.value for player, by in rating_moves(match, ending, policy).items() if by.value}
    known = {entry.player_id: entry for entry in entries.values()}
    others = dict(Player.objects.filter(pk__in=set(moved) - set(known)).values_list("pk", "name"))
    rows = [
        RatingMove(known.get(p), str(known[p]) if p in known else others[p], by) for p, by in moved.items()
    ]
    return sorted(rows, key=lambda row: (-abs(row.change), name_key(row.name)))


def corrections_of(tournament: Tournament) -> QuerySet[Correction]:
    """Return all corrections of an event, newest first, undone ones too; with match, round and people."""
    rows = Correction.objects.filter(match__round__tournament=tournament).order_by("-pk")
    return rows.select_related("match__round", "match__first", "match__second", "by", "undone_by")


def match_of_entry(entry: Entry, number: int) -> Match | None:
    """Return the entry's match in a published round."""
    rows = Match.objects.filter(round__tournament=entry.tournament_id, round__number=number)
    return rows.filter(Q(first=entry) | Q(second=entry)).first()


def corrections_in(round_: Round) -> dict[int, list[Correction]]:
    """Return the round's corrections in force, by match, oldest first."""
    corrections: dict[int, list[Correction]] = {}
    for row in Correction.objects.filter(match__round=round_, undone_at__isnull=True):
        corrections.setdefault(row.match_id, []).append(row)
    return corrections
