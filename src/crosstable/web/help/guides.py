"""The guides: documents of `docs/`, rendered once, and reference lists written from the records.

There is no second copy of a text: a guide is read from the same file that the repository shows, and a game, format or
tie-break explains itself by its record. Documents are in English; what comes from records is translated.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from django.urls import reverse
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe
from markdown_it import MarkdownIt
from markdown_it.token import Token

import crosstable
from crosstable.engine.pairing.registry import SYSTEMS
from crosstable.engine.tie_breaks import TIE_BREAKS
from crosstable.events.bridge.settings.stage_settings import FORMATS
from crosstable.games import GAMES, Vocabulary
from crosstable.text import Text, active, tr
from crosstable.web.help.terms import TERMS

PACKAGE = Path(crosstable.__file__).parent
# Inside the wheel, or next to `src` in a checkout.
DOCUMENTS = next((path for path in (PACKAGE / "docs", PACKAGE.parents[1] / "docs") if path.is_dir()), PACKAGE)
# The parser escapes HTML in a document, and knows tables.
PARSER = MarkdownIt("commonmark", {"html": False}).enable("table")


@dataclass(frozen=True, slots=True)
class Section:
    """A heading and what follows it. `words` is its text without markup, for the search."""

    id: str
    title: str
    html: SafeString
    words: str


@dataclass(frozen=True, slots=True)
class Guide:
    name: str
    title: str
    # Its readers, and what it is about.
    about: str
    sections: tuple[Section, ...]
    # The language of its text, if it is not the reader's.
    language: str = ""

    @property
    def path(self) -> str:
        return reverse("help-guide", args=[self.name])


# Groups of guides on the first page, in this order; a name without a document is a list from records.
GROUPS: dict[Text, tuple[str, ...]] = {
    tr("Run an event"): ("first-event", "organising", "desk", "corrections"),
    tr("Play"): ("players",),
    tr("Decide"): ("arbiters", "conformance", "commands"),
    tr("How it works"): ("dutch", "swiss", "round-robin", "knockout", "repairs", "hall"),
    tr("Look up"): ("terms", "formats", "stages", "games-offered", "tie-breaks", "event-file"),
    tr("Programs and servers"): ("api", "operations", "security", "roles", "scaling"),
}
NAMES = tuple(name for names in GROUPS.values() for name in names)


def guide_of(name: str) -> Guide | None:
    """Return the guide, with lists from records in the reader's language."""
    if name not in NAMES:
        return None
    if name in REFERENCES:
        return _reference(name, active().code)
    return _document(name)


def all_guides() -> Iterator[tuple[Text, list[Guide]]]:
    for heading, names in GROUPS.items():
        guides = (guide_of(name) for name in names)
        yield heading, [guide for guide in guides if guide is not None]


@cache
def _document(name: str) -> Guide | None:
    files = (DOCUMENTS / f"{name}.md", DOCUMENTS / "algorithms" / f"{name}.md")
    file = next((path for path in files if path.is_file()), None)
    if file is None:
        return None
    source = file.read_text()
    tokens = PARSER.parse(source)
    title, about = "", ""
    parts: list[tuple[str, list[Token]]] = [("", [])]
    for place, token in enumerate(tokens):
        if token.type == "heading_open" and token.tag == "h1":
            title = tokens[place + 1].content
        elif token.type == "heading_open" and token.tag == "h2":
            parts.append((_plain(tokens[place + 1]), []))
        parts[-1][1].append(token)
    sections = []
    for heading, body in parts:
        _describe_tables(body, heading or title)
        shown = [t for t in _without_heading(body) if t.level >= 0]
        if not heading:
            about = next((_plain(t) for t in shown if t.type == "inline"), "")
        if shown:
            sections.append(_section(heading, shown))
    return Guide(name, title, about, tuple(sections), language="en-GB")


def _without_heading(tokens: list[Token]) -> list[Token]:
    """Leave out the heading of the part itself: an opening, its words and a closing."""
    if tokens and tokens[0].type == "heading_open" and tokens[0].tag in ("h1", "h2"):
        return tokens[3:]
    return tokens


def _section(heading: str, tokens: list[Token]) -> Section:
    for token in tokens:
        for child in token.children or ():
            if child.type == "link_open":
                child.attrs["href"] = _address(str(child.attrs.get("href", "")))
            elif child.type == "image":
                child.attrs["src"] = ""
    html = PARSER.renderer.render(tokens, PARSER.options, {}).replace("<pre>", '<pre tabindex="0">')
    words = " ".join(_plain(token) for token in tokens if token.type in ("inline", "fence"))
    # Made by the parser, which escapes every HTML in the document.
    return Section(anchor_of(heading), heading, mark_safe(html), words)  # noqa: S308


def _describe_tables(tokens: list[Token], heading: str) -> None:
    """Give tables a caption, row headers and column headers; wide ones can be scrolled with the keyboard."""
    column, is_body = 0, False
    for place, token in enumerate(tokens):
        if token.type == "heading_open":
            heading = _plain(tokens[place + 1])
        elif token.type == "table_open":
            token.meta["caption"] = heading
        elif token.type in ("thead_open", "tbody_open"):
            is_body = token.type == "tbody_open"
        elif token.type == "tr_open":
            column = 0
        elif token.type == "th_open":
            token.attrSet("scope", "col")
        elif token.type in ("td_open", "td_close") and is_body and column == 0:
            token.tag = "th"
            if token.type == "td_open":
                token.attrSet("scope", "row")
            else:
                column = 1


