"""The tie-breaks of goals, sets and card games, by hand, by published examples and by brute force."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction
from itertools import combinations
from random import Random

import pytest

from crosstable.engine.history import history_of
from crosstable.engine.model import (
    Adjustment,
    Bye,
    ByeKind,
    Entry,
    EntryId,
    Match,
    Outcome,
    Pairing,
    Round,
    Scoring,
    Tournament,
)
from crosstable.engine.outlook.exact import can_be_exact
from crosstable.engine.outlook.simulated import simulate
from crosstable.engine.results import Points, ResultShape, Series, SetRule, Sets
from crosstable.engine.standings import standings
from crosstable.engine.tie_breaks import TIE_BREAKS, TieBreakValue, find_tie_break

F = Fraction
THIRD = F(1, 3)
GOALS = Points("goals")
TABLE_TENNIS = Sets(3, SetRule(11, by_two=True))
CARDS = Series(3, "game", drawn_parts=True, draws=True, timed=True, forfeits_count=True)
THREE_ONE_NIL = Scoring(
    **{name: Decimal(3) for name in ("win", "forfeit_win", "allocated_bye", "full_bye")},
    draw=Decimal(1),
    half_bye=Decimal(1),
)
BYES = {"bye": ByeKind.ALLOCATED, "zero": ByeKind.ZERO, "half": ByeKind.HALF}


def tournament_of(shape: ResultShape, names: str, *rounds: str) -> Tournament:
    """`tournament_of(CARDS, "a b c", "a-b 2-1, c bye", "a-c =")`: three points for a win and one for a draw."""
    entries = tuple(Entry(EntryId(i), i, name) for i, name in enumerate(names.split(), start=1))
    ids = {entry.name: entry.id for entry in entries}
    made = [_round(n, line, ids, shape) for n, line in enumerate(rounds, start=1)]
    return Tournament(entries, tuple(made), len(made), THREE_ONE_NIL)


def _round(number: int, line: str, ids: dict[str, EntryId], shape: ResultShape) -> Round:
    matches, byes = [], []
    for one in line.split(", "):
        who, _, what = one.partition(" ")
        if what in BYES:
            byes.append(Bye(ids[who], BYES[what]))
        else:
            first, second = (ids[name] for name in who.split("-"))
            matches.append(Match(Pairing(first, second), shape.read_line(what).to_result()))
    return Round(number, tuple(matches), tuple(byes))


def values(code: str, event: Tournament) -> dict[str, TieBreakValue]:
    known = history_of(event)
    return {known[id].entry.name: value for id, value in TIE_BREAKS[code].values(known).items()}


def order(event: Tournament, *codes: str) -> list[str]:
    return [row.entry.name for row in standings(event, codes)]


# Group A of the football World Cup of 2010: goals as they fell.
GROUP_A = tournament_of(
    GOALS,
    "rsa mex uru fra",
    "rsa-mex 1-1, uru-fra 0-0",
    "rsa-uru 0-3, fra-mex 0-2",
    "mex-uru 0-1, fra-rsa 1-2",
)


def test_goal_difference_and_goals_put_a_group_in_its_published_order() -> None:
    assert values("DIFF", GROUP_A) == {"rsa": -2, "mex": 1, "uru": 4, "fra": -3}
    assert values("FOR", GROUP_A) == {"rsa": 3, "mex": 3, "uru": 4, "fra": 1}
    assert order(GROUP_A, "PTS", "DIFF", "FOR") == ["uru", "mex", "rsa", "fra"]


def test_a_penalty_counts_in_the_difference_as_it_does_in_the_margin() -> None:
    event = Tournament(
        GROUP_A.entries, GROUP_A.rounds, 3, THREE_ONE_NIL, (Adjustment(EntryId(2), vp=-5, round=3),)
    )
    assert values("DIFF", event)["mex"] == values("MARGIN", event)["mex"] == -4
    assert values("FOR", event)["mex"] == values("VP", event)["mex"] == -2


def test_sets_and_points_of_sets_are_calculated_over_all_matches() -> None:
    event = tournament_of(
        TABLE_TENNIS,
        "a b c",
        "a-b 11-9 11-8, c bye",
        "b-c 11-5 9-11 11-7, a bye",
        "c-a 11-9 5-11 12-10, b bye",
    )
    assert values("SET-DIFF", event) == {"a": 1, "b": -1, "c": 0}
    assert values("SET-RATIO", event) == {"a": F(3, 5), "b": F(2, 5), "c": F(3, 6)}
    assert values("DIFF", event) == {"a": 7, "b": 3, "c": -10}
    assert values("FOR", event) == {"a": 52, "b": 48, "c": 51}
    assert values("POINT-RATIO", event) == {"a": F(52, 97), "b": F(48, 93), "c": F(51, 112)}
    assert order(event, "PTS", "DE", "SET-RATIO", "POINT-RATIO") == ["a", "c", "b"]


def test_who_has_won_everything_has_the_ratio_one_and_who_has_played_nothing_nought() -> None:
    event = tournament_of(TABLE_TENNIS, "a b c", "a-b 11-9 11-8, c bye")
    assert values("SET-RATIO", event) == {"a": 1, "b": 0, "c": 0}
    assert values("POINT-RATIO", event)["c"] == 0


def test_shares_put_entries_in_the_same_order_as_quotients() -> None:
    tried = [(won, lost) for won in range(12) for lost in range(12) if won + lost]
    quotient = {pair: F(pair[0], pair[1]) if pair[1] else F(10**9) for pair in tried}
    for one, two in combinations(tried, 2):
        shares = F(one[0], sum(one)), F(two[0], sum(two))
        assert (quotient[one] > quotient[two]) == (shares[0] > shares[1])
        assert (quotient[one] == quotient[two]) == (shares[0] == shares[1])


def test_head_to_head_is_the_direct_encounter() -> None:
    event = tournament_of(GOALS, "a b c d", "a-b 1-0, c-d 5-0", "a-c 0-1, b-d 9-0", "a-d 2-0, b-c 1-0")
    assert values("PTS", event) == {"a": 6, "b": 6, "c": 6, "d": 0}
    two = tournament_of(GOALS, "a b c d", "a-b 1-0, c-d 1-0", "a-c 0-1, b-d 9-0", "a-d 2-0, b-c 0-0")
    assert values("PTS", two) == {"a": 6, "b": 4, "c": 7, "d": 0}
    level = tournament_of(
        GOALS, "a b c", "a-b 1-0, c zero", "b-c 9-0, a zero", "a-c 0-1, b zero", "b-c 1-0, a bye"
    )
    assert order(level, "PTS", "DE", "DIFF") == ["a", "b", "c"]
    assert order(level, "PTS", "DIFF") == ["b", "a", "c"]


# Magic Tournament Rules, appendix C: records of three players of an event over eight rounds.
def record(wins: int, losses: int, draws: int, byes: int = 0) -> Tournament:
    """One player `p` with this record against opponents about whose other games nothing is known."""
    lines = ["2-0"] * (wins - byes) + ["0-2"] * losses + ["1-1-1"] * draws
    others = [f"o{n}" for n in range(len(lines))]
    played = [f"p-{other} {line}" for other, line in zip(others, lines, strict=True)]
    return tournament_of(CARDS, " ".join(["p", *others]), *["p bye"] * byes, *played)


@pytest.mark.parametrize(
    ("event", "share"),
    [
        (record(5, 2, 1), F(16, 24)),  # printed as 0.667
        (record(1, 3, 0), THIRD),  # 0.25, so that the least share is used
        (record(3, 2, 0, byes=1), F(9, 15)),  # with a bye in the first round, then withdraws: 0.60
    ],
)
def test_the_match_win_percentages_of_the_rules_are_calculated_as_printed(
    event: Tournament, share: F
) -> None:
    assert values("OMW", event)["o0"] == share


# A published example: Jim has met Chris (2-1), Bob (0-3) and Tarik (1-2).
JIM = tournament_of(
    CARDS,
    "jim chris bob tarik",
    "jim-chris 2-0, tarik-bob 2-1",
    "jim-bob 2-1, chris-tarik 2-0",
    "jim-tarik 2-0, chris-bob 2-1",
)


def test_the_published_example_of_opponents_match_wins() -> None:
    """Chris 6 of 9; Bob 0 of 9, so a third; Tarik 3 of 9: (2/3 + 1/3 + 1/3) / 3."""
    assert values("PTS", JIM) == {"jim": 9, "chris": 6, "bob": 0, "tarik": 3}
    assert values("OMW", JIM) == {
        "jim": F(4, 9),
        "chris": (1 + THIRD + THIRD) / 3,
        "bob": (1 + F(2, 3) + THIRD) / 3,
        "tarik": (1 + F(2, 3) + THIRD) / 3,
    }


# Magic Tournament Rules, appendix C: the games of two players over four rounds.
FOUR_ROUNDS = tournament_of(
    CARDS,
    "p q a b c d",
    "p-a 2-0, q-b 1-2",
    "p-b 2-1, q-c 1-2",
    "p-c 1-2, q-d 0-2",
    "p-d 2-0, q-a 1-2",
)


def test_the_published_examples_of_game_wins() -> None:
    """21 points in 10 games are 0.70; 9 points in 11 games are 0.27, so a third."""
    games = values("GW", FOUR_ROUNDS)
    assert (games["p"], games["q"]) == (F(21, 30), THIRD)


def test_opponents_game_wins_are_the_mean_of_those() -> None:
    """a: 2 of 5 games, b: 3 of 6, c: 4 of 6, d: 2 of 4."""
    games = values("GW", FOUR_ROUNDS)
    assert [games[name] for name in "abcd"] == [F(2, 5), F(3, 6), F(4, 6), F(2, 4)]
    assert values("OGW", FOUR_ROUNDS)["p"] == (F(2, 5) + F(3, 6) + F(4, 6) + F(2, 4)) / 4
    assert values("OGW", FOUR_ROUNDS)["a"] == (F(21, 30) + THIRD) / 2


def test_game_points_count_three_for_a_game_won_and_one_for_a_drawn_one() -> None:
    """2–0–1 is 7 game points of 9, and 1 for the opponent; 1–1–1 is 4 for both."""
    event = tournament_of(CARDS, "a b c d", "a-b 2-0-1, c-d 1-1-1")
    assert values("GW", event) == {"a": F(7, 9), "b": THIRD, "c": F(4, 9), "d": F(4, 9)}


def test_a_bye_is_two_games_to_none_and_no_opponent() -> None:
    event = tournament_of(CARDS, "a b c", "a-b 2-1, c bye", "a-c 0-2, b zero")
    assert values("GW", event) == {"a": F(2, 5), "b": THIRD, "c": F(4, 4)}
    assert values("OMW", event) == {"a": (THIRD + 1) / 2, "b": F(3, 6), "c": F(3, 6)}


def test_a_walkover_is_a_match_like_any_other_and_one_without_opponents_has_the_least_share() -> None:
    event = tournament_of(CARDS, "a b c", "a-b 1f, c bye")
    assert values("GW", event) == {"a": 1, "b": THIRD, "c": 1}
    assert values("OMW", event) == {"a": THIRD, "b": 1, "c": THIRD}


def test_a_half_bye_is_a_drawn_game() -> None:
    assert values("GW", tournament_of(CARDS, "a b c", "a-b 2-0, c half", "c-a 2-0, b zero"))["c"] == F(7, 9)


def test_two_who_agree_to_a_draw_have_three_drawn_games() -> None:
    assert values("GW", tournament_of(CARDS, "a b", "a-b ="))["a"] == F(3, 9)


def test_a_match_no_one_counted_the_games_of_is_one_game() -> None:
    event = tournament_of(GOALS, "a b c d", "a-b 3-1, c-d 1-1")
    assert values("GW", event) == {"a": 1, "b": THIRD, "c": THIRD, "d": THIRD}


def random_cards(seed: int) -> Tournament:
    rng, names = Random(seed), "a b c d e f g"
    lines = ["2-0", "2-1", "0-2", "1-2", "1-1", "1-1-1", "2-0-1", "=", "1f", "0f", "=f", "1-0"]
    rounds = []
    for _ in range(rng.randint(1, 5)):
        drawn = rng.sample(names.split(), 7)
        pairs = [f"{a}-{b} {rng.choice(lines)}" for a, b in zip(drawn[:6:2], drawn[1:6:2], strict=True)]
        rounds.append(", ".join([*pairs, f"{drawn[6]} {rng.choice(['bye', 'zero'])}"]))
    return tournament_of(CARDS, names, *rounds)


def by_hand(event: Tournament) -> dict[str, dict[str, F]]:
    """Calculate OMW, GW and OGW from the rounds themselves, with one list of matches for each player."""
    log: dict[EntryId, list[tuple[EntryId | None, int, tuple[int, int, int]]]] = {
        e.id: [] for e in event.entries
    }
    points = {Outcome.WIN: 3, Outcome.FORFEIT_WIN: 3, Outcome.DRAW: 1}
    for round_ in event.rounds:
        for match in round_.matches:
            one, two, result = match.pairing.first, match.pairing.second, match.result
            won, lost, drawn = (
                (result.tallies[0].first, result.tallies[0].second, result.tallies[0].drawn)
                if result.tallies
                else (0, 0, 0)
            )
            double = not result.tallies
            log[one].append((two, points.get(result.first, 0), (won, lost + double, drawn)))
            log[two].append((one, points.get(result.second, 0), (lost, won + double, drawn)))
        for bye in round_.byes:
            if bye.kind is not ByeKind.ZERO:
                log[bye.entry].append((None, 3, (2, 0, 0)))
    mw = {i: max(THIRD, F(sum(p for _, p, _ in m), 3 * len(m))) if m else THIRD for i, m in log.items()}
    gw = {}
    for i, m in log.items():
        games = sum(sum(counts) for _, _, counts in m)
        gw[i] = max(THIRD, F(sum(3 * w + d for _, _, (w, _, d) in m), 3 * games)) if games else THIRD
    names = {e.id: e.name for e in event.entries}

    def mean(of: dict[EntryId, F], i: EntryId) -> F:
        met = [of[o] for o, _, _ in log[i] if o is not None]
        return sum(met, F(0)) / len(met) if met else THIRD

    return {
        "OMW": {names[i]: mean(mw, i) for i in log},
        "GW": {names[i]: gw[i] for i in log},
        "OGW": {names[i]: mean(gw, i) for i in log},
    }


@pytest.mark.parametrize("code", ["OMW", "GW", "OGW"])
def test_shares_are_what_a_list_of_the_matches_gives(code: str) -> None:
    for seed in range(200):
        event = random_cards(seed)
        assert values(code, event) == by_hand(event)[code]


@pytest.mark.parametrize("code", ["DIFF", "FOR", "SET-DIFF"])
def test_the_parts_add_up_to_the_value(code: str) -> None:
    for seed in range(50):
        known = history_of(random_cards(seed))
        made = {id: sum(part.value for part in TIE_BREAKS[code].parts(known, id)) for id in known}
        assert made == dict(TIE_BREAKS[code].values(known))


@pytest.mark.parametrize("code", ["OMW", "OGW"])
def test_the_mean_of_the_parts_is_the_value(code: str) -> None:
    for seed in range(50):
        known = history_of(random_cards(seed))
        for id, value in TIE_BREAKS[code].values(known).items():
            found = [part.value for part in TIE_BREAKS[code].parts(known, id)]
            assert (sum(found, F(0)) / len(found) if found else THIRD) == value


def test_a_code_is_found_in_small_letters() -> None:
    assert find_tie_break("set-ratio").code == "SET-RATIO"
    assert find_tie_break("omw").code == "OMW"
    assert find_tie_break("bh-c1").code == "BH/C1"


def test_the_new_tie_breaks_say_what_they_count() -> None:
    codes = ("DIFF", "FOR", "SET-DIFF", "SET-RATIO", "POINT-RATIO", "OMW", "GW", "OGW")
    assert [code for code in codes if not TIE_BREAKS[code].explanation.endswith(".")] == []


def test_the_outlook_is_not_called_exact_where_sets_or_games_decide() -> None:
    event = tournament_of(CARDS, "a b c d", "a-b 2-1, c-d 2-0")
    waiting = Round(2, (Match(Pairing(EntryId(1), EntryId(3))),))
    event = Tournament(event.entries, (*event.rounds, waiting), 2, THREE_ONE_NIL)
    assert can_be_exact(event, ("PTS",), EntryId(1), None)
    assert not can_be_exact(event, ("PTS", "OMW", "GW"), EntryId(1), None)


def test_a_simulated_match_has_the_sets_of_one_that_was_played() -> None:
    """a won 2–0 and b 2–1; the winner of the last match by 2–0 or 2–1 keeps a ratio above one half."""
    event = tournament_of(TABLE_TENNIS, "a b", "a-b 11-0 11-0")
    waiting = Round(2, (Match(Pairing(EntryId(2), EntryId(1))),))
    event = Tournament(event.entries, (*event.rounds, waiting), 2, THREE_ONE_NIL)
    places = simulate(event, ("SET-RATIO",), 50, seed=1).places[EntryId(2)]
    assert {ending.value: set(found) for ending, found in places.items() if ending} == {
        "win": {1},
        "draw": {2},
        "loss": {2},
    }
