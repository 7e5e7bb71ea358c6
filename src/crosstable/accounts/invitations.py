"""A member without an account takes over their record by a signed link that works once (E1).

The link names the player and the key of the newest invitation. Accepting it ends the invitation, another one replaces
it, and neither can be forged without the installation's secret.
"""

import secrets

from django.core import signing

from crosstable.accounts.clubs import club_action
from crosstable.accounts.errors import BothHavePlayed, CannotMerge, HasAccount, LinkExpired
from crosstable.accounts.models import Contact, Invitation, Membership, MembershipStatus, Player, User
from crosstable.accounts.personal_data import HOLDERS, has_games
from crosstable.text import tr

LIFETIME = 30 * 24 * 3600
_SALT = "crosstable.accounts.invitation"
_LESSER = (MembershipStatus.PENDING, MembershipStatus.LEFT)


def invite(*, membership: Membership, by: User) -> str:
    """Create the link's token; earlier links of this member end. Raises HasAccount."""
    with club_action(membership.club, by) as action:
        player = action.member(membership).player
        if player.user_id is not None:
            raise HasAccount(name=player.name)
        key = secrets.token_urlsafe(18)
        values = {"club": action.club, "key": key, "by": by, "at": action.now}
        Invitation.objects.update_or_create(player=player, defaults=values)
        action.record("member.invited", player.name, player=player)
    return signing.dumps([player.pk, key], salt=_SALT)


def invitation_of(token: str) -> Invitation:
    """Return the invitation of a link. Raises LinkExpired."""
    try:
        player, key = signing.loads(token, salt=_SALT, max_age=LIFETIME)
    except (signing.BadSignature, ValueError):
        raise LinkExpired from None
    rows = Invitation.objects.select_related("player", "club")
    invitation = rows.filter(player=player, player__user=None, player__deleted_at=None).first()
    if invitation is None or not secrets.compare_digest(invitation.key, str(key)):
        raise LinkExpired
    return invitation


def accept_invitation(*, token: str, by: User) -> Player:
    """Give the member's record to the user.

    It is merged with a record of the user's own if one of the two has no games. Raises BothHavePlayed, CannotMerge,
    LinkExpired.
    """
    invitation = invitation_of(token)
    with club_action(
        invitation.club, by, lambda user, club: user.is_active, tr("Your account is not active.")
    ) as action:
        member = invitation_of(token).player  # again, now that the club is locked
        own = Player.objects.select_for_update().filter(user=by).first()
        player = member if own is None else _merged(member, own)
        player.user = by
        player.save()
        Invitation.objects.filter(player=player).delete()
        action.record("member.took-over", player.name, player=player)
    return player


def _merged(member: Player, own: Player) -> Player:
    """Merge two players into one, under the name its person chose."""
    target, source = (own, member) if has_games(own) else (member, own)
    if has_games(source):
        raise BothHavePlayed(name=member.name)
    if reason := next(filter(None, (h.why_not_merge(target, source) for h in HOLDERS.values())), ""):
        raise CannotMerge(reason=reason)
    target.name = own.name
    _move_memberships(source, target, member)
    _merge_contacts(source, target)
    for holder in HOLDERS.values():
        holder.move(source, target)
    source.delete()
    return target


def _move_memberships(source: Player, target: Player, member: Player) -> None:
    """Move memberships. If both are in a club, the membership the club gave wins over the request to join."""
    theirs = {membership.club_id: membership for membership in target.memberships.all()}
    for membership in source.memberships.all():
        there = theirs.get(membership.club_id)
        if there is None:
            membership.player = target
            membership.save()
        elif source == member and there.games == 0 and there.status in _LESSER:
            for field in ("status", "rating", "joined_on"):
                setattr(there, field, getattr(membership, field))
            there.version += 1
            there.save()


def _merge_contacts(source: Player, target: Player) -> None:
    """Fill the gaps of the remaining record from the other."""
    other = Contact.objects.filter(player=source).first()
    if other is None:
        return
    contact = Contact.objects.filter(player=target).first() or Contact(player=target)
    for field in ("first_name", "last_name", "address", "mobile"):
        setattr(contact, field, getattr(contact, field) or getattr(other, field))
    contact.email = ""  # the account's address counts from now on
    contact.save()
