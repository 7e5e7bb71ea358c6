"""Words of other games, which must not appear on a page of an event.

Where a match is played is looked for anywhere; what the sides and the organiser are called and what is counted, unless
it is a word that every game says.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from html import unescape

from crosstable.events.bridge.rules import rules_of
from crosstable.events.models import Tournament
from crosstable.games import GAMES, Vocabulary
from crosstable.games.model import Noun

NOT_READ = re.compile(r"(?s)<(script|style)\b.*?</\1>")
BRAND = "cross<b>table</b>"
# A word in quotes is an example of input; Berger's tables are no furniture.
EXAMPLES = re.compile(r"“[^”]*”|Berger tables")
TEXT_ATTRIBUTES = re.compile(r'(?:title|aria-label|placeholder|data-label|data-word)="([^"]*)"')
TAG = re.compile(r"<[^>]*>")
# A judge is a role in every event.
EVERYDAY = {"points", "games", "sets", "minutes", "min", "organiser", "judge"}
# The name of a side stands alone, over a column or in front of a name; “away” and “right” are everyday words.
ALONE = {"home", "away", "left", "right", "player 1", "player 2"}
OF_USES = {"factions": ("faction", "factions"), "lists": ("army list", "army lists")}


@dataclass(frozen=True)
class Foreign:
    anywhere: re.Pattern[str]
    alone: frozenset[str]

    def said_on(self, page: str) -> list[str]:
        return [words for text in texts(page) for words in self._found(text)]

    def _found(self, text: str) -> Iterator[str]:
        if text.lower() in self.alone:
            yield text
        for match in self.anywhere.finditer(text):
            yield text[max(0, match.start() - 30) : match.end() + 30]


def texts(page: str) -> list[str]:
    """What is read on a page, each piece between two tags and what stands in them for those who hover or listen."""
    page = NOT_READ.sub(" ", page.replace(BRAND, "Crosstable"))
    pieces = [*TAG.split(page), *TEXT_ATTRIBUTES.findall(page)]
    return [EXAMPLES.sub("", " ".join(unescape(piece).split())) for piece in pieces]


def words_of_others(tournament: Tournament) -> Foreign:
    own, game = rules_of(tournament).vocabulary, GAMES[tournament.game]
    uses = {use.value for use in game.uses}
    places = set(_places()) - {own.table.lower(), own.tables.lower()}
    mine = set(_called(own))
    if tournament.team_boards > 1:  # a team match has boards and board points in every game
        places -= {"board", "boards"}
        mine.add("BP")
    called = {word for other in GAMES.values() for word in _called(other.vocabulary)} - mine - EVERYDAY
    parts = {word for use, words in OF_USES.items() if use not in uses for word in words}
    anywhere = places | parts | (called - ALONE)
    return Foreign(_any_of(anywhere), frozenset(called & ALONE))


def _places() -> Iterator[str]:
    for game in GAMES.values():
        named = [game.vocabulary.place, *(variant.place for variant in game.variants if variant.place)]
        for place in (*named, Noun("Lane", "Lanes", "lane", "lanes")):
            yield from (place.word, place.words)


def _called(vocabulary: Vocabulary) -> Iterator[str]:
    for word in (
        vocabulary.first,
        vocabulary.second,
        vocabulary.organiser,
        vocabulary.points,
        vocabulary.score,
    ):
        yield word if word.isupper() else word.lower()


def _any_of(words: set[str]) -> re.Pattern[str]:
    """An abbreviation as it is written, other words in any case."""
    loud = "|".join(re.escape(word) for word in sorted(words) if word.isupper())
    quiet = "|".join(re.escape(word) for word in sorted(words) if not word.isupper())
    return re.compile(rf"\b(?:{loud}|(?i:{quiet}))\b" if loud else rf"\b(?i:{quiet})\b")
