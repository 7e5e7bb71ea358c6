"""Factions put in order: those typed before there was a list, and the lists of this installation."""

from collections.abc import Mapping, Sequence

from crosstable.accounts.models import User
from crosstable.accounts.permissions import check_may, is_system_administrator
from crosstable.events.actions.frame.acting import acting
from crosstable.events.errors import BadValue
from crosstable.events.models import OwnFactions, Tournament
from crosstable.events.records.settings.factions import factions_of
from crosstable.events.records.settings.game_checks import check_faction_names
from crosstable.games.factions import FACTION_LISTS


def rename_factions(*, tournament: Tournament, names: Mapping[str, str], by: User) -> int:
    """Every entry of a faction as it was typed gets the name in the list. Answers how many entries changed."""
    with acting(tournament, by) as act:
        listed = factions_of(act.tournament)
        changes, count = [], 0
        for typed, wanted in names.items():
            known = listed.find(wanted)
            if known is None:
                raise BadValue(f"“{wanted[:40]}” is not in the list of factions.", "faction")
            rows = list(act.tournament.entries.filter(faction=typed).exclude(faction=known.name))
            for entry in rows:
                entry.faction = known.name
                entry.save(update_fields=["faction"])
            count += len(rows)
            changes += [f"{typed} → {known.name}"] if rows else []
        if not changes:
            act.leave_as_it_is()
            return 0
        act.record("factions.renamed", ", ".join(changes), after={"count": count})
    return count


def set_own_factions(*, code: str, names: Sequence[str], by: User) -> None:
    """The list of a game system in this installation; none, or the one it came with, brings that back."""
    check_may(
        is_system_administrator(by),
        "change the lists of this installation; only its system administrator may",
    )
    if code not in FACTION_LISTS:
        raise BadValue(f"There is no game system “{code[:40]}”.", "code")
    wanted = list(dict.fromkeys(" ".join(name.split()) for name in names if name.strip()))
    check_faction_names(wanted, "names")
    if not wanted or wanted == [one.name for one in FACTION_LISTS[code].factions]:
        OwnFactions.objects.filter(code=code).delete()
    else:
        OwnFactions.objects.update_or_create(code=code, defaults={"names": wanted})
