"""The factions of the large game systems, as data: names are facts.

An installation and an event may have others.

A faction has a permanent key and alternative spellings of its name.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from functools import cached_property

LONGEST = 60


@dataclass(frozen=True, slots=True)
class Faction:
    """`key` is for programs and never changes; `aliases` are its other names."""

    key: str
    name: str
    aliases: tuple[str, ...] = ()


def faction(name: str, *aliases: str, key: str = "") -> Faction:
    return Faction(key or key_of(name), name, aliases)


def key_of(name: str) -> str:
    """Return lower-case letters, digits and hyphens: “T'au Empire” is tau-empire."""
    plain = (
        unicodedata.normalize("NFKD", name.replace("'", "").replace("’", ""))
        .encode("ascii", "ignore")
        .decode()
    )
    return re.sub(r"[^a-z0-9]+", "-", plain.lower()).strip("-")


@dataclass(frozen=True)
class FactionList:
    """The factions of one game system, in display order."""

    code: str
    name: str
    factions: tuple[Faction, ...]

    @cached_property
    def _by_spelling(self) -> dict[str, Faction]:
        """A name takes precedence over the alias of another faction."""
        spelled = {spelling(alias): one for one in self.factions for alias in one.aliases}
        return spelled | {spelling(text): one for one in self.factions for text in (one.key, one.name)}

    def find(self, text: str) -> Faction | None:
        """Find a faction by name, key or alias, ignoring case, accents, spaces and hyphens."""
        return self._by_spelling.get(spelling(text))

    def nearest(self, text: str, most: int = 3) -> list[Faction]:
        """Return the factions most similar to the typed text, the likeliest first."""
        written = spelling(text)
        near = get_close_matches(written, self._by_spelling, n=2 * most, cutoff=0.6) if written else []
        inside = [key for key in self._by_spelling if len(written) > 2 and written in key]
        meant = [self._by_spelling[key] for key in (*near, *inside)]
        return list(dict.fromkeys(meant))[:most]

    def with_names(self, names: Sequence[str]) -> FactionList:
        """Return the same system with these names and no others; known factions keep their keys."""
        by_key = {one.key: one for one in (self.find(name) or faction(name) for name in names)}
        return FactionList(self.code, self.name, tuple(by_key.values()))


def spelling(text: str) -> str:
    """Normalise: ignore case, accents, apostrophes, spaces, hyphens and a leading “the”."""
    return re.sub(r"[^a-z0-9]", "", key_of(text).removeprefix("the-"))


WARHAMMER_40K = FactionList(
    "warhammer-40k",
    "Warhammer 40,000",
    (
        faction("Adepta Sororitas", "Sisters of Battle", "Sororitas", "SoB"),
        faction("Adeptus Custodes", "Custodes", "Custodian Guard"),
        faction("Adeptus Mechanicus", "AdMech", "Mechanicus"),
        faction("Adeptus Titanicus"),
        faction("Aeldari", "Eldar", "Craftworlds", "Craftworld Eldar", "Asuryani", "Harlequins", "Ynnari"),
        faction("Agents of the Imperium", "Imperial Agents", "Inquisition"),
        faction("Astra Militarum", "Imperial Guard", "Guard", "AM"),
        faction("Black Templars", "BT"),
        faction("Blood Angels", "BA"),
        faction("Chaos Daemons", "Daemons", "Daemons of Chaos", "Legiones Daemonica"),
        faction("Chaos Knights", "CK"),
        faction("Chaos Space Marines", "CSM", "Heretic Astartes", "Black Legion", "Chaos Marines"),
        faction("Dark Angels", "DA"),
        faction("Death Guard", "DG", "Nurgle Marines"),
        faction("Deathwatch", "DW"),
        faction("Drukhari", "Dark Eldar", "Dark Aeldari"),
        faction("Emperor's Children", "EC"),
        faction("Genestealer Cults", "GSC", "Genestealer Cult"),
        faction("Grey Knights", "GK", "Gray Knights"),
        faction("Imperial Knights", "IK", "Knights", "Questor Imperialis"),
        faction("Leagues of Votann", "Votann", "LoV", "Squats"),
        faction("Necrons", "Necron", "Crons"),
        faction("Orks", "Ork", "Orcs"),
        faction(
            "Space Marines",
            "Adeptus Astartes",
            "SM",
            "Ultramarines",
            "Imperial Fists",
            "Iron Hands",
            "Raven Guard",
            "Salamanders",
            "White Scars",
        ),
        faction("Space Wolves", "SW", "Vlka Fenryka"),
        faction("T'au Empire", "Tau"),
        faction("Thousand Sons", "TS", "TSons", "1ksons"),
        faction("Tyranids", "Nids", "Tyranid"),
        faction("World Eaters", "WE", "Khorne Marines"),
    ),
)


