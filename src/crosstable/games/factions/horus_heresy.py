"""The Horus Heresy."""

from crosstable.games.factions.model import FactionList, faction

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
