"""Random tournaments: the same seed, the same tournament."""

from dataclasses import replace

from crosstable.engine.generator import ODD_RESULTS, GeneratorOptions, generate_tournament
from crosstable.engine.model import ByeKind, Outcome
from crosstable.engine.pairing.check import check_rounds

EVERYTHING = GeneratorOptions(
    40, 9, draws=0.4, forfeits=0.1, withdrawals=0.03, half_point_byes=0.05, upsets=0.3, accelerated=True
)


def test_the_seed_decides_everything():
    assert generate_tournament(EVERYTHING, 5) == generate_tournament(EVERYTHING, 5)
    assert generate_tournament(EVERYTHING, 5) != generate_tournament(EVERYTHING, 6)


def test_every_round_is_paired_by_the_rules():
    tournament, options = generate_tournament(EVERYTHING, 1)
    assert [check.differs for check in check_rounds(tournament, options)] == [False] * 9


def test_the_rates_make_draws_forfeits_and_byes():
    tournament, _ = generate_tournament(EVERYTHING, 2)
    outcomes = {m.result.first for r in tournament.rounds for m in r.matches if m.result}
    kinds = {bye.kind for r in tournament.rounds for bye in r.byes}
    assert outcomes == set(Outcome)
    assert kinds >= {ByeKind.HALF, ByeKind.ZERO}


def test_rates_of_zero_make_nothing_of_the_kind():
    quiet = GeneratorOptions(20, 5, draws=0, forfeits=0, withdrawals=0, half_point_byes=0, upsets=0)
    tournament, _ = generate_tournament(quiet, 3)
    results = {m.result.first for r in tournament.rounds for m in r.matches if m.result}
    assert results <= {Outcome.WIN, Outcome.LOSS}
    assert all(not r.byes for r in tournament.rounds)


def test_every_kind_of_bye_and_every_odd_result_can_be_asked_for():
    options = replace(EVERYTHING, zero_point_byes=0.03, full_point_byes=0.02, odd_results=0.1, withdrawals=0)
    tournament, dutch = generate_tournament(options, 4)
    results = {(m.result.first, m.result.second) for r in tournament.rounds for m in r.matches if m.result}
    kinds = {bye.kind for r in tournament.rounds for bye in r.byes}
    assert kinds == set(ByeKind)
    assert {(o.first, o.second) for o in ODD_RESULTS} - results == set()
    assert [check.differs for check in check_rounds(tournament, dutch)] == [False] * 9


def test_a_running_event_is_the_beginning_of_the_finished_one():
    whole, _ = generate_tournament(EVERYTHING, 5)
    begun, _ = generate_tournament(replace(EVERYTHING, rounds_played=4), 5)
    assert (begun.total_rounds, begun.rounds) == (9, whole.rounds[:4])
