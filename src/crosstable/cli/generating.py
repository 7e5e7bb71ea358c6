"""`crosstable generate`: random tournaments as files that carry their ranks and the list these follow from."""

from collections.abc import Sequence
from pathlib import Path

from crosstable.cli.files import ExitCode, stop, write_output
from crosstable.cli.wording import why_impossible
from crosstable.engine.errors import PairingImpossible
from crosstable.engine.generator import GeneratorOptions, generate_tournament
from crosstable.engine.standings import standings
from crosstable.engine.tie_breaks import UnknownTieBreak, find_tie_break
from crosstable.engine.trf import (
    PlayerDetails,
    TrfDocument,
    TrfEdition,
    TrfRecord,
    write_tie_breaks,
    write_trf,
)


def generate_files(
    options: GeneratorOptions,
    seeds: Sequence[int],
    tie_breaks: Sequence[str],
    edition: TrfEdition,
    output: Path | None,
) -> None:
    """One tournament a seed. Of several each is a file of its own in the directory `output`, named by its seed."""
    try:
        codes = [find_tie_break(code).code for code in tie_breaks]
    except UnknownTieBreak as error:
        stop(ExitCode.INVALID_FILE, str(error))
    if len(seeds) > 1 and output is None:
        stop(ExitCode.INVALID_FILE, "several tournaments need a directory to be written to: --output DIR")
    for seed in seeds:
        try:
            text = write_trf(random_document(options, seed, codes), edition)
        except PairingImpossible as error:
            stop(ExitCode.NO_PAIRING_OR_DIFFERENCES, why_impossible(error))
        write_output(text, output if output is None or len(seeds) == 1 else _file(output, seed))


def _file(directory: Path, seed: int) -> Path:
    try:
        directory.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        stop(ExitCode.UNREADABLE_FILE, f"{directory}: {error.strerror}")
    return directory / f"{seed}.trf"


def random_document(options: GeneratorOptions, seed: int, codes: Sequence[str]) -> TrfDocument:
    tournament, dutch = generate_tournament(options, seed)
    records = {
        "012": f"Random tournament {seed}",
        "042": "2026/03/01",
        "092": "Individual: Swiss-System",
        # Without the year: older programs know no code with 2026 in it, and the date above says which rules it means.
        "192": "FIDE_DUTCH",
        "212": write_tie_breaks(codes),
    }
    ranks = {row.entry.id: PlayerDetails(rank=row.rank) for row in standings(tournament, codes)}
    kept = tuple(TrfRecord(code, text) for code, text in records.items())
    return TrfDocument(tournament, dutch, details=ranks, records=kept)
