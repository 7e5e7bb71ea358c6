"""A chess event as a tournament report file (FIDE's TRF26), for rating officers and other programs.

`Moment` selects the state: after the last closed round (readable by pairing programs and safe to hand on),
with the round in progress, for a pairing program while a game is adjourned, or the final file.

Covers the Swiss of an event, or a round robin that is the whole first stage. Several pools, knockouts and
teams have no file.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from enum import StrEnum

from crosstable.accounts.names import name_in_a_list
from crosstable.engine import model as engine
from crosstable.engine.model import Color, EntryId
from crosstable.engine.pairing.fide.options import (
    DutchOptions,
    ForbiddenGroup,
    baku_acceleration,
    initial_color,
)
from crosstable.engine.pairing.registry import RoundConditions
from crosstable.engine.pairing.round_robin.groups import Rounds
from crosstable.engine.scoring import outcome_points
from crosstable.engine.standings import standings
from crosstable.engine.trf import (
    Note,
    OpenNote,
    PlayerDetails,
    TrfDocument,
    TrfRecord,
    VoidNote,
    note_records,
    write_tie_breaks,
    write_trf,
)
from crosstable.engine.trf.notes import COMMENT
from crosstable.events.bridge.rules import rules_of
from crosstable.events.bridge.settings.stage_settings import PoolSettings, number_of_pools
from crosstable.events.bridge.stages import load_pools, stages_of
from crosstable.events.bridge.tournament import COUNTED, OF_A_SWISS, conditions_for, load_tournament
from crosstable.events.errors import NothingToPrint, ReportNotFinal
from crosstable.events.files.trf_notes import notes_about
from crosstable.events.models import Entry, Match, RoundStatus, Stage, StageKind, Tournament
from crosstable.events.queries.rounds.drafts import active_ids
from crosstable.events.queries.standings.pool_tables import pool_tables
from crosstable.events.queries.standings.ranking import ranked_only
from crosstable.games import Use
from crosstable.text import tr

Numbers = dict[EntryId, EntryId]


def has_report(tournament: Tournament) -> bool:
    if tournament.has_teams or Use.TRF not in rules_of(tournament).uses:
        return False
    first = stages_of(tournament)[0]
    return first.kind == StageKind.SWISS or (first.kind == StageKind.POOLS and number_of_pools(first) == 1)


class Moment(StrEnum):
    """Which rounds the file includes."""

    CLOSED = "closed"
    """Those that are closed, the byes and absences of the next one."""
    NOW = "now"
    """Those that are published, too: open games with opponent, colour and an empty result."""
    PAIRING = "pairing"
    """Those the next round is paired from: an open game is written as the draw it is paired as."""
    FINAL = "final"
    """All of them. Refused while a game is open or a round is to come."""


ROUNDS_OF = {
    Moment.CLOSED: (RoundStatus.CLOSED,),
    Moment.NOW: (RoundStatus.PUBLISHED, *COUNTED),
    Moment.PAIRING: COUNTED,
    Moment.FINAL: COUNTED,
}


def trf_of(tournament: Tournament, moment: Moment = Moment.CLOSED) -> str:
    """Return the file. Raises NothingToPrint for a game or a format without one, ReportNotFinal."""
    if not has_report(tournament):
        named = Use.TRF in rules_of(tournament).uses
        what = tr("of players in a Swiss or in one pool") if named else tr("for chess only")
        raise NothingToPrint(what=tr("A tournament report file"), when=what)
    first = stages_of(tournament)[0]
    if moment is Moment.FINAL:
        _check_is_final(tournament, first)
    return _of_a_round_robin(first) if first.kind == StageKind.POOLS else _of_a_swiss(tournament, moment)


MOMENT_WORDS = {
    Moment.CLOSED: tr("After the last closed round"),
    Moment.NOW: tr("With the round in progress"),
    Moment.PAIRING: tr("For a pairing program, open games as draws"),
    Moment.FINAL: tr("Final"),
}


def moments_offered(tournament: Tournament) -> list[tuple[str, str]]:
    """Return the available files, the safe one first; those of an open round only while there is one.

    The schedule of a round robin is always in its file.
    """
    if stages_of(tournament)[0].kind == StageKind.POOLS:
        return [(Moment.CLOSED.value, "All results so far"), (Moment.FINAL.value, MOMENT_WORDS[Moment.FINAL])]
    in_play = tournament.rounds.filter(status__in=(RoundStatus.PUBLISHED, RoundStatus.STARTED)).exists()
    offered = Moment if in_play else (Moment.CLOSED, Moment.FINAL)
    return [(moment.value, MOMENT_WORDS[moment]) for moment in offered]


def _check_is_final(tournament: Tournament, first: Stage) -> None:
    """Check that every round exists and every game has a result."""
    open_games = list(
        Match.objects.undecided()
        .filter(round__stage=first, round__play_off=0, is_void=False)
        .exclude(round__status=RoundStatus.DRAFT)
        .select_related("round", "first", "second")
        .order_by("round__number", "table")
    )
    closed = tournament.rounds.filter(OF_A_SWISS, status=RoundStatus.CLOSED).count()
    missing = tournament.total_rounds - closed if first.kind == StageKind.SWISS else 0
    if open_games or missing:
        games = [f"round {match.round.number}: {match}" for match in open_games]
        raise ReportNotFinal(games, missing)


def _of_a_round_robin(stage: Stage) -> str:
    """Number the players by their seats in the pool, like the Berger tables; others are not in the file.

    The schedule is known from the start: future games have an empty result. Games that do not count because a
    player withdrew are written, and record 299 subtracts their points.
    """
    tournament, settings = stage.tournament, PoolSettings.of(stage)
    pool = next(iter(load_pools(stage, with_void=True).values()), engine.Tournament(()))
    void = Match.objects.filter(round__stage=stage, is_void=True).exclude(result="").select_related("round")
    event = _named(tournament, replace(pool, adjustments=(*pool.adjustments, *_taken_away(void, pool))))
    numbers: Numbers = {entry.id: EntryId(entry.seed) for entry in event.entries}
    numbered = _numbered(event, numbers)
    lines = [line for table in pool_tables(stage) for line in table.lines]
    details = {numbers[EntryId(one.entry.pk)]: _of_player(one.entry, one.rank) for one in lines}
    tables = "BERGER" if settings.rounds == Rounds.BERGER.value else "CUSTOM"
    kind = {"092": "Individual: Round-Robin", "192": f"{tables}_{'DOUBLE' * settings.double}ROUNDROBIN"}
    left = {entry_id for match in void for entry_id in (match.first_id, match.second_id)}
    gone = [numbers[EntryId(one.entry.pk)] for one in lines if one.entry.pk in left and one.entry.is_dropped]
    notes = note_records(VoidNote(number) for number in sorted(gone))
    records = _records(tournament, numbered, rules_of(tournament).pool_tie_breaks, kind) + notes
    return write_trf(TrfDocument(numbered, details=details, records=records))


def _taken_away(void: Iterable[Match], pool: engine.Tournament) -> Iterator[engine.Adjustment]:
    """The points of games that do not count, as records 299 of their round."""
    for match in void:
        result = match.parsed_score.to_result()
        for entry, outcome in ((match.first_id, result.first), (match.second_id, result.second)):
            points = outcome_points(pool.scoring, outcome)
            if points and entry is not None:
                yield engine.Adjustment(EntryId(entry), -points, round=match.round.number)


def _of_a_swiss(tournament: Tournament, moment: Moment) -> str:
    event = _named(tournament, _rounds_of(tournament, moment))
    numbers: Numbers = {entry.id: EntryId(entry.seed) for entry in event.entries}
    numbered = _numbered(event, numbers)
    conditions = conditions_for(tournament, len(event.rounds) + 1)
    last = conditions.last_of_group_a
    next_byes = _next_byes(tournament, conditions, numbered, numbers)
    options = DutchOptions(
        initial_color=_first_color(tournament, numbered, conditions),
        forbidden=tuple(
            ForbiddenGroup(tuple(sorted((numbers[a], numbers[b])))) for a, b in sorted(conditions.forbidden)
        ),
        acceleration=baku_acceleration(numbered, next_byes, numbers[last] if last else None)
        if conditions.accelerated
        else {},
    )
    details = _details(tournament, event, numbers)
    kind = {"092": "Individual: Swiss-System"}
    notes = notes_about(tournament, numbered, options, numbers)
    if moment is Moment.PAIRING:
        numbered, open_games = _with_draws(numbered)
        notes += open_games
    records = _records(tournament, numbered, rules_of(tournament).chosen_tie_breaks, kind) + note_records(
        notes
    )
    return write_trf(TrfDocument(numbered, options, next_byes, details, records))


def _rounds_of(tournament: Tournament, moment: Moment) -> engine.Tournament:
    """Rounds close in order: the closed ones are those before the first that is not."""
    event = load_tournament(tournament, statuses=ROUNDS_OF[moment])
    given = tuple(extra for extra in event.adjustments if extra.round <= len(event.rounds))
    return replace(event, adjustments=given) if moment is Moment.CLOSED else event


def _next_byes(
    tournament: Tournament, conditions: RoundConditions, event: engine.Tournament, numbers: Numbers
) -> tuple[engine.Bye, ...]:
    """Requested byes, and zero points for withdrawn and absent players; empty after the last round.

    For a published round, the byes it was paired with: a player who withdraws during the round is still in
    it.
    """
    if len(event.rounds) >= event.total_rounds:
        return ()
    published = tournament.rounds.filter(OF_A_SWISS, number=len(event.rounds) + 1)
    if (round_ := published.exclude(status=RoundStatus.DRAFT).first()) is not None:
        rows = list(round_.matches.all())
        kinds = {EntryId(row.first_id): engine.ByeKind(row.bye_kind) for row in rows if row.is_bye}
        present = {id for row in rows for id in (row.first_id, row.second_id)}
    else:
        kinds = {bye.entry: bye.kind for bye in conditions.byes}
        present = {*active_ids(tournament), *kinds}
    kinds = {id: kind for id, kind in kinds.items() if kind is not engine.ByeKind.ALLOCATED}
    kinds |= {id: engine.ByeKind.ZERO for id in numbers if id not in present}
    return tuple(
        sorted((engine.Bye(numbers[id], kind) for id, kind in kinds.items()), key=lambda bye: bye.entry)
    )


def _with_draws(event: engine.Tournament) -> tuple[engine.Tournament, list[Note]]:
    """Replace open games by draws, as pairing treats them, with a note for each."""
    drawn = engine.Result(engine.Outcome.DRAW, engine.Outcome.DRAW)
    open_games: list[Note] = [
        OpenNote(round_.number, (match.pairing.first, match.pairing.second))
        for round_ in event.rounds
        for match in round_.matches
        if match.result is None
    ]
    rounds = tuple(
        replace(round_, matches=tuple(replace(m, result=m.result or drawn) for m in round_.matches))
        for round_ in event.rounds
    )
    return replace(event, rounds=rounds), open_games


def _first_color(
    tournament: Tournament, event: engine.Tournament, conditions: RoundConditions
) -> Color | None:
    """The colour drawn by lot, once drawn; for systems without a draw the colour that round 1 implies."""
    if rules_of(tournament).pairing_system.draws_first_color:
        return conditions.initial_color if tournament.initial_color else None
    return initial_color(event, DutchOptions())


def _named(tournament: Tournament, event: engine.Tournament) -> engine.Tournament:
    """“Zorn, Ada” where the parts of a name are known, as the format requires."""
    rows = tournament.entries.values_list("pk", "display_name", "given_name", "family_name")
    names = {pk: name_in_a_list(name, given, family) for pk, name, given, family in rows}
    return replace(event, entries=tuple(replace(entry, name=names[entry.id]) for entry in event.entries))


def _numbered(event: engine.Tournament, new: Numbers) -> engine.Tournament:
    """Identify players by starting number, as the format requires."""
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


def _details(tournament: Tournament, event: engine.Tournament, new: Numbers) -> dict[EntryId, PlayerDetails]:
    """The details, with the ranks after the rounds of the file."""
    ranked = ranked_only(event, active_ids(tournament))
    ranks = {row.entry.id: row.rank for row in standings(ranked, rules_of(tournament).tie_breaks)}
    entries = tournament.entries.defer("list_text").in_bulk()
    return {new[id]: _of_player(entries[id], ranks.get(id)) for id in new}


def _of_player(entry: Entry, rank: int | None) -> PlayerDetails:
    return PlayerDetails(
        title=entry.title[:3],
        federation=entry.federation,
        fide_id=entry.fide_id,
        sex=entry.sex,
        birth_date=_birth_date(entry),
        rank=rank,
    )


def _birth_date(entry: Entry) -> str:
    """The full date if a report file had it, unless the year was changed here since."""
    year = str(entry.birth_year or "")
    return entry.birth_date if entry.birth_date[:4] == year else f"{year}/00/00" if year else ""


def _sound(records: object) -> Iterator[tuple[str, str]]:
    """The records that are two lines of text; an event file may have brought others."""
    for record in records if isinstance(records, list) else ():
        match record:
            case [str(code), str(text)] if f"{code}{text}".isprintable():
                yield code, text


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
    own = [TrfRecord(code, " ".join(text.split())) for code, text in texts.items() if text.strip()]
    stored = [TrfRecord(code[:3], text) for code, text in _sound(tournament.report_records)]
    return tuple(sorted([*own, *stored], key=lambda record: (record.code == COMMENT, record.code)))
