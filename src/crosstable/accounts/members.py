"""Members of a club: adding them, requests to join, status and club rating, leaving."""

from dataclasses import dataclass
from datetime import date
from typing import Any

from crosstable.accounts import checks
from crosstable.accounts.actions import ContactDetails, store_contact
from crosstable.accounts.clubs import ClubAction, changes, club_action
from crosstable.accounts.errors import AlreadyAsked, AlreadyMember, BadValue, ChangedMeanwhile, NoRequest
from crosstable.accounts.models import (
    GIVEN_BY_CLUB,
    START_RATING,
    Club,
    ClubJournalEntry,
    Membership,
    MembershipStatus,
    Player,
    User,
)
from crosstable.accounts.names import whole_name
from crosstable.accounts.permissions import may_ask_to_join, may_change_contact
from crosstable.text import tr

Status = MembershipStatus
LONGEST_NAME = 60


@dataclass(frozen=True, slots=True)
class MemberDetails:
    """What a club stores about a member. It may change name and contact only while there is no account."""

    name: str
    elo: int = START_RATING
    status: str = Status.ACTIVE
    joined_on: date | None = None
    contact: ContactDetails | None = None
    given_name: str = ""
    family_name: str = ""

    @property
    def shown(self) -> str:
        """Return the display name, which defaults to given and family name."""
        return self.name.strip() or whole_name(self.given_name.strip(), self.family_name.strip())


def add_member(
    *,
    club: Club,
    name: str = "",
    by: User,
    elo: int | None = None,
    email: str = "",
    status: str = Status.ACTIVE,
    given_name: str = "",
    family_name: str = "",
) -> Membership:
    """Add a member without an account, as a new player, since names are not unique (B1)."""
    rating = START_RATING if elo is None else elo
    contact = ContactDetails(given_name, family_name, email=email)
    details = MemberDetails(name, rating, status, None, contact, given_name, family_name)
    return add_member_with(club=club, details=details, by=by)


def add_member_with(*, club: Club, details: MemberDetails, by: User) -> Membership:
    """Add a member with all fields of the form. Raises BadValue."""
    _check(details)
    with club_action(club, by) as action:
        player = Player.objects.create(**_names(details))
        if details.contact is not None:
            store_contact(player, details.contact)
        membership = Membership(player=player, club=action.club)
        _fill(membership, details, details.joined_on or action.now.date())
        membership.save()
        action.record("member.added", player.name, after=_as_json(membership), player=player)
    return membership


def edit_member(
    *, membership: Membership, details: MemberDetails, by: User, seen_version: int | None = None
) -> None:
    """Change a member.

    Raises ChangedMeanwhile if another person changed it since `seen_version`, BadValue.
    """
    _check(details)
    with club_action(membership.club, by) as action:
        fresh = action.member(membership)
        _check_version(fresh, seen_version)
        was = _as_json(fresh)
        _fill(fresh, details, details.joined_on)
        fresh.version += 1
        fresh.save()
        touched = _edit_person(fresh.player, details) if may_change_contact(by, fresh.player) else []
        before, after = changes(was, _as_json(fresh))
        after |= {"contact": touched} if touched else {}
        action.record("member.edited", fresh.player.name, before, after, fresh.player)


def ask_to_join(*, club: Club, by: User) -> Membership:
    """Request to join; an administrator answers.

    An administrator of the club becomes a member immediately.
    """
    with club_action(club, by, may_ask_to_join, tr("Log in to join this club.")) as action:
        player, _ = Player.objects.get_or_create(
            user=by, defaults={"name": by.get_full_name() or by.username}
        )
        membership = action.club.memberships.filter(player=player).first() or Membership(
            player=player, club=action.club, status=Status.LEFT
        )
        if membership.status != Status.LEFT:
            if membership.status == Status.PENDING:
                raise AlreadyAsked(club=action.club.name)
            raise AlreadyMember(club=action.club.name)
        runs_it = action.club.roles.filter(user=by).exists()
        membership.status = Status.ACTIVE if runs_it else Status.PENDING
        membership.joined_on = action.now.date() if runs_it else None
        membership.version += 1
        membership.save()
        action.record("member.joined" if runs_it else "member.asked", player.name, player=player)
    return membership


