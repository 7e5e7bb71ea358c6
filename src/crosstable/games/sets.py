"""Best of n sets or legs: table tennis, badminton, volleyball, pickleball, darts.

Ties inside a group follow the rule of the sport, where it has one (engine/tie_breaks/among_tied.py).
"""

from decimal import Decimal

from crosstable.engine.model import Scoring
from crosstable.engine.results import Series, SetRule, Sets
from crosstable.games.model import (
    BOARD,
    COURT,
    GROUPS_FIRST,
    LEGS,
    Game,
    Setting,
    TieBreakList,
    Variant,
    Vocabulary,
)
from crosstable.games.model import SETS as SET_WORDS
from crosstable.text import tr

# Where only legs or sets are reported, there are no points in them to break ties.
WITHOUT_POINTS = {"swiss": ("PTS", "SET-RATIO"), "pools": ("PTS", "DE", "SET-RATIO")}
IN_A_SWISS = ("PTS", "SET-RATIO", "POINT-RATIO")
PLAIN = ("PTS", "DE", "SET-RATIO", "POINT-RATIO")
ITTF, BWF = ("PTS", "ITTF"), ("PTS", "BWF")
FIVB = ("WINS", "MP-321", "SET-RATIO", "POINT-RATIO", "FIVB")
LEAGUE = ("MP-321", "WINS", "SET-RATIO", "POINT-RATIO", "FIVB/L")
# ITTF 3.7.5.1: two points for a win, one for a match that was played and lost, none for one that was not played.
TWO_ONE_NIL = Scoring(
    win=Decimal(2),
    draw=Decimal(1),
    loss=Decimal(1),
    forfeit_win=Decimal(2),
    allocated_bye=Decimal(2),
    full_bye=Decimal(2),
    half_bye=Decimal(1),
)

SETS = Game(
    code="sets",
    minutes=20,
    proposed=GROUPS_FIRST,
    name=tr("Sets and legs"),
    short_name=tr("Sets"),
    sentence=tr("Best of several sets or legs: darts, table tennis, badminton, volleyball, pickleball."),
    shape=Sets(best_of=3),
    vocabulary=Vocabulary(counted=SET_WORDS),
    tie_breaks={"swiss": IN_A_SWISS, "pools": PLAIN},
    more_tie_breaks=("SET-DIFF", "DIFF", "FOR", "BH", "SOS"),
    tie_break_lists=(
        TieBreakList("plain", tr("Direct encounter, then sets and points"), PLAIN),
        TieBreakList("ittf", tr("ITTF (table tennis)"), ITTF),
        TieBreakList("bwf", tr("BWF (badminton)"), BWF),
        TieBreakList("fivb", tr("FIVB (volleyball), wins first"), FIVB),
        TieBreakList("fivb-league", tr("Volleyball league, match points first"), LEAGUE),
    ),
    columns=("PLAYED", "W", "L", "SET-DIFF", "PTS"),
    settings=(
        Setting(
            "variant",
            tr("Which game"),
            tr("Decides when a set is over. Leave empty if the side with more points wins the set."),
        ),
        Setting(
            "best_of",
            tr("Best of"),
            tr("Best of 3: the first to win two sets wins the match."),
            least=1,
            most=99,
        ),
        Setting(
            "table",
            tr("Name of a playing place"),
            tr("“Court”, “Board”. Leave empty for the usual word of the game."),
        ),
        Setting(
            "tables",
            tr("Name of several places"),
            tr("The plural of that word: “Pitches”, “Courts”, “Lanes”."),
        ),
    ),
    variants=(
        Variant(
            "darts",
            tr("Darts, legs won"),
            Series(best_of=5, part="leg"),
            place=BOARD,
            counted=LEGS,
            tie_breaks=WITHOUT_POINTS,
            minutes=15,
        ),
        Variant(
            "darts-501",
            tr("Darts, 501 leg by leg"),
            Sets(5, SetRule(501), part="leg"),
            place=BOARD,
            counted=LEGS,
        ),
        Variant(
            "table-tennis",
            tr("Table tennis, to 11"),
            Sets(5, SetRule(11, by_two=True)),
            tie_breaks={"swiss": IN_A_SWISS, "pools": ITTF},
            scoring=TWO_ONE_NIL,
        ),
        Variant(
            "badminton",
            tr("Badminton, to 21"),
            Sets(3, SetRule(21, by_two=True, cap=30)),
            place=COURT,
            tie_breaks={"swiss": IN_A_SWISS, "pools": BWF},
        ),
        Variant(
            "volleyball",
            tr("Volleyball, to 25, the fifth to 15"),
            # FIVB: a forfeit counts 0:3 with 0:25 in each set.
            Sets(5, SetRule(25, by_two=True), last_rule=SetRule(15, by_two=True), forfeits_count=True),
            place=COURT,
            tie_breaks={"swiss": IN_A_SWISS, "pools": FIVB},
        ),
        Variant("pickleball", tr("Pickleball, to 11"), Sets(3, SetRule(11, by_two=True)), place=COURT),
        Variant(
            "legs", tr("Only sets or legs won"), Series(best_of=3, part="set"), tie_breaks=WITHOUT_POINTS
        ),
    ),
)
