"""How a tie-break came about: what each round gave to it, and what was left out.

`parts` is the tie-break taken apart; the parts that are not cut, with whatever was added as a penalty or a bonus,
make its value (the mean of them where it is a mean). Tie-breaks that are a plain count have no parts.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from functools import partial

from crosstable.engine.history import Game, History
from crosstable.engine.model import EntryId
from crosstable.engine.tie_breaks import scores, shares
from crosstable.engine.tie_breaks.fide.buchholz import buchholz, fore_buchholz
from crosstable.engine.tie_breaks.fide.cuts import Cuts, left_out
from crosstable.engine.tie_breaks.fide.season import ForeSeason, Season, is_encounter
from crosstable.engine.tie_breaks.margins import win_share
from crosstable.engine.tie_breaks.registry import CUTS
from crosstable.engine.tie_breaks.sports import points_321
from crosstable.engine.tie_breaks.tie_break import TieBreakValue


@dataclass(frozen=True, slots=True)
class Part:
    """One round's share. `of` and `times` are what it was made of, where it is a product (Sonneborn-Berger)."""

    round: int
    opponent: EntryId | None
    value: TieBreakValue
    is_cut: bool = False
    was_played: bool = True
    of: TieBreakValue | None = None
    times: TieBreakValue | None = None


def parts(history: History, code: str, entry: EntryId, tie: Sequence[EntryId] = ()) -> tuple[Part, ...]:
    """The parts of one entry's tie-break; empty where it has none. `tie` are those of a direct encounter."""
    name, *modifiers = code.split("/")
    if name == "DE":
        return tuple(_encounters(history, entry, tie, "P" in modifiers))
    if name in SEASONS:
        season, weighted = SEASONS[name]
        return _season_parts(season(history, "P" in modifiers), entry, _cuts(modifiers), weighted)
    if value := OF_A_GAME.get(code):
        return tuple(_own(history, entry, partial(value, history)))
    taker = TAKEN_APART.get(code)
    return tuple(taker(history, entry)) if taker else ()


def _season_parts(season: Season, entry: EntryId, cuts: Cuts, weighted: bool) -> tuple[Part, ...]:
    contributions = season.contributions(entry, season if weighted else None)
    gone = left_out(contributions, cuts)
    return tuple(
        Part(
            game.round,
            game.opponent,
            given.value,
            place in gone,
            game.was_played,
            given.counterpart,
            game.points if weighted else None,
        )
        for place, (game, given) in enumerate(zip(season.counted(entry), contributions, strict=True))
    )


def _cuts(modifiers: Sequence[str]) -> Cuts:
    return next((CUTS[word] for word in modifiers if word in CUTS), Cuts())


def _encounters(history: History, entry: EntryId, tie: Sequence[EntryId], forfeits: bool) -> list[Part]:
    def points(game: Game) -> Decimal | None:
        counts = game.opponent in tie and is_encounter(history, game, forfeits)
        return game.points if counts else None

    return _own(history, entry, points)


def _own(history: History, entry: EntryId, value: Callable[[Game], TieBreakValue | None]) -> list[Part]:
    """What the entry's own rounds gave; None leaves a round out."""
    values = [(game, value(game)) for game in history[entry].games]
    return [Part(g.round, g.opponent, v, was_played=g.was_played) for g, v in values if v is not None]


def _opponents_match_wins(history: History, game: Game, least: Fraction = shares.LEAST) -> Fraction | None:
    """Their mean counts; a match not played counts like any other."""
    return shares.match_win_share(history, history[game.opponent], least) if game.opponent else None


def _opponents_game_wins(history: History, game: Game, least: Fraction = shares.LEAST) -> Fraction | None:
    return shares.game_win_share(history[game.opponent], least) if game.opponent else None


def _opponents_share(history: History, game: Game) -> Fraction | None:
    """Strength of schedule is the mean of these."""
    return Fraction(*win_share(history[game.opponent])) if game.opponent and game.was_played else None


def _opponents_rating(history: History, game: Game) -> int | None:
    return history[game.opponent].entry.rating if game.opponent and game.was_played else None


def _opponents_buchholz(history: History, entry: EntryId) -> list[Part]:
    return _of_opponents(history, entry, buchholz(history))


def _opponents_fore_buchholz(history: History, entry: EntryId) -> list[Part]:
    return _of_opponents(history, entry, fore_buchholz(history))


def _of_opponents(history: History, entry: EntryId, values: Mapping[EntryId, Decimal]) -> list[Part]:
    return _own(history, entry, lambda g: values[g.opponent] if g.opponent and g.was_played else None)


def _progress(history: History, entry: EntryId) -> list[Part]:
    score, sums = Decimal(0), []
    for game in Season(history).games[entry]:
        score += game.points
        sums.append(Part(game.round, game.opponent, score, was_played=game.was_played))
    return sums


SEASONS: dict[str, tuple[type[Season], bool]] = {
    "BH": (Season, False),
    "FB": (ForeSeason, False),
    "SB": (Season, True),
}
OF_A_GAME: dict[str, Callable[[History, Game], TieBreakValue | None]] = {
    "PTS": lambda history, game: game.points,
    "MARGIN": lambda history, game: game.vp_for - game.vp_against,
    "VP": lambda history, game: game.vp_for,
    "SOS": _opponents_share,
    "DIFF": lambda history, game: scores.points_ahead(game),
    "FOR": lambda history, game: scores.points_scored(game),
    "SET-DIFF": lambda history, game: scores.sets_ahead(game),
    "OMW": _opponents_match_wins,
    "OGW": _opponents_game_wins,
    "OMW/33": partial(_opponents_match_wins, least=shares.AS_PRINTED),
    "OGW/33": partial(_opponents_game_wins, least=shares.AS_PRINTED),
    "MP-321": lambda history, game: points_321(game),
    "ARO": _opponents_rating,
}
TAKEN_APART: dict[str, Callable[[History, EntryId], list[Part]]] = {
    "AOB": _opponents_buchholz,
    "AOB/F": _opponents_fore_buchholz,
    "PS": _progress,
}
