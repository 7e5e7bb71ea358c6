"""Players who register themselves: with the code on site while self-registration is open, or by taking over an uploaded
entry.

Self-registration needs no account. A player takes over an entry with its link, or with *That's me*, which the organiser
or a matching confirmed e-mail address confirms.
"""

import secrets
from collections.abc import Sequence

from django.core import signing
from django.utils.crypto import constant_time_compare

from crosstable.accounts import limits
from crosstable.accounts.models import Contact, Player, User
from crosstable.events.actions.core.action import Action, acting_without_account, action
from crosstable.events.actions.people.entries import BEFORE_PLAY, check_not_drawn, make_entry
from crosstable.events.actions.people.persons import players_for
from crosstable.events.actions.people.teams import Member, enter_team, names_of_members
from crosstable.events.bridge.entries import EntryDetails, check_values
from crosstable.events.errors import (
    AlreadyRegistered,
    ClaimGone,
    ClaimLinkWrong,
    EntryClaimed,
    EntryRated,
    NoPersonToClaim,
)
from crosstable.events.models import Entry, EntryClaim, Stage, StageKind, StageStatus, Status, Tournament
from crosstable.events.permissions import may_sign_in_for_events
from crosstable.events.queries.stages.participants import field_drawn_in
from crosstable.text import tr

ON_SITE = "self-registration"
# Short enough to type from a poster; 50 bits, and wrong codes are counted. No letters that look like digits.
CODE_LETTERS, CODE_LENGTH = "abcdefghjkmnpqrstuvwxyz23456789", 10


def open_self_registration(*, tournament: Tournament, by: User) -> str:
    """Open self-registration and return its code; if it is open, the code stays."""
    with action(tournament, by) as act:
        if act.tournament.door_token is not None:
            act.leave_as_it_is()
            return act.tournament.door_token
        act.tournament.door_token = "".join(secrets.choice(CODE_LETTERS) for _ in range(CODE_LENGTH))
        act.tournament.save(update_fields=["door_token"])
        act.record("door.opened")
        return act.tournament.door_token


def close_self_registration(*, tournament: Tournament, by: User) -> None:
    """Close self-registration: the code stops working. Reopening creates a new one."""
    with action(tournament, by) as act:
        if act.tournament.door_token is None:
            act.leave_as_it_is()
            return
        act.tournament.door_token = None
        act.tournament.save(update_fields=["door_token"])
        act.record("door.closed")


def register_with_code(
    *, tournament: Tournament, code: str, details: EntryDetails, members: Sequence[Member] = ()
) -> Entry:
    """Register on site and check in. Raises NotAllowed for a wrong code, NameTaken, EventFull, BadValue, WrongTeamSize,
    WrongStatus, FieldIsDrawn."""
    with acting_without_account(tournament, lambda t: is_registration_code(t, code), ON_SITE) as act:
        _check_takes(act)
        if act.tournament.has_teams:
            entry = enter_team(act, details, members)
            verb = "team.registered"
            after: dict[str, object] = {"members": names_of_members(entry)}
        else:
            check_values(act.tournament, details)
            (player,) = players_for(act.tournament, [details], None)
            entry = make_entry(act, player, details)
            verb, after = "entry.registered", {"display_name": entry.display_name}
        entry.checked_in_at = act.now
        entry.save(update_fields=["checked_in_at"])
        act.record(verb, entry.display_name, after=after, entry=entry)
    return entry


def is_registration_code(tournament: Tournament, code: str) -> bool:
    return tournament.door_token is not None and constant_time_compare(tournament.door_token, code)


def waiting_list_of(tournament: Tournament) -> Stage | None:
    """Return the pools whose waiting list new entries join, or None."""
    drawn = field_drawn_in(tournament)
    takes = drawn is not None and drawn.kind == StageKind.POOLS and drawn.status != StageStatus.CLOSED
    return drawn if takes else None


def _check_takes(act: Action) -> None:
    if waiting_list_of(act.tournament) is not None:
        return
    act.require(tr("Self-registration"), Status.DRAFT, *BEFORE_PLAY)
    check_not_drawn(act.tournament)


MOST_CLAIMS = 30
_SALT = "crosstable.events.claim"


def claim_token(entry: Entry) -> str:
    """Return the token of an entry's link; it works until the entry has an account."""
    return signing.dumps([entry.pk, entry.player_id], salt=_SALT)


