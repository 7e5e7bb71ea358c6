"""Games in which both sides score and more wins: table football, cornhole, a quiz, video game maps."""

from decimal import Decimal

from crosstable.engine.model import Scoring
from crosstable.engine.results import Points
from crosstable.games.model import USUAL_SCORING, Game, NamedScoring, Setting, TieBreakList, Vocabulary

THREE_ONE_NIL = Scoring(
    win=Decimal(3),
    draw=Decimal(1),
    forfeit_win=Decimal(3),
    allocated_bye=Decimal(3),
    full_bye=Decimal(3),
    half_bye=Decimal(1),
)

# FIFA's World Cups to 2022 had the goal difference first; UEFA and FIFA since 2025 have the direct matches first.
GOAL_DIFFERENCE_FIRST = ("PTS", "DIFF", "FOR", "H2H")
DIRECT_MATCHES_FIRST = ("PTS", "H2H/R", "DIFF", "FOR")

GOALS = Game(
    code="goals",
    name="Points or goals",
    short_name="Goals",
    sentence="Both sides score and more wins: football, cornhole, a quiz. Three points for a win, one for a draw.",
    shape=Points("goals"),
    words=Vocabulary(first="Home", second="Away", points="Goals", score="goals"),
    scoring=THREE_ONE_NIL,
    more_scorings=(NamedScoring("wins", "Wins: one point, half for a draw", USUAL_SCORING),),
    tie_breaks={"swiss": ("PTS", "DIFF", "FOR"), "pools": GOAL_DIFFERENCE_FIRST},
    more_tie_breaks=("WINS", "DE", "BH", "SOS"),
    tie_break_lists=(
        TieBreakList("goal-difference", "Goal difference first (FIFA to 2022)", GOAL_DIFFERENCE_FIRST),
        TieBreakList("direct-matches", "Direct matches first (UEFA, FIFA 2026)", DIRECT_MATCHES_FIRST),
    ),
    columns=("PLAYED", "W", "D", "L", "DIFF", "PTS"),
    settings=(
        Setting("score", "What is counted", "“goals”, “points”, “maps”. Empty: goals."),
        Setting("table", "Where it is played", "“Pitch”, “Court”, “Lane”. Empty: “Table”."),
        Setting("draws", "A match may end level"),
        Setting("scoring", "What a win is worth", "Empty: three points, one for a draw."),
        Setting("most", "Highest possible score", "Empty: no limit.", least=1, most=999_999),
    ),
)
