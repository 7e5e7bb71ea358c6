"""A round robin in a report file: its games round by round, with those that the file does not have yet."""

from collections import Counter
from collections.abc import Iterator
from itertools import combinations

from crosstable.engine.formats.trf import VoidNote, notes_of
from crosstable.engine.model import EntryId, Match, Pairing, Round
from crosstable.events.files.trf_import import Report

Schedule = list[list[Match]]


def is_double(report: Report) -> bool:
    return "DOUBLE" in report.text("192").upper() or any(count > 1 for count in _met(report).values())


def uses_berger_tables(report: Report) -> bool:
    return report.text("192").upper().startswith(("BERGER", "FIDE"))


def players_who_left(report: Report) -> list[EntryId]:
    """Those whose games do not count, as our own files say."""
    return [note.player for note in notes_of(report.document) if isinstance(note, VoidNote)]


def games_missing(report: Report) -> list[tuple[EntryId, EntryId]]:
    """Pairs that have to meet and have no game in the file. A player who left early meets nobody else."""
    wanted, met, gone = (2 if is_double(report) else 1), _met(report), set(players_who_left(report))
    pairs = combinations([entry.id for entry in report.entries], 2)
    return [pair for pair in pairs for _ in range(wanted - met[frozenset(pair)]) if not gone & set(pair)]


def schedule_of(report: Report) -> Schedule:
    """The rounds of the file; games that are missing follow in the first round in which both are free."""
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
    return Counter(match.pairing.entries for round_ in _rounds(report) for match in round_.matches)


def _rounds(report: Report) -> Iterator[Round]:
    yield from report.tournament.rounds