def entry_of_token(token: str) -> Entry:
    """Return the entry of a link. Raises ClaimLinkWrong."""
    try:
        entry_id, player_id = signing.loads(token, salt=_SALT)
    except (signing.BadSignature, ValueError):
        raise ClaimLinkWrong from None
    rows = Entry.objects.select_related("tournament", "player").filter(pk=entry_id, player=player_id)
    entry = rows.filter(player__user=None).first()
    if entry is None:
        raise ClaimLinkWrong
    return entry


def claim_by_link(*, token: str, by: User) -> Entry:
    """Take over the entry as the holder of its link. Raises ClaimLinkWrong, AlreadyRegistered, EntryClaimed."""
    entry = entry_of_token(token)
    with action(
        entry.tournament, by, lambda user, tournament: user.is_active, tr("Your account is not active.")
    ) as act:
        fresh = act.fresh(entry_of_token(token))
        _take_over(act, fresh, by)
        act.record("entry.claimed", fresh.display_name, after={"how": "link"}, entry=fresh)
    return fresh


def claim_own_entry(*, entry: Entry, by: User) -> bool:
    """Take over the entry if the user's confirmed address is the one in the organiser's list; return whether. Otherwise
    ask the organiser. Raises AlreadyRegistered, EntryClaimed, NoPersonToClaim, TooManyTries."""
    limits.take("claim", by.pk, most=MOST_CLAIMS)
    with action(entry.tournament, by, may_sign_in_for_events, tr("Log in to claim this entry.")) as act:
        fresh = act.fresh(entry)
        _check_free(act.tournament, fresh, by)
        if _has_address(by, fresh.player):
            _take_over(act, fresh, by)
            act.record("entry.claimed", fresh.display_name, after={"how": "email"}, entry=fresh)
            return True
        _, is_new = EntryClaim.objects.get_or_create(entry=fresh, user=by, defaults={"at": act.now})
        if not is_new:
            act.leave_as_it_is()
            return False
        act.record("entry.asked-for", fresh.display_name, after={"username": by.get_username()}, entry=fresh)
    return False


def agree_to_claim(*, claim: EntryClaim, by: User) -> Entry:
    """Confirm that the entry is this person's; other requests for it end. Raises ClaimGone."""
    with action(claim.entry.tournament, by) as act:
        row = _fresh(act, claim)
        _take_over(act, row.entry, row.user)
        who = row.user.get_username()
        act.record(
            "entry.claimed", row.entry.display_name, after={"how": "agreed", "username": who}, entry=row.entry
        )
    return row.entry


def decline_claim(*, claim: EntryClaim, by: User) -> None:
    with action(claim.entry.tournament, by) as act:
        row = _fresh(act, claim)
        act.record(
            "entry.claim-declined",
            row.entry.display_name,
            before={"username": row.user.get_username()},
            entry=row.entry,
        )
        row.delete()


def _fresh(act: Action, claim: EntryClaim) -> EntryClaim:
    rows = EntryClaim.objects.filter(pk=claim.pk, entry__tournament=act.tournament)
    row = rows.select_related("entry__player", "entry__tournament", "user").first()
    if row is None:
        raise ClaimGone()
    return row


def _check_free(tournament: Tournament, entry: Entry, user: User) -> None:
    if entry.player.is_team:
        raise NoPersonToClaim(name=entry.display_name)
    if entry.player.user_id is not None:
        raise EntryClaimed(name=entry.display_name)
    if there := tournament.entries.filter(player__user=user).first():
        raise AlreadyRegistered(name=there.display_name)


def _take_over(act: Action, entry: Entry, user: User) -> None:
    """Give the entry to the account's own player. An entry with rated games keeps its player and the ratings: that
    player becomes the account's, which must not have played yet."""
    _check_free(act.tournament, entry, user)
    own = Player.objects.filter(user=user).first()
    if own is None:
        entry.player.user = user
        entry.player.save(update_fields=["user"])
    elif not entry.player.rating_changes.exists():
        entry.player = own
        entry.save(update_fields=["player"])
    elif _is_unused(own):
        own.user, own.deleted_at = None, act.now
        own.save(update_fields=["user", "deleted_at"])
        entry.player.user = user
        entry.player.save(update_fields=["user"])
    else:
        raise EntryRated(name=entry.display_name)
    entry.owner_claims.all().delete()


def _is_unused(player: Player) -> bool:
    held = (player.entries, player.team_places, player.memberships, player.rating_changes)
    return not any(rows.exists() for rows in held)


def _has_address(user: User, player: Player) -> bool:
    if user.email_confirmed_at is None:
        return False
    return Contact.objects.filter(player=player, email__iexact=user.email).exclude(email="").exists()
