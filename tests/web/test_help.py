"""The help: its guides, its search, the *?* of every page, and words that explain themselves."""

from __future__ import annotations

import re
from decimal import Decimal
from pathlib import Path

import pytest
from django.test import Client, RequestFactory
from django.urls import get_resolver

import crosstable
from chess_building import chess, play_chess
from crosstable.web.help.guides import NAMES, all_guides, guide_of, search
from crosstable.web.help.places import BY_NAME, BY_PATH, START, is_below, section_for
from crosstable.web.help.terms import TERMS
from test_log import ADDRESSES

TEMPLATES = Path(crosstable.__file__).parent / "web" / "templates"
TERM = re.compile(r"\{% terms? ((?:\"[\w-]+\" ?)+)")


def anchors(name: str) -> set[str]:
    guide = guide_of(name)
    assert guide is not None
    return {section.id for section in guide.sections}


def test_every_guide_is_there_with_a_title_and_names_its_readers():
    guides = [guide for _, group in all_guides() for guide in group]
    assert [guide.name for guide in guides] == list(NAMES)
    assert [guide.name for guide in guides if not (guide.title and guide.about and guide.sections)] == []


@pytest.mark.parametrize("name", NAMES)
def test_the_links_of_a_guide_lead_to_sections_that_exist(name):
    guide = guide_of(name)
    assert guide is not None
    links = re.findall(r'href="/help/([\w-]+)#([\w-]+)"', "".join(section.html for section in guide.sections))
    assert [f"{to}#{anchor}" for to, anchor in links if anchor not in anchors(to)] == []


def test_the_places_name_addresses_of_the_product():
    assert set(BY_NAME) <= set(get_resolver().reverse_dict)
    paths = [re.sub(r"^/t/[^/]+", "/t", address) for address in ADDRESSES]
    assert [part for part, _ in BY_PATH if not any(is_below(path, part) for path in paths)] == []


@pytest.mark.parametrize(
    ("path", "place"),
    [
        ("/", "first-event"),
        ("/login", "players#registering"),
        ("/m/1/abc", "players#reporting"),
        ("/administration/health", "operations"),
        ("/api/docs", "api"),
        ("/t/open", "players"),
        ("/t/open/standings", "terms#tie-break"),
        ("/t/open/control/rehearsal", "organising#checklist-and-rehearsal"),
        ("/t/open/control/members", "organising"),
    ],
)
def test_the_help_of_a_page_is_about_that_page(path, place):
    assert section_for(RequestFactory().get(path)) == place


def test_the_help_of_every_page_opens_a_section_that_exists():
    places = [START, *BY_NAME.values(), *(place for _, place in BY_PATH)]
    parts = [place.partition("#") for place in places]
    assert [place for place, _, anchor in parts if place not in NAMES] == []
    assert [
        f"{place}#{anchor}" for place, _, anchor in parts if anchor and anchor not in anchors(place)
    ] == []


def test_the_search_finds_sections_by_all_words_and_titles_come_first():
    assert [hit.section.title for hit in search("median BUCHHOLZ 2")][:1] == ["Buchholz, median 2 (BH/M2)"]
    assert (search("xylophone"), search("  ")) == ([], [])
    assert (
        "every <mark>opponent</mark> <mark>so</mark> <mark>far</mark>" in search("opponent so far")[0].snippet
    )


@pytest.mark.django_db
def test_what_is_typed_into_the_search_is_shown_as_text():
    page = Client().get("/help", {"q": "<b>pairing"}).content.decode()
    assert ("&lt;b&gt;pairing" in page, "<b>pairing" in page) == (True, False)


def test_every_word_that_a_template_explains_is_in_the_glossary():
    used = {
        code
        for path in TEMPLATES.rglob("*.html")
        for codes in TERM.findall(path.read_text())
        for code in re.findall(r"[\w-]+", codes)
    }
    assert used <= set(TERMS)
    assert {"bye", "forfeit", "seed"} <= used


@pytest.mark.django_db
def test_a_tie_break_explains_itself_with_the_numbers_of_the_event():
    tournament = chess({"ann": 2000, "bo": 1900, "cy": 1800, "di": 1700})
    play_chess(tournament, "1-0", "1-0")
    play_chess(tournament, "1-0", "1-0")
    page = Client().get(f"/t/{tournament.slug}/standings").content.decode()
    calculation = re.findall(r"<b>Buchholz</b>.*?term-example\">([^<]+)<", page)[0]
    name, _, numbers = calculation.partition(": ")
    parts, _, total = numbers.partition(" = ")
    assert name in ("ann", "bo", "cy", "di")
    assert sum(Decimal(part) for part in parts.split(" + ")) == Decimal(total)
