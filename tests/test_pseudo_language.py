"""Every page in the pseudo-language xx: plain English that is not a person's data is a sentence without a mark.

The names that people typed are rewritten into Greek and Cyrillic letters first, so every run of Latin letters is our
own text. `python tests/test_pseudo_language.py` lists it, page by page.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from html.parser import HTMLParser
from pathlib import Path
from tempfile import TemporaryDirectory

import django
import pytest

if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "settings_for_tests")
    sys.path += [str(Path(__file__).parent), str(Path(__file__).parents[1] / "tools")]
    django.setup()

from django.apps import apps
from django.conf import settings as django_settings
from django.test import Client, override_settings

from crosstable import text
from crosstable.engine.tie_breaks import TIE_BREAKS
from crosstable.events.models import JournalEntry, Notification, Tournament
from crosstable.games.factions import FACTION_LISTS
from golden_database.pages import (
    EVENTS,
    NO_EVENT,
    READ,
    addresses,
    client_of,
    known_of,
    known_of_everyone,
    people_of,
    visitors,
)
from golden_database.world import WORLDS, opened
from messages import write_pseudo

# What people typed. The names among them also stand in the history and in notifications.
NAMES = {
    "accounts.User": ("username", "first_name", "last_name"),
    "accounts.Player": ("name", "given_name", "family_name"),
    "accounts.Club": ("name", "town", "description"),
    "accounts.Contact": ("first_name", "last_name", "address"),
    "events.Tournament": ("name", "location", "format_text", "description", "time_control", "chief_arbiter"),
    "events.DeletedEvent": ("name",),
    "events.Entry": (
        "display_name",
        "given_name",
        "family_name",
        "faction",
        "team_name",
        "list_text",
        "title",
        "federation",
    ),
    "events.Screen": ("name",),
    "events.Round": ("mission",),
    "events.Match": ("mission", "dispute_reason"),
    "events.ExtraTime": ("reason",),
    "events.Correction": ("reason",),
    "events.Adjustment": ("reason",),
    "events.BlockedTable": ("reason",),
    "events.JournalEntry": ("by_name", "reason"),
    "accounts.ApiToken": ("name",),
}
WITH_NAMES = {
    "events.JournalEntry": ("subject", "before", "after"),
    "events.Notification": ("title", "body"),
    "accounts.ClubJournalEntry": ("subject", "before", "after"),
    "events.RatingChange": ("outcome",),
}
OTHER_LETTERS = str.maketrans(
    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ",
    "αβξδεφγθιзкλμνοπщρστυвωчψжΑΒΞΔΕΦΓΘΙЗКΛΜΝΟΠЩΡΣΤΥВΩЧΨЖ",
)
LATIN = re.compile(r"[A-Za-z]{2,}(?:[ '’/-]+[A-Za-z]{2,})*")
# The product's name; addresses, files and codes are the same in every language.
SAME = re.compile(
    r"Crosstable|testserver|https?://\S+|\S+@\S+|\b[A-Z]\w+/[\w/+-]+|/[\w./-]+|\b[\w-]+\.(?:xlsx|csv|trf|zip|json|pdf|ics|txt)\b|\bFIDE\b|\bAPI\b"
    r"|\b\d+\.\d+\.\d+\.dev\d+\b"
    r"|\b(?:PDF|CSV|Excel|TRF|TRF26|XLSX|JSON|ZIP|Zip|ID|QR|A4|Letter|UTC)\b"
)
# Codes of tie-breaks are FIDE's or ours, in every language; games, variants and factions are their publishers' names.
CODES = {
    *TIE_BREAKS,
    *(known.name for known in FACTION_LISTS.values()),
    *(faction.name for known in FACTION_LISTS.values() for faction in known.factions),
}
LONGEST_FIRST = sorted(CODES, key=len, reverse=True)
CODE = re.compile(rf"(?<![\w/-])(?:{'|'.join(map(re.escape, LONGEST_FIRST))})(?![\w/])")
# CLDR words lists, languages are named in themselves.
LIST_WORDS = {"and", "or", "British English"}
BRAND = "cross<b>table</b>"
SPOKEN = ("title", "aria-label", "alt", "placeholder", "aria-description", "label")
SILENT = {"script", "style", "svg", "code", "kbd", "pre", "template"}


class Words(HTMLParser):
    """The text of a page, and of the attributes that are shown or read aloud."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []
        self._silent = 0
        # Tags of the element in which a text says that it is English, such as a document.
        self._in_english: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._silent += tag in SILENT
        if self._in_english:
            self._in_english += [tag] * (tag == self._in_english[0])
            return
        if tag != "html" and str(dict(attrs).get("lang")).startswith("en"):
            self._in_english = [tag]
            return
        self.found += [value for name, value in attrs if name in SPOKEN and value]
        given = dict(attrs)
        if tag == "input" and given.get("type") in ("submit", "button"):
            self.found.append(given.get("value") or "")

    def handle_endtag(self, tag: str) -> None:
        self._silent -= tag in SILENT
        if self._in_english and tag == self._in_english[0]:
            self._in_english.pop()

    def handle_data(self, data: str) -> None:
        if not self._silent and not self._in_english:
            self.found.append(data)


def plain_english(html: str) -> list[str]:
    words = Words()
    words.feed(html.replace(BRAND, ""))
    return [left for piece in words.found for left in latin_words(piece)]


@cache
def latin_words(piece: str) -> list[str]:
    found = LATIN.findall(SAME.sub(" ", CODE.sub(" ", piece)))
    return [left for left in found if left not in LIST_WORDS]


@cache
def _written() -> TemporaryDirectory[str]:
    """Write the language once for all tests of a process: reading the whole source takes more than a second."""
    folder = TemporaryDirectory()
    write_pseudo(Path(folder.name))
    return folder


