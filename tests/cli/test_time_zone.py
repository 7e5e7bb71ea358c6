"""The time zone of an installation: CROSSTABLE_TIME_ZONE, else the one chosen, else the machine's."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from crosstable.installation import machine_time_zone, store_time_zone
from serving import crosstable

PRINT = "from crosstable import settings; print(settings.TIME_ZONE)"


def zone_of(tmp_path: Path, tz: str = "", link: str = "", text: str = "") -> str:
    localtime, timezone = tmp_path / "localtime", tmp_path / "timezone"
    if link:
        localtime.symlink_to(f"/usr/share/zoneinfo/{link}")
    if text:
        timezone.write_text(f"{text}\n")
    return machine_time_zone({"TZ": tz} if tz else {}, localtime, timezone)


@pytest.mark.parametrize("tz", ["Europe/Zurich", ":Europe/Zurich", "/usr/share/zoneinfo/Europe/Zurich"])
def test_the_variable_tz_comes_first(tmp_path, tz):
    assert zone_of(tmp_path, tz, link="America/New_York") == "Europe/Zurich"


def test_the_zone_file_of_the_machine_is_next(tmp_path):
    assert zone_of(tmp_path, link="America/New_York", text="Asia/Tokyo") == "America/New_York"


def test_a_machine_may_only_name_its_zone(tmp_path):
    assert zone_of(tmp_path, text="Asia/Tokyo") == "Asia/Tokyo"


@pytest.mark.parametrize("tz", ["", "CET-1CEST", "../../etc/passwd", "Atlantis/Capital"])
def test_what_names_no_zone_leaves_utc(tmp_path, tz):
    assert zone_of(tmp_path, tz) == "UTC"


@pytest.mark.parametrize(
    ("chosen", "changes", "zone"),
    [
        ("", {"CROSSTABLE_TIME_ZONE": "Europe/Zurich"}, "Europe/Zurich"),
        ("Europe/Lisbon", {"CROSSTABLE_TIME_ZONE": "Europe/Zurich"}, "Europe/Zurich"),
        ("Europe/Lisbon", {}, "Europe/Lisbon"),
        ("Atlantis/Capital", {}, "Asia/Tokyo"),
        ("", {}, "Asia/Tokyo"),
    ],
)
def test_the_variable_comes_before_the_chosen_zone_and_that_before_the_machines(
    tmp_path, chosen, changes, zone
):
    if chosen:
        store_time_zone(tmp_path, chosen)
    changes = {"TZ": "Asia/Tokyo", "CROSSTABLE_DATA": str(tmp_path), **changes}
    known = {name: value for name, value in os.environ.items() if name != "CROSSTABLE_TIME_ZONE"}
    environment = known | {"CROSSTABLE_SECRET_KEY": "tests", **changes}
    done = subprocess.run([sys.executable, "-c", PRINT], env=environment, capture_output=True, text=True)
    assert done.stdout.strip() == zone, done.stderr


def test_the_first_administrator_chooses_the_zone_at_the_command_line(tmp_path):
    create = ("admin", "create", "ada", "--email", "ada@example.org", "--password", "correct horse")
    data = ("--data", tmp_path / "data")
    refused = crosstable(*create, "--time-zone", "Lisbon", *data)
    assert refused.returncode == 1
    assert "“Lisbon” is not a time zone. Use a name such as Europe/Lisbon." in refused.stderr
    made = crosstable(*create, "--time-zone", "Europe/Lisbon", *data)
    assert made.stdout == "System administrator ada created.\nTimes are shown in Europe/Lisbon.\n"
    assert (tmp_path / "data" / "time-zone").read_text() == "Europe/Lisbon\n"
