"""Wargames: victory points decide, armies have factions and lists, rounds have missions."""

from crosstable.engine.results import Points
from crosstable.games.model import TO, VICTORY_POINTS, EntryField, Game, Setting, Use, Vocabulary
from crosstable.text import tr

FACTION = EntryField("faction", required=True)
ARMY_LIST = EntryField(
    "list_text", help=tr("Paste the text from BattleScribe or New Recruit. It is shown exactly as it is.")
)
FACTIONS = (
    Setting("factions", tr("Game system"), tr("Players choose from its factions when they register.")),
    Setting(
        "faction_names",
        tr("Factions of this event"),
        tr("One per line, if they are not those of the game system. Leave empty for all of them."),
    ),
)
USES = frozenset({Use.FACTIONS, Use.LISTS, Use.MISSIONS, Use.CHECK_IN})

WARGAME = Game(
    code="wargame",
    minutes=150,
    name=tr("Wargame (Warhammer 40,000 style)"),
    short_name=tr("Wargames"),
    sentence=tr("Victory points decide a match; factions, army lists, missions and check-in."),
    shape=Points(VICTORY_POINTS.words, most=200),
    vocabulary=Vocabulary(counted=VICTORY_POINTS, official=TO),
    asks=(FACTION, ARMY_LIST),
    systems=("swiss-wargame",),
    tie_breaks={"swiss": ("WINS", "MARGIN", "SOS", "VP"), "pools": ("PTS", "DE", "MARGIN", "VP")},
    columns=("W", "L", "D", "MARGIN", "VP", "SOS"),
    about=("faction",),
    rating_pool="wargame",
    uses=USES,
    settings=(
        Setting(
            "most",
            tr("Highest possible victory points"),
            tr("A report above this number is refused as a typing mistake."),
            required=True,
            least=1,
            most=10_000,
        ),
        *FACTIONS,
    ),
)
