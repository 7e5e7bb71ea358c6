"""Every round of the golden tournaments, paired again: not one board may differ."""

from pathlib import Path

import pytest

from crosstable.engine.pairing.check import check_rounds
from crosstable.engine.pairing.fide.dutch import pair_dutch
from crosstable.engine.trf import read_trf

FOLDER = Path(__file__).parent
KNOWN_ERROR = FOLDER / "reference-engine-gives-second-bye.trf"
TOURNAMENTS = sorted(set(FOLDER.glob("*.trf")) - {KNOWN_ERROR})


@pytest.mark.parametrize("path", TOURNAMENTS, ids=lambda path: path.stem)
def test_every_round_is_paired_as_by_the_reference_engine(path: Path):
    document = read_trf(path.read_bytes())
    differing = [c for c in check_rounds(document.tournament, document.options) if c.differs]
    assert differing == []


def test_where_the_reference_engine_gives_a_second_bye_the_rules_decide():
    document = read_trf(KNOWN_ERROR.read_bytes())
    plan = pair_dutch(document.tournament, document.next_byes, document.options)
    boards = {(pairing.first, pairing.second) for pairing in plan.pairings}
    assert (boards, [bye.entry for bye in plan.byes]) == ({(4, 2), (7, 5), (6, 3)}, [8])
