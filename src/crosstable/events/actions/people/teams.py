"""Teams (C7): entered with their members, changed until the lock. A person plays in only one team of an event."""

from collections.abc import Collection, Sequence

from django.db import transaction

from crosstable.accounts.models import Player, User
from crosstable.accounts.names import PersonName
from crosstable.events.actions.core.action import Action, action
from crosstable.events.actions.people.entries import (
    BEFORE_PLAY,
    UNTIL_COMPLETE,
    check_not_drawn,
    check_room,
    make_entry,
    player_of,
)
from crosstable.events.bridge.entries import EntryDetails, check_values
from crosstable.events.bridge.rules import as_listed
from crosstable.events.errors import (
    AlreadyRegistered,
    BadValue,
    InAnotherTeam,
    NameTaken,
    NoTeams,
    TeamLocked,
    WrongTeamSize,
)
from crosstable.events.models import Entry, Status, TeamMember, Tournament
from crosstable.events.permissions import EntrantOr, is_organiser, may_sign_in_for_events
from crosstable.text import tr

LONGEST_NAME = 80
MOST_RESERVES = 4
# A player of the directory, or a new name. “@maria” is the account of that username.
Member = Player | PersonName | str


def register_team(
    *, tournament: Tournament, details: EntryDetails, partners: Sequence[Member], by: User
) -> Entry:
    """Register a team with the user as its first member. Raises AlreadyRegistered, WrongTeamSize, InAnotherTeam,
    NameTaken."""
    with action(tournament, by, may_sign_in_for_events, tr("Log in to register for this event.")) as act:
        act.require(tr("Register"), *BEFORE_PLAY)
        check_not_drawn(act.tournament)
        me = player_of(by)
        if there := act.tournament.team_members.select_related("entry").filter(player=me).first():
            raise AlreadyRegistered(name=there.entry.display_name)
        entry = enter_team(act, details, [me, *partners])
        act.record(
            "team.registered", entry.display_name, after={"members": names_of_members(entry)}, entry=entry
        )
    return entry


def add_team(
    *,
    tournament: Tournament,
    details: EntryDetails,
    members: Sequence[Member],
    checked_in: bool = False,
    confirmed: Collection[str] = (),
    by: User,
) -> Entry:
    """Enter a team as an organiser. Raises NotEnoughRoom unless it is confirmed."""
    with action(tournament, by) as act:
        act.require(tr("Add team"), Status.DRAFT, *UNTIL_COMPLETE)
        entry = enter_team(act, details, members, confirmed)
        if checked_in and entry.checked_in_at is None:
            entry.checked_in_at = act.now
            entry.save(update_fields=["checked_in_at"])
        act.record("team.added", entry.display_name, after={"members": names_of_members(entry)}, entry=entry)
    return entry


@transaction.atomic
def add_teams(
    *,
    tournament: Tournament,
    teams: Sequence[tuple[EntryDetails, Sequence[Member]]],
    confirmed: Collection[str] = (),
    by: User,
) -> list[Entry]:
    """Enter several teams, all of them or none; each has its own journal entry."""
    check_room(tournament, len(teams), confirmed)
    return [
        add_team(tournament=tournament, details=details, members=members, confirmed=confirmed, by=by)
        for details, members in teams
    ]


def edit_team(
    *, entry: Entry, members: Sequence[Member], by: User, name: str | None = None, faction: str | None = None
) -> Entry:
    """Change members or name: the members until lists are locked or play begins, organisers also later."""
    with action(entry.tournament, by, EntrantOr(entry=entry)) as act:
        act.require(tr("Edit the team"), Status.DRAFT, *UNTIL_COMPLETE)
        locked = act.tournament.lists_are_locked or act.tournament.status == Status.IN_PROGRESS
        if locked and not is_organiser(by, act.tournament):
            raise TeamLocked()
        fresh = _fresh(act, entry)
        before = _as_json(fresh)
        fresh.faction = fresh.faction if faction is None else as_listed(act.tournament, faction)
        _rename(fresh, name)
        _set_members(act, fresh, members)
        after = _as_json(fresh)
        if after == before:
            act.leave_as_it_is()
            return fresh
        act.record("team.edited", fresh.display_name, before, after, entry=fresh)
    return fresh


def enter_team(
    act: Action, details: EntryDetails, members: Sequence[Member], confirmed: Collection[str] | None = None
) -> Entry:
    if not act.tournament.has_teams:
        raise NoTeams()
    team = Player(name=details.display_name.strip(), is_team=True)
    if not team.name:
        raise BadValue(tr("Give the team a name."), "display_name")
    team.save()
    entry = make_entry(act, team, details, confirmed)
    _set_members(act, entry, members)
    return entry


