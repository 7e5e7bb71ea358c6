"""An entry made from a list becomes that of a signed-in person: by its link, or by *That's me*, which the organiser or
an equal confirmed e-mail address agrees to. Addresses are compared here and shown nowhere."""

from django.core import signing

from crosstable.accounts import limits
from crosstable.accounts.models import Contact, Player, User
from crosstable.events.actions.frame.acting import Act, acting
from crosstable.events.errors import (
    AlreadyRegistered,
    ClaimGone,
    ClaimLinkWrong,
    EntryClaimed,
    EntryRated,
    NoPersonToClaim,
)
from crosstable.events.models import Entry, EntryClaim, Tournament
from crosstable.events.permissions import may_sign_in_for_events

MOST_CLAIMS = 30
_SALT = "crosstable.events.claim"


def claim_token(entry: Entry) -> str:
    """What the link of an entry carries; it works until the entry has an account."""
    return signing.dumps([entry.pk, entry.player_id], salt=_SALT)


def entry_of_token(token: str) -> Entry:
    """Raises ClaimLinkWrong."""
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
    """The holder of the link takes the entry over. Raises ClaimLinkWrong, AlreadyRegistered, EntryClaimed."""
    entry = entry_of_token(token)
    with acting(entry.tournament, by, lambda user, tournament: user.is_active, "claim this entry") as act:
        fresh = act.fresh(entry_of_token(token))
        _take_over(act, fresh, by)
        act.record("entry.claimed", fresh.display_name, after={"how": "by its link"}, entry=fresh)
    return fresh


def say_thats_me(*, entry: Entry, by: User) -> bool:
    """Whether the entry is the person's at once: their confirmed address is the one in the organiser's list. Otherwise
    the organiser is asked. Raises AlreadyRegistered, EntryClaimed, NoPersonToClaim, TooManyTries."""
    limits.take("claim", by.pk, most=MOST_CLAIMS)
    with acting(entry.tournament, by, may_sign_in_for_events, "claim this entry") as act:
        fresh = act.fresh(entry)
        _check_free(act.tournament, fresh, by)
        if _has_address(by, fresh.player):
            _take_over(act, fresh, by)
            act.record(
                "entry.claimed", fresh.display_name, after={"how": "by the e-mail address"}, entry=fresh
            )
            return True
        _, is_new = EntryClaim.objects.get_or_create(entry=fresh, user=by, defaults={"at": act.now})
        if not is_new:
            act.leave_as_it_is()
            return False
        act.record("entry.asked-for", fresh.display_name, after={"username": by.get_username()}, entry=fresh)
    return False


def agree_to_claim(*, claim: EntryClaim, by: User) -> Entry:
    """An organiser agrees: the entry is that person's, and other claims to it end. Raises ClaimGone."""
    with acting(claim.entry.tournament, by) as act:
        row = _fresh(act, claim)
        _take_over(act, row.entry, row.user)
        who = row.user.get_username()
        act.record("entry.claimed", row.entry.display_name, after={"how": f"by {who}"}, entry=row.entry)
    return row.entry


def decline_claim(*, claim: EntryClaim, by: User) -> None:
    with acting(claim.entry.tournament, by) as act:
        row = _fresh(act, claim)
        act.record(
            "entry.claim-declined",
            row.entry.display_name,
            before={"username": row.user.get_username()},
            entry=row.entry,
        )
        row.delete()


def _fresh(act: Act, claim: EntryClaim) -> EntryClaim:
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


def _take_over(act: Act, entry: Entry, user: User) -> None:
    """The entry becomes one of the account's own player. One whose games are rated keeps its player, and with it the
    ratings: that player becomes the account's, which must not have played yet."""
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
