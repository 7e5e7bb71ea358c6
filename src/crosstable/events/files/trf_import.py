"""Parse a tournament report file (TRF) as an event, and check that an event here can hold it.

A file that is incomplete, or has more than an event can store, is refused with its line. Nothing is stored
here.
"""

import datetime
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations

from crosstable.accounts.names import PersonName
from crosstable.engine.errors import EngineError
from crosstable.engine.model import Entry, EntryId, Match, Pairing, Points, Round, Tournament
from crosstable.engine.pairing.fide.options import baku_acceleration
from crosstable.engine.scoring import add_round
from crosstable.engine.tie_breaks import find_tie_break
from crosstable.engine.trf import (
    OpenNote,
    PlayerDetails,
    TrfDocument,
    TrfError,
    TrfRecord,
    VoidNote,
    has_record,
    line_of_record,
    lines_of_players,
    notes_of,
    read_trf,
    with_open_games,
)
from crosstable.engine.trf.notes import COMMENT
from crosstable.events.bridge.entries import EntryDetails, check_values
from crosstable.events.errors import BadValue, Refused, ReportFileRefused
from crosstable.events.files.uploads.limits import MAX_ROWS
from crosstable.events.models import Tournament as TournamentRow
from crosstable.fields import whole
from crosstable.games import GAMES, Use
from crosstable.text import tr

DATES = ("%Y/%m/%d", "%Y-%m-%d", "%Y.%m.%d", "%d/%m/%Y", "%d.%m.%Y")
# Limits of an event's fields: record → its name and maximum length.
LENGTHS = {
    "012": (tr("name"), 120),
    "022": (tr("place"), 120),
    "102": (tr("chief arbiter"), 80),
    "122": (tr("time control"), 80),
}
# Records stored as fields of the event, or computed when a file is written.
STORED = frozenset(
    ("012", "022", "042", "052", "062", "072", "082", "092", "102", "122", "192", "202", "212")
)
GAME = next(game for game in GAMES.values() if Use.TRF in game.uses)
Schedule = list[list[Match]]


@dataclass(frozen=True)
class Report:
    """A file that can become an event. `lines`: the line of each player."""

    data: bytes
    document: TrfDocument
    lines: dict[EntryId, int]

    @cached_property
    def tournament(self) -> Tournament:
        """The tournament in the file; games it notes as open are open, although other programs read draws."""
        notes = notes_of(self.document)
        still_open = {(note.round, frozenset(note.game)) for note in notes if isinstance(note, OpenNote)}
        return with_open_games(self.document.tournament, still_open)

    @property
    def entries(self) -> list[Entry]:
        """The entries by starting number."""
        return sorted(self.tournament.entries, key=lambda entry: entry.seed)

    def text(self, code: str) -> str:
        records = (record for record in self.document.records if record.code == code)
        return " ".join(next((record.text for record in records), "").split())

    def date(self, code: str) -> datetime.date | None:
        """Return the date of a record, None if it is missing. Raises ReportFileRefused."""
        text = self.text(code)
        for form in DATES:
            try:
                return datetime.datetime.strptime(text, form).date() if text else None
            except ValueError:
                continue
        raise self.refused(
            tr("“{text}” is not a date such as 2026/03/01", text=text[:20]), line_of_record(self.data, code)
        )

    def details_of(self, entry: Entry) -> EntryDetails:
        known = self.document.details.get(entry.id, PlayerDetails())
        year = known.birth_date[:4]
        name = PersonName.parse(entry.name)
        return EntryDetails(
            display_name=name.whole,
            given_name=name.given,
            family_name=name.family,
            rating=entry.rating,
            title=known.title,
            federation=known.federation,
            fide_id=known.fide_id,
            birth_year=whole(year) or None,
        )

    def personal_of(self, entry: Entry) -> dict[str, str]:
        """Return what only report files need: sex and the full date of birth, as written."""
        known = self.document.details.get(entry.id, PlayerDetails())
        return {"sex": known.sex, "birth_date": known.birth_date}

    def refused(self, problem: str, line: int) -> Refused:
        return ReportFileRefused(line=line, problem=problem)

    def refused_player(self, problem: str, entry: EntryId) -> Refused:
        return ReportFileRefused(
            line=self.lines[entry], problem=tr("player {entry}: {problem}", entry=entry, problem=problem)
        )


def read_report(data: bytes) -> Report:
    """Parse the file. Raises ReportFileRefused with the first line that cannot be accepted."""
    try:
        document = read_trf(data)
    except TrfError as error:
        raise ReportFileRefused(
            line=error.line,
            problem=tr("column {column}: {problem}", column=error.column, problem=error.problem),
        ) from error
    report = Report(data, document, lines_of_players(data))
    for check in CHECKS:
        check(report)
    return report


def kept_records(report: Report) -> list[TrfRecord]:
    """Return the records an event has no field for, written back unchanged.

    Among them are federation, deputies, round dates and comments.
    """
    opened = [str(note) for note in notes_of(report.document) if isinstance(note, OpenNote | VoidNote)]
    return [
        record
        for record in report.document.records
        if record.code not in STORED and not (record.code == COMMENT and record.text.strip() in opened)
    ]


def forbidden_pairs(report: Report) -> set[tuple[EntryId, EntryId]]:
    """Return the forbidden pairings that still apply in a future round."""
    coming = len(report.tournament.rounds) + 1
    groups = (group for group in report.document.options.forbidden if (group.last_round or coming) >= coming)
    return {(a, b) for group in groups for a, b in combinations(sorted(group.entries), 2)}


