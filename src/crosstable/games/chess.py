"""Chess: boards, colours, ratings, the tie-breaks of the FIDE handbook."""

from crosstable.engine.results import Decided
from crosstable.engine.tie_breaks.registry import FIDE as FIDE_TIE_BREAKS
from crosstable.games.model import ARBITER, BOARD, EntryField, Game, StartingOrder, Use, Vocabulary
from crosstable.text import tr

CHESS = Game(
    code="chess",
    minutes=35,
    name=tr("Chess"),
    short_name=tr("Chess"),
    sentence=tr("Boards and colours; paired by the rules of the FIDE handbook or as clubs do, with ratings."),
    shape=Decided(special=True, unequal=True),
    vocabulary=Vocabulary(BOARD, first=tr("White"), second=tr("Black"), official=ARBITER),
    asks=(
        EntryField("rating", help=tr("Leave empty for no rating. Players without a rating are ranked last.")),
        EntryField("title", help=tr("“GM”, “WFM”, “CM”")),
        EntryField("federation", help=tr("Three letters: “NOR”")),
        EntryField("team_name"),
        EntryField("fide_id"),
        EntryField("birth_year"),
    ),
    starting_order=StartingOrder.RATING,
    systems=("fide-dutch", "swiss-club", "swiss-next", "swiss-simple", "swiss-monrad"),
    tie_breaks={"swiss": ("PTS", "BH/C1", "BH", "SB"), "pools": ("PTS", "DE", "WIN", "SB")},
    more_tie_breaks=(*(tie_break.code for tie_break in FIDE_TIE_BREAKS), "OPP"),
    columns=("PTS",),
    last_columns=("TPR",),
    about=("rating",),
    rating_pool="chess",
    uses=frozenset({Use.COLORS, Use.BYE_REQUESTS, Use.RESIGNATION, Use.GAME_TIMES, Use.TRF, Use.PERFORMANCE}),
)
