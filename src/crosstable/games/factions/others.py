"""Other large systems with models: shorter lists, each complete as its makers name its factions."""

from crosstable.games.factions.model import FactionList, faction

BOLT_ACTION = FactionList(
    "bolt-action",
    "Bolt Action",
    (
        faction("Belgium"),
        faction("Finland"),
        faction("France"),
        faction("Germany", "German", "Germans"),
        faction("Great Britain", "British", "Britain", "UK", "Commonwealth"),
        faction("Greece"),
        faction("Hungary"),
        faction("Imperial Japan", "Japan", "Japanese"),
        faction("Italy", "Italians"),
        faction("National China", "China"),
        faction("Netherlands"),
        faction("Norway"),
        faction("Partisans"),
        faction("Poland"),
        faction("Romania"),
        faction("Soviet Union", "USSR", "Soviets", "Russia"),
        faction("United States", "USA", "US", "Americans"),
    ),
)
CONQUEST = FactionList(
    "conquest",
    "Conquest",
    (
        faction("City States"),
        faction("Dweghom"),
        faction("Hundred Kingdoms", "100K"),
        faction("Nords"),
        faction("Old Dominion"),
        faction("Sorcerer Kings"),
        faction("Spires"),
        faction("W'adrhŭn"),
        faction("Weaver Courts"),
        faction("Yoroni"),
    ),
)
INFINITY = FactionList(
    "infinity",
    "Infinity",
    (
        faction("ALEPH"),
        faction("Ariadna"),
        faction("Combined Army", "CA"),
        faction("Haqqislam", "Haqq"),
        faction("Japanese Secessionist Army", "JSA"),
        faction("Nomads"),
        faction("Non-Aligned Armies", "NA2"),
        faction("O-12"),
        faction("PanOceania", "PanO"),
        faction("Tohaa"),
        faction("Yu Jing", "YJ"),
    ),
)
STAR_WARS_LEGION = FactionList(
    "star-wars-legion",
    "Star Wars: Legion",
    (
        faction("Galactic Empire", "Empire", "Imperials"),
        faction("Galactic Republic", "Republic", "GAR"),
        faction("Mercenaries", "Shadow Collective"),
        faction("Rebel Alliance", "Rebels"),
        faction("Separatist Alliance", "Separatists", "CIS"),
    ),
)
WARMACHINE = FactionList(
    "warmachine",
    "Warmachine",
    (
        faction("Cryx"),
        faction("Cygnar"),
        faction("Dusk"),
        faction("Khador"),
        faction("Khymaera"),
        faction("Mercenaries", "Mercs"),
        faction("Orgoth"),
        faction("Protectorate of Menoth", "Menoth", "PoM"),
        faction("Retribution of Scyrah", "Retribution"),
        faction("Southern Kriels", "Trollbloods"),
    ),
)
ICE_AND_FIRE = FactionList(
    "a-song-of-ice-and-fire",
    "A Song of Ice & Fire",
    (
        faction("House Baratheon", "Baratheon"),
        faction("House Bolton", "Bolton"),
        faction("House Greyjoy", "Greyjoy"),
        faction("House Lannister", "Lannister"),
        faction("House Martell", "Martell"),
        faction("House Stark", "Stark"),
        faction("House Targaryen", "Targaryen"),
        faction("Brotherhood Without Banners", "Brotherhood"),
        faction("Free Folk", "Wildlings"),
        faction("Night's Watch", "NW"),
        faction("Neutral"),
    ),
)
OTHERS = (ICE_AND_FIRE, BOLT_ACTION, CONQUEST, INFINITY, STAR_WARS_LEGION, WARMACHINE)
