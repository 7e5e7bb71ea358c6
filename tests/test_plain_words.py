"""Words to avoid stay out of pages, docstrings, comments and documents.

`plain_words.toml` lists the words, each with what to write instead. `plain_words_limits.json` holds, for each file, how
many are left: a number may only fall. `python tests/test_plain_words.py` prints where they are; with `--write` it
stores smaller numbers.
"""

from __future__ import annotations

import ast
import io
import json
import re
import sys
import tokenize
import tomllib
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

HERE = Path(__file__).parent
ROOT = HERE.parent
LIMITS = HERE / "plain_words_limits.json"
# The glossary names the words it replaces; generated files have the names of tests.
LEFT_OUT = {"docs/glossary.md", "docs/conformance.md", "tests/test_plain_words.py"}
DOCUMENTS = ("*.md", "docs/**/*.md", "bench/*.md")
PAGES = ("src/**/*.html", "src/**/*.jinja", "src/**/*.js", "src/**/*.txt", "src/**/*.typ")
CODE = ("src/**/*.py", "tests/**/*.py", "bench/**/*.py")
NOT_TEXT = re.compile(r"\{%.*?%\}|\{\{.*?\}\}|<[^>]*>|`[^`]*`", re.DOTALL)


class Word(NamedTuple):
    pattern: re.Pattern[str]
    instead: str
    kinds: frozenset[str]


class Piece(NamedTuple):
    path: str
    kind: str
    line: int
    text: str


def words() -> list[Word]:
    listed = tomllib.loads((HERE / "plain_words.toml").read_text())["word"]
    return [
        Word(
            re.compile(rf"\b(?:{word['pattern']})\b", re.IGNORECASE),
            word["instead"],
            frozenset(word.get("in", ("pages", "code", "documents"))),
        )
        for word in listed
    ]


def pieces() -> Iterator[Piece]:
    for pattern in DOCUMENTS:
        for path in sorted(ROOT.glob(pattern)):
            yield from lines_of(path, "documents")
    for pattern in PAGES:
        for path in sorted(ROOT.glob(pattern)):
            yield from lines_of(path, "pages")
    for pattern in CODE:
        for path in sorted(ROOT.glob(pattern)):
            if "migrations" not in path.parts:
                yield from parts_of(path)


def lines_of(path: Path, kind: str) -> Iterator[Piece]:
    """Without tags, markup and code spans; a tag may span lines."""
    text = NOT_TEXT.sub(lambda found: "\n" * found[0].count("\n"), path.read_text())
    for number, line in enumerate(text.splitlines(), start=1):
        yield Piece(name_of(path), kind, number, line)


def parts_of(path: Path) -> Iterator[Piece]:
    """Comments and docstrings are code; other strings with a space are taken for text on pages, except in tests."""
    source = path.read_text()
    docstrings = set()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            text = ast.get_docstring(node, clean=False)
            if text is not None:
                first = node.body[0].lineno
                docstrings.add(first)
                for number, line in enumerate(text.splitlines(), start=first):
                    yield Piece(name_of(path), "code", number, re.sub(r"`[^`]*`", "", line))
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type == tokenize.COMMENT:
            yield Piece(name_of(path), "code", token.start[0], re.sub(r"`[^`]*`", "", token.string))
        is_text = token.type == tokenize.STRING and " " in token.string and token.start[0] not in docstrings
        if is_text and path.is_relative_to(ROOT / "src"):
            yield Piece(name_of(path), "pages", token.start[0], token.string)


def name_of(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


def found() -> Iterator[tuple[Piece, str, str]]:
    listed = words()
    for piece in pieces():
        if piece.path in LEFT_OUT or "words: allow" in piece.text:
            continue
        for word in listed:
            if piece.kind in word.kinds:
                for match in word.pattern.finditer(piece.text):
                    yield piece, match[0], word.instead


def test_words_to_avoid_become_fewer_in_every_file():
    hits = list(found())
    counts = Counter(piece.path for piece, _, _ in hits)
    limits = Counter(json.loads(LIMITS.read_text()))
    more = {
        f"{piece.path}:{piece.line}: “{word}” → {instead}"
        for piece, word, instead in hits
        if counts[piece.path] > limits[piece.path]
    }
    assert more == set()


if __name__ == "__main__":
    hits = list(found())
    for piece, word, instead in hits:
        print(f"{piece.path}:{piece.line}: {piece.kind}: “{word}” → {instead}")
    kinds = Counter(piece.kind for piece, _, _ in hits)
    print(", ".join(f"{kind} {count}" for kind, count in sorted(kinds.items())))
    if "--write" in sys.argv:
        old = Counter(json.loads(LIMITS.read_text())) if LIMITS.exists() else None
        new = Counter(piece.path for piece, _, _ in hits)
        kept = {path: count if old is None else min(count, old[path]) for path, count in sorted(new.items())}
        LIMITS.write_text(json.dumps(kept, indent=1) + "\n")
