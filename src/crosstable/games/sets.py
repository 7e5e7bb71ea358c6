"""Best of n sets or legs: table tennis, badminton, volleyball, pickleball, darts.

Ties inside a group follow the rule of the sport, where it has one (engine/tie_breaks/among_tied.py).
"""

from decimal import Decimal

from crosstable.engine.model import Scoring
from crosstable.engine.results import Series, SetRule, Sets
from crosstable.games.model import Game, Setting, TieBreakList, Variant, Vocabulary

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
    name="Sets and legs",
    short_name="Sets",
    sentence="Best of several sets or legs: darts, table tennis, badminton, volleyball, pickleball.",
    shape=Sets(best_of=3),
    words=Vocabulary(points="Sets", score="sets"),
    tie_breaks={"swiss": IN_A_SWISS, "pools": PLAIN},
    more_tie_breaks=("SET-DIFF", "DIFF", "FOR", "BH", "SOS"),
    tie_break_lists=(
        TieBreakList("plain", "Direct encounter, then sets and points", PLAIN),
        TieBreakList("ittf", "ITTF (table tennis)", ITTF),
        TieBreakList("bwf", "BWF (badminton)", BWF),
        TieBreakList("fivb", "FIVB (volleyball), wins first", FIVB),
        TieBreakList("fivb-league", "Volleyball league, match points first", LEAGUE),
    ),
    columns=("PLAYED", "W", "L", "SET-DIFF", "PTS"),
    settings=(
        Setting("variant", "Which game", "Says when a set is over. Empty: whoever has more has won the set."),
        Setting("best_of", "Best of", "Three: who wins two has won.", least=1, most=99),
        Setting("table", "Where it is played", "“Court”, “Board”. Empty: as usual in this game."),
    ),
    variants=(
        Variant(
            "darts",
            "Darts, legs won",
            Series(best_of=5, part="leg"),
            table="Board",
            score="legs",
            tie_breaks=WITHOUT_POINTS,
        ),
        Variant(
            "darts-501",
            "Darts, 501 leg by leg",
            Sets(5, SetRule(501), part="leg"),
            table="Board",
            score="legs",
        ),
        Variant(
            "table-tennis",
            "Table tennis, to 11",
            Sets(5, SetRule(11, by_two=True)),
            tie_breaks={"swiss": IN_A_SWISS, "pools": ITTF},
            scoring=TWO_ONE_NIL,
        ),
        Variant(
            "badminton",
            "Badminton, to 21",
            Sets(3, SetRule(21, by_two=True, cap=30)),
            table="Court",
            tie_breaks={"swiss": IN_A_SWISS, "pools": BWF},
        ),
        Variant(
            "volleyball",
            "Volleyball, to 25, the fifth to 15",
            # FIVB: a forfeit counts 0:3 with 0:25 in each set.
            Sets(5, SetRule(25, by_two=True), last_rule=SetRule(15, by_two=True), forfeits_count=True),
            table="Court",
            tie_breaks={"swiss": IN_A_SWISS, "pools": FIVB},
        ),
        Variant("pickleball", "Pickleball, to 11", Sets(3, SetRule(11, by_two=True)), table="Court"),
        Variant("legs", "Only sets or legs won", Series(best_of=3, part="set"), tie_breaks=WITHOUT_POINTS),
    ),
)
