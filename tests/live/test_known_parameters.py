"""The server's cache knows the query parameters that public pages of events read: all of them, and no others."""

from __future__ import annotations

import re
from pathlib import Path

import crosstable
from crosstable.live.visitors import OF_SITE_PARAMETERS, PARAMETERS

WEB = Path(crosstable.__file__).parent / "web"
# Pages that are not an event's, or are never cached: a match opened by its code.
NOT_OF_EVENTS = {"profiles.py", "codes.py"}
ASKED = re.compile(r"""(?:GET\.get\(|_number\(request, )"(\w+)\"""")


def test_the_known_parameters_are_those_the_pages_ask_for():
    files = [f for package in ("public", "screens") for f in sorted((WEB / package).glob("*.py"))]
    asked = {
        name for file in files if file.name not in NOT_OF_EVENTS for name in ASKED.findall(file.read_text())
    }
    assert {name.decode() for name in PARAMETERS} == asked


def test_the_same_of_pages_about_the_whole_site():
    files = [WEB / "public" / "profiles.py", WEB / "clubs" / "views.py"]
    asked = {name for file in files for name in ASKED.findall(file.read_text())}
    assert {name.decode() for name in OF_SITE_PARAMETERS} == asked
