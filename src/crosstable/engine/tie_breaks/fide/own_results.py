"""Tie-breaks from the entry's own results (C.07 art. 7), and Koya (art. 9.2)."""

import re
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from decimal import Decimal
from functools import partial
from itertools import accumulate

from crosstable.engine.history import Game, History
from crosstable.engine.model import Color, EntryId, Outcome
from crosstable.engine.tie_breaks.fide.season import CUTS, NO_CUTS, Cuts, Season, is_voluntary, modified
from crosstable.engine.tie_breaks.tie_break import EventKind, Part, TieBreak, negated, no_parts
from crosstable.text import forms, tr, trn

HALF = Decimal("0.5")


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
    """Art. 7.5: the sum of the scores after each round; cuts remove the first rounds."""
    season = Season(history)
    return {id: sum(_scores_after(games)[cuts.lowest :], Decimal(0)) for id, games in season.games.items()}


def _scores_after(games: list[Game]) -> list[Decimal]:
    return list(accumulate(game.points for game in games))


def _progress(history: History, entry: EntryId, tie: Sequence[EntryId] = ()) -> Sequence[Part]:
    games = Season(history).games[entry]
    return [
        Part(game.round, game.opponent, score, was_played=game.was_played)
        for game, score in zip(games, _scores_after(games), strict=True)
    ]


def rounds_elected_to_play(history: History) -> Mapping[EntryId, int]:
    """Art. 7.6: rounds without a requested bye or forfeit loss."""
    season = Season(history)
    return {id: sum(not is_voluntary(game) for game in games) for id, games in season.games.items()}


def standard_points(history: History) -> Mapping[EntryId, Decimal]:
    """Art. 7.7: one for more points than the scheduled opponent (unplayed: a draw), half for as many."""
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
    """Art. 9.2: points against those who made at least half of the possible points.

    Art. 14.5 moves the limit by `half_points` half points, regardless of the points for a win.
    """
    limit = history.scoring.win * _rounds_to_play(history) / 2 + half_points * HALF
    strong = {id for id, h in history.items() if h.score >= limit}
    return {
        id: sum((game.points for game in h.games if game.opponent in strong), Decimal(0))
        for id, h in history.items()
    }


def _rounds_to_play(history: History) -> int:
    """Return the rounds in which points were possible: the free round of a round robin gives none."""
    if not history.is_round_robin:
        return history.rounds
    open_games = Counter(id for id, _ in history.open_games)
    return max(
        (sum(g.opponent is not None for g in h.games) + open_games[id] for id, h in history.items()),
        default=0,
    )


def _koya(half_points: int) -> TieBreak:
    """The limit moved by half points (art. 14.5)."""
    name = trn(
        "Koya, limit {limit} half point",
        "Koya, limit {limit} half points",
        abs(half_points),
        limit=f"{half_points:+}",
    )
    explanation = trn(
        "As Koya, with the limit moved by {limit} half point.",
        "As Koya, with the limit moved by {limit} half points.",
        abs(half_points),
        limit=f"{half_points:+}",
    )
    code, values = f"KS/L{half_points}", partial(koya, half_points=half_points)
    return replace(KOYA, code=code, short=code, name=name, values=values, explanation=explanation)


def find_koya(code: str) -> TieBreak | None:
    """Return any other limit, as a file may have it; pages offer the usual ones."""
    limit = re.fullmatch(r"KS/L(-?[1-9]\d?)", code)
    return _koya(int(limit[1])) if limit else None


PROGRESSIVE = TieBreak(
    "PS",
    tr("Progressive scores"),
    tr("PS"),
    progressive_scores,
    explanation=tr("The sum of the scores after each round."),
    parts=_progress,
    is_fide=True,
)
# In a pool the pairing number is the seat.
NUMBER = TieBreak(
    "TPN",
    tr("Pairing number"),
    tr("TPN"),
    pairing_number,
    explanation=tr("The lower starting number is ahead."),
    display=negated,
    why=tr("{one} has the starting number {ahead}, {two} {behind}."),
    is_local=True,
    is_fide=True,
)
KOYA = TieBreak(
    "KS",
    tr("Koya"),
    tr("KS"),
    koya,
    explanation=tr("The points made against those who have at least half of the possible points."),
    only_in=EventKind.ROUND_ROBIN,
    is_fide=True,
)
OF_OWN_RESULTS = (
    TieBreak(
        "WIN",
        tr("Wins"),
        tr("WIN"),
        wins,
        explanation=tr("Rounds with the points of a win, played or not."),
        counted=forms("{value} win", "{value} wins"),
        adds_up=True,
        is_fide=True,
    ),
    TieBreak(
        "WON",
        tr("Games won over the board"),
        tr("WON"),
        games_won,
        explanation=tr("Games won over the board; forfeits and byes do not count."),
        counted=forms("{value} game won over the board", "{value} games won over the board"),
        adds_up=True,
        is_fide=True,
    ),
    TieBreak(
        "BPG",
        tr("Games with Black"),
        tr("BPG"),
        black_games,
        explanation=tr("Games played over the board with the side that moves second."),
        name_in_game=tr("Games with {second}"),
        counted=forms("{value} game with {second}", "{value} games with {second}"),
        needs_sides=True,
        is_fide=True,
    ),
    TieBreak(
        "BWG",
        tr("Games won with Black"),
        tr("BWG"),
        black_wins,
        explanation=tr("Games won over the board with the side that moves second."),
        name_in_game=tr("Games won with {second}"),
        counted=forms("{value} win with {second}", "{value} wins with {second}"),
        needs_sides=True,
        is_fide=True,
    ),
    PROGRESSIVE,
    *(
        modified(
            PROGRESSIVE,
            cut,
            values=partial(progressive_scores, cuts=CUTS[cut]),
            explanation=explanation,
            parts=no_parts,
        )
        for cut, explanation in {
            "C1": tr("As Progressive scores, without the first round."),
            "C2": tr("As Progressive scores, without the first two rounds."),
        }.items()
    ),
    TieBreak(
        "REP",
        tr("Rounds elected to play"),
        tr("REP"),
        rounds_elected_to_play,
        explanation=tr("All rounds but requested byes and games lost by forfeit."),
        counted=forms("{value} round elected to play", "{value} rounds elected to play"),
        is_fide=True,
    ),
    TieBreak(
        "STD",
        tr("Standard points"),
        tr("STD"),
        standard_points,
        explanation=tr("One for every round with more points than the opponent, half for as many."),
        is_fide=True,
    ),
    NUMBER,
    replace(
        NUMBER,
        code="TPN/R",
        short="TPN/R",
        name=tr("Pairing number, reversed"),
        values=reversed_pairing_number,
        explanation=tr("The higher starting number is ahead."),
        display=None,
    ),
    KOYA,
    *map(_koya, (1, 2, -1, -2)),
)
