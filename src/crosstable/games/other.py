"""Any other game: the organiser names it, the word for a table and what is counted, if anything."""

from crosstable.engine.results import Decided, Points
from crosstable.games.model import Game, Setting
from crosstable.text import tr

OTHER = Game(
    code="other",
    minutes=20,
    name=tr("Any other game"),
    short_name=tr("Other games"),
    sentence=tr("You choose its name, the word for a table, and what is counted; or only who won."),
    shape=Decided(),
    scored_shape=Points(),
    tie_breaks={"swiss": ("PTS", "BH", "SB"), "pools": ("PTS", "DE", "SB")},
    scored_tie_breaks={"swiss": ("PTS", "BH", "DIFF"), "pools": ("PTS", "DE", "DIFF", "FOR")},
    more_tie_breaks=("WINS", "SOS", "DIFF", "FOR"),
    columns=("PTS", "W", "D", "L"),
    settings=(
        Setting("name", tr("Name of the game"), tr("“Go”, “Boules”, “Crokinole”"), required=True),
        Setting("table", tr("Name of a playing place"), tr("“Board”, “Lane”. Leave empty for “Table”.")),
        Setting(
            "tables",
            tr("Name of several places"),
            tr("The plural of that word: “Pitches”, “Courts”, “Lanes”."),
        ),
        Setting("score", tr("What is counted"), tr("“points”, “pins”. Leave empty to record only who won.")),
        Setting("draws", tr("A match may be drawn")),
    ),
)
