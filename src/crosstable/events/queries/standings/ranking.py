"""The ranking as the engine's rows with their entries: the source of tables, places and the API.

An entry that never checked in and never played is not ranked: its margin of 0 would put it above a player who
played and lost.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from django.core.cache import cache
from django.db.models import Q

from crosstable.database.revision_cache import RevisionCache
from crosstable.engine import model as engine
from crosstable.engine.history import history_of
from crosstable.engine.model import EntryId
from crosstable.engine.standings import Row, in_decided_order, standings
from crosstable.engine.tie_breaks import Across, find_tie_break
from crosstable.events.bridge.results.corrected import ResultOrBye, published_endings
from crosstable.events.bridge.rules import rules_of
from crosstable.events.bridge.stages import MORE_THAN_A_SWISS, decisions_of, stages_of
from crosstable.events.bridge.team_boards import with_boards
from crosstable.events.bridge.tournament import load_tournament, load_tournaments
from crosstable.events.models import Entry, Stage, StageKind, Status, Tournament
from crosstable.events.queries.standings.final_places import leavers_come_last, ranked_by_stages
from crosstable.events.queries.standings.pool_tables import codes_of

DAY = 24 * 3600


@dataclass(frozen=True, slots=True)
class Ranking:
    """The engine's rows with their entries, for tables and the API.

    `event` has the games of the stage that orders the rows, `whole` those of every stage.
    """

    event: engine.Tournament
    whole: engine.Tournament
    rows: list[Row]
    entries: Mapping[EntryId, Entry]
    codes: tuple[str, ...]
    is_final: bool
    # Only a knockout: places gained or lost from round to round mean nothing.
    is_bracket: bool = False

    @property
    def last_round(self) -> int:
        return max((r.number for r in self.event.rounds), default=0)

    @property
    def is_by_bracket(self) -> bool:
        """Whether a knockout has begun: places come from the bracket, records cover all stages."""
        return self.whole is not self.event


_rankings: RevisionCache[Ranking] = RevisionCache(most=16)


def ranking(tournament: Tournament, after_round: int | None = None) -> Ranking:
    """Return the ranking, cached by revision. Read-only: all callers share it."""
    key = tournament.pk, tournament.revision, after_round
    return _rankings.get(key, lambda: _calculated(tournament, after_round))


def _calculated(tournament: Tournament, after_round: int | None) -> Ranking:
    """Calculate in five queries, and four more with a knockout: the engine's view, stages, entries.

    With `after_round` one more: corrections that count only from now on do not change published standings.
    """
    entries = {EntryId(e.pk): e for e in tournament.entries.defer("list_text")}
    stages = _stages(tournament)
    present = {id for id, entry in entries.items() if _is_ranked(entry, stages)}
    instead = published_endings(tournament, after_round) if after_round is not None else {}
    event = ranked_only(_first_stage(tournament, stages, instead), present)
    if after_round is not None:
        event = event.until(after_round)
    codes = _codes(tournament, stages)
    rows, whole = standings(event, codes), event
    if after_round is None and not _one_swiss(stages):
        dropped = {id for id, entry in entries.items() if entry.is_dropped}
        if stages[0].kind == StageKind.SWISS:
            rows = in_decided_order(rows, decisions_of(stages[0]), dropped)
        gone = dropped if leavers_come_last(stages) else set()
        rows = ranked_by_stages(tournament, rows, stages, gone)
        whole = _whole(tournament, event, stages)
        rows = _over_everything(rows, whole) if whole is not event else rows
    last = (None, tournament.total_rounds) if _one_swiss(stages) and not instead else (None,)
    is_final = tournament.status == Status.COMPLETE and after_round in last
    return Ranking(
        event, whole, rows, entries, codes, is_final, bool(stages) and stages[0].kind == StageKind.KNOCKOUT
    )


def _is_ranked(entry: Entry, stages: Sequence[Stage]) -> bool:
    """Return whether to rank an entry without games: present or, with pools, formerly present.

    A no-show whose seat another entry has taken is not ranked.
    """
    was_here = entry.is_checked_in and (entry.is_dropped or not entry.is_absent)
    return entry.is_active or (not _one_swiss(stages) and was_here)


def _whole(tournament: Tournament, event: engine.Tournament, stages: Sequence[Stage]) -> engine.Tournament:
    """The games of all stages, if more than the first is played."""
    if len(stages) < 2 or not stages[-1].is_public:
        return event
    everything = with_boards(tournament, load_tournament(tournament, which=Q(stage__isnull=False)))
    return replace(event, rounds=everything.rounds)


def _over_everything(rows: Sequence[Row], whole: engine.Tournament) -> list[Row]:
    """Use the record of the whole event: a beaten finalist has a loss."""
    history = history_of(whole)
    return [replace(row, history=history[row.entry.id]) for row in rows]


def current_rows(tournament: Tournament) -> list[Row]:
    """Return the current standings as the engine's rows, for pages that need a place and not a table."""
    return ranking(tournament).rows


