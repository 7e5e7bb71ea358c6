"""The content of a TRF file: the tournament, its pairing options, and data only the file has."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from crosstable.engine.errors import EngineError
from crosstable.engine.model import Bye, EntryId, Tournament
from crosstable.engine.pairing.check import Colorless
from crosstable.engine.pairing.fide.options import DutchOptions
from crosstable.engine.tie_breaks import TIE_BREAKS
from crosstable.text import tr

TEAM_RECORDS = frozenset(("013", "310"))


class TrfError(EngineError):
    """The file breaks the format or contradicts itself. Line and column count from 1."""

    line: int
    column: int
    problem: str
    says = tr("line {line}, column {column}: {problem}")


@dataclass(frozen=True, slots=True)
class PlayerDetails:
    """The columns of record 001 that the engine does not use, stored for the next reader of the file."""

    sex: str = ""
    title: str = ""
    federation: str = ""
    fide_id: str = ""
    birth_date: str = ""
    rank: int | None = None


@dataclass(frozen=True, slots=True)
class TrfRecord:
    """A line the engine does not interpret: its code and the text from column 5 on."""

    code: str
    text: str


@dataclass(frozen=True, slots=True)
class TrfDocument:
    """`next_byes` are the byes already known for the round after the last one in `tournament`.

    `colorless` are the games written without colours, by round: the lower number is first in them.
    """

    tournament: Tournament
    options: DutchOptions = field(default_factory=DutchOptions)
    next_byes: tuple[Bye, ...] = ()
    details: Mapping[EntryId, PlayerDetails] = field(default_factory=dict)
    records: tuple[TrfRecord, ...] = ()
    colorless: Colorless = frozenset()

    @property
    def is_of_teams(self) -> bool:
        return any(record.code in TEAM_RECORDS for record in self.records)

    @property
    def name(self) -> str:
        return next((record.text for record in self.records if record.code == "012"), "")

    @property
    def tie_breaks(self) -> tuple[str, ...]:
        """The codes of records 202 (after the points) or 212 (the whole list); empty if the file has none."""
        for record in self.records:
            if record.code == "212":
                return read_tie_breaks(record.text)
            if record.code == "202":
                return ("PTS", *read_tie_breaks(record.text))
        return ()


REPORT_CODES = {tie_break.code: tie_break.report_code for tie_break in TIE_BREAKS.values()}
CODES = {report_code: code for code, report_code in REPORT_CODES.items()}


def write_tie_breaks(codes: Iterable[str]) -> str:
    return ",".join(REPORT_CODES.get(code, code) for code in codes)


def read_tie_breaks(text: str) -> tuple[str, ...]:
    """Return our own tie-breaks by our codes; another program's OTHER_… stays unchanged."""
    written = [code.strip().upper() for code in text.split(",") if code.strip()]
    return tuple(CODES.get(code, code) for code in written)
