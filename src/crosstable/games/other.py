"""Any other game: the organiser names it, the word for a table and what is counted, if anything."""

from crosstable.engine.results import Decided, Points
from crosstable.games.model import Game, Setting

OTHER = Game(
    code="other",
    name="Any other game",
    short_name="Other games",
    sentence="You name it, what a table is called, and what is counted; or just who won.",
    shape=Decided(),
    scored_shape=Points(),
    tie_breaks={"swiss": ("PTS", "BH", "SB"), "pools": ("PTS", "DE", "SB")},
    scored_tie_breaks={"swiss": ("PTS", "BH", "DIFF"), "pools": ("PTS", "DE", "DIFF", "FOR")},
    more_tie_breaks=("WINS", "SOS", "DIFF", "FOR"),
    columns=("PTS", "W", "D", "L"),
    settings=(
        Setting("name", "Name of the game", "“Go”, “Boules”, “Crokinole”", required=True),
        Setting("table", "Where it is played", "“Board”, “Lane”. Empty: “Table”."),
        Setting("score", "What is counted", "“points”, “pins”. Empty: only who won."),
        Setting("draws", "A match may end level"),
    ),
)
