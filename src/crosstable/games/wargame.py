"""Wargames: victory points decide, armies have factions and lists, rounds have missions."""

from crosstable.engine.results import Points
from crosstable.games.model import Ask, Game, Setting, Use, Vocabulary

FACTION = Ask("faction", required=True)
ARMY_LIST = Ask(
    "list_text", help="Paste the text from BattleScribe or New Recruit. It is shown exactly as it is."
)
FACTIONS = (
    Setting("factions", "Game system", "Its factions are offered to who enters."),
    Setting(
        "faction_names",
        "Factions of this event",
        "One on each line, if they are not those of the game system. Empty: all of them.",
    ),
)
USES = frozenset({Use.FACTIONS, Use.LISTS, Use.MISSIONS, Use.CHECK_IN})

WARGAME = Game(
    code="wargame",
    name="Wargame (Warhammer 40,000 style)",
    short_name="Wargames",
    sentence="Victory points decide a match; factions, army lists, missions and check-in.",
    shape=Points("victory points", most=200),
    words=Vocabulary(organiser="TO", points="VP", score="victory points"),
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
            "Highest possible victory points",
            "A report above this is refused as a slip of the finger.",
            required=True,
            least=1,
            most=10_000,
        ),
        *FACTIONS,
    ),
)
