"""Stages: rows ↔ engine values. A pool is a small tournament, a knockout a bracket with its results."""

from collections import defaultdict
from collections.abc import Mapping

from django.db.models import Q

from crosstable.database.compiled_sql import CompiledQuery
from crosstable.engine import model as engine
from crosstable.engine.model import EntryId
from crosstable.engine.pairing.knockout import (
    Bracket,
    BracketMatch,
    BracketState,
    Entrant,
    Placeholder,
    build_bracket,
    play,
)
from crosstable.engine.pairing.round_robin import Group
from crosstable.engine.results import Score, by_code, recalled
from crosstable.engine.standings import Decision, Way
from crosstable.events.bridge.play_offs import decided_by_play_offs
from crosstable.events.bridge.rules import rules_of
from crosstable.events.bridge.settings.stage_settings import KnockoutSettings
from crosstable.events.bridge.tournament import adjustments_in
from crosstable.events.models import (
    RESULT_COLUMNS,
    BracketSeat,
    Match,
    MatchPart,
    PoolSeat,
    ResultCode,
    Stage,
    StageKind,
    Tournament,
)

WALKOVERS = (ResultCode.FIRST_WINS_BY_FORFEIT, ResultCode.SECOND_WINS_BY_FORFEIT)


# A Swiss comes first if there is one: any other stage means that the event has more stages.
MORE_THAN_A_SWISS = ~Q(kind=StageKind.SWISS)


def is_one_swiss(tournament: Tournament) -> bool:
    return not tournament.stages.filter(MORE_THAN_A_SWISS).exists()


def stages_of(tournament: Tournament) -> list[Stage]:
    """Return the stages in order, each with the given tournament object."""
    stages = _stages(tournament.pk)
    for stage in stages:
        stage.tournament = tournament
    return stages


_stages = CompiledQuery(lambda tournament_id: Stage.objects.filter(tournament=tournament_id), int)


def has_bye_rounds(tournament: Tournament) -> bool:
    """Whether players can request byes: in a Swiss. In pools all matches are fixed from the start, and a bracket
    determines the opponents."""
    is_staged = getattr(tournament, "is_staged", True)
    return not is_staged or tournament.stages.filter(kind=StageKind.SWISS).exists()


def groups_of(stage: Stage) -> dict[int, Group]:
    """Map each pool to its members in the order of their seats."""
    names = {pool.pk: pool.name for pool in stage.pools.all()}
    members: dict[int, list[EntryId]] = {pk: [] for pk in names}
    for pool, entry in stage.pool_seats.order_by("seat").values_list("pool_id", "entry_id"):
        members[pool].append(EntryId(entry))
    return {pk: Group(names[pk], tuple(entries)) for pk, entries in members.items()}


def load_pools(stage: Stage, *, with_void: bool = False) -> dict[int, engine.Tournament]:
    """Map each pool to its games as a separate tournament, in the order of rounds; open matches have no result, void
    ones are left out unless `with_void` includes those that were played."""
    entries: dict[int, list[engine.Entry]] = defaultdict(list)
    seats = PoolSeat.objects.filter(stage=stage).order_by("pool__number", "seat")
    for pool, entry, seat, name, rating in seats.values_list(
        "pool_id", "entry_id", "seat", "entry__display_name", "entry__rating"
    ):
        entries[pool].append(engine.Entry(EntryId(entry), seat, name, rating))
    rounds = _rounds_by_pool(stage, with_void)
    last = {pool: max(of_pool, default=0) for pool, of_pool in rounds.items()}
    given = adjustments_in(stage)
    return {
        pool: engine.Tournament(
            entries=tuple(members),
            rounds=tuple(engine.Round(n, tuple(m)) for n, m in sorted(rounds[pool].items())),
            total_rounds=last.get(pool, 0),
            scoring=rules_of(stage.tournament).scoring,
            is_round_robin=True,
            adjustments=tuple(one for one in given if one.entry in {entry.id for entry in members}),
        )
        for pool, members in entries.items()
    }