def swiss_rows(tournament: Tournament) -> list[Row]:
    """Return the standings of the Swiss alone, without later stages."""
    active = tournament.entries.filter(checked_in_at__isnull=False, dropped_at__isnull=True)
    present = {EntryId(pk) for pk in active.values_list("pk", flat=True)}
    event = with_boards(tournament, load_tournament(tournament))
    return standings(ranked_only(event, present), rules_of(tournament).tie_breaks)


def _stages(tournament: Tournament) -> list[Stage]:
    """The stages; no query for a single Swiss."""
    return stages_of(tournament) if getattr(tournament, "is_staged", True) else []


def _codes(tournament: Tournament, stages: Sequence[Stage]) -> tuple[str, ...]:
    """The tie-break codes of the ranking.

    A round robin is ranked like its one table. Across several pools the event's chosen tie-breaks apply,
    except those that exist only inside one pool.
    """
    rules = rules_of(tournament)
    if not stages or stages[0].kind != StageKind.POOLS:
        return rules.tie_breaks
    if stages[0].pools.count() == 1 and not tournament.has_boards:
        return codes_of(tournament)
    return tuple(code for code in rules.tie_breaks if find_tie_break(code).across is not Across.NEVER)


def _one_swiss(stages: Sequence[Stage]) -> bool:
    return all(stage.kind == StageKind.SWISS for stage in stages)


def _first_stage(
    tournament: Tournament, stages: Sequence[Stage], instead: Mapping[int, ResultOrBye]
) -> engine.Tournament:
    """The games that count for the standings: of the Swiss, or of the first stage played instead."""
    if not stages or stages[0].kind == StageKind.SWISS:
        return with_boards(tournament, load_tournament(tournament, instead=instead))
    event = with_boards(tournament, load_tournament(tournament, which=Q(stage=stages[0]), instead=instead))
    return replace(event, is_round_robin=stages[0].kind == StageKind.POOLS)


def ranked_only(event: engine.Tournament, present: Collection[EntryId] = ()) -> engine.Tournament:
    paired = {id for r in event.rounds for m in r.matches for id in m.pairing.entries}
    paired |= {bye.entry for r in event.rounds for bye in r.byes}
    return replace(event, entries=tuple(e for e in event.entries if e.id in paired or e.id in present))


def final_ranks(tournaments: Iterable[Tournament]) -> dict[int, dict[int, int]]:
    """Tournament → entry → place, cached by revision.

    A fixed number of queries for many events, and a few more for each that is more than one Swiss.
    """
    wanted = {f"ranks:{t.pk}:{t.revision}": t for t in tournaments}
    cached: dict[str, dict[int, int]] = cache.get_many(wanted)
    missing = {key: t for key, t in wanted.items() if key not in cached}
    loaded = load_tournaments(missing.values()) if missing else {}
    staged = set(
        Stage.objects.filter(MORE_THAN_A_SWISS, tournament__in=loaded).values_list("tournament_id", flat=True)
    )
    for key, tournament in missing.items():
        cached[key] = _ranks(loaded[tournament.pk], tournament, staged=tournament.pk in staged)
        cache.set(key, cached[key], DAY)
    return {wanted[key].pk: ranks for key, ranks in cached.items()}


def _ranks(event: engine.Tournament, tournament: Tournament, *, staged: bool) -> dict[int, int]:
    in_full = staged or tournament.has_boards
    rows = (
        ranking(tournament).rows
        if in_full
        else standings(ranked_only(event), rules_of(tournament).tie_breaks)
    )
    return {row.entry.id: row.rank for row in rows}
