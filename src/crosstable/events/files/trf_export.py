"""A chess event as a tournament report file (TRF26, FIDE's format), for rating officers and other programs.

The Swiss of an event, or a round robin that is the whole first stage. Several pools, knockouts and teams have no file.
"""

from collections.abc import Iterable, Mapping
from dataclasses import replace

from crosstable.accounts.name_parts import name_in_a_list
from crosstable.engine import model as engine
from crosstable.engine.formats.trf import PlayerDetails, TrfDocument, TrfRecord, write_tie_breaks, write_trf
from crosstable.engine.model import Color, EntryId
from crosstable.engine.pairing.fide.baku import baku_acceleration
from crosstable.engine.pairing.fide.initial_color import initial_color
from crosstable.engine.pairing.fide.options import DutchOptions, ForbiddenGroup
from crosstable.engine.pairing.registry import RoundConditions
from crosstable.engine.pairing.round_robin.options import Rounds
from crosstable.events.errors import NothingToPrint
from crosstable.events.files.trf_import import GAME
from crosstable.events.models import Entry, Stage, StageKind, Tournament
from crosstable.events.queries.standings.pool_tables import pool_tables
from crosstable.events.queries.standings.standings import ranking
from crosstable.events.records.results.corrected import reported_endings
from crosstable.events.records.settings.choices import (
    chosen_tie_breaks,
    pairing_system_of,
    pool_tie_breaks_of,
)
from crosstable.events.records.settings.game import uses
from crosstable.events.records.settings.stage_settings import PoolSettings, number_of_pools
from crosstable.events.records.stages import load_pools, stages_of
from crosstable.events.records.tournament import conditions_for, load_tournament
from crosstable.games import Use

Numbers = dict[EntryId, EntryId]


def has_report(tournament: Tournament) -> bool:
    if tournament.has_teams or not uses(tournament, Use.TRF):
        return False
    first = stages_of(tournament)[0]
    return first.kind == StageKind.SWISS or (first.kind == StageKind.POOLS and number_of_pools(first) == 1)


def trf_of(tournament: Tournament) -> str:
    """The rounds played so far. Raises NothingToPrint for a game or a format that the file has no room for."""
    if not has_report(tournament):
        named = uses(tournament, Use.TRF)
        what = "of players in a Swiss or in one pool" if named else f"for {GAME.name.lower()} only"
        raise NothingToPrint("A tournament report file", what)
    first = stages_of(tournament)[0]
    return _of_a_round_robin(first) if first.kind == StageKind.POOLS else _of_a_swiss(tournament)


def _of_a_round_robin(stage: Stage) -> str:
    """Numbered by the seats of the pool, as the Berger tables are. Who is not in it is not in the file."""
    tournament, settings = stage.tournament, PoolSettings.of(stage)
    pool = next(iter(load_pools(stage).values()), engine.Tournament(()))
    event = _named(tournament, pool)
    numbers: Numbers = {entry.id: EntryId(entry.seed) for entry in event.entries}
    numbered = _numbered(event, numbers)
    lines = [line for table in pool_tables(stage) for line in table.lines]
    details = {numbers[EntryId(one.entry.pk)]: _of_player(one.entry, one.rank) for one in lines}
    tables = "BERGER" if settings.rounds == Rounds.BERGER.value else "CUSTOM"
    kind = {"092": "Individual: Round-Robin", "192": f"{tables}_{'DOUBLE' * settings.double}ROUNDROBIN"}
    records = _records(tournament, numbered, pool_tie_breaks_of(tournament), kind)
    return write_trf(TrfDocument(numbered, details=details, records=records))


