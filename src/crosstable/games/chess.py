"""Chess: boards, colours, ratings, the tie-breaks of the FIDE handbook."""

from crosstable.engine.results import Decided
from crosstable.engine.tie_breaks.registry import FIDE as FIDE_TIE_BREAKS
from crosstable.games.model import Ask, Game, StartingOrder, Use, Vocabulary

CHESS = Game(
    code="chess",
    name="Chess",
    short_name="Chess",
    sentence="Boards and colours; paired by the rules of the FIDE handbook or as clubs do, with ratings.",
    shape=Decided(special=True, unequal=True),
    words=Vocabulary(table="Board", first="White", second="Black", organiser="Arbiter"),
    asks=(
        Ask("rating", help="Empty: no rating, ranked last."),
        Ask("title", help="“GM”, “WFM”, “CM”"),
        Ask("federation", help="Three letters: “NOR”"),
        Ask("team_name"),
        Ask("fide_id"),
        Ask("birth_year"),
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
