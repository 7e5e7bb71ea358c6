"""Trading cards: best of three games, some drawn, with tie-breaks of the Magic Tournament Rules."""

from crosstable.engine.results import Series
from crosstable.games.goals import THREE_ONE_NIL
from crosstable.games.model import Game, Setting, TieBreakList, Vocabulary

PERCENTAGES = ("PTS", "OMW", "GW", "OGW")
AS_PRINTED = ("PTS", "OMW/33", "GW/33", "OGW/33")

CARDS = Game(
    code="cards",
    name="Trading cards (Magic style)",
    short_name="Trading cards",
    sentence="Best of three games against the clock, drawn games and agreed draws; three points for a win.",
    shape=Series(3, "game", drawn_parts=True, draws=True, timed=True, forfeits_count=True),
    words=Vocabulary(organiser="Judge", points="Games", score="games"),
    scoring=THREE_ONE_NIL,
    systems=("swiss-random", "swiss-slide"),
    tie_breaks={"swiss": PERCENTAGES, "pools": PERCENTAGES},
    more_tie_breaks=("WINS", "DE", "SET-DIFF"),
    tie_break_lists=(
        TieBreakList("third", "Percentages of at least one third", PERCENTAGES),
        TieBreakList("as-printed", "Percentages of at least 0.33, as the Magic rules print it", AS_PRINTED),
    ),
    columns=("PTS", "W", "L", "D"),
    rating_pool="cards",
    settings=(Setting("best_of", "Best of", "Three: who wins two games has won.", least=1, most=9),),
)
