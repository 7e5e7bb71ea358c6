"""Rewrite the texts from the golden databases: `make golden` for the pages, which change when pages change.

`python -m golden_database.make said` is run only together with `make_databases.py`, by the same code: what an event
says does not change because the code does.
"""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Iterator

import django

if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "settings_for_tests")
    django.setup()

from crosstable.events.models import Tournament
from golden_database.data import event_text, ratings_text, undone_text
from golden_database.pages import EVENTS, page_texts
from golden_database.world import FILES, WORLDS, opened

Files = Iterator[tuple[str, str]]


def event_texts() -> Files:
    """By file: what each event of the world that is open says, and the ratings."""
    for tournament in Tournament.objects.order_by("pk"):
        yield f"{tournament.slug}.txt", event_text(tournament)
    yield "ratings.txt", ratings_text()


def undone() -> Files:
    """Changes the world."""
    for tournament in Tournament.objects.order_by("pk"):
        yield f"{tournament.slug}.txt", undone_text(tournament)


def stored(*folder: str) -> dict[str, str]:
    return {path.name: path.read_text() for path in FILES.joinpath(*folder).glob("*.txt")}


def write(files: Files, *folder: str) -> None:
    there = FILES.joinpath(*folder)
    shutil.rmtree(there, ignore_errors=True)
    there.mkdir(parents=True)
    for name, text in files:
        (there / name).write_text(text)


def write_event_texts() -> None:
    for world in WORLDS:
        with opened(world):
            write(event_texts(), "said", world)
    with opened("told"):
        write(undone(), "said", "told-undone")


def write_pages() -> None:
    for world in WORLDS:
        shutil.rmtree(FILES / "pages" / world, ignore_errors=True)
        for folder in EVENTS[world]:
            with opened(world):
                write(page_texts(folder), "pages", world, folder)


if __name__ == "__main__":
    {"said": write_event_texts, "pages": write_pages}[sys.argv[1]]()
