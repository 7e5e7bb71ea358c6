"""Without CROSSTABLE_TIME_ZONE times are shown in the time zone of the machine."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from crosstable.installation import machine_time_zone

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
    ("changes", "zone"),
    [
        ({"TZ": "Asia/Tokyo", "CROSSTABLE_TIME_ZONE": "Europe/Zurich"}, "Europe/Zurich"),
        ({"TZ": "Asia/Tokyo"}, "Asia/Tokyo"),
    ],
)
def test_the_settings_take_the_zone_of_the_machine_unless_the_variable_names_one(changes, zone):
    known = {name: value for name, value in os.environ.items() if name != "CROSSTABLE_TIME_ZONE"}
    environment = known | {"CROSSTABLE_SECRET_KEY": "tests", **changes}
    done = subprocess.run([sys.executable, "-c", PRINT], env=environment, capture_output=True, text=True)
    assert done.stdout.strip() == zone, done.stderr
