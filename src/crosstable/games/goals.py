"""Games in which both sides score and more wins: table football, cornhole, a quiz, video game maps."""

from decimal import Decimal

from crosstable.engine.model import Scoring
from crosstable.engine.results import Points
from crosstable.games.model import GOALS as GOAL_WORDS
from crosstable.games.model import (
    GROUPS_FIRST,
    USUAL_SCORING,
    Game,
    NamedScoring,
    Setting,
    TieBreakList,
    Vocabulary,
)
from crosstable.text import tr

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
    minutes=15,
    proposed=GROUPS_FIRST,
    name=tr("Points or goals"),
    short_name=tr("Goals"),
    sentence=tr(
        "Both sides score and more wins: football, cornhole, a quiz. Three points for a win, one for a draw."
    ),
    shape=Points(GOAL_WORDS.words),
    vocabulary=Vocabulary(first=tr("Home"), second=tr("Away"), counted=GOAL_WORDS),
    scoring=THREE_ONE_NIL,
    more_scorings=(NamedScoring("wins", tr("Wins: one point, half for a draw"), USUAL_SCORING),),
    tie_breaks={"swiss": ("PTS", "DIFF", "FOR"), "pools": GOAL_DIFFERENCE_FIRST},
    more_tie_breaks=("WINS", "DE", "BH", "SOS"),
    tie_break_lists=(
        TieBreakList("goal-difference", tr("Goal difference first (FIFA to 2022)"), GOAL_DIFFERENCE_FIRST),
        TieBreakList("direct-matches", tr("Direct matches first (UEFA, FIFA 2026)"), DIRECT_MATCHES_FIRST),
    ),
    columns=("PLAYED", "W", "D", "L", "DIFF", "PTS"),
    settings=(
        Setting("score", tr("What is counted"), tr("“goals”, “points”, “maps”. Leave empty for goals.")),
        Setting(
            "table", tr("Name of a playing place"), tr("“Pitch”, “Court”, “Lane”. Leave empty for “Table”.")
        ),
        Setting(
            "tables",
            tr("Name of several places"),
            tr("The plural of that word: “Pitches”, “Courts”, “Lanes”."),
        ),
        Setting("draws", tr("A match may be drawn")),
        Setting("scoring", tr("What a win is worth"), tr("Usually three points, and one for a draw.")),
        Setting("most", tr("Highest possible score"), tr("Leave empty for no limit."), least=1, most=999_999),
    ),
)
