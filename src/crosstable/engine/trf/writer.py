"""TrfDocument → text. Reading the written text gives the same document."""

from collections.abc import Iterable, Iterator, Mapping
from enum import Enum
from itertools import groupby

from crosstable.engine.model import (
    Adjustment,
    Bye,
    ByeKind,
    Color,
    Entry,
    EntryId,
    Match,
    Outcome,
    Points,
    Round,
    Scoring,
)
from crosstable.engine.pairing.check import Colorless
from crosstable.engine.pairing.fide.options import DutchOptions, ForbiddenGroup
from crosstable.engine.scoring import add_round
from crosstable.engine.trf.document import PlayerDetails, TrfDocument
from crosstable.engine.trf.lines import BYES, OUTCOMES

OUTCOME_CODES = {outcome: code for code, outcome in reversed(OUTCOMES.items())}
UNRATED_CODES = {Outcome.WIN: "W", Outcome.DRAW: "D", Outcome.LOSS: "L"}
BYE_CODES = {kind: code for code, kind in reversed(BYES.items())}
BLANK = " " * 8
POINT_COLUMNS = 4


class TrfEdition(Enum):
    """TRF16 uses the JaVaFo extensions where it has no record."""

    TRF16 = 2016
    TRF26 = 2026


def write_trf(document: TrfDocument, edition: TrfEdition = TrfEdition.TRF26) -> str:
    """Write an open game with opponent, colour and an empty result, which the reader parses as open."""
    lines = [
        *(f"{record.code} {record.text}".rstrip() for record in document.records),
        *_setting_lines(document, edition),
        *_player_lines(document, edition),
        *_forbidden_lines(document.options.forbidden),
        *_acceleration_lines(document.options, edition),
    ]
    if edition is TrfEdition.TRF26:
        lines += _bye_lines(document)
        lines += _adjustment_lines(document.tournament.adjustments)
    return "\n".join(lines) + "\n"


def _setting_lines(document: TrfDocument, edition: TrfEdition) -> Iterator[str]:
    tournament, options = document.tournament, document.options
    if tournament.total_rounds:
        yield f"142 {tournament.total_rounds}"
        yield f"XXR {tournament.total_rounds}"
    if options.initial_color is not None:
        yield f"152 {'W' if options.initial_color is Color.WHITE else 'B'}"
    configuration = ["rank"] if any(entry.seed != entry.id for entry in tournament.entries) else []
    if options.initial_color is not None:
        configuration.append(f"{options.initial_color.value}1")
    if configuration:
        yield f"XXC {' '.join(configuration)}"
    if tournament.scoring != Scoring():
        yield from _point_lines(tournament.scoring, edition)


def _point_lines(scoring: Scoring, edition: TrfEdition) -> Iterator[str]:
    """162 cannot express everything; XXS, which comes last, can. bbpPairings reads its own BB records."""
    if edition is TrfEdition.TRF16:
        bbp = {"W": scoring.win, "D": scoring.draw, "L": scoring.loss}
        yield from (f"BB{symbol} {_points(value)}" for symbol, value in bbp.items() if _fits(value))
    symbols = {
        "W": scoring.win,
        "D": scoring.draw,
        "L": scoring.loss,
        "A": scoring.zero_bye,
        "P": scoring.allocated_bye,
    }
    yield "162  " + "    ".join(f"{symbol}{_points(v)}" for symbol, v in symbols.items() if _fits(v))
    named = {"WW": scoring.win, "BW": scoring.win, "WD": scoring.draw, "BD": scoring.draw}
    named |= {"WL": scoring.loss, "BL": scoring.loss, "FPB": scoring.full_bye, "HPB": scoring.half_bye}
    named |= {"FW": scoring.forfeit_win, "FL": scoring.forfeit_loss, "ZPB": scoring.zero_bye}
    named |= {"PAB": scoring.allocated_bye}
    yield "XXS " + " ".join(f"{code}={value:f}" for code, value in named.items())


def _points(points: Points) -> str:
    """Format as 11.5, right-aligned in four columns; .125 and 1000 if they need all of them."""
    plain = f"{points:f}"
    if "." in plain:
        plain = plain.rstrip("0").rstrip(".")
    spellings = (plain if "." in plain else f"{plain}.0", plain, plain.replace("0.", ".", 1))
    return f"{next((text for text in spellings if len(text) <= POINT_COLUMNS), plain):>4}"


def _fits(points: Points) -> bool:
    return len(_points(points)) <= POINT_COLUMNS