def _of_a_swiss(tournament: Tournament) -> str:
    event = _named(tournament, load_tournament(tournament, instead=reported_endings(tournament)))
    numbers: Numbers = {entry.id: EntryId(entry.seed) for entry in event.entries}
    numbered = _numbered(event, numbers)
    conditions = conditions_for(tournament, len(event.rounds) + 1)
    last = conditions.last_of_group_a
    next_byes = tuple(engine.Bye(numbers[bye.entry], bye.kind) for bye in conditions.byes)
    options = DutchOptions(
        initial_color=_first_color(tournament, numbered, conditions),
        forbidden=tuple(
            ForbiddenGroup(tuple(sorted((numbers[a], numbers[b])))) for a, b in sorted(conditions.forbidden)
        ),
        acceleration=baku_acceleration(numbered, next_byes, numbers[last] if last else None)
        if conditions.accelerated
        else {},
    )
    details = _details(tournament, numbers)
    kind = {"092": "Individual: Swiss-System"}
    records = _records(tournament, numbered, chosen_tie_breaks(tournament), kind)
    return write_trf(TrfDocument(numbered, options, next_byes, details, records))


def _first_color(
    tournament: Tournament, event: engine.Tournament, conditions: RoundConditions
) -> Color | None:
    """As drawn by lot, not before it is; of a system that draws none as round 1 says, or will."""
    if pairing_system_of(tournament).draws_first_color:
        return conditions.initial_color if tournament.initial_color else None
    return initial_color(event, DutchOptions())


def _named(tournament: Tournament, event: engine.Tournament) -> engine.Tournament:
    """“Zorn, Ada” where the parts of a name are known, as the format wants it."""
    rows = tournament.entries.values_list("pk", "display_name", "given_name", "family_name")
    names = {pk: name_in_a_list(name, given, family) for pk, name, given, family in rows}
    return replace(event, entries=tuple(replace(entry, name=names[entry.id]) for entry in event.entries))


def _numbered(event: engine.Tournament, new: Numbers) -> engine.Tournament:
    """Players by their starting number, as the format wants them."""
    entries = sorted((replace(e, id=new[e.id]) for e in event.entries), key=lambda e: e.seed)
    rounds = [
        engine.Round(
            round_.number,
            tuple(replace(m, pairing=_pairing(m.pairing, new)) for m in round_.matches),
            tuple(replace(bye, entry=new[bye.entry]) for bye in round_.byes),
        )
        for round_ in event.rounds
    ]
    given = tuple(replace(extra, entry=new[extra.entry]) for extra in event.adjustments)
    return replace(event, entries=tuple(entries), rounds=tuple(rounds), adjustments=given)


def _pairing(pairing: engine.Pairing, new: Numbers) -> engine.Pairing:
    return replace(pairing, first=new[pairing.first], second=new[pairing.second])


def _details(tournament: Tournament, new: Numbers) -> dict[EntryId, PlayerDetails]:
    table = ranking(tournament)
    ranks = {row.entry.id: row.rank for row in table.rows}
    return {new[id]: _of_player(entry, ranks.get(id)) for id, entry in table.entries.items()}


def _of_player(entry: Entry, rank: int | None) -> PlayerDetails:
    return PlayerDetails(
        title=entry.title[:3],
        federation=entry.federation,
        fide_id=entry.fide_id,
        birth_date=f"{entry.birth_year}/00/00" if entry.birth_year else "",
        rank=rank,
    )


def _records(
    tournament: Tournament, event: engine.Tournament, tie_breaks: Iterable[str], kind: Mapping[str, str]
) -> tuple[TrfRecord, ...]:
    texts = {
        "012": tournament.name,
        "022": tournament.location,
        "042": f"{tournament.date:%Y/%m/%d}",
        "052": f"{tournament.end_date or tournament.date:%Y/%m/%d}",
        "062": str(len(event.entries)),
        "072": str(sum(1 for entry in event.entries if entry.rating)),
        **kind,
        "102": tournament.chief_arbiter,
        "122": tournament.time_control,
        "212": write_tie_breaks(tie_breaks),
    }
    return tuple(TrfRecord(code, " ".join(text.split())) for code, text in texts.items() if text.strip())
