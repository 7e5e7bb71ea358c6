"""The games. One file for each, a value and no code; no other package names one. See docs/games.md."""

from crosstable.games.cards import CARDS
from crosstable.games.chess import CHESS
from crosstable.games.columns import Column, column_of, columns_of, lacks_sides, tie_break_of
from crosstable.games.goals import GOALS
from crosstable.games.model import (
    Choices,
    EntryField,
    Game,
    Setting,
    StartingOrder,
    TieBreakList,
    Use,
    Vocabulary,
)
from crosstable.games.other import OTHER
from crosstable.games.rules import (
    NOTHING_CHOSEN,
    SCORES,
    TEAMS_FIRST,
    WITHOUT_PAIRING,
    WORTH_AS,
    Rules,
    all_points,
    list_of,
    offered_tie_breaks,
)
from crosstable.games.sets import SETS
from crosstable.games.wargame import WARGAME
from crosstable.games.wtc import WTC

GAMES: dict[str, Game] = {game.code: game for game in (WARGAME, CHESS, GOALS, SETS, CARDS, WTC, OTHER)}
# Defaults if a client names no game: the first game supported, and the game of club events.
USUAL_GAME, CLUB_GAME = WARGAME.code, CHESS.code
