"""Article 6 of C.07 on small ties."""

from crosstable.engine.history import History, history_of
from crosstable.engine.model import Entry, EntryId, Match, Outcome, Pairing, Result, Round, Tournament
from crosstable.engine.standings import standings
from crosstable.engine.tie_breaks.explaining import shown_values
from crosstable.engine.tie_breaks.fide.direct_encounter import DirectEncounter, Undecided, encounters
from engine.tables import table

RESULTS = {
    "1-0": Result(Outcome.WIN, Outcome.LOSS),
    "0-1": Result(Outcome.LOSS, Outcome.WIN),
    "½-½": Result(Outcome.DRAW, Outcome.DRAW),
    "+--": Result(Outcome.FORFEIT_WIN, Outcome.FORFEIT_LOSS),
}


def met(names: str, *games: str) -> tuple[History, dict[str, EntryId]]:
    ids = {name: EntryId(number) for number, name in enumerate(names.split(), start=1)}
    entries = tuple(Entry(id, id, name) for name, id in ids.items())
    rounds = []
    for number, game in enumerate(games, start=1):
        pair, result = game.split()
        first, second = pair.split("-")
        rounds.append(Round(number, (Match(Pairing(ids[first], ids[second]), RESULTS[result]),)))
    return history_of(Tournament(entries, tuple(rounds))), ids


def places(names: str, *games: str, forfeits: bool = False) -> dict[str, int]:
    known, ids = met(names, *games)
    found = DirectEncounter(forfeits)(known, list(ids.values()))
    return {name: found[id] for name, id in ids.items()}


def shown(names: str, *games: str) -> dict[str, tuple[int | None, Undecided | None]]:
    known, ids = met(names, *games)
    found = encounters(known, list(ids.values()))
    return {name: (found[id].rank, found[id].why) for name, id in ids.items()}


def test_two_who_met_are_ranked_by_their_game():
    assert places("a b", "a-b 0-1") == {"a": 1, "b": 2}


def test_two_who_drew_stay_tied():
    assert places("a b", "a-b ½-½") == {"a": 2, "b": 2}


def test_a_subgroup_still_equal_is_ranked_by_its_own_games():
    values = places("a b c d", "a-b 1-0", "a-c 1-0", "d-a 1-0", "b-c 1-0", "b-d 1-0", "c-d 1-0")
    assert values == {"a": 4, "b": 3, "c": 2, "d": 1}


def test_with_games_missing_only_a_certain_leader_is_ranked():
    assert places("a b c", "a-b 1-0", "a-c 1-0") == {"a": 3, "b": 2, "c": 2}


def test_no_one_is_ranked_if_missing_games_could_change_it():
    assert places("a b c", "a-b 1-0") == {"a": 3, "b": 3, "c": 3}


def test_a_forfeit_is_a_missing_game():
    assert places("a b", "a-b +--") == {"a": 2, "b": 2}


def test_with_the_modifier_p_a_forfeit_is_a_game():
    assert places("a b", "a-b +--", forfeits=True) == {"a": 2, "b": 1}


def test_it_is_shown_as_the_rank_inside_the_group():
    assert shown("a b", "a-b 0-1") == {"a": (2, None), "b": (1, None)}


def test_who_cannot_be_separated_has_no_rank_but_a_reason():
    assert shown("a b", "a-b ½-½") == dict.fromkeys("ab", (None, Undecided.EQUAL))
    assert shown("a b c", "a-b 1-0") == dict.fromkeys("abc", (None, Undecided.GAMES_MISSING))
    assert shown("a") == {"a": (None, Undecided.ALONE)}


def test_one_who_beat_all_others_leads_them_though_they_have_not_met():
    others = dict.fromkeys("bcdef", (2, Undecided.GAMES_MISSING))
    games = ("a-b 1-0", "a-c 1-0", "a-d 1-0", "a-e 1-0", "a-f 1-0")
    assert shown("a b c d e f", *games) == {"a": (1, None), **others}


NINE_ROUNDS = """
1 2150 9w1 13b= 2w= 15b1 4w= 6b= 3b= 16w= 8b1
2 2130 10b1 7w1 1b= 16w1 3b1 4w= 6w0 15b= 5w=
3 2200 11w= 6b1 8w1 4b= 2w0 16b1 1w= 14w1 10b1
4 2110 12b1 H 13w1 3w= 1b= 2b= 16w= 6b= 15w1
5 1890 13w0 15b0 11w1 7b= 10w1 14b0 9b1 8w0 2b=
6 2090 14b0 3w0 U 10w1 8b1 1w= 2b1 4w= 16b1
7 1950 15w1 2b0 16b0 5w= 11b0 10b0 13w1 9w1 14b1
8 1930 16b= 14w1 3b0 13w1 6w0 11b= 15w= 5b1 1w0
9 1790 1b0 10w0 H 11b- U 13b1 5w0 7b0 12w=
10 1870 2w0 9b1 15w0 6b0 5b0 7w1 12b1 11w1 3w0
11 1810 3b= 16w0 5b0 9w+ 7w1 8w= 14b0 10b0 13w=
12 1770 4w0 U 14w+ Z Z 15b0 10w0 13b= 9b=
13 1750 5b1 1w= 4b0 8b0 14w0 9w0 7b0 12w= 11b=
14 1850 6w1 8b0 12b- Z 13b1 5w1 11w1 3b0 7w0
15 1830 7b0 5w1 10b1 1w0 16b0 12w1 8b= 2w= 4b0
16 1910 8w= 11b1 7w1 2b0 15w1 3w0 4b= 1b= 6w0
"""


def test_the_exercise_over_nine_rounds_has_the_published_ranks():
    ranks = {row.entry.id: row.rank for row in standings(table(NINE_ROUNDS), ("PTS", "DE"))}
    expected = (3, 5, 1, 3, 9, 2, 6, 6, 14, 9, 13, 14, 16, 9, 9, 6)
    assert ranks == dict(enumerate(expected, start=1))


def test_the_standings_show_ranks_inside_each_group_and_nothing_where_no_one_is_separated():
    event, codes = table(NINE_ROUNDS), ("PTS", "DE")
    found = shown_values(standings(event, codes), codes, history_of(event))
    assert {id: values[1] for id, values in found.items()} == {
        3: None,
        11: None,
        13: None,  # alone with their points
        6: 1,
        1: 2,
        4: 2,
        2: 4,
        **dict.fromkeys((7, 8, 16, 5, 10, 14, 15, 9, 12)),
    }
