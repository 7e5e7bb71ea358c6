"""The factions of the large game systems, as data: names are facts. An installation and an event may have others."""

from crosstable.games.factions.age_of_sigmar import AGE_OF_SIGMAR
from crosstable.games.factions.horus_heresy import HORUS_HERESY
from crosstable.games.factions.model import LONGEST, Faction, FactionList, faction, key_of, spelling
from crosstable.games.factions.others import OTHERS
from crosstable.games.factions.the_old_world import THE_OLD_WORLD
from crosstable.games.factions.warhammer_40k import WARHAMMER_40K

FACTION_LISTS: dict[str, FactionList] = {
    one.code: one for one in (WARHAMMER_40K, AGE_OF_SIGMAR, THE_OLD_WORLD, HORUS_HERESY, *OTHERS)
}
# Where an event of a game with factions says nothing.
USUAL_FACTIONS = WARHAMMER_40K.code
