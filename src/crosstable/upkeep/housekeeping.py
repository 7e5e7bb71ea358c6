"""Automatic work of the server: backups after a round is published and once a day, and removing expired data.

A thread of the server makes the backups. The newest ten stay, and the last one of each of the last fourteen days.
Manual backups, and those made before an upgrade or a restore, are never touched.

`leftovers` lists the data that expires, and how long each kind stays.
"""

import logging
import queue
import threading
import time
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

from django.conf import settings
from django.contrib.sessions.models import Session
from django.db.models import QuerySet
from django.utils import timezone

from crosstable.accounts.idempotency import KEPT_FOR as ANSWERS
from crosstable.accounts.models import RememberedRequest, Tally
from crosstable.events.bridge.verbs import verbs_that
from crosstable.events.hooks import revision_raised
from crosstable.events.load_monitor import load_monitor
from crosstable.events.models import Delivery, Notification, PlayerUpload, Presence
from crosstable.events.notifications.outbox import KEPT_FOR as NOTIFICATIONS
from crosstable.events.queries.people.tournaments import KEPT_FOR as DELETED_EVENTS
from crosstable.events.queries.people.tournaments import expired_files
from crosstable.text import tr, trn
from crosstable.upkeep.copies import FOLDER, STAMP, back_up, copy_name, database_url
from crosstable.upkeep.postgres import has_tools
from crosstable.upkeep.running import UpkeepFailed

log = logging.getLogger(__name__)
PREFIX = "automatic"
NEWEST_KEPT = 10
DAYS_KEPT = 14
# A hall publishes several rounds in quick succession; a backup now and one in ten minutes are enough.
AT_MOST_EVERY = timedelta(minutes=10)
DAILY = timedelta(hours=24)
# Seconds. Right after a publication every phone requests its table: they come first, for at most this long.
SETTLE, AT_LATEST = 5, 120
PUBLISHING = verbs_that(lambda verb: verb.publishes)
LOOK = 600


def automatic_copies(directory: Path) -> dict[datetime, Path]:
    """Map times to backup files, the newest first."""
    dated = {}
    for path in (directory / FOLDER).glob(f"{PREFIX}-*"):
        with suppress(ValueError):
            dated[datetime.strptime(path.stem.removeprefix(f"{PREFIX}-"), STAMP)] = path
    return dict(sorted(dated.items(), reverse=True))


def superfluous(copies: Iterable[datetime], now: datetime) -> list[datetime]:
    """Return the backups that can be deleted."""
    newest_first = sorted(copies, reverse=True)
    last_of_day = {at.date(): at for at in sorted(newest_first)}
    days = {at for day, at in last_of_day.items() if day > (now - timedelta(days=DAYS_KEPT)).date()}
    retained = {*newest_first[:NEWEST_KEPT], *days}
    return [at for at in newest_first if at not in retained]


def make_copy(directory: Path) -> Path:
    """Make a backup, then delete those beyond the limit."""
    made = back_up(directory, copy_name(directory, PREFIX))
    copies = automatic_copies(directory)
    for at in superfluous(copies, datetime.now()):
        copies[at].unlink(missing_ok=True)
    return made


class CopyKeeper:
    """The backup thread; publishing neither waits for it nor fails because of it."""

    def __init__(self, directory: Path) -> None:
        self.directory = directory
        self._published: queue.SimpleQueue[str] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._work, name="automatic-copies", daemon=True)

    def start(self) -> None:
        revision_raised.connect(self.tell)
        self._thread.start()

    def tell(self, *, verb: str = "", **_: Any) -> None:
        if verb in PUBLISHING:
            self._published.put(verb)

    def _work(self) -> None:
        while True:
            was_published = self._wait()
            if was_published:
                time.sleep(SETTLE)
                load_monitor.wait(AT_LATEST)
            if self.is_due(datetime.now(), was_published):
                self._try()

    def _wait(self) -> bool:
        """Wait until something is published, or until the next check of the clock."""
        try:
            return bool(self._published.get(timeout=LOOK))
        except queue.Empty:
            return False

    def is_due(self, now: datetime, was_published: bool) -> bool:
        """Whether a backup is due. One from the future is ignored: the clock has been set back since."""
        newest = next((at for at in automatic_copies(self.directory) if at <= now), None)
        return newest is None or now - newest >= (AT_MOST_EVERY if was_published else DAILY)

    def _try(self) -> None:
        try:
            make_copy(self.directory)
        except (UpkeepFailed, OSError) as error:
            log.error("No automatic backup: %s", error)
        except Exception:
            log.exception("An automatic backup")


def start_keeping_copies() -> CopyKeeper | None:
    if not settings.AUTOMATIC_BACKUPS or (database_url() and not has_tools()):
        return None
    keeper = CopyKeeper(Path(settings.DATA_DIR))
    keeper.start()
    return keeper


DAY = timedelta(days=1)


@dataclass(frozen=True, slots=True)
class Leftover:
    """Expired rows of one kind."""

    name: str
    rows: QuerySet[Any]


def leftovers(now: datetime | None = None) -> Iterator[Leftover]:
    now = now or timezone.now()
    yield Leftover(tr("sessions that have expired"), Session.objects.filter(expire_date__lt=now))
    yield Leftover(tr("counts of attempts, older than a day"), Tally.objects.filter(since__lt=now - DAY))
    yield Leftover(
        tr("answers kept for repeated requests, older than a day"),
        RememberedRequest.objects.filter(at__lt=now - ANSWERS),
    )
    yield Leftover(
        tr("abandoned uploads, older than a day"), PlayerUpload.objects.filter(created_at__lt=now - DAY)
    )
    yield Leftover(tr("who looked at what, older than a day"), Presence.objects.filter(at__lt=now - DAY))
    yield Leftover(
        tr("mails and pushes given up, older than a week"),
        Delivery.objects.filter(gave_up_at__lt=now - 7 * DAY),
    )
    yield Leftover(
        trn(
            "notifications, older than {count} day",
            "notifications, older than {count} days",
            NOTIFICATIONS.days,
        ),
        Notification.objects.filter(at__lt=now - NOTIFICATIONS),
    )
    yield Leftover(
        trn(
            "files of deleted events, older than {count} day",
            "files of deleted events, older than {count} days",
            DELETED_EVENTS.days,
        ),
        expired_files(now),
    )


def tidy(*, only_count: bool = False) -> list[tuple[str, int]]:
    """Delete expired data (or only count it); return what, and how much."""
    counted = []
    for leftover in leftovers():
        counted.append((leftover.name, leftover.rows.count()))
        if not only_count:
            leftover.rows.delete()
    return counted
