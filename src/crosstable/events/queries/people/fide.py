"""One person per FIDE ID: who has a number here already, in any event."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from django.db.models import F

from crosstable.accounts.models import Player
from crosstable.events.models import Entry


@dataclass(slots=True)
class KnownPerson:
    """`names`: the names this person was entered by."""

    player: Player
    names: set[str] = field(default_factory=set)


def known_by_fide_id(fide_ids: Iterable[str]) -> Mapping[str, KnownPerson]:
    """By number. Of several players with one number one with an account counts, then the first."""
    wanted = {fide_id for fide_id in fide_ids if fide_id.strip("0")}
    if not wanted:
        return {}
    rows = Entry.objects.filter(fide_id__in=wanted, player__deleted_at=None, player__is_team=False)
    known: dict[str, KnownPerson] = {}
    for entry in rows.select_related("player").order_by(F("player__user").asc(nulls_last=True), "pk"):
        person = known.setdefault(entry.fide_id, KnownPerson(entry.player))
        if person.player == entry.player:
            person.names |= {entry.display_name, entry.player.name}
    return known