def pseudo_folder() -> str:
    return _written().name


@contextmanager
def pseudo_language(folder: str = "") -> Iterator[None]:
    folder, before = folder or pseudo_folder(), os.environ.get("CROSSTABLE_LOCALE")
    os.environ["CROSSTABLE_LOCALE"] = folder
    text.language.cache_clear()
    languages = [*django_settings.LANGUAGES, ("xx", "⟦ẋẋ⟧")]
    try:
        with override_settings(LANGUAGES=languages, LOCALE_PATHS=[folder]):
            yield
    finally:
        text.language.cache_clear()
        if before is None:
            del os.environ["CROSSTABLE_LOCALE"]
        else:
            os.environ["CROSSTABLE_LOCALE"] = before


def rewrite_data() -> None:
    """Write everything that people typed in other letters."""
    typed: set[str] = set()
    for model, columns in NAMES.items():
        rows = list(apps.get_model(model).objects.all())
        for row in rows:
            for column in columns:
                value = getattr(row, column)
                typed.add(value)
                setattr(row, column, value.translate(OTHER_LETTERS))
        apps.get_model(model).objects.bulk_update(rows, columns, batch_size=200)
    names = sorted((name for name in typed if len(name) > 1), key=len, reverse=True)
    known = re.compile(r"\b(?:" + "|".join(map(re.escape, names)) + r")\b")
    for model, columns in WITH_NAMES.items():
        rows = list(apps.get_model(model).objects.all())
        for row in rows:
            for column in columns:
                setattr(row, column, renamed(getattr(row, column), known))
        apps.get_model(model).objects.bulk_update(rows, columns, batch_size=200)


def rewrite_old_words() -> None:
    """Rows from before sentences were stored have only the words of their moment."""
    for entry in JournalEntry.objects.filter(subject_text__isnull=True):
        JournalEntry.objects.filter(pk=entry.pk).update(subject=entry.subject.translate(OTHER_LETTERS))
    for entry in JournalEntry.objects.all():
        JournalEntry.objects.filter(pk=entry.pk).update(
            before=in_other_letters(entry.before), after=in_other_letters(entry.after)
        )
    for news in Notification.objects.filter(texts__isnull=True):
        words = {"title": news.title.translate(OTHER_LETTERS), "body": news.body.translate(OTHER_LETTERS)}
        Notification.objects.filter(pk=news.pk).update(**words)


def in_other_letters(values: dict[str, object]) -> dict[str, object]:
    """Rewrite the sentences that older entries have as plain words among their values."""
    made = dict(values)
    if isinstance(coming := values.get("next"), list):
        made["next"] = [one.translate(OTHER_LETTERS) if isinstance(one, str) else one for one in coming]
    if isinstance(army_list := values.get("list_text"), str):
        made["list_text"] = army_list.translate(OTHER_LETTERS)
    return made


def renamed(value: object, known: re.Pattern[str]) -> object:
    if isinstance(value, str):
        return known.sub(lambda found: found[0].translate(OTHER_LETTERS), value)
    if isinstance(value, dict):
        return {name: renamed(one, known) for name, one in value.items()}
    return [renamed(one, known) for one in value] if isinstance(value, list) else value


def left_on_pages(folder: str) -> Iterator[tuple[str, str, list[str]]]:
    """The page, the role, and its plain English."""
    tournament = Tournament.objects.get(slug=folder) if folder != NO_EVENT else None
    known = known_of(tournament) if tournament else known_of_everyone()
    clients = {role: client_of(who) for role, who in people_of(tournament).items()}
    for client in clients.values():
        client.cookies[django_settings.LANGUAGE_COOKIE_NAME] = "xx"
    for name in READ:
        roles = [role for role in visitors(name) if role in clients]
        for page, address in addresses(name, known, of_event=tournament is not None) if roles else ():
            for role in roles:
                if (html := html_of(clients[role], address)) is not None:
                    yield page, role, plain_english(html)


def html_of(client: Client, address: str) -> str | None:
    response = client.get(address)
    is_page = response.headers.get("Content-Type", "").startswith("text/html") and not response.streaming
    return response.content.decode() if is_page else None


def crawled(world: str) -> dict[str, list[str]]:
    """The plain English of each page of this world, found by a separate process: values cached by other tests would
    show names that were not rewritten."""
    command = [sys.executable, __file__, "--world", world, pseudo_folder()]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    found: dict[str, list[str]] = json.loads(done.stdout)
    return found


@pytest.mark.parametrize("world", WORLDS)
def test_every_page_is_translated(world):
    found = crawled(world)
    assert len(found) > 100
    assert {page: left for page, left in found.items() if left} == {}


def crawl(world: str, folder_of_language: str) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    with (
        TemporaryDirectory() as data,
        opened(world),
        pseudo_language(folder_of_language),
        override_settings(DATA_DIR=Path(data)),
    ):
        rewrite_data()
        rewrite_old_words()
        for folder in EVENTS[world]:
            for page, role, left in left_on_pages(folder):
                found.setdefault(f"{folder}/{page}", []).extend(f"{role}: {one}" for one in left)
    return found


def main() -> None:
    if sys.argv[1:2] == ["--world"]:
        print(json.dumps(crawl(*sys.argv[2:])))
        return
    found = {page: left for world in WORLDS for page, left in crawled(world).items() if left}
    for page, left in found.items():
        for one, times in Counter(left).items():
            print(f"{page} ({one}){f' ×{times}' if times > 1 else ''}")
    print(sum(map(len, found.values())), "pieces of plain English on", len(found), "pages")


if __name__ == "__main__":
    main()
