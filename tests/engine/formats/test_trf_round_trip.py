"""Reading what was written gives the same tournament."""

from contextlib import suppress
from decimal import Decimal
from pathlib import Path

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from crosstable.engine.errors import PairingImpossible
from crosstable.engine.generator import GeneratorOptions, generate_tournament
from crosstable.engine.model import Bye, ByeKind, Entry, EntryId, Round, Scoring, Tournament
from crosstable.engine.pairing.fide.options import DutchOptions, ForbiddenGroup
from crosstable.engine.trf import (
    PlayerDetails,
    TrfDocument,
    TrfEdition,
    TrfError,
    read_trf,
    write_trf,
)

GOLDEN = sorted((Path(__file__).parents[2] / "golden").glob("*.trf"))
POINTS = st.integers(0, 60).map(lambda halves: Decimal(halves) / 2)


@pytest.mark.parametrize("edition", TrfEdition)
@pytest.mark.parametrize("path", GOLDEN[::4], ids=lambda path: path.stem)
def test_golden_files_survive_writing(path: Path, edition: TrfEdition):
    document = read_trf(path.read_bytes())
    assert read_trf(write_trf(document, edition).encode()) == document


def in_file_order(round_: Round) -> Round:
    """A file lists players, not boards: matches come by White's number, byes by their owner's."""
    matches = sorted(round_.matches, key=lambda match: match.pairing.first)
    return Round(round_.number, tuple(matches), tuple(sorted(round_.byes, key=lambda bye: bye.entry)))


def played_or_only_entered(options: GeneratorOptions, seed: int) -> tuple[Tournament, DutchOptions]:
    """Return a played event; if withdrawals make a round impossible to pair, all entries before the first round."""
    try:
        return generate_tournament(options, seed)
    except PairingImpossible:
        entries = tuple(Entry(EntryId(n), n, f"Player {n}") for n in range(1, options.players + 1))
        return Tournament(entries, total_rounds=options.rounds), DutchOptions()


@st.composite
def documents(draw: st.DrawFn) -> TrfDocument:
    """Generated tournaments with any scoring, byes ahead, bans, acceleration and details."""
    options = GeneratorOptions(
        draw(st.integers(6, 20)), draw(st.integers(1, 4)), forfeits=0.1, withdrawals=0.05
    )
    played, dutch = played_or_only_entered(options, draw(st.integers(0, 999)))
    ids = st.sampled_from([entry.id for entry in played.entries])
    scoring = draw(st.builds(Scoring, *[POINTS] * 9))
    kept = tuple(map(in_file_order, played.rounds[: draw(st.integers(0, 4))]))
    tournament = Tournament(played.entries, kept, options.rounds + 1, scoring)
    group = st.lists(ids, min_size=2, max_size=4, unique=True).map(tuple)
    rounds = st.tuples(st.integers(1, 9), st.integers(1, 9))
    bans = st.one_of(
        st.builds(ForbiddenGroup, group), st.builds(lambda g, r: ForbiddenGroup(g, *r), group, rounds)
    )
    virtual = st.lists(POINTS, max_size=3).map(lambda points: (*points, Decimal(1)))
    accelerated = draw(st.dictionaries(ids, virtual, max_size=5))
    limit = options.rounds + 1
    acceleration = {id: points[:limit] for id, points in sorted(accelerated.items()) if any(points[:limit])}
    acceleration = {id: points for id, points in acceleration.items() if points[-1]}
    kinds = st.sampled_from((ByeKind.HALF, ByeKind.ZERO, ByeKind.FULL))
    away = draw(st.dictionaries(ids, kinds, max_size=3))
    details = st.builds(PlayerDetails, st.sampled_from(("", "m", "w")), st.sampled_from(("", "GM", "WFM")))
    return TrfDocument(
        tournament,
        DutchOptions(dutch.initial_color, tuple(draw(st.lists(bans, max_size=3))), acceleration),
        tuple(Bye(id, kind) for id, kind in sorted(away.items())),
        {entry.id: draw(details) for entry in tournament.entries},
    )


@settings(max_examples=40)
@given(documents(), st.sampled_from(TrfEdition))
def test_any_document_survives_writing(document: TrfDocument, edition: TrfEdition):
    assert read_trf(write_trf(document, edition).encode()) == document


@settings(max_examples=120)
@given(st.binary(max_size=300))
@example(b"001    1\r\r\n")
def test_arbitrary_bytes_are_read_or_rejected(data: bytes):
    with suppress(TrfError):
        read_trf(data)


@pytest.mark.parametrize(
    "line",
    [
        "XXA    1 .125 1000",
        "XXA    1  1.0  1.0  1.0  1.0  1.0  1.0",
        "250      -0.5 001 099    1    1",
        "XXS W=12.25 D=0.125",
        "XXP",
        "01Xno blank in column 4",
        "A",
        "240 F 001    1    1",
    ],
)
@pytest.mark.parametrize("edition", TrfEdition)
def test_what_fuzzing_found_survives_writing(line: str, edition: TrfEdition):
    document = read_trf(f"142 3\n001    1\n001    2\n{line}\n".encode())
    assert read_trf(write_trf(document, edition).encode()) == document