def _rounds_by_pool(stage: Stage, with_void: bool) -> Mapping[int, dict[int, list[engine.Match]]]:
    rounds: dict[int, dict[int, list[engine.Match]]] = defaultdict(lambda: defaultdict(list))
    wanted = ~Q(result="") | Q(is_void=False) if with_void else Q(is_void=False)
    rows = Match.objects.filter(wanted, round__stage=stage, pool__isnull=False, second__isnull=False)
    for pool, number, table, first, second, *columns in rows.order_by("pk").values_list(
        "pool_id", "round__number", "table", "first_id", "second_id", *RESULT_COLUMNS
    ):
        result = recalled(*columns).to_result() if columns[0] else None
        pairing = engine.Pairing(EntryId(first), EntryId(second), table)
        rounds[pool][number].append(engine.Match(pairing, result))
    return rounds


def load_bracket(stage: Stage) -> Bracket:
    """Return the bracket of a knockout whose seats are drawn."""
    entrants: list[Entrant] = [
        Placeholder(label) if entry is None else EntryId(entry) for entry, label in _bracket_seats(stage.pk)
    ]
    options = KnockoutSettings.of(stage).options()
    if rules_of(stage.tournament).shape.has_parts:
        options = options.one_game_each()
    return build_bracket(entrants, options)


_bracket_seats = CompiledQuery(
    lambda stage_id: (
        BracketSeat.objects.filter(stage=stage_id).order_by("seed").values_list("entry_id", "label")
    ),
    int,
)


def load_bracket_results(stage: Stage, bracket: Bracket) -> dict[int, list[engine.Result]]:
    """Map each bracket number to its games in order: those of the series, or the one the match itself is.

    A walkover decides the whole series, whatever was played of it.
    """
    results: dict[int, list[engine.Result]] = {}
    games = _games(stage)
    for pk, number, code, *score in _bracket_matches(stage.pk):
        assert number is not None
        if code in WALKOVERS:
            results[number] = as_games(bracket.match(number), by_code(code))
        elif pk in games:
            results[number] = games[pk]
        elif code:
            results[number] = [recalled(code, *score).to_result()]
    return results


_bracket_matches = CompiledQuery(
    lambda stage_id: Match.objects.filter(round__stage=stage_id, bracket_number__isnull=False).values_list(
        "pk", "bracket_number", *RESULT_COLUMNS
    ),
    int,
)


def bracket_state(stage: Stage) -> tuple[Bracket, BracketState]:
    """Return a drawn bracket and its current state."""
    bracket = load_bracket(stage)
    return bracket, play(bracket, load_bracket_results(stage, bracket))


def as_games(match: BracketMatch, score: Score) -> list[engine.Result]:
    """Return a forfeited match as the games that decide it; anything else is one game."""
    needed = match.best_of // 2 + 1 if score.code in WALKOVERS else 1
    return [score.to_result()] * needed


def _games(stage: Stage) -> Mapping[int, list[engine.Result]]:
    """Map each match to the games of its series. The games of a team match are its boards, and it is one game
    itself."""
    if stage.tournament.has_boards:
        return {}
    games: dict[int, list[engine.Result]] = defaultdict(list)
    rows = MatchPart.objects.filter(match__round__stage=stage).exclude(result="").order_by("number")
    for match, *columns in rows.values_list("match_id", *RESULT_COLUMNS):
        games[match].append(recalled(*columns).to_result())
    return dict(games)


def decisions_of(stage: Stage) -> list[Decision]:
    """Return the decisions about tied entries: by organisers, in order, and by play-offs."""
    decisions = [
        Decision(
            tuple(tuple(EntryId(pk) for pk in group) for group in stored["groups"]),
            Way(stored["way"]),
            stored["note"],
        )
        for stored in stage.decisions
    ]
    return decisions + decided_by_play_offs(stage)


def decision_as_json(decision: Decision) -> dict[str, object]:
    groups = [list(group) for group in decision.groups]
    return {"groups": groups, "way": decision.way.value, "note": decision.note}
