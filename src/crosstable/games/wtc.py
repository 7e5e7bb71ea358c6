"""Wargames reported line by line on a sheet; the difference becomes battle points from 20–0 to 10–10."""

from crosstable.engine.results import BattleTable, Sheet, SheetLine
from crosstable.games.model import BATTLE_POINTS, TO, Game, Vocabulary
from crosstable.games.wargame import ARMY_LIST, FACTION, FACTIONS, USES
from crosstable.text import tr

# Up to five points apart is a draw; every five more give the winner one battle point more, all of them from 51.
TWENTY_NIL = BattleTable(((0, 10), *((6 + 5 * n, 11 + n) for n in range(10))))

WTC = Game(
    code="wtc",
    minutes=180,
    name=tr("Wargame, 20–0 battle points"),
    short_name=tr("Wargames 20–0"),
    sentence=tr(
        "Primary, secondary and painting on a sheet; the difference becomes battle points from 20–0 to 10–10."
    ),
    shape=Sheet(
        (
            SheetLine("primary", tr("Primary"), 50),
            SheetLine("secondary", tr("Secondary"), 40),
            SheetLine("painted", tr("Painted"), 10),
        ),
        TWENTY_NIL,
        label=BATTLE_POINTS.words,
    ),
    vocabulary=Vocabulary(counted=BATTLE_POINTS, official=TO),
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
