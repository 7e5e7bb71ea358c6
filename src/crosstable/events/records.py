"""Rows ↔ engine values: the only bridge between the database and the rules."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable

from crosstable.engine import model as engine
from crosstable.engine.model import EntryId
from crosstable.engine.scoring import result_from_vp
from crosstable.events.models import Entry, Match, MatchState, Round, RoundStatus, Tournament

COUNTED = (RoundStatus.STARTED, RoundStatus.CLOSED)


def load_tournament(
    tournament: Tournament, statuses: Iterable[RoundStatus] = COUNTED, before_round: int | None = None
) -> engine.Tournament:
    """The tournament as the engine sees it, in three queries. Drafts never count; open matches have no result."""
    rounds = Round.objects.filter(tournament=tournament, status__in=list(statuses))
    if before_round is not None:
        rounds = rounds.filter(number__lt=before_round)
    return engine.Tournament(
        entries=_entries(tournament),
        rounds=_rounds(dict(rounds.values_list("pk", "number"))),
        total_rounds=tournament.total_rounds,
    )


def _entries(tournament: Tournament) -> tuple[engine.Entry, ...]:
    rows = Entry.objects.filter(tournament=tournament).values_list("pk", "seed", "display_name")
    return tuple(engine.Entry(EntryId(pk), seed, name) for pk, seed, name in rows)


def _rounds(numbers: dict[int, int]) -> tuple[engine.Round, ...]:
    return tuple(sorted(_rounds_by_pk(numbers).values(), key=lambda round_: round_.number))


def _rounds_by_pk(numbers: dict[int, int]) -> dict[int, engine.Round]:
    matches: dict[int, list[engine.Match]] = defaultdict(list)
    byes: dict[int, list[engine.Bye]] = defaultdict(list)
    rows = Match.objects.filter(round__in=numbers).order_by("pk")
    for round_id, table, first, second, state, *vp in rows.values_list(
        "round_id", "table", "first_id", "second_id", "state", "first_vp", "second_vp"
    ):
        if second is None:
            byes[round_id].append(engine.Bye(EntryId(first)))
            continue
        result = result_from_vp(*vp) if state == MatchState.AGREED else None  # type: ignore[arg-type]
        pairing = engine.Pairing(EntryId(first), EntryId(second), table)
        matches[round_id].append(engine.Match(pairing, result))
    return {pk: engine.Round(n, tuple(matches[pk]), tuple(byes[pk])) for pk, n in numbers.items()}


def matches_of_plan(round_: Round, plan: engine.RoundPlan) -> list[Match]:
    """Unsaved rows for a plan."""
    paired = [
        Match(round=round_, table=pairing.table, first_id=pairing.first, second_id=pairing.second)
        for pairing in plan.pairings
    ]
    return paired + [Match(round=round_, first_id=bye.entry, state=MatchState.BYE) for bye in plan.byes]


def load_tournaments(tournaments: Iterable[Tournament]) -> dict[int, engine.Tournament]:
    """Many tournaments in the same three queries, by primary key."""
    wanted = {tournament.pk: tournament for tournament in tournaments}
    numbers: dict[int, dict[int, int]] = defaultdict(dict)
    rounds = Round.objects.filter(tournament__in=wanted, status__in=COUNTED)
    for tournament_id, pk, number in rounds.values_list("tournament_id", "pk", "number"):
        numbers[tournament_id][pk] = number
    entries: dict[int, list[engine.Entry]] = defaultdict(list)
    for tournament_id, pk, seed, name in Entry.objects.filter(tournament__in=wanted).values_list(
        "tournament_id", "pk", "seed", "display_name"
    ):
        entries[tournament_id].append(engine.Entry(EntryId(pk), seed, name))
    played = _rounds_by_pk({pk: n for of_one in numbers.values() for pk, n in of_one.items()})
    return {
        pk: engine.Tournament(
            entries=tuple(entries[pk]),
            rounds=tuple(sorted((played[r] for r in numbers[pk]), key=lambda round_: round_.number)),
            total_rounds=tournament.total_rounds,
        )
        for pk, tournament in wanted.items()
    }