def accept(*, membership: Membership, by: User) -> None:
    """Accept a request to join. Raises NoRequest if it has been answered."""
    with club_action(membership.club, by) as action:
        fresh = _request(action, membership)
        fresh.status, fresh.joined_on = Status.ACTIVE, action.now.date()
        fresh.version += 1
        fresh.save()
        was, now = {"status": Status.PENDING}, {"status": Status.ACTIVE}
        action.record("member.accepted", fresh.player.name, was, now, fresh.player)


def decline(*, membership: Membership, by: User) -> None:
    """Decline a request to join. Raises NoRequest if it has been answered."""
    with club_action(membership.club, by) as action:
        fresh = _request(action, membership)
        action.record("member.declined", fresh.player.name, player=fresh.player)
        _end(fresh)


def remove_member(*, membership: Membership, by: User) -> None:
    """Remove a member. Their games stay, and their club rating in case they rejoin."""
    with club_action(membership.club, by) as action:
        fresh = action.member(membership)
        action.record("member.removed", fresh.player.name, _as_json(fresh), player=fresh.player)
        _end(fresh)


def leave(*, membership: Membership, by: User) -> None:
    """Leave the club, as the member; a role in the club is unaffected."""
    with club_action(
        membership.club,
        by,
        lambda user, club: membership.player.user_id == user.pk,
        tr("Only the member can leave the club. An administrator can remove the member."),
    ) as action:
        fresh = action.member(membership)
        action.record("member.left", fresh.player.name, player=fresh.player)
        _end(fresh)


def _request(action: ClubAction, membership: Membership) -> Membership:
    request = action.club.memberships.select_related("player").filter(pk=membership.pk).first()
    if request is None or request.status != Status.PENDING:
        raise NoRequest(name=membership.player.name)
    return request


def _end(membership: Membership) -> None:
    """Delete the membership, or mark it as left if games were played in the club."""
    if membership.games == 0:
        membership.delete()
        return
    membership.status = Status.LEFT
    membership.version += 1
    membership.save()


def _edit_person(player: Player, details: MemberDetails) -> list[str]:
    """Store name and contact of a player without an account; return which contact fields changed."""
    names = _names(details)
    if any(getattr(player, field) != value for field, value in names.items()):
        for field, value in names.items():
            setattr(player, field, value)
        player.save(update_fields=list(names))
    return store_contact(player, details.contact) if details.contact is not None else []


def _fill(membership: Membership, details: MemberDetails, joined_on: date | None) -> None:
    membership.rating = details.elo
    membership.status = details.status
    membership.joined_on = joined_on


def _check(details: MemberDetails) -> None:
    _names(details)
    checks.rating(details.elo, "elo")
    if details.status not in GIVEN_BY_CLUB:
        raise BadValue(tr("A member is active, lapsed or a guest."), "status")
    checks.past_day(details.joined_on, "joined_on")


def _check_version(fresh: Membership, seen_version: int | None) -> None:
    if seen_version is None or seen_version == fresh.version:
        return
    last = ClubJournalEntry.objects.filter(club=fresh.club_id, player=fresh.player).first()
    now = tr("{status}, rating {rating}", status=Status(fresh.status).label, rating=fresh.rating)
    by = last.by.username if last and last.by else tr("Another administrator")
    raise ChangedMeanwhile(name=fresh.player.name, by=by, now=now)


def _names(details: MemberDetails) -> dict[str, str]:
    return {
        "name": checks.line(details.shown, "name", tr("Name"), LONGEST_NAME, required=True),
        "given_name": checks.line(details.given_name, "given_name", tr("Given name"), LONGEST_NAME),
        "family_name": checks.line(details.family_name, "family_name", tr("Family name"), LONGEST_NAME),
    }


def _as_json(membership: Membership) -> dict[str, Any]:
    joined = membership.joined_on
    return {
        "name": membership.player.name,
        "rating": membership.rating,
        "status": str(membership.status),
        "joined_on": joined.isoformat() if joined else None,
    }
