"""A chess event as a tournament report file (TRF26, FIDE's format), for rating officers and other programs."""

from __future__ import annotations

from dataclasses import replace

from crosstable.accounts.name_parts import name_in_a_list
from crosstable.engine import model as engine
from crosstable.engine.formats.trf import PlayerDetails, TrfDocument, TrfRecord, write_tie_breaks, write_trf
from crosstable.engine.model import Color, EntryId
from crosstable.engine.pairing.fide.baku import baku_acceleration
from crosstable.engine.pairing.fide.initial_color import initial_color
from crosstable.engine.pairing.fide.options import DutchOptions, ForbiddenGroup
from crosstable.engine.pairing.registry import RoundConditions
from crosstable.events.errors import NothingToPrint
from crosstable.events.models import Entry, Tournament
from crosstable.events.queries.standings.standings import ranking
from crosstable.events.records.results.corrected import reported_endings
from crosstable.events.records.settings.choices import chosen_tie_breaks, pairing_system_of
from crosstable.events.records.settings.game import uses
from crosstable.events.records.tournament import conditions_for, load_tournament
from crosstable.games import Use

Numbers = dict[EntryId, EntryId]


def trf_of(tournament: Tournament) -> str:
    """The rounds played so far. Raises NothingToPrint for a game the format has no room for."""
    if not uses(tournament, Use.TRF):
        raise NothingToPrint("A tournament report file", "for chess only")
    event = _named(tournament, load_tournament(tournament, instead=reported_endings(tournament)))
    numbers: Numbers = {entry.id: EntryId(entry.seed) for entry in event.entries}
    numbered = _numbered(event, numbers)
    conditions = conditions_for(tournament, len(event.rounds) + 1)
    next_byes = tuple(engine.Bye(numbers[bye.entry], bye.kind) for bye in conditions.byes)
    options = DutchOptions(
        initial_color=_first_color(tournament, numbered, conditions),
        forbidden=tuple(
            ForbiddenGroup(tuple(sorted((numbers[a], numbers[b])))) for a, b in sorted(conditions.forbidden)
        ),
        acceleration=baku_acceleration(numbered, next_byes) if conditions.accelerated else {},
    )
    details = _details(tournament, numbers)
    return write_trf(TrfDocument(numbered, options, next_byes, details, _records(tournament, numbered)))


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


def _records(tournament: Tournament, event: engine.Tournament) -> tuple[TrfRecord, ...]:
    texts = {
        "012": tournament.name,
        "022": tournament.location,
        "042": f"{tournament.date:%Y/%m/%d}",
        "052": f"{tournament.end_date or tournament.date:%Y/%m/%d}",
        "062": str(len(event.entries)),
        "072": str(sum(1 for entry in event.entries if entry.rating)),
        "092": "Individual: Swiss-System",
        "102": tournament.chief_arbiter,
        "122": tournament.time_control,
        "212": write_tie_breaks(chosen_tie_breaks(tournament)),
    }
    return tuple(TrfRecord(code, " ".join(text.split())) for code, text in texts.items() if text.strip())
