"""Warhammer: The Old World."""

from crosstable.games.factions.model import FactionList, faction

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
