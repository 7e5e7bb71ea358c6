"""Bytes → TrfDocument. Every error in the file is a TrfError with line and column."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import product

from crosstable.engine.model import Bye, EntryId, Points, Round, Tournament
from crosstable.engine.pairing.fide.options import DutchOptions, baku_acceleration
from crosstable.engine.scoring import add_round, bye_points
from crosstable.engine.trf.document import TEAM_RECORDS, TrfDocument, TrfError, TrfRecord
from crosstable.engine.trf.lines import (
    HIGHEST_NUMBER,
    Line,
    PlayerLine,
    cell_column,
    read_player,
    split_lines,
)
from crosstable.engine.trf.rounds import RoundColumns, read_rounds
from crosstable.engine.trf.settings import KEPT_SETTINGS, READ_WHERE_KNOWN, SETTINGS, Settings
from crosstable.text import tr


def read_trf(data: bytes) -> TrfDocument:
    """Return the tournament a TRF file describes. Raises TrfError."""
    players: list[PlayerLine] = []
    records: list[TrfRecord] = []
    settings = Settings()
    for line in split_lines(data):
        _read_line(line, players, records, settings)
    if not players:
        raise TrfError(1, 1, tr("the file has no player (record 001)"))
    return _document(players, tuple(records), settings)


def lines_of_players(data: bytes) -> dict[EntryId, int]:
    """Return the line of each player of a parsed file, for messages about one."""
    players = (line for line in split_lines(data) if line.code == "001")
    return {EntryId(line.whole_number(5, 8, tr("the starting number"))): line.number for line in players}


def line_of_record(data: bytes, *codes: str) -> int:
    """Return the first line with one of these codes; the first line of all if there is none."""
    return next((line.number for line in split_lines(data) if line.code in codes), 1)


def has_record(data: bytes, *codes: str) -> bool:
    return any(line.code in codes for line in split_lines(data))


def _read_line(line: Line, players: list[PlayerLine], records: list[TrfRecord], settings: Settings) -> None:
    if line.code == "001":
        players.append(read_player(line))
    elif line.code in SETTINGS:
        SETTINGS[line.code](settings, line)
    elif line.code not in READ_WHERE_KNOWN or not READ_WHERE_KNOWN[line.code](settings, line):
        if line.code in KEPT_SETTINGS:
            KEPT_SETTINGS[line.code](settings, line)
        records.append(TrfRecord(line.code, line.text[3:].removeprefix(" ").rstrip()))


def _document(
    players: Sequence[PlayerLine], records: tuple[TrfRecord, ...], settings: Settings
) -> TrfDocument:
    by_id = _by_number(players)
    _check_mentioned(settings, by_id)
    columns = read_rounds(players, is_round_robin=settings.is_round_robin is True)
    total = _total_rounds(players, columns.rounds, settings)
    next_byes = _byes_ahead(columns, settings)
    entries = tuple(player.entry for player in players)
    if settings.pair_by_position:
        entries = tuple(replace(entry, seed=place) for place, entry in enumerate(entries, start=1))
    tournament = Tournament(
        entries,
        columns.rounds,
        total,
        settings.scoring,
        tuple(settings.adjustments),
        is_round_robin=_is_round_robin(len(players), columns.rounds, settings),
    )
    options = _options(tournament, next_byes, settings)
    if not any(record.code in TEAM_RECORDS for record in records):
        _check_scores(players, columns, tournament, options)
    details = {player.entry.id: player.details for player in players}
    return TrfDocument(tournament, options, next_byes, details, records, columns.colorless)


def _is_round_robin(players: int, rounds: Sequence[Round], settings: Settings) -> bool:
    """Follow record 192; without one, check whether all entries have met each other equally often."""
    if settings.is_round_robin is not None:
        return settings.is_round_robin
    met = Counter(match.pairing.entries for round_ in rounds for match in round_.matches)
    return players > 2 and len(met) == players * (players - 1) // 2 and len(set(met.values())) == 1


def _by_number(players: Sequence[PlayerLine]) -> Mapping[EntryId, PlayerLine]:
    by_id: dict[EntryId, PlayerLine] = {}
    for player in players:
        if player.entry.id in by_id:
            before = by_id[player.entry.id].line.number
            player.line.fail(
                5, tr("player {number} is already in line {before}", number=player.entry.id, before=before)
            )
        by_id[player.entry.id] = player
    return by_id


def _check_mentioned(settings: Settings, by_id: Mapping[EntryId, PlayerLine]) -> None:
    for line, column, number in settings.mentions:
        if number > HIGHEST_NUMBER or EntryId(number) not in by_id:
            line.fail(column, tr("player {number} does not exist", number=number))


def _total_rounds(players: Sequence[PlayerLine], rounds: Sequence[Round], settings: Settings) -> int:
    """Return the announced number of rounds, 0 if the file has none."""
    if settings.total_rounds is None:
        return 0
    _, announced = settings.total_rounds
    if announced < len(rounds):
        longest = max(players, key=lambda player: len(player.cells))
        longest.line.fail(
            cell_column(announced + 1),
            tr(
                "round {number} is more than the {announced} announced",
                number=announced + 1,
                announced=announced,
            ),
        )
    return announced


def _byes_ahead(columns: RoundColumns, settings: Settings) -> tuple[Bye, ...]:
    """Byes of the next round: from its columns first, then from the records 240 and XXZ."""
    upcoming = len(columns.rounds) + 1
    byes = {bye.entry: bye for bye in columns.next_byes}
    for number, entry, kind in settings.byes_ahead:
        if number in (None, upcoming):
            byes.setdefault(entry, Bye(entry, kind))
    return tuple(byes[entry] for entry in sorted(byes))


def _options(tournament: Tournament, next_byes: Sequence[Bye], settings: Settings) -> DutchOptions:
    settings.expand_ranges(entry.id for entry in tournament.entries)
    acceleration = {entry: _trimmed(points) for entry, points in sorted(settings.acceleration.items())}
    if settings.baku and not acceleration:
        acceleration = dict(baku_acceleration(tournament, next_byes))
    return DutchOptions(
        settings.initial_color,
        tuple(settings.forbidden),
        {entry: points for entry, points in acceleration.items() if points},
    )


def _trimmed(points: Sequence[Points]) -> tuple[Points, ...]:
    """Virtual points without the zeros at the end."""
    length = len(points)
    while length and not points[length - 1]:
        length -= 1
    return tuple(points[:length])


def _check_scores(
    players: Sequence[PlayerLine], columns: RoundColumns, tournament: Tournament, options: DutchOptions
) -> None:
    """The score of record 001 must be the sum of its results.

    Programs differ in whether the byes of the next round, virtual points, draws for unfinished games, penalties
    and bonuses are already in it; each of these readings is accepted.
    """
    scoring = tournament.scoring
    given: dict[EntryId, Points] = {}
    for extra in tournament.adjustments:
        given[extra.entry] = given.get(extra.entry, Points(0)) + extra.points
    scores = {player.entry.id: Points(0) for player in players}
    open_games: set[EntryId] = set()
    for round_ in columns.rounds:
        add_round(scores, round_, scoring)
        open_games |= {id for m in round_.matches if m.result is None for id in m.pairing.entries}
    ahead = {bye.entry: bye_points(scoring, bye.kind) for bye in columns.next_byes}
    upcoming = len(columns.rounds) + 1
    for player in players:
        entry, stated = player.entry.id, player.points
        if stated is None or stated == scores[entry]:
            continue
        extras = (
            ahead.get(entry, Points(0)),
            options.virtual_points(entry, upcoming),
            scoring.draw if entry in open_games else Points(0),
            given.get(entry, Points(0)),
        )
        counted = product(*((Points(0), extra) for extra in extras))
        if stated not in {scores[entry] + sum(chosen, Points(0)) for chosen in counted}:
            player.line.fail(
                81,
                tr(
                    "the score {stated} does not match the results, which give {counted}",
                    stated=stated,
                    counted=scores[entry],
                ),
            )
