"""The preview of a report file's import: what was read, every adjustment, and each round checked."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from crosstable.engine.model import ByeKind
from crosstable.engine.pairing.check import Board
from crosstable.engine.pairing.fide.options import EDITION
from crosstable.engine.trf import CheckedRound, check_document, check_ranks, notes_of
from crosstable.engine.trf.notes import COMMENT
from crosstable.events.files.trf_import import LENGTHS, Report, games_missing, kept_records
from crosstable.text import tr, trn

EDITIONS = ("FIDE_DUTCH", "FIDE_DUTCH_2025", "FIDE_DUTCH_2026")
MOST = 20


@dataclass(frozen=True, slots=True)
class RoundLine:
    """One checked round. `ours` and `theirs` are boards, White first, where the rules pair differently."""

    number: int
    differs: bool
    sentence: str
    ours: tuple[Board, ...] = ()
    theirs: tuple[Board, ...] = ()


@dataclass(frozen=True, slots=True)
class ReportPreview:
    name: str
    format: str
    players: int
    rounds: int
    total_rounds: int
    games: int
    open_games: int
    byes: int
    adjustments: tuple[str, ...]
    checks: tuple[RoundLine, ...]

    @property
    def differences(self) -> int:
        return sum(check.differs for check in self.checks)


def preview_of(report: Report) -> ReportPreview:
    event = report.tournament
    games = [match for round_ in event.rounds for match in round_.matches]
    byes = [bye for round_ in event.rounds for bye in round_.byes if bye.kind is not ByeKind.ZERO]
    return ReportPreview(
        name=report.text("012"),
        format=tr("Round robin") if event.is_round_robin else tr("Swiss"),
        players=len(event.entries),
        rounds=len(event.rounds),
        total_rounds=event.total_rounds or len(event.rounds),
        games=len(games),
        open_games=sum(match.result is None for match in games),
        byes=len(byes),
        adjustments=tuple(_adjustments(report)),
        checks=() if event.is_round_robin else tuple(map(_line, check_document(report.document))),
    )


def _line(checked: CheckedRound) -> RoundLine:
    check = checked.check
    if not check.differs:
        return RoundLine(check.number, False, tr("as the rules give"))
    ours, theirs = (", ".join(map(_board, boards)) for boards in (check.ours, check.theirs))
    words = (
        tr("the rules give {ours}; the file has {theirs}", ours=ours, theirs=theirs)
        if ours
        else tr("the rules allow no pairing")
    )
    if checked.is_explained:
        words = tr(
            "{words}. The file says why: {notes}", words=words, notes="; ".join(map(str, checked.notes))
        )
    return RoundLine(check.number, not checked.is_explained, words, check.ours, check.theirs)


def _board(board: Board) -> str:
    return f"{board[0]}-{'bye' if board[1] is None else board[1]}"


def _adjustments(report: Report) -> Iterator[str]:
    """Every value that is changed on import, and every value that is stored without being used."""
    event = report.tournament
    if not report.text("042"):
        yield tr("The file has no first day (record 042): today is used.")
    if not event.total_rounds:
        yield tr(
            "The file does not say how many rounds there are (record 142): the rounds in the file are used."
        )
    for code, (label, most) in LENGTHS.items():
        if len(report.text(code)) > most:
            yield tr(
                "The {label} (record {code}) is cut after {most} characters.",
                label=label,
                code=code,
                most=most,
            )
    yield from _about_players(report)
    yield from _about_rounds(report)
    yield from _about_rules(report)
    yield from _about_records(report)


def _about_players(report: Report) -> Iterator[str]:
    numbers = [entry.seed for entry in report.entries]
    if report.tournament.is_round_robin and numbers != list(range(1, len(numbers) + 1)):
        yield tr("The starting numbers have gaps: seats of the pool are counted from 1.")
    unknown = [
        entry.id
        for entry in report.entries
        if (known := report.document.details.get(entry.id)) and known.sex and known.sex.lower() not in "mwf"
    ]
    if unknown:
        yield tr(
            "The sex of these players is none of m, w and f and is kept as written: {players}.",
            players=_listed(unknown),
        )


def _about_rounds(report: Report) -> Iterator[str]:
    event = report.tournament
    for round_ in event.rounds:
        absent = [bye.entry for bye in round_.byes if bye.kind is ByeKind.ZERO]
        if absent and not event.is_round_robin:
            yield tr(
                "Round {number}: absent, with no points: {listed}.",
                number=round_.number,
                listed=_listed(absent),
            )
    unfinished = [round_.number for round_ in event.rounds if any(m.result is None for m in round_.matches)]
    if unfinished and not event.is_round_robin:
        yield tr("Games without a result stay open. In progress: {rounds}.", rounds=_listed(unfinished))
    if event.is_round_robin and event.rounds and (missing := games_missing(report)):
        yield trn(
            "{count} game that the file does not have is added without a result.",
            "{count} games that the file does not have are added without a result.",
            len(missing),
        )
    if report.document.next_byes:
        yield tr(
            "Byes and absences of the next round: {players}.",
            players=_listed([bye.entry for bye in report.document.next_byes]),
        )


def _about_rules(report: Report) -> Iterator[str]:
    code = report.text("192").upper()
    if code and not report.tournament.is_round_robin and code.removesuffix("_BAKU") not in EDITIONS:
        yield tr(
            "Record 192 says {code}: the event is checked here, and paired from now on, by the {edition}.",
            code=code,
            edition=EDITION,
        )
    if given := [extra for extra in report.tournament.adjustments if extra.points]:
        yield trn(
            "{count} penalty or bonus (record 299) is added, with the reason “From the report file”.",
            "{count} penalties or bonuses (record 299) are added, with the reason “From the report file”.",
            len(given),
        )
    if ranks := check_ranks(report.document) if report.document.tie_breaks else ():
        players = _listed([rank.entry for rank in ranks])
        yield tr(
            "These ranks do not follow from the file's tie-breaks and are calculated again: players {players}.",
            players=players,
        )
    if not report.document.tie_breaks:
        yield tr("The file names no tie-breaks (record 212): the usual ones of chess are used.")


def _about_records(report: Report) -> Iterator[str]:
    codes = sorted({record.code for record in kept_records(report) if record.code != COMMENT})
    if codes:
        yield tr(
            "Kept as written, not used here, and written back into report files: records {codes}.",
            codes=", ".join(codes),
        )
    unread = sum(record.code == COMMENT for record in report.document.records) - len(
        notes_of(report.document)
    )
    if unread:
        yield trn(
            "{count} comment line (###) of another program is kept and written back.",
            "{count} comment lines (###) of other programs are kept and written back.",
            unread,
        )


def _listed(numbers: Sequence[int]) -> str:
    shown = ", ".join(map(str, numbers[:MOST]))
    if len(numbers) <= MOST:
        return shown
    return tr("{numbers} and {count} more", numbers=shown, count=len(numbers) - MOST)