def _fresh(act: Action, entry: Entry) -> Entry:
    fresh = act.fresh(entry)
    if not fresh.player.is_team:
        raise NoTeams()
    return fresh


def _rename(entry: Entry, name: str | None) -> None:
    name = entry.display_name if name is None else name.strip()
    if not name or len(name) > 60:
        raise BadValue(tr("The name of a team has from 1 to 60 characters."), "display_name")
    others = Entry.objects.filter(tournament=entry.tournament_id, display_name__iexact=name)
    if others.exclude(pk=entry.pk).exists():
        raise NameTaken(name=name)
    entry.display_name = entry.player.name = name
    entry.player.save(update_fields=["name"])
    check_values(entry.tournament, EntryDetails(name, faction=entry.faction))
    entry.save(update_fields=["display_name", "faction"])


def _set_members(act: Action, entry: Entry, members: Sequence[Member]) -> None:
    """Set exactly these members, in this order. Rows of those who stay are preserved, with the games they played."""
    wanted = [member for member in members if str(member).strip()]
    size = act.tournament.team_size or 0
    if not size <= len(wanted) <= size + MOST_RESERVES:
        raise WrongTeamSize(size, len(wanted), size + MOST_RESERVES)
    mine = {row.player_id: row for row in entry.members.select_related("player")}
    people = [_person(member, mine) for member in wanted]
    _check_apart(act, entry, people)
    for person in people:
        if person.pk is None:
            person.save()
    entry.members.exclude(player__in=people).delete()
    # Numbers are unique in a team at every moment: first move them out of the range, then renumber.
    for number, person in enumerate(people, start=1):
        if person.pk in mine:
            entry.members.filter(player=person).update(number=100 + number)
    for number, person in enumerate(people, start=1):
        TeamMember.objects.update_or_create(
            tournament=act.tournament, entry=entry, player=person, defaults={"number": number}
        )


def _person(member: Member, mine: dict[int, TeamMember]) -> Player:
    if isinstance(member, Player):
        if member.is_team or member.deleted_at is not None:
            raise BadValue(tr("{member} cannot be a member of a team.", member=member), "members")
        return member
    typed = str(member).strip()
    if typed.startswith("@"):
        return _account(typed[1:])
    name = member if isinstance(member, PersonName) else PersonName.parse(member)
    if len(name.whole) > LONGEST_NAME:
        raise BadValue(
            tr("A name has at most {longest_name} characters.", longest_name=LONGEST_NAME), "members"
        )
    spelled = {typed.casefold(), name.whole.casefold()}
    known = (row.player for row in mine.values() if row.player.name.casefold() in spelled)
    return _with_parts(next(known, Player(name=name.whole)), name)


def _with_parts(person: Player, name: PersonName) -> Player:
    """Store given and family name for a player without them; players with an account edit their own."""
    if name.family and not person.family_name and person.user_id is None:
        person.given_name, person.family_name = name.given, name.family
        if person.pk is not None:
            person.save(update_fields=["given_name", "family_name"])
    return person


def _account(username: str) -> Player:
    user = User.objects.filter(username__iexact=username, is_active=True).first()
    if user is None:
        raise BadValue(
            tr("There is no account “{username}” here. Write the name without @ instead.", username=username),
            "members",
        )
    return player_of(user)


def _check_apart(act: Action, entry: Entry, people: Sequence[Player]) -> None:
    """Refuse a member named twice or in another team: by the row, or by exactly the same name."""
    seen: set[str] = set()
    for person in people:
        if person.name.casefold() in seen:
            raise BadValue(tr("{name} is named twice.", name=person.name), "members")
        seen.add(person.name.casefold())
    others = act.tournament.team_members.exclude(entry=entry).select_related("player", "entry")
    for row in others:
        if any(row.player_id == p.pk for p in people) or _namesake(row.player, people):
            raise InAnotherTeam(name=row.player.name, team=row.entry.display_name)


def _namesake(other: Player, people: Sequence[Player]) -> bool:
    """Compare names of new people only: two known people may have the same name."""
    return any(p.pk is None and p.name.casefold() == other.name.casefold() for p in people)


def _as_json(entry: Entry) -> dict[str, object]:
    faction = {"faction": entry.faction} if entry.faction else {}
    return {"name": entry.display_name, "members": names_of_members(entry), **faction}


def names_of_members(entry: Entry) -> list[str]:
    return list(entry.members.order_by("number").values_list("player__name", flat=True))
