"""Warhammer Age of Sigmar."""

from crosstable.games.factions.model import FactionList, faction

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
