"""Wargames reported line by line on a sheet; the difference becomes battle points from 20–0 to 10–10."""

from crosstable.engine.results import BattleTable, Line, Sheet
from crosstable.games.model import Game, Vocabulary
from crosstable.games.wargame import ARMY_LIST, FACTION, FACTIONS, USES

# Up to five points apart is a draw; every five more give the winner one battle point more, all of them from 51.
TWENTY_NIL = BattleTable(((0, 10), *((6 + 5 * n, 11 + n) for n in range(10))))

WTC = Game(
    code="wtc",
    name="Wargame, 20–0 battle points",
    short_name="Wargames 20–0",
    sentence="Primary, secondary and painting on a sheet; the difference becomes battle points from 20–0 to 10–10.",
    shape=Sheet(
        (Line("primary", "Primary", 50), Line("secondary", "Secondary", 40), Line("painted", "Painted", 10)),
        TWENTY_NIL,
        label="battle points",
    ),
    words=Vocabulary(organiser="TO", points="BP", score="battle points"),
    asks=(FACTION, ARMY_LIST),
    systems=("swiss-wargame",),
    tie_breaks={"swiss": ("WINS", "FOR", "SOS"), "pools": ("PTS", "DE", "FOR")},
    more_tie_breaks=("DIFF",),
    columns=("W", "L", "D", "FOR", "SOS"),
    about=("faction",),
    rating_pool="wargame",
    uses=USES,
    settings=FACTIONS,
)
