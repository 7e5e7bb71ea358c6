"""The frame every action on a club runs in: lock the club, check who asks, write, journal, raise the revision."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from django.db import transaction
from django.utils import timezone

from crosstable.accounts.errors import NoSuchMember
from crosstable.accounts.models import Club, ClubJournalEntry, Membership, MembershipStatus, Player, User
from crosstable.accounts.permissions import check_may, is_club_administrator

Predicate = Callable[[User, Club], bool]


@dataclass
class ClubAct:
    """One action under way. `club` is the locked row, fresh from the database."""

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
        """Say what happened. Exactly once per action."""
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
        """The row as it is now, under the club's lock."""
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
def acting(club: Club, by: User, may: Predicate = is_club_administrator, what: str = "") -> Iterator[ClubAct]:
    """Run an action. The row lock makes actions on one club happen one after the other."""
    with transaction.atomic():
        locked = Club.objects.select_for_update().get(pk=club.pk)
        check_may(may(by, locked), what or "do this; only the administrators of the club may")
        act = ClubAct(locked, by)
        yield act
        act.finish()


def changes(before: dict[str, Any], after: dict[str, Any]) -> tuple[dict[str, Any], dict[str, Any]]:
    """Only what differs, on both sides."""
    keys = [key for key in after if after[key] != before.get(key)]
    return {key: before.get(key) for key in keys}, {key: after[key] for key in keys}
