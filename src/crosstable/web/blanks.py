"""A page with blanks: made by its template once for everybody of whom the same is true, and filled in for each.

What decides how the page looks is a fact, what is only written on it is a text. The template gets stand-ins that hold
the facts and, in place of each text, a blank. So a page that was made for one person holds nothing of that person, and
a thousand players of one round need the template a few times only.

    blanks = Blanks()
    you = StandIn(blanks, name=blanks.text(entry.display_name), is_dropped=blanks.fact(entry.is_dropped))

A template that reads what no stand-in has, or does more with a text than write it, makes a page that cannot be filled
in: it is noticed when the page is made (`Skeletons.get`), and everybody like that is answered the long way.
"""

from __future__ import annotations

import logging
import re
import secrets
import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Hashable, Sequence
from contextlib import suppress
from types import SimpleNamespace
from typing import Any

from django.utils.html import conditional_escape
from django.utils.safestring import SafeString

log = logging.getLogger(__name__)
# Seconds a page is filled in at most: it may show a name that is no text and was changed.
MAX_AGE = 60.0
# Digits only, so that a blank goes through an address; another number in every process, so that nobody can write one.
_SALT = str(10**19 + secrets.randbelow(9 * 10**19))
_HOLE = re.compile(_SALT + r"(\d{3})")


class Blank(SafeString):
    """The place of a text."""


def blank(number: int) -> Blank:
    return Blank(f"{_SALT}{number:03d}")


# The token of every form on a page, and the key of one, which is another one in each.
TOKEN, KEY = blank(998), blank(999)


class Unforeseen(Exception):
    """A template asked a stand-in for something it does not have."""


class StandIn(SimpleNamespace):
    """`words` is what it is called where it is written itself."""

    def __init__(self, blanks: Blanks, words: Any = "", **values: Any) -> None:
        super().__init__(words=words, **values)
        self.__dict__["_blanks"] = blanks

    def __str__(self) -> str:
        return str(self.words)

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):  # Python asks, not the template
            raise AttributeError(name)
        self.__dict__["_blanks"].unforeseen.append(name)
        raise Unforeseen(name)


class Blanks:
    """The facts and the texts of one person."""

    def __init__(self) -> None:
        self.facts: list[Hashable] = []
        self.texts: list[str] = []
        self.unforeseen: list[str] = []

    def fact(self, value: Any) -> Any:
        self.facts.append((value.__class__, value))
        return value

    def text(self, value: Any) -> Any:
        """Nothing, and 0, are facts."""
        if not value:
            return self.fact(value)
        self.facts.append(True)
        self.texts.append(value if _is_plain(value) else conditional_escape(str(value)))
        return _BLANKS[len(self.texts) - 1]


def _is_plain(value: Any) -> bool:
    """Most are: they are written as they are."""
    return value.__class__ is str and _UNSAFE.search(value) is None


_UNSAFE = re.compile("[&<>\"']")
_BLANKS = [blank(number) for number in range(998)]


class Skeleton:
    """Text, number of a blank, text … text."""

    def __init__(self, page: str) -> None:
        pieces = _HOLE.split(page)
        self._texts = pieces[::2]
        self._holes = [int(hole) for hole in pieces[1::2]]

    def filled(self, texts: Sequence[str], token: str = "", key: Callable[[], str] = str) -> str:
        parts = [self._texts[0]]
        for number, text in zip(self._holes, self._texts[1:], strict=True):
            parts.append(texts[number] if number < 998 else token if number == 998 else key())
            parts.append(text)
        return "".join(parts)


class Skeletons:
    """The most recently used pages with blanks; None is kept for what cannot be filled in. Too old is over: with every
    result an event has new ones, and nobody asks for the old ones again."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._lock = threading.Lock()
        self._held: OrderedDict[Hashable, tuple[Skeleton | None, float]] = OrderedDict()

    def get(
        self, blanks: Blanks, key: Hashable, make: Callable[[], str], alone: Callable[[], str]
    ) -> Skeleton | None:
        """`make` is the page with blanks; `alone` the same page for this person without any, with TOKEN and KEY where
        they go: filled in, the first must be the second."""
        whole = (key, tuple(blanks.facts))
        held = self._held.get(whole)
        if held is None or time.monotonic() - held[1] > MAX_AGE:
            held = _made(blanks, make, alone), time.monotonic()
        with self._lock:
            self._held[whole] = held
            self._held.move_to_end(whole)
            while len(self._held) > self._most or self._oldest_is_of_no_use():
                self._held.popitem(last=False)
        return held[0]

    def _oldest_is_of_no_use(self) -> bool:
        """It would be made anew, whoever asks. What was just kept stays."""
        _, made = next(iter(self._held.values()))
        return len(self._held) > 1 and time.monotonic() - made > MAX_AGE


def _made(blanks: Blanks, make: Callable[[], str], alone: Callable[[], str]) -> Skeleton | None:
    with suppress(Unforeseen):
        skeleton = Skeleton(make())
    if blanks.unforeseen:
        log.info("A page is made for everybody alone: no stand-in has %s.", ", ".join(blanks.unforeseen))
        return None
    if skeleton.filled(blanks.texts, TOKEN, lambda: KEY) != alone():
        log.warning("A page with blanks is not the page it stands for; it is made for everybody alone.")
        return None
    return skeleton
