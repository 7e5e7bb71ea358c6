"""Rows ↔ engine values: the only bridge between the database and the rules."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from decimal import Decimal

from django.db.models import Q

from crosstable.database.compiled_sql import CompiledQueryByKeys
from crosstable.engine import model as engine
from crosstable.engine.model import ByeKind, Color, EntryId
from crosstable.engine.pairing.colors import REVIEW
from crosstable.engine.pairing.registry import RoundConditions
from crosstable.engine.results import Score, recalled
from crosstable.events.bridge.entries import RANKED_BY, EntryRow, entry_rows, numbers_of_rows
from crosstable.events.bridge.results.corrected import ResultOrBye
from crosstable.events.bridge.rules import rules_of
from crosstable.events.models import (
    RESULT_COLUMNS,
    Adjustment,
    ByeCode,
    ByeRequest,
    Entry,
    ForbiddenPair,
    Match,
    MatchState,
    Round,
    RoundStatus,
    Stage,
    StageKind,
    Tournament,
)

# Pairings the system asks the organiser to check.
REVIEWS = {REVIEW: "no colours suit both players"}

# The rounds that belong to a Swiss.
OF_A_SWISS = Q(stage__kind=StageKind.SWISS, play_off=0)
NOTHING: Mapping[int, ResultOrBye] = {}
COUNTED = (RoundStatus.STARTED, RoundStatus.CLOSED)


def load_tournament(
    tournament: Tournament,
    statuses: Iterable[RoundStatus] = COUNTED,
    before_round: int | None = None,
    instead: Mapping[int, ResultOrBye] | None = None,
    which: Q = OF_A_SWISS,
) -> engine.Tournament:
    """Return the tournament as the engine's value, in four queries. Drafts and play-offs never count; open matches have
    no result.

    `which` selects the rounds: by default those of the Swiss. `instead` replaces endings by match, for other purposes
    than the current standings; see `corrected.py`.
    """
    rounds = Round.objects.filter(which, tournament=tournament, play_off=0, status__in=list(statuses))
    if before_round is not None:
        rounds = rounds.filter(number__lt=before_round)
    return engine.Tournament(
        entries=_numbered(tournament, entry_rows(tournament.pk)),
        rounds=_rounds(dict(rounds.values_list("pk", "number")), instead or {}),
        total_rounds=tournament.total_rounds,
        scoring=rules_of(tournament).scoring,
        adjustments=_adjustments([tournament], before_round).get(tournament.pk, ()),
    )


def adjustments_in(stage: Stage) -> list[engine.Adjustment]:
    """Return those given in a round of the stage; one given before the first round belongs to the first stage."""
    given = _adjustments([stage.tournament]).get(stage.tournament_id, ())
    if not given:
        return []
    numbers = dict(stage.tournament.rounds.values_list("number", "stage__number"))
    return [one for one in given if numbers.get(one.round, 1) == stage.number]


def _adjustments(
    tournaments: Iterable[Tournament], before_round: int | None = None
) -> dict[int, tuple[engine.Adjustment, ...]]:
    """Return penalties and bonuses by tournament: of what is counted if wins lead, else of points."""
    has_vp = {t.pk: rules_of(t).penalises_score for t in tournaments}
    adjustments: dict[int, list[engine.Adjustment]] = defaultdict(list)
    for pk, entry, amount, number in _adjusted(has_vp):
        if before_round is None or number < before_round:
            vp, points = (int(amount), Decimal(0)) if has_vp[pk] else (0, amount.normalize())
            adjustments[pk].append(engine.Adjustment(EntryId(entry), points, vp, number))
    return {pk: tuple(of_one) for pk, of_one in adjustments.items()}


_adjusted = CompiledQueryByKeys(
    lambda tournaments: (
        Adjustment.objects.filter(entry__tournament__in=tournaments)
        .order_by("pk")
        .values_list("entry__tournament_id", "entry_id", "amount", "round_number")
    )
)


def _numbered(tournament: Tournament, rows: Iterable[EntryRow]) -> tuple[engine.Entry, ...]:
    """Return the entries with their starting numbers, in that order."""
    known = list(rows)
    numbers = numbers_of_rows(tournament, known)
    entries = [engine.Entry(EntryId(row[0]), numbers[row[0]], row[2], row[5]) for row in known]
    return tuple(sorted(entries, key=lambda entry: entry.seed))


def _rounds(numbers: dict[int, int], instead: Mapping[int, ResultOrBye]) -> tuple[engine.Round, ...]:
    return tuple(sorted(_rounds_by_pk(numbers, instead).values(), key=lambda round_: round_.number))


def _rounds_by_pk(
    numbers: dict[int, int], instead: Mapping[int, ResultOrBye] = NOTHING
) -> dict[int, engine.Round]:
    matches: dict[int, list[engine.Match]] = defaultdict(list)
    byes: dict[int, list[engine.Bye]] = defaultdict(list)
    for pk, round_id, table, first, second, bye_kind, *columns in _match_rows(numbers):
        other = instead.get(pk)
        if second is None:
            kind = other.value if isinstance(other, ByeCode) else bye_kind
            byes[round_id].append(engine.Bye(EntryId(first), ByeKind(kind)))
            continue
        score = other if isinstance(other, Score) else recalled(*columns) if columns[0] else None
        result = score.to_result() if score else None
        pairing = engine.Pairing(EntryId(first), EntryId(second), table)
        matches[round_id].append(engine.Match(pairing, result))
    return {pk: engine.Round(n, tuple(matches[pk]), tuple(byes[pk])) for pk, n in numbers.items()}


_match_rows = CompiledQueryByKeys(
    lambda rounds: (
        Match.objects.filter(round__in=rounds, is_void=False)
        .order_by("pk")
        .values_list("pk", "round_id", "table", "first_id", "second_id", "bye_kind", *RESULT_COLUMNS)
    )
)


def matches_of_plan(round_: Round, plan: engine.RoundPlan) -> list[Match]:
    """Return unsaved rows for a plan."""
    reviews = {notice.entries: REVIEWS[notice.rule] for notice in plan.warnings if notice.rule in REVIEWS}
    paired = [
        Match(
            round=round_,
            table=pairing.table,
            first_id=pairing.first,
            second_id=pairing.second,
            review=reviews.get((pairing.first, pairing.second), ""),
        )
        for pairing in plan.pairings
    ]
    return paired + [
        Match(round=round_, first_id=bye.entry, state=MatchState.BYE, bye_kind=bye.kind.value)
        for bye in plan.byes
    ]


def conditions_for(tournament: Tournament, number: int) -> RoundConditions:
    """Return what is fixed before the round is paired: requested byes, forbidden pairings, first colour,
    acceleration."""
    asked = ByeRequest.objects.filter(
        entry__tournament=tournament,
        round_number=number,
        entry__dropped_at__isnull=True,
        entry__absent_since__isnull=True,
    )
    banned = ForbiddenPair.objects.filter(tournament=tournament).values_list("first_id", "second_id")
    return RoundConditions(
        byes=tuple(engine.Bye(EntryId(b.entry_id), ByeKind(b.kind)) for b in asked.order_by("entry__seed")),
        forbidden=frozenset((EntryId(a), EntryId(b)) for a, b in banned),
        initial_color=Color(tournament.initial_color or "white"),
        accelerated=tournament.accelerated,
        last_of_group_a=last_of_group_a(tournament) if tournament.accelerated else None,
    )


def last_of_group_a(tournament: Tournament) -> EntryId | None:
    """Return the last member of group A in an accelerated event, fixed when round 1 was published; None before that."""
    last = tournament.entries.filter(ends_group_a=True).values_list("pk", flat=True).first()
    return EntryId(last) if last is not None else None


def load_tournaments(tournaments: Iterable[Tournament]) -> dict[int, engine.Tournament]:
    """Return many tournaments in the same four queries, by primary key."""
    wanted = {tournament.pk: tournament for tournament in tournaments}
    numbers: dict[int, dict[int, int]] = defaultdict(dict)
    rounds = Round.objects.filter(OF_A_SWISS, tournament__in=wanted, status__in=COUNTED)
    for tournament_id, pk, number in rounds.values_list("tournament_id", "pk", "number"):
        numbers[tournament_id][pk] = number
    entries: dict[int, list[EntryRow]] = defaultdict(list)
    for tournament_id, *row in Entry.objects.filter(tournament__in=wanted).values_list(
        "tournament_id", *RANKED_BY
    ):
        entries[tournament_id].append(row)
    extras = _adjustments(wanted.values())
    played = _rounds_by_pk({pk: n for of_one in numbers.values() for pk, n in of_one.items()})
    return {
        pk: engine.Tournament(
            entries=_numbered(tournament, entries[pk]),
            rounds=tuple(sorted((played[r] for r in numbers[pk]), key=lambda round_: round_.number)),
            total_rounds=tournament.total_rounds,
            scoring=rules_of(tournament).scoring,
            adjustments=extras.get(pk, ()),
        )
        for pk, tournament in wanted.items()
    }
