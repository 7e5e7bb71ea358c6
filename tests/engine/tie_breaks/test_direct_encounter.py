"""Article 6 of C.07 on small ties."""

from crosstable.engine.history import history
from crosstable.engine.model import Entry, EntryId, Match, Outcome, Pairing, Result, Round, Tournament
from crosstable.engine.tie_breaks.fide.direct_encounter import direct_encounter

RESULTS = {
    "1-0": Result(Outcome.WIN, Outcome.LOSS),
    "0-1": Result(Outcome.LOSS, Outcome.WIN),
    "½-½": Result(Outcome.DRAW, Outcome.DRAW),
    "+--": Result(Outcome.FORFEIT_WIN, Outcome.FORFEIT_LOSS),
}


def places(names: str, *games: str) -> dict[str, int]:
    ids = {name: EntryId(number) for number, name in enumerate(names.split(), start=1)}
    entries = tuple(Entry(id, id, name) for name, id in ids.items())
    rounds = []
    for number, game in enumerate(games, start=1):
        pair, result = game.split()
        first, second = pair.split("-")
        rounds.append(Round(number, (Match(Pairing(ids[first], ids[second]), RESULTS[result]),)))
    found = direct_encounter(history(Tournament(entries, tuple(rounds))), list(ids.values()))
    return {name: found[id] for name, id in ids.items()}


def test_two_who_met_are_ranked_by_their_game():
    assert places("a b", "a-b 0-1") == {"a": 1, "b": 2}


def test_two_who_drew_stay_tied():
    assert places("a b", "a-b ½-½") == {"a": 2, "b": 2}


def test_a_subgroup_still_equal_is_ranked_by_its_own_games():
    values = places("a b c d", "a-b 1-0", "a-c 1-0", "d-a 1-0", "b-c 1-0", "b-d 1-0", "c-d 1-0")
    assert values == {"a": 4, "b": 3, "c": 2, "d": 1}


def test_with_games_missing_only_a_certain_leader_is_ranked():
    assert places("a b c", "a-b 1-0", "a-c 1-0") == {"a": 3, "b": 2, "c": 2}


def test_nobody_is_ranked_if_missing_games_could_change_it():
    assert places("a b c", "a-b 1-0") == {"a": 3, "b": 3, "c": 3}


def test_a_forfeit_is_a_missing_game():
    assert places("a b", "a-b +--") == {"a": 2, "b": 2}
