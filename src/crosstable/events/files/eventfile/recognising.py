"""Match the people of an event file to players. Accounts are never created or taken over.

If in doubt, a person is new. A FIDE ID belongs to one person in the whole directory, as everywhere else; if
the names differ, the importer is asked. Name and club match only players the importer already deals with:
players of events they run, members of clubs they administer, themselves. For an administrator and on the
command line the whole directory is searched.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeVar

from django.db.models import Manager, Model, Q, QuerySet

from crosstable.accounts.models import Club, Membership, Player, User
from crosstable.events.files.eventfile.reading import Document
from crosstable.events.files.eventfile.rows import People
from crosstable.events.files.eventfile.writing import Json, origin
from crosstable.events.models import Appointment, Entry, Role, Tournament
from crosstable.events.permissions import may_create_for
from crosstable.events.queries.people.players import KnownPerson, known_by_fide_id
from crosstable.fields import whole

M = TypeVar("M", bound=Model)


def recognise(document: Document, by: User, everywhere: bool, *, is_kept: bool = False) -> People:
    """Match the people and store the new players; call it inside the transaction.

    `is_kept`: the file never left this installation; players and accounts are matched by key, even if renamed
    or deleted.
    """
    from_here = document.origin == origin()
    club = Club.objects.filter(name__iexact=document.club).first() if document.club else None
    if club is not None and not (everywhere or may_create_for(by, club)):
        club = None
    known = Player.objects.filter(deleted_at__isnull=True) if everywhere else _known_to(by)
    players = _by_key(Player.objects, document.players) if is_kept else {}
    others = {key: person for key, person in document.players.items() if key not in players}
    known = known.exclude(pk__in=[player.pk for player in players.values()])
    found = _players(others, known, from_here, {player.pk for player in players.values()})
    players |= found.players
    users = {
        key: _user(key, name, by, everywhere) if from_here else None for key, name in document.users.items()
    }
    if is_kept:
        users |= _by_key(User.objects, document.users)
    return People(players, users, club, by, found.by_number)


def _known_to(by: User) -> QuerySet[Player]:
    organised = Appointment.objects.filter(user=by, role=Role.ORGANISER).values("tournament")
    running = Tournament.objects.filter(Q(owner=by) | Q(pk__in=organised))
    clubs = Club.objects.filter(roles__user=by)
    mine = Q(user=by) | Q(entries__tournament__in=running) | Q(memberships__club__in=clubs)
    return Player.objects.filter(mine, deleted_at__isnull=True).distinct()


def _user(key: str, name: str, by: User, everywhere: bool) -> User | None:
    """The account in this installation; only an administrator's file may refer to accounts of others."""
    user = User.objects.filter(pk=whole(key, 18) or 0, username=name, is_active=True).first()
    return user if user is not None and (everywhere or user.pk == by.pk) else None


def _by_key(manager: Manager[M], persons: Iterable[str]) -> dict[str, M]:
    keys = {key: whole(key, 18) for key in persons}
    rows = manager.in_bulk([number for number in keys.values() if number is not None])
    return {key: rows[number] for key, number in keys.items() if number in rows}


@dataclass(frozen=True, slots=True)
class _Matched:
    players: Mapping[str, Player]
    by_number: Sequence[tuple[str, str, KnownPerson]]


def _players(
    persons: Mapping[str, Json], directory: QuerySet[Player], from_here: bool, taken: set[int]
) -> _Matched:
    players: dict[str, Player] = {}
    by_number = []
    taken = set(taken)
    candidates = _Candidates(persons, directory)
    for key, person in persons.items():
        player, number = candidates.find(key, person, from_here)
        if player is None or player.pk in taken:
            player, number = Player.objects.create(name=person["name"]), ""
        if number:
            by_number.append((number, person["name"], candidates.by_number[number]))
        players[key] = player
        taken.add(player.pk)
    return _Matched(players, by_number)


class _Candidates:
    """All possible players, in four queries."""

    def __init__(self, persons: Mapping[str, Json], directory: QuerySet[Player]) -> None:
        names = {person["name"] for person in persons.values()}
        self.by_number = known_by_fide_id(
            number for person in persons.values() for number in person.get("fide_ids", ())
        )
        self.clubs: dict[int, set[str]] = defaultdict(set)
        self.players = {player.pk: player for player in directory.filter(name__in=names)}
        for pk, team in Entry.objects.filter(player__in=self.players).values_list("player_id", "team_name"):
            self.clubs[pk].add(team.casefold())
        members = Membership.objects.filter(player__in=self.players).values_list("player_id", "club__name")
        for pk, club in members:
            self.clubs[pk].add(club.casefold())

    def find(self, key: str, person: Json, from_here: bool) -> tuple[Player | None, str]:
        """Return the player, and the FIDE ID if it was the match."""
        named = [player for player in self.players.values() if player.name == person["name"]]
        if from_here and (number := whole(key, 18)) is not None:
            same = next((player for player in named if player.pk == number), None)
            if same is not None:
                return same, ""
        known = {
            self.by_number[fide_id].player: fide_id
            for fide_id in person.get("fide_ids", ())
            if fide_id in self.by_number
        }
        if len(known) == 1:
            return known.popitem()
        clubs = {club.casefold() for club in person.get("clubs", ())} - {""}
        mates = [player for player in named if clubs & self.clubs[player.pk]]
        return (mates[0] if len(mates) == 1 else None), ""
