"""Matching entries to people: known to the directory by FIDE ID, or new."""

from collections.abc import Collection, Sequence

from crosstable.accounts.models import Player
from crosstable.accounts.names import likeness_key
from crosstable.events.bridge.entries import EntryDetails
from crosstable.events.errors import AlreadyEntered, BadValue, OtherName, check_confirmed
from crosstable.events.models import Entry, Tournament
from crosstable.events.queries.people.players import KnownPerson, known_by_fide_id
from crosstable.text import tr

AT_ONCE = 500


def players_for(
    tournament: Tournament, rows: Sequence[EntryDetails], confirmed: Collection[str] | None
) -> list[Player]:
    """Return the players in order, storing new ones. `confirmed` is None if there is no one to ask.

    Raises AlreadyEntered; OtherName unless it is confirmed; BadValue instead if there is no one to ask.
    """
    known = known_by_fide_id(details.fide_id for details in rows)
    found = [known.get(details.fide_id) for details in rows]
    check_names([(d, person) for d, person in zip(rows, found, strict=True) if person], confirmed)
    entered = dict(tournament.entries.values_list("player", "display_name"))
    people: list[Player] = []
    for details, person in zip(rows, found, strict=True):
        if person is not None and person.player.pk in entered:
            raise AlreadyEntered(name=entered[person.player.pk])
        is_known = person is not None and person.player not in people
        people.append(person.player if person is not None and is_known else _new(details))
    Player.objects.bulk_create([player for player in people if player.pk is None], batch_size=AT_ONCE)
    return people


def check_names(found: Sequence[tuple[EntryDetails, KnownPerson]], confirmed: Collection[str] | None) -> None:
    others = [(details, person) for details, person in found if not has_name(person, details.display_name)]
    if not others:
        return
    if confirmed is None:
        raise belongs_to_another(*others[0])
    people = [(details.fide_id, person.player.name, details.display_name) for details, person in others]
    check_confirmed(OtherName(people), confirmed)


def has_name(person: KnownPerson, name: str) -> bool:
    """Compare names regardless of word order, case and accents."""
    return likeness_key(name) in {likeness_key(known) for known in person.names}


def belongs_to_another(details: EntryDetails, person: KnownPerson) -> BadValue:
    words = tr(
        "FIDE ID {fide_id} belongs to {name} here. Correct the number, or leave it out and "
        "ask the organiser.",
        fide_id=details.fide_id,
        name=person.player.name,
    )
    return BadValue(words, "fide_id")


def check_own_number(details: EntryDetails, player: Player) -> None:
    """Refuse to register under another person's FIDE ID. Raises BadValue."""
    person = known_by_fide_id([details.fide_id]).get(details.fide_id)
    if person is not None and person.player != player:
        raise belongs_to_another(details, person)


def follow_number(entry: Entry, details: EntryDetails, confirmed: Collection[str]) -> None:
    """Move the entry to the person with the corrected FIDE ID.

    Raises OtherName unless it is confirmed, AlreadyEntered, BadValue.
    """
    person = known_by_fide_id([details.fide_id]).get(details.fide_id)
    if person is None or person.player == entry.player:
        return
    check_names([(details, person)], confirmed)
    there = Entry.objects.filter(tournament=entry.tournament_id, player=person.player).first()
    if there is not None:
        raise AlreadyEntered(name=there.display_name)
    if entry.player.user_id is not None or entry.player.rating_changes.exists():
        raise belongs_to_another(details, person)
    entry.player = person.player


def _new(details: EntryDetails) -> Player:
    names = {name: getattr(details, name).strip() for name in ("given_name", "family_name")}
    return Player(name=details.display_name.strip(), **names)
