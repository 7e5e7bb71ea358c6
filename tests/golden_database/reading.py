"""A page as its visible words, one line for each block: what a reviewer reads when it changes."""

from __future__ import annotations

import json
import re
from html.parser import HTMLParser
from typing import Any

INLINE = {"b", "i", "em", "strong", "small", "abbr", "code", "kbd", "u", "sub", "sup", "bdi", "mark", "s"}
APART = {"a", "span", "label", "time"}
CELLS = {"td", "th"}
UNSEEN = {"script", "style", "svg", "template", "datalist"}
TICKED = {True: "[x]", False: "[ ]"}


class _Words(HTMLParser):
    """Fields show what is filled in; a choice shows what is chosen and of how many."""

    def __init__(self, whole: bool) -> None:
        super().__init__()
        self.parts: list[str] = []
        self._in = {"main": int(whole), "title": 0, "unseen": 0}
        self._options: list[str] | None = None
        self._chosen = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        if tag in UNSEEN:
            self._in["unseen"] += 1
        elif tag in ("main", "title"):
            self._in[tag] += 1
        elif tag == "select":
            self._options, self._chosen = [], 0
        elif tag == "option" and self._options is not None:
            self._chosen = len(self._options) if "selected" in given else self._chosen
            self._options.append("")
        elif tag == "input":
            self._say(_field(given))
        self._say(" | " if tag in CELLS else _break(tag))

    def handle_endtag(self, tag: str) -> None:
        if tag in UNSEEN:
            self._in["unseen"] -= 1
        elif tag == "select" and self._options is not None:
            chosen, count = (self._options or ["–"])[self._chosen], len(self._options)
            self._options = None
            self._say(f" [{' '.join(chosen.split())} of {count}] ")
        self._say("" if tag in CELLS else _break(tag))
        if tag in ("main", "title"):
            self._in[tag] -= 1

    def handle_data(self, data: str) -> None:
        if self._options:
            self._options[-1] += data
        elif self._options is None:
            self._say(re.sub(r"\s+", " ", data))

    def _say(self, words: str) -> None:
        if (self._in["main"] or self._in["title"]) and not self._in["unseen"]:
            self.parts.append(words)


def _break(tag: str) -> str:
    return " " if tag in APART else "" if tag in INLINE or tag in ("option", "select", "input") else "\n"


def _field(given: dict[str, str | None]) -> str:
    kind = given.get("type") or "text"
    if kind in ("checkbox", "radio"):
        return f" {TICKED['checked' in given]} "
    return "" if kind == "hidden" else f" [{given.get('value') or ''}] "


def words_of(html: str, whole: bool = False) -> str:
    reader = _Words(whole or "<main" not in html)
    reader.feed(html)
    lines = [" ".join(line.split()) for line in "".join(reader.parts).split("\n")]
    return "\n".join(line for line in lines if line.strip("| "))


def answer_text(response: Any, whole: bool = False) -> str:
    """The words of a page, the lines of a text; of anything else its kind."""
    if response.status_code in (301, 302, 303):
        return f"→ {response.url}"
    kind = response.headers.get("Content-Type", "").partition(";")[0]
    if response.status_code != 200:
        return str(response.status_code)
    body = b"".join(response) if response.streaming else response.content
    if kind == "text/html":
        return words_of(body.decode(), whole)
    if kind == "application/json":
        return json.dumps(json.loads(body), indent=1, ensure_ascii=False, sort_keys=True)
    return (
        body.decode("utf-8-sig").replace("\r\n", "\n").strip() if kind in ("text/csv", "text/plain") else kind
    )
