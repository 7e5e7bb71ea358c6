"""Trading cards: best of three games, some drawn, with tie-breaks of the Magic Tournament Rules."""

from crosstable.engine.results import Series
from crosstable.games.goals import THREE_ONE_NIL
from crosstable.games.model import GAMES, JUDGE, Game, Setting, TieBreakList, Vocabulary
from crosstable.text import tr

PERCENTAGES = ("PTS", "OMW", "GW", "OGW")
AS_PRINTED = ("PTS", "OMW/33", "GW/33", "OGW/33")

CARDS = Game(
    code="cards",
    minutes=50,
    name=tr("Trading cards (Magic style)"),
    short_name=tr("Trading cards"),
    sentence=tr(
        "Best of three games against the clock, drawn games and drawn matches; three points for a win."
    ),
    shape=Series(3, "game", drawn_parts=True, draws=True, timed=True, forfeits_count=True),
    vocabulary=Vocabulary(counted=GAMES, official=JUDGE),
    scoring=THREE_ONE_NIL,
    systems=("swiss-random", "swiss-slide"),
    tie_breaks={"swiss": PERCENTAGES, "pools": PERCENTAGES},
    more_tie_breaks=("WINS", "DE", "SET-DIFF"),
    tie_break_lists=(
        TieBreakList("third", tr("Percentages of at least one third"), PERCENTAGES),
        TieBreakList(
            "as-printed", tr("Percentages of at least 0.33, as the Magic rules print it"), AS_PRINTED
        ),
    ),
    columns=("PTS", "W", "L", "D"),
    rating_pool="cards",
    settings=(
        Setting(
            "best_of",
            tr("Best of"),
            tr("Best of 3: the first to win two games wins the match."),
            least=1,
            most=9,
        ),
    ),
)