AGE_OF_SIGMAR = FactionList(
    "age-of-sigmar",
    "Age of Sigmar",
    (
        faction("Blades of Khorne", "Khorne", "BoK"),
        faction("Cities of Sigmar", "Cities", "CoS"),
        faction("Daughters of Khaine", "DoK"),
        faction("Disciples of Tzeentch", "Tzeentch", "DoT"),
        faction("Flesh-eater Courts", "FEC"),
        faction("Fyreslayers"),
        faction("Gloomspite Gitz", "Gitz", "Gobbos"),
        faction("Hedonites of Slaanesh", "Slaanesh", "Hedonites"),
        faction("Helsmiths of Hashut", "Chaos Dwarfs"),
        faction("Idoneth Deepkin", "Idoneth", "IDK"),
        faction("Ironjawz"),
        faction("Kharadron Overlords", "KO", "Kharadron"),
        faction("Kruleboyz"),
        faction("Lumineth Realm-lords", "Lumineth", "LRL"),
        faction("Maggotkin of Nurgle", "Nurgle", "Maggotkin"),
        faction("Nighthaunt", "NH"),
        faction("Ogor Mawtribes", "Ogors", "Ogres"),
        faction("Ossiarch Bonereapers", "OBR", "Bonereapers"),
        faction("Seraphon", "Lizardmen"),
        faction("Skaven"),
        faction("Slaves to Darkness", "StD", "S2D", "Darkoath"),
        faction("Sons of Behemat", "SoB", "Gargants", "Giants"),
        faction("Soulblight Gravelords", "Soulblight", "SBGL", "Vampires"),
        faction("Stormcast Eternals", "Stormcast", "SCE"),
        faction("Sylvaneth"),
    ),
)


THE_OLD_WORLD = FactionList(
    "the-old-world",
    "The Old World",
    (
        faction("Beastmen Brayherds", "Beastmen"),
        faction("Chaos Dwarfs", "Dawi-Zharr"),
        faction("Daemons of Chaos", "Daemons"),
        faction("Dark Elves", "Druchii"),
        faction("Dwarfen Mountain Holds", "Dwarfs", "Dwarves"),
        faction("Empire of Man", "Empire"),
        faction("Grand Cathay", "Cathay"),
        faction("High Elf Realms", "High Elves"),
        faction("Kingdom of Bretonnia", "Bretonnia", "Bretonnians"),
        faction("Lizardmen"),
        faction("Ogre Kingdoms", "Ogres"),
        faction("Orc & Goblin Tribes", "Orcs and Goblins", "Orcs & Goblins", "O&G", "Greenskins"),
        faction("Skaven"),
        faction("Tomb Kings of Khemri", "Tomb Kings"),
        faction("Vampire Counts", "Vampires"),
        faction("Warriors of Chaos", "WoC", "Chaos Warriors"),
        faction("Wood Elf Realms", "Wood Elves"),
    ),
)


LEGIONS = (
    faction("Dark Angels", "I Legion"),
    faction("Emperor's Children", "III Legion"),
    faction("Iron Warriors", "IV Legion"),
    faction("White Scars", "V Legion"),
    faction("Space Wolves", "VI Legion"),
    faction("Imperial Fists", "VII Legion"),
    faction("Night Lords", "VIII Legion"),
    faction("Blood Angels", "IX Legion"),
    faction("Iron Hands", "X Legion"),
    faction("World Eaters", "XII Legion"),
    faction("Ultramarines", "XIII Legion"),
    faction("Death Guard", "XIV Legion"),
    faction("Thousand Sons", "XV Legion"),
    faction("Sons of Horus", "XVI Legion", "Luna Wolves"),
    faction("Word Bearers", "XVII Legion"),
    faction("Salamanders", "XVIII Legion"),
    faction("Raven Guard", "XIX Legion"),
    faction("Alpha Legion", "XX Legion"),
)

HORUS_HERESY = FactionList(
    "horus-heresy",
    "The Horus Heresy",
    (
        *LEGIONS,
        faction("Daemons of the Ruinstorm", "Daemons"),
        faction("Legio Custodes", "Custodes"),
        faction("Mechanicum"),
        faction("Questoris Familia", "Knights"),
        faction("Shattered Legions"),
        faction("Sisters of Silence"),
        faction("Solar Auxilia"),
    ),
)


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


FACTION_LISTS: dict[str, FactionList] = {
    one.code: one for one in (WARHAMMER_40K, AGE_OF_SIGMAR, THE_OLD_WORLD, HORUS_HERESY, *OTHERS)
}
# The default for an event of a game with factions.
USUAL_FACTIONS = WARHAMMER_40K.code