def _open_table(
    _renderer: object, tokens: Sequence[Token], place: int, _options: object, _env: object
) -> str:
    caption = tokens[place].meta["caption"]
    return format_html(
        '<div class="wide" role="group" tabindex="0" aria-label="{}"><table>'
        '<caption class="visually-hidden">{}</caption>',
        caption,
        caption,
    )


def _close_table(*_: object) -> str:
    return "</table></div>"


PARSER.add_render_rule("table_open", _open_table)
PARSER.add_render_rule("table_close", _close_table)


def _plain(token: Token) -> str:
    if token.children:
        return "".join(" " if child.type.endswith("break") else child.content for child in token.children)
    return token.content


def _address(href: str) -> str:
    """Lead to the guide if it is in the help; other documents are only in the repository."""
    name, _, anchor = href.partition("#")
    end = f"#{anchor}" if anchor else ""
    if not name or href.startswith(("http://", "https://", "/")):
        return href
    known = Path(name).stem
    return reverse("help-guide", args=[known]) + end if known in NAMES else reverse("help") + end


def anchor_of(heading: str) -> str:
    return re.sub(r"[^\w]+", "-", heading.lower()).strip("-")


@cache
def _reference(name: str, language: str) -> Guide:
    title, about, rows = REFERENCES[name]
    sections = [
        Section(anchor_of(code), str(heading), _paragraphs(texts), " ".join(texts))
        for code, heading, texts in rows()
    ]
    return Guide(name, str(title), str(about), tuple(sections))


def _paragraphs(texts: list[str]) -> SafeString:
    return format_html_join("", "<p>{}</p>", ((text,) for text in texts))


Row = tuple[str, object, list[str]]


def _terms() -> Iterator[Row]:
    for code, term in sorted(TERMS.items(), key=lambda item: str(item[1].title).casefold()):
        yield code, term.title, [str(term.says)]


def _formats() -> Iterator[Row]:
    for one in FORMATS.values():
        yield one.code, tr("{format}", format=tr(one.name)), [str(one.sentence)]
    usual = Vocabulary()
    for code, system in SYSTEMS.items():
        heading = tr("Pairing system: {system}", system=system.name)
        yield f"system-{code}", heading, [str(usual.say(system.sentence))]


def _games() -> Iterator[Row]:
    for game in GAMES.values():
        systems = [str(SYSTEMS[code].name) for code in game.systems]
        orders = [tuple(TIE_BREAKS[code].name for code in codes) for codes in game.tie_breaks.values()]
        texts = [str(game.sentence), str(tr("Pairing systems: {systems}.", systems=systems))]
        texts += [str(tr("Tie-breaks: {names}.", names=[str(n) for n in names])) for names in orders[:1]]
        yield game.code, game.name, texts


def _tie_breaks() -> Iterator[Row]:
    for one in TIE_BREAKS.values():
        heading = tr("{name} ({code})", name=one.name, code=one.code)
        yield f"tie-break-{one.code}", heading, [str(one.explanation)]


REFERENCES: dict[str, tuple[Text, Text, Callable[[], Iterator[Row]]]] = {
    "terms": (tr("Glossary"), tr("The words on the pages, and what they mean."), _terms),
    "formats": (
        tr("Formats and pairing systems"),
        tr("How an event can be played, and how its rounds are paired."),
        _formats,
    ),
    "games-offered": (tr("Games"), tr("Every game, how it is paired and how ties are broken."), _games),
    "tie-breaks": (tr("Tie-breaks"), tr("What decides between players with equal scores."), _tie_breaks),
}


@dataclass(frozen=True, slots=True)
class Hit:
    guide: Guide
    section: Section
    snippet: SafeString

    @property
    def path(self) -> str:
        return f"{self.guide.path}#{self.section.id}" if self.section.id else self.guide.path


MOST_HITS, AROUND = 30, 90


def search(typed: str) -> list[Hit]:
    """Return the sections that have every word typed: those with it in their title first, then the short ones."""
    wanted = typed.casefold().split()[:8]
    if not wanted:
        return []
    hits: list[tuple[int, int, Hit]] = []
    for _, guides in all_guides():
        for guide in guides:
            for section in guide.sections:
                title, text = f"{section.title} {guide.title}".casefold(), section.words.casefold()
                if all(word in title or word in text for word in wanted):
                    score = sum(2 * (word in section.title.casefold()) + (word in title) for word in wanted)
                    hits.append((-score, len(text), Hit(guide, section, _snippet(section.words, wanted))))
    return [hit for _, _, hit in sorted(hits, key=lambda scored: scored[:2])[:MOST_HITS]]


def _snippet(text: str, wanted: list[str]) -> SafeString:
    """Return the text around the first word found, with the words marked."""
    places = [text.casefold().find(word) for word in wanted]
    start = max(0, min((place for place in places if place >= 0), default=0) - AROUND)
    piece = ("… " if start else "") + text[start : start + 2 * AROUND].strip()
    pattern = re.compile("|".join(re.escape(word) for word in wanted), re.IGNORECASE)
    marked: list[tuple[Any, ...]] = []
    end = 0
    for found in pattern.finditer(piece):
        marked.append((piece[end : found.start()], found[0]))
        end = found.end()
    return format_html_join("", "{}<mark>{}</mark>", marked) + format_html_join("", "{}", [(piece[end:],)])