def _adjustment_lines(adjustments: Iterable[Adjustment]) -> Iterator[str]:
    """299 without a type, a penalty or a bonus: points in 14 to 17, round in 20 to 22, player from 24."""
    for extra in adjustments:
        if extra.points:
            yield f"299          {_points(extra.points):>4}  {extra.round:03} {extra.entry:>4}"


def _player_lines(document: TrfDocument, edition: TrfEdition) -> Iterator[str]:
    """Write penalties and bonuses into the score in TRF26; TRF16 has no record for them, so no points.

    Byes of the next round are record 240 in TRF26. Written as a round as well, bbpPairings refuses the file.
    """
    tournament = document.tournament
    scores = dict.fromkeys((entry.id for entry in tournament.entries), Points(0))
    columns: list[Mapping[EntryId, str]] = []
    for round_ in tournament.rounds:
        columns.append(dict(_cells(round_, document.colorless)))
        add_round(scores, round_, tournament.scoring)
    if edition is TrfEdition.TRF26:
        for extra in tournament.adjustments:
            scores[extra.entry] += extra.points
    if edition is TrfEdition.TRF16 and document.next_byes:
        columns.append({bye.entry: _bye_cell(bye) for bye in document.next_byes})
    for entry in tournament.entries:
        details = document.details.get(entry.id, PlayerDetails())
        cells = "  ".join(column.get(entry.id, BLANK) for column in columns)
        yield f"{_player(entry, details, scores[entry.id])}  {cells}".rstrip()


def _player(entry: Entry, details: PlayerDetails, score: Points) -> str:
    rating = entry.rating or ""
    rank = "" if details.rank is None else details.rank
    return (
        f"001 {entry.id:>4} {details.sex:1}{details.title:>3} {entry.name:33.33} {rating:>4} "
        f"{details.federation:>3.3} {details.fide_id:>11.11} {details.birth_date:10.10} "
        f"{_points(score) if _fits(score) else '':4} {rank:>4}"
    )


def _cells(round_: Round, colorless: Colorless) -> Iterator[tuple[EntryId, str]]:
    for match in round_.matches:
        first, second = match.pairing.first, match.pairing.second
        codes = _result_codes(match)
        white, black = "--" if (round_.number, match.pairing.entries) in colorless else "wb"
        yield first, f"{second:>4} {white} {codes[0]}"
        yield second, f"{first:>4} {black} {codes[1]}"
    for bye in round_.byes:
        yield bye.entry, _bye_cell(bye)


def _result_codes(match: Match) -> tuple[str, str]:
    result = match.result
    if result is None:
        return " ", " "
    codes = OUTCOME_CODES if result.rated else OUTCOME_CODES | UNRATED_CODES
    return codes[result.first], codes[result.second]


def _bye_cell(bye: Bye) -> str:
    return f"0000 - {BYE_CODES[bye.kind]}"


def _forbidden_lines(groups: Iterable[ForbiddenGroup]) -> Iterator[str]:
    for group in groups:
        numbers = " ".join(f"{entry:>4}" for entry in group.entries)
        if group.last_round is None:
            yield f"XXP {numbers}"
        else:
            yield f"260 {group.first_round:03} {group.last_round:03} {numbers}"


def _acceleration_lines(options: DutchOptions, edition: TrfEdition) -> Iterator[str]:
    if edition is TrfEdition.TRF16:
        for entry, points in options.acceleration.items():
            yield f"XXA {entry:>4} " + " ".join(_points(value) for value in points)
        return
    longest = max((len(points) for points in options.acceleration.values()), default=0)
    for number in range(1, longest + 1):
        granted = [(entry, options.virtual_points(entry, number)) for entry in sorted(options.acceleration)]
        yield from _range_lines(number, [(entry, points) for entry, points in granted if points])


def _range_lines(number: int, virtual_points: list[tuple[EntryId, Points]]) -> Iterator[str]:
    """Record 250 for each run of consecutive players with the same points in one round."""
    numbered = enumerate(virtual_points)
    for (points, _), run in groupby(numbered, key=lambda item: (item[1][1], item[1][0] - item[0])):
        entries = [entry for _, (entry, _) in run]
        yield f"250      {_points(points)} {number:03} {number:03} {entries[0]:>4} {entries[-1]:>4}"


def _bye_lines(document: TrfDocument) -> Iterator[str]:
    """Record 240: the byes of the next round, each once."""
    number = len(document.tournament.rounds) + 1
    codes = {ByeKind.FULL: "F", ByeKind.HALF: "H", ByeKind.ZERO: "Z"}
    for kind, code in codes.items():
        entries = [bye.entry for bye in document.next_byes if bye.kind is kind]
        if entries:
            yield f"240 {code} {number:03} " + " ".join(f"{entry:>4}" for entry in entries)
