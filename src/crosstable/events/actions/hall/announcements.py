"""Announcements: one sentence to all players, until a time. It can be withdrawn, and undone like every action."""

from datetime import timedelta

from crosstable.accounts.models import User
from crosstable.events.actions.core.action import action
from crosstable.events.errors import BadValue
from crosstable.events.models import Announcement, Tournament
from crosstable.events.queries.desk.announcements import current_announcements
from crosstable.fields import ANNOUNCEMENT
from crosstable.text import tr

# More would cover a phone; a day is longer than any event's session.
MOST_AT_ONCE = 3
MOST_MINUTES = 24 * 60


def announce(*, tournament: Tournament, text: str, minutes: int, by: User) -> Announcement:
    """Show a sentence for that number of minutes. The same sentence again only changes how long it is shown."""
    text = " ".join(text.split())
    _check(text, minutes)
    with action(tournament, by) as act:
        shown = current_announcements(act.tournament, act.now)
        row = next((one for one in shown if one.text == text), None)
        if row is None and len(shown) >= MOST_AT_ONCE:
            raise BadValue(
                tr("{most} announcements are shown already. Withdraw one first.", most=MOST_AT_ONCE), "text"
            )
        row = row or Announcement(tournament=act.tournament, text=text, at=act.now)
        row.until = act.now + timedelta(minutes=minutes)
        row.save()
        act.record("announcement.made", text, after={"minutes": minutes})
    return row


def withdraw_announcement(*, announcement: Announcement, by: User) -> None:
    """Remove it from phones and displays. Notifications that were delivered stay."""
    with action(announcement.tournament, by) as act:
        row = act.tournament.announcements.filter(pk=announcement.pk).first()
        if row is None:
            act.leave_as_it_is()
            return
        act.record("announcement.withdrawn", row.text)
        row.delete()


def _check(text: str, minutes: int) -> None:
    if not text:
        raise BadValue(tr("Write the announcement, for example “Round 4 starts at 16:20.”"), "text")
    if problem := ANNOUNCEMENT.problem(text):
        raise BadValue(problem, "text")
    if not 1 <= minutes <= MOST_MINUTES:
        raise BadValue(tr("An announcement is shown for 1 to {most} minutes.", most=MOST_MINUTES), "minutes")