def last_of_group_a(report: Report) -> EntryId | None:
    """Return the last player by number with virtual points, however many have them; None without Baku."""
    accelerated = report.document.options.acceleration
    return max(accelerated, key={entry.id: entry.seed for entry in report.entries}.__getitem__, default=None)


def says_group_a(report: Report) -> bool:
    """Return whether the file fixes group A: it has round 1, or lists the players with virtual points."""
    return bool(report.tournament.rounds) or has_record(report.data, "250", "XXA")


def _baku(report: Report, last: EntryId | None) -> dict[EntryId, tuple[Points, ...]]:
    return dict(baku_acceleration(report.tournament, last=last)) if last is not None else {}


def rounds_by_board(report: Report) -> Iterator[Round]:
    """Yield the rounds with matches by board: score of the better player, both scores, number."""
    scores = {entry.id: Points(0) for entry in report.tournament.entries}
    seeds = {entry.id: entry.seed for entry in report.tournament.entries}

    def order(match: Match) -> tuple[Points, Points, int]:
        sides = match.pairing.entries
        own = [scores[id] for id in sides]
        return -max(own), -sum(own, Points(0)), min(seeds[id] for id in sides)

    for round_ in report.tournament.rounds:
        yield Round(round_.number, tuple(sorted(round_.matches, key=order)), round_.byes)
        add_round(scores, round_, report.tournament.scoring)


def _check_kind(report: Report) -> None:
    if report.document.is_of_teams:
        raise report.refused(tr("files of teams are not read"), line_of_record(report.data, "013", "310"))
    if not report.document.name.strip():
        raise report.refused(tr("the event has no name (record 012)"), 1)
    if len(report.tournament.entries) > MAX_ROWS:
        raise report.refused(tr("a file has at most {most:,} players", most=MAX_ROWS), 1)


def _check_players(report: Report) -> None:
    names: dict[str, EntryId] = {}
    for entry in report.entries:
        details = report.details_of(entry)
        name = details.display_name.casefold()
        if name in names:
            other = report.lines[names[name]]
            raise report.refused_player(
                tr("“{name}” is in line {other} already", name=entry.name, other=other), entry.id
            )
        names[name] = entry.id
        try:
            check_values(TournamentRow(game=GAME.code), details)
        except BadValue as error:
            raise report.refused_player(str(error).rstrip("."), entry.id) from error


def _check_results(report: Report) -> None:
    for round_ in report.tournament.rounds:
        for match in round_.matches:
            if (round_.number, match.pairing.entries) in report.document.colorless:
                problem = tr("round {number}: a game without colours", number=round_.number)
                raise report.refused_player(problem, match.pairing.first)


def _check_settings(report: Report) -> None:
    """Check the pairing system and the tie-breaks."""
    options, tournament = report.document.options, report.tournament
    if options.acceleration != _baku(report, last_of_group_a(report)):
        where = line_of_record(report.data, "250", "XXA")
        raise report.refused(
            tr(
                "accelerated in another way than Baku's: the first players by number have virtual "
                "points in the first half of the rounds, "
                "a win's and then half of it"
            ),
            where,
        )
    coming, last = len(tournament.rounds) + 1, tournament.total_rounds
    for group in options.forbidden:
        if coming <= (group.last_round or last) < last or group.first_round > coming:
            where = line_of_record(report.data, "260")
            raise report.refused(tr("a pair forbidden in some of the rounds to come only"), where)
    _check_tie_breaks(report)


def _check_tie_breaks(report: Report) -> None:
    where = line_of_record(report.data, "202", "212")
    for code in report.document.tie_breaks:
        try:
            find_tie_break(code)
        except EngineError as error:
            raise report.refused(tr("the tie-break {code} is not known", code=code), where) from error
    if report.document.tie_breaks and report.document.tie_breaks[0] != "PTS":
        raise report.refused(tr("the tie-breaks do not begin with the points (PTS)"), where)


CHECKS = (_check_kind, _check_players, _check_results, _check_settings)


def is_double(report: Report) -> bool:
    return "DOUBLE" in report.text("192").upper() or any(count > 1 for count in _met(report).values())


def uses_berger_tables(report: Report) -> bool:
    return report.text("192").upper().startswith(("BERGER", "FIDE"))


def players_who_left(report: Report) -> list[EntryId]:
    """Return the players whose games do not count, as noted in files written here."""
    return [note.player for note in notes_of(report.document) if isinstance(note, VoidNote)]


def games_missing(report: Report) -> list[tuple[EntryId, EntryId]]:
    """Return the pairs that must meet and have no game in the file, without players who withdrew early."""
    wanted, met, gone = (2 if is_double(report) else 1), _met(report), set(players_who_left(report))
    pairs = combinations([entry.id for entry in report.entries], 2)
    return [pair for pair in pairs for _ in range(wanted - met[frozenset(pair)]) if not gone & set(pair)]


def schedule_of(report: Report) -> Schedule:
    """Return the rounds of the file; missing games follow in the first round in which both are free."""
    rounds = [list(round_.matches) for round_ in report.tournament.rounds]
    whites = Counter(match.pairing.first for games in rounds for match in games)
    for one, two in games_missing(report):
        games = next((games for games in rounds if not {one, two} & _playing(games)), None)
        if games is None:
            rounds.append(games := [])
        white, black = (one, two) if whites[one] <= whites[two] else (two, one)
        whites[white] += 1
        games.append(Match(Pairing(white, black)))
    return rounds


def _playing(games: list[Match]) -> set[EntryId]:
    return {id for match in games for id in match.pairing.entries}


def _met(report: Report) -> Counter[frozenset[EntryId]]:
    return Counter(match.pairing.entries for round_ in report.tournament.rounds for match in round_.matches)
