"""Best of n sets or legs: table tennis, badminton, volleyball, pickleball, darts."""

from crosstable.engine.results import Series, SetRule, Sets
from crosstable.games.model import Game, Setting, Variant, Words

# Where only legs or sets are told, no points in them part anybody.
WITHOUT_POINTS = {"swiss": ("PTS", "SET-RATIO"), "pools": ("PTS", "DE", "SET-RATIO")}

SETS = Game(
    code="sets",
    name="Sets and legs",
    short_name="Sets",
    sentence="Best of several sets or legs: darts, table tennis, badminton, volleyball, pickleball.",
    shape=Sets(best_of=3),
    words=Words(points="Sets", score="sets"),
    tie_breaks={
        "swiss": ("PTS", "SET-RATIO", "POINT-RATIO"),
        "pools": ("PTS", "DE", "SET-RATIO", "POINT-RATIO"),
    },
    more_tie_breaks=("SET-DIFF", "DIFF", "FOR", "BH", "SOS"),
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
        Variant("table-tennis", "Table tennis, to 11", Sets(5, SetRule(11, by_two=True))),
        Variant("badminton", "Badminton, to 21", Sets(3, SetRule(21, by_two=True, cap=30)), table="Court"),
        Variant(
            "volleyball",
            "Volleyball, to 25, the fifth to 15",
            Sets(5, SetRule(25, by_two=True), last_rule=SetRule(15, by_two=True)),
            table="Court",
        ),
        Variant("pickleball", "Pickleball, to 11", Sets(3, SetRule(11, by_two=True)), table="Court"),
        Variant("legs", "Only sets or legs won", Series(best_of=3, part="set"), tie_breaks=WITHOUT_POINTS),
    ),
)
