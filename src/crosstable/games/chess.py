"""Chess: boards, colours, ratings, the tie-breaks of the FIDE handbook."""

from crosstable.engine.results import Decided
from crosstable.engine.tie_breaks.registry import FIDE as FIDE_TIE_BREAKS
from crosstable.games.model import Ask, Game, StartingOrder, Use, Words

CHESS = Game(
    code="chess",
    name="Chess",
    short_name="Chess",
    sentence="Boards and colours; paired by the rules of the FIDE handbook or as clubs do, with ratings.",
    shape=Decided(special=True, unequal=True),
    words=Words(table="Board", first="White", second="Black", organiser="Arbiter"),
    asks=(
        Ask("rating", "Rating", help="Empty: no rating, ranked last.", least=0, most=4000),
        Ask("title", "Title", help="“GM”, “WFM”, “CM”", length=4),
        Ask("federation", "Federation", help="Three letters: “NOR”", length=3),
        Ask("team_name", "Club or university", length=80),
        Ask("fide_id", "FIDE ID", length=12),
        Ask("birth_year", "Year of birth", least=1900, most=2100),
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
