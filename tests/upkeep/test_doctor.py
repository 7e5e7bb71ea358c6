"""`crosstable doctor`, its page, and tidying up."""

from __future__ import annotations

import os
import re
from datetime import timedelta

import pytest
from django.contrib.sessions.models import Session
from django.urls import reverse
from django.utils import timezone

from building import event, user
from crosstable.events.models import JournalEntry, Notification
from crosstable.events.notifications.outbox import forget_old
from crosstable.upkeep import doctor
from crosstable.upkeep.doctor import Health, examine, worst
from crosstable.upkeep.housekeeping import tidy
from crosstable.upkeep.running import serving, working

pytestmark = pytest.mark.django_db
LONG = "x" * 50


@pytest.fixture(autouse=True)
def own_directory(settings, tmp_path):
    settings.DATA_DIR = tmp_path
    settings.SECRET_KEY = LONG


def state(about: str) -> Health:
    return max((f.health for f in examine() if f.about == about), key=list(Health).index)


def test_a_new_installation_is_well_and_told_what_to_look_at():
    assert worst(examine()) is Health.LOOK
    assert [f.about for f in examine() if f.health is Health.LOOK] == ["Backup"]


@pytest.mark.parametrize(
    ("is_on", "more"), [(True, ""), (False, ". Automatic backups are off: CROSSTABLE_BACKUPS is 0")]
)
def test_it_is_said_how_old_the_last_backup_is_and_that_no_other_comes_by_itself(
    settings, tmp_path, is_on, more
):
    settings.AUTOMATIC_BACKUPS = is_on
    folder = tmp_path / "backups"
    folder.mkdir()
    copy = folder / "automatic-20260101-120000.sqlite3"
    copy.touch()
    at = (timezone.now() - timedelta(days=5)).timestamp()
    os.utime(copy, (at, at))
    findings = [(f.health, f.sentence) for f in examine() if f.about == "Backup"]
    assert findings == [(Health.LOOK, f"Age of the last one: 5 days, in {folder}{more}")]


def test_the_workers_of_a_server_are_counted_and_the_dead_are_not(tmp_path):
    (tmp_path / "worker-1.lock").touch()  # as one leaves it that was killed
    sentences = []
    with serving(tmp_path), working(tmp_path):
        sentences += [f.sentence for f in examine() if f.about == "Server"]
    sentences += [f.sentence for f in examine() if f.about == "Server"]
    assert sentences == ["Running with this data, 1 worker", "Not running with this data"]
    assert list(tmp_path.glob("worker-*")) == []


def test_a_clock_that_was_set_back_is_noticed():
    tournament = event("ann bo")
    JournalEntry.objects.filter(tournament=tournament).update(at=timezone.now() + timedelta(hours=3))
    assert state("Clock") is Health.BAD


def test_a_full_disk_a_short_key_and_a_silent_mail_server_are_bad(settings, monkeypatch):
    settings.SECRET_KEY = "short"
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", 9
    usage = doctor.shutil.disk_usage
    monkeypatch.setattr(doctor.shutil, "disk_usage", lambda path: usage(path)._replace(free=1))
    assert {f.about for f in examine() if f.health is Health.BAD} == {"Disk", "Key", "Mail"}


def test_the_page_says_what_the_command_says_to_system_administrators_alone(client):
    ada = user("ada")
    ada.is_superuser = True
    ada.save()
    client.force_login(ada)
    page = client.get(reverse("health")).content.decode()
    assert [finding.about for finding in examine() if f">{finding.about}<" not in page] == []
    client.force_login(user("bo"))
    assert client.get(reverse("health")).status_code == 403


def shown(client) -> tuple[str, set[str]]:
    """The heading of the page, and the states in its rows."""
    page = client.get(reverse("health")).content.decode()
    (heading,) = re.findall(r"<h1>(.+?)</h1>", page, re.DOTALL)
    states = re.findall(r'class="pill \w+"\s*>(.+?)</span>', page, re.DOTALL)
    return heading.strip(), {state.strip() for state in states}


def test_the_heading_of_the_page_is_that_of_its_worst_finding(client, tmp_path):
    client.force_login(user("ada", is_superuser=True))
    assert shown(client) == ("No errors, but warnings", {"good", "warning"})
    (tmp_path / "backups").mkdir()
    (tmp_path / "backups" / "automatic-20260101-120000.sqlite3").touch()
    assert shown(client) == ("All checks passed", {"good"})
    event("ann bo")
    JournalEntry.objects.update(at=timezone.now() + timedelta(hours=3))
    assert shown(client) == ("Problems found", {"good", "bad"})


def test_tidying_counts_first_and_deletes_then():
    Session.objects.create(session_key="old", session_data="", expire_date=timezone.now() - timedelta(days=1))
    Session.objects.create(session_key="new", session_data="", expire_date=timezone.now() + timedelta(days=1))
    assert tidy(only_count=True)[0] == ("sessions that have expired", 1)
    assert Session.objects.count() == 2
    assert tidy()[0] == ("sessions that have expired", 1)
    assert list(Session.objects.values_list("session_key", flat=True)) == ["new"]


def test_tidying_keeps_the_notifications_that_the_server_keeps():
    tournament = event("ann")
    for days in (29, 31):
        at = timezone.now() - timedelta(days=days)
        Notification.objects.create(
            user=user("ann"), tournament=tournament, kind="pairing", title=f"{days}", at=at
        )
    assert dict(tidy(only_count=True))["notifications, older than 30 days"] == 1
    forget_old()
    assert [news.title for news in Notification.objects.all()] == ["29"]
    assert dict(tidy())["notifications, older than 30 days"] == 0
