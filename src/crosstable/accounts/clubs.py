"""Clubs: the context of an action on a club, creating and editing a club, and its history in sentences.

`club_action` locks the club, checks the permission, and stores one journal entry and a new revision with the change.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field
from datetime import datetime
from typing import Any

from django.db import IntegrityError, transaction
from django.utils import timezone
from django.utils.text import slugify

from crosstable.accounts import checks
from crosstable.accounts.errors import BadValue, ClubNameTaken, NoSuchMember
from crosstable.accounts.models import (
    Club,
    ClubJournalEntry,
    ClubRole,
    Membership,
    MembershipStatus,
    Player,
    User,
)
from crosstable.accounts.permissions import check_may, is_club_administrator, may_create_club
from crosstable.text import listed, tr

Predicate = Callable[[User, Club], bool]
LONGEST_DESCRIPTION = 5000
_RESERVED = {"new"}  # an address of ours


@dataclass
class ClubAction:
    """One action under way. `club` is the locked row, just loaded."""

    club: Club
    by: User
    now: datetime = field(default_factory=timezone.now)
    _entry: ClubJournalEntry | None = None

    def record(
        self,
        verb: str,
        subject: str = "",
        before: dict[str, Any] | None = None,
        after: dict[str, Any] | None = None,
        player: Player | None = None,
    ) -> None:
        """Record what happened, exactly once per action."""
        assert self._entry is None, "one action, one journal entry"
        self._entry = ClubJournalEntry(
            club=self.club,
            at=self.now,
            by=self.by,
            player=player,
            verb=verb,
            subject=subject,
            before=before or {},
            after=after or {},
        )

    def member(self, membership: Membership) -> Membership:
        """Load the current row, under the club's lock."""
        rows = self.club.memberships.select_related("player").exclude(status=MembershipStatus.LEFT)
        fresh = rows.filter(pk=membership.pk).first()
        if fresh is None:
            raise NoSuchMember(club=self.club.name)
        return fresh

    def finish(self) -> None:
        assert self._entry is not None, "an action that journals nothing did nothing"
        self.club.revision += 1
        self.club.save(update_fields=["revision"])
        self._entry.number = self.club.revision
        self._entry.save()


@contextmanager
def club_action(
    club: Club, by: User, may: Predicate = is_club_administrator, who_may: str = ""
) -> Iterator[ClubAction]:
    """Run an action. The row lock serialises the actions on one club."""
    with transaction.atomic():
        locked = Club.objects.select_for_update().get(pk=club.pk)
        check_may(may(by, locked), who_may or tr("Only the administrators of the club can do this."))
        action = ClubAction(locked, by)
        yield action
        action.finish()


def changes(before: dict[str, Any], after: dict[str, Any]) -> tuple[dict[str, Any], dict[str, Any]]:
    """Return the values that differ, of both sides."""
    keys = [key for key in after if after[key] != before.get(key)]
    return {key: before.get(key) for key in keys}, {key: after[key] for key in keys}


@dataclass(frozen=True, slots=True)
class ClubDetails:
    name: str
    town: str = ""
    description: str = ""


def create_club(*, details: ClubDetails, by: User) -> Club:
    """Create a club with its founder as first administrator (not yet a member).

    Raises ClubNameTaken, BadValue.
    """
    check_may(may_create_club(by), tr("Log in to create a club."))
    values = _checked(details)
    now = timezone.now()
    try:
        with transaction.atomic():
            _check_free(values["name"])
            club = Club.objects.create(**values, slug=_free_slug(values["name"]), revision=1)
            ClubRole.objects.create(club=club, user=by, appointed_by=by, appointed_at=now)
            ClubJournalEntry.objects.create(
                club=club, number=1, at=now, by=by, verb="club.created", subject=club.name, after=values
            )
    except IntegrityError:  # another club took the name between the check and the save
        raise ClubNameTaken(name=values["name"]) from None
    return club


def edit_club(*, club: Club, details: ClubDetails, by: User) -> Club:
    """Change the details. The address stays, so existing links keep working."""
    values = _checked(details)
    try:
        with club_action(club, by) as action:
            _check_free(values["name"], besides=action.club)
            was = {key: getattr(action.club, key) for key in values}
            for key, value in values.items():
                setattr(action.club, key, value)
            action.club.save()
            before, after = changes(was, values)
            action.record("club.edited", action.club.name, before, after)
    except IntegrityError:
        raise ClubNameTaken(name=values["name"]) from None
    return action.club


def _checked(details: ClubDetails) -> dict[str, str]:
    description = details.description.strip()
    if len(description) > LONGEST_DESCRIPTION:
        raise BadValue(
            tr(
                "A description has at most {longest_description} characters.",
                longest_description=LONGEST_DESCRIPTION,
            ),
            "description",
        )
    return {
        **asdict(details),
        "name": checks.line(details.name, "name", tr("Name of the club"), 80, required=True),
        "town": checks.line(details.town, "town", tr("Town"), 80),
        "description": description.replace("\x00", ""),
    }


def _check_free(name: str, besides: Club | None = None) -> None:
    there = Club.objects.filter(name__iexact=name).first()
    if there is not None and there != besides:
        raise ClubNameTaken(name=there.name)


def _free_slug(name: str) -> str:
    base = slugify(name)[:90] or "club"
    taken = set(Club.objects.filter(slug__startswith=base).values_list("slug", flat=True)) | _RESERVED
    slug, n = base, 1
    while slug in taken:
        n += 1
        slug = f"{base}-{n}"
    return slug


SENTENCES = {
    "club.created": tr("Club created"),
    "club.edited": tr("Club changed: {changes}"),
    "member.added": tr("{subject} added"),
    "member.edited": tr("{subject} changed: {changes}"),
    "member.status-set": tr("Status of {subject}: {status}"),
    "member.asked": tr("{subject} asked to join"),
    "member.joined": tr("{subject} joined"),
    "member.accepted": tr("{subject} accepted"),
    "member.declined": tr("Request of {subject} declined"),
    "member.removed": tr("{subject} removed"),
    "member.left": tr("{subject} left"),
    "member.invited": tr("Invitation link created for {subject}"),
    "member.took-over": tr("{subject} took over the record with an account"),
    "person.deleted": tr("{subject}: account deleted"),
    "administrator.appointed": tr("{subject} appointed administrator"),
    "administrator.dismissed": tr("{subject} dismissed as administrator"),
}


CHANGED = {
    "contact": tr("Contact details"),
    "description": tr("Description"),
    "joined_on": tr("Member since"),
    "name": tr("Name"),
    "rating": tr("Rating"),
    "status": tr("Status"),
    "town": tr("Town"),
    "website": tr("Website"),
}


def describe(entry: ClubJournalEntry) -> str:
    sentence = SENTENCES.get(entry.verb)
    if sentence is None:
        return f"{entry.verb} {entry.subject}"
    status = entry.after.get("status", "")
    return sentence.filled(
        subject=entry.subject,
        status=MembershipStatus(status).label if status in MembershipStatus.values else status,
        changes=listed(CHANGED.get(key, key) for key in entry.after) or "–",
    )
