"""What the entry itself did (C.07 art. 7), and Koya (art. 9.2)."""

from collections import Counter
from collections.abc import Callable, Mapping
from decimal import Decimal

from crosstable.engine.history import Game, History
from crosstable.engine.model import Color, EntryId, Outcome
from crosstable.engine.tie_breaks.fide.cuts import Cuts
from crosstable.engine.tie_breaks.fide.season import Season, is_voluntary

HALF = Decimal("0.5")
NO_CUTS = Cuts()


def wins(history: History) -> Mapping[EntryId, int]:
    """Art. 7.1: rounds with the points of a win, played or not."""
    return _counted(history, lambda game: game.points >= history.scoring.win)


def games_won(history: History) -> Mapping[EntryId, int]:
    """Art. 7.2: games won over the board."""
    return _counted(history, lambda game: game.outcome is Outcome.WIN)


def black_games(history: History) -> Mapping[EntryId, int]:
    """Art. 7.3: games played with Black."""
    return _counted(history, lambda game: game.was_played and game.color is Color.BLACK)


def black_wins(history: History) -> Mapping[EntryId, int]:
    """Art. 7.4: games won with Black."""
    return _counted(history, lambda game: game.outcome is Outcome.WIN and game.color is Color.BLACK)


def _counted(history: History, counts: Callable[[Game], bool]) -> Mapping[EntryId, int]:
    return {id: sum(map(counts, h.games)) for id, h in history.items()}


def progressive_scores(history: History, cuts: Cuts = NO_CUTS) -> Mapping[EntryId, Decimal]:
    """Art. 7.5: the sum of the scores after each round; cuts drop the first rounds."""
    season = Season(history)
    return {id: _progressive(games, cuts) for id, games in season.games.items()}


def _progressive(games: list[Game], cuts: Cuts) -> Decimal:
    score, scores = Decimal(0), []
    for game in games:
        score += game.points
        scores.append(score)
    return sum(scores[cuts.lowest :], Decimal(0))


def rounds_elected_to_play(history: History) -> Mapping[EntryId, int]:
    """Art. 7.6: rounds without a requested bye or forfeit loss."""
    season = Season(history)
    return {id: sum(not is_voluntary(game) for game in games) for id, games in season.games.items()}


def standard_points(history: History) -> Mapping[EntryId, Decimal]:
    """Art. 7.7: one for more points than the scheduled opponent (unplayed: than a draw), half for as many."""
    season = Season(history)
    points = {(id, game.round): game.points for id, games in season.games.items() for game in games}
    return {
        id: sum((_standard(game, points, season.draw) for game in games), Decimal(0))
        for id, games in season.games.items()
    }


def _standard(game: Game, points: Mapping[tuple[EntryId, int], Decimal], draw: Decimal) -> Decimal:
    other = draw if game.opponent is None else points.get((game.opponent, game.round), draw)
    if game.points == other:
        return HALF
    return Decimal(game.points > other)


def pairing_number(history: History) -> Mapping[EntryId, int]:
    """Art. 7.8: the smaller number first, so the value is its negative."""
    return {id: -h.entry.seed for id, h in history.items()}


def reversed_pairing_number(history: History) -> Mapping[EntryId, int]:
    return {id: h.entry.seed for id, h in history.items()}


def koya(history: History, half_points: int = 0) -> Mapping[EntryId, Decimal]:
    """Art. 9.2: points against those who made at least half of the points to be had.

    Art. 14.5 moves the limit by so many half points, whatever a win counts.
    """
    limit = history.scoring.win * _rounds_to_play(history) / 2 + half_points * HALF
    strong = {id for id, h in history.items() if h.score >= limit}
    return {
        id: sum((game.points for game in h.games if game.opponent in strong), Decimal(0))
        for id, h in history.items()
    }


def _rounds_to_play(history: History) -> int:
    """The rounds in which there was something to be had: nobody can score in the free round of a round robin."""
    if not history.is_round_robin:
        return history.rounds
    open_games = Counter(id for id, _ in history.open_games)
    return max(
        (sum(g.opponent is not None for g in h.games) + open_games[id] for id, h in history.items()),
        default=0,
    )
