"""A ledger replayed from a round on equals the ledger that would have come about."""

from __future__ import annotations

from random import Random

from crosstable.engine.model import Outcome
from crosstable.engine.ratings import EloOptions, LedgerLine, RatedGame, Rating, Replay, replay, round_changes

OUTCOMES = (Outcome.WIN, Outcome.DRAW, Outcome.LOSS)
Games = list[tuple[int, RatedGame]]


def rated(
    rounds: list[Games], start: dict[int, Rating], rules: list[EloOptions] | None = None
) -> tuple[list[list[LedgerLine]], dict[int, Rating]]:
    """Round after round as closing rates them; the ratings in the end."""
    ratings, ledger = dict(start), []
    for games, options in zip(rounds, rules or [EloOptions()] * len(rounds), strict=True):
        changes = round_changes([game for _, game in games], ratings, options)
        ledger.append(
            [
                LedgerLine(
                    match,
                    game.first,
                    game.second,
                    game.first_outcome,
                    (a.before, b.before),
                    (a.after, b.after),
                )
                for (match, game), a, b in zip(games, changes[::2], changes[1::2], strict=True)
            ]
        )
        for change in changes:
            there = ratings[change.player]
            ratings[change.player] = Rating(there.value + change.change, there.games + 1)
    return ledger, ratings


def random_rounds(chance: Random, players: int = 8, rounds: int = 6) -> list[Games]:
    found, match = [], 0
    for _ in range(rounds):
        order = chance.sample(range(players), players)
        games = []
        for first, second in zip(order[::2], order[1::2], strict=True):
            match += 1
            games.append((match, RatedGame(first, second, chance.choice(OUTCOMES))))
        found.append(games)
    return found


def test_a_replay_equals_the_ledger_that_would_have_come_about():
    for seed in range(200):
        chance = Random(seed)
        # Some stand just below thirty games, so that the factor changes on the way.
        start = {p: Rating(chance.randint(1000, 1600), chance.choice([0, 27, 28, 29, 40])) for p in range(8)}
        rounds = random_rounds(chance)
        ledger, before = rated(rounds, start)
        match, game = rounds[0][0]
        other = [(match, RatedGame(game.first, game.second, chance.choice(OUTCOMES))), *rounds[0][1:]]
        if chance.random() < 0.2:
            other = rounds[0][1:]  # the game was not played after all
        expected, after = rated([other, *rounds[1:]], start)
        moved = {
            p: Rating(after[p].value - before[p].value, after[p].games - before[p].games)
            for p in start
            if before[p] != after[p]
        }
        assert replay(ledger, other, start) == Replay(expected, moved)


def test_a_round_taken_out_and_put_back_leaves_the_ledger_as_it_was():
    start = {p: Rating(1200) for p in range(8)}
    rounds = random_rounds(Random(1))
    ledger, _ = rated(rounds, start)
    without = replay(ledger, [], start)
    assert without.rounds[0] == []
    assert replay(without.rounds, rounds[0], start).rounds == ledger


def test_nothing_else_is_touched_when_nothing_depends_on_it():
    start = {p: Rating(1200) for p in range(8)}
    games = [(1, RatedGame(0, 1, Outcome.WIN)), (2, RatedGame(2, 3, Outcome.WIN))]
    old = LedgerLine(3, 4, 5, Outcome.WIN, (1700, 1500), (1709, 1493))  # rated by other rules once
    ledger = [rated([games], start)[0][0], [old]]
    drawn = [(1, RatedGame(0, 1, Outcome.DRAW)), games[1]]
    start |= {4: Rating(1700), 5: Rating(1500)}
    assert replay(ledger, drawn, start) == Replay(
        [[LedgerLine(1, 0, 1, Outcome.DRAW, (1200, 1200), (1200, 1200)), ledger[0][1]], [old]],
        {0: Rating(-16), 1: Rating(16)},
    )


def test_a_rating_set_by_hand_stays_where_the_hand_set_it():
    start = {0: Rating(1200), 1: Rating(1200), 2: Rating(1200)}
    first = LedgerLine(1, 0, 1, Outcome.WIN, (1200, 1200), (1216, 1184))
    second = LedgerLine(2, 0, 2, Outcome.DRAW, (1500, 1200), (1489, 1211))  # the club had said 1500
    lost = replay([[first], [second]], [(1, RatedGame(0, 1, Outcome.LOSS))], start)
    assert lost.rounds == [[LedgerLine(1, 0, 1, Outcome.LOSS, (1200, 1200), (1184, 1216))], [second]]
    assert lost.differences == {1: Rating(32)}


def test_a_booking_moves_by_the_same_amount_from_wherever_the_players_stand():
    start = {0: Rating(1200), 1: Rating(1200)}
    first = LedgerLine(1, 0, 1, Outcome.WIN, (1200, 1200), (1216, 1184))
    booked = LedgerLine(9, 0, 1, None, (1216, 1184), (1206, 1190), 0, 4)
    assert replay([[first], [booked]], [], start) == Replay(
        [[], [LedgerLine(9, 0, 1, None, (1200, 1200), (1190, 1206), 0, 4)]],
        {0: Rating(-16, -1), 1: Rating(16, -1)},
    )


def test_recalculated_by_other_rules_it_is_the_ledger_those_rules_would_have_made():
    for seed in range(50):
        chance = Random(seed)
        start = {p: Rating(chance.randint(1000, 1600), chance.choice([0, 8, 9, 40])) for p in range(8)}
        rounds = random_rounds(chance)
        usual, before = rated(rounds, start)
        rules = [EloOptions(k_new=60, k_settled=7, settled_after=10)] * 6
        expected, after = rated(rounds, start, rules)
        moved = {p: Rating(after[p].value - before[p].value) for p in start if after[p] != before[p]}
        again = replay([[], *usual], [], start, [EloOptions(), *rules], recalculate=True)
        assert again == Replay([[], *expected], moved)


def test_each_round_is_replayed_by_the_rules_of_its_own_time():
    start = {p: Rating(1200) for p in range(8)}
    rounds = random_rounds(Random(3))
    rules = [EloOptions()] * 3 + [EloOptions(k_new=10)] * 3
    ledger, _ = rated(rounds, start, rules)
    expected, _ = rated([[], *rounds[1:]], start, rules)
    assert replay(ledger, [], start, rules).rounds == expected
