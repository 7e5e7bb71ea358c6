"""The factions offered in an event: its own, else those of the installation, else those the game system came with."""

from crosstable.events.models import OwnFactions, Tournament
from crosstable.events.records.rules import rules_of
from crosstable.games import Use
from crosstable.games.factions import FACTION_LISTS, USUAL_FACTIONS, FactionList, key_of


def factions_here(code: str) -> FactionList:
    """Of a game system, as this installation offers them."""
    shipped = FACTION_LISTS[code]
    own = OwnFactions.objects.filter(code=code).first()
    return shipped.with_names(own.names) if own is not None and own.names else shipped


def factions_of(tournament: Tournament) -> FactionList:
    chosen = rules_of(tournament).choices
    if chosen.faction_names:
        return FACTION_LISTS[chosen.factions or USUAL_FACTIONS].with_names(chosen.faction_names)
    return factions_here(chosen.factions or USUAL_FACTIONS)


def as_listed(tournament: Tournament, text: str) -> str:
    """The name in the list, however it was typed; what is not in the list stays as it is."""
    typed = " ".join(text.split())
    if not typed or Use.FACTIONS not in rules_of(tournament).uses:
        return typed
    known = factions_of(tournament).find(typed)
    return known.name if known else typed


def faction_key(factions: FactionList, name: str) -> str:
    known = factions.find(name)
    return known.key if known else key_of(name)
