"""Words to avoid stay out of pages, docstrings, comments, documents and names.

`plain_words.toml` lists the words, each with what to write instead. An innocent use may stay on a line with the comment
`words: allow <word>`.
"""

from __future__ import annotations

import ast
import io
import re
import tokenize
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

HERE = Path(__file__).parent
ROOT = HERE.parent
# The glossary names the words it replaces; generated files have the names of tests.
LEFT_OUT = {"docs/glossary.md", "docs/conformance.md", "tests/test_plain_words.py"}
DOCUMENTS = ("*.md", "docs/**/*.md", "bench/*.md")
PAGES = ("src/**/*.html", "src/**/*.jinja", "src/**/*.js", "src/**/*.txt", "src/**/*.typ")
CODE = ("src/**/*.py", "tests/**/*.py", "bench/**/*.py")
NOT_TEXT = re.compile(r"\{%.*?%\}|\{\{.*?\}\}|<[^>]*>|`[^`]*`", re.DOTALL)
MARKED = re.compile(r"""\{[{%]-?\s*trn?[ (]"([^"\n]*)"(?:,? "([^"\n]*)")?.*?-?[%}]\}""")
NAMES = re.compile(r"\w*(?:nobody|somebody|everybody|anybody|whoever|anew|reckon)\w*", re.IGNORECASE)


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
    """Without tags, markup and code spans; a tag may span lines. Sentences marked for translation stay."""
    marked = MARKED.sub(lambda found: " ".join(filter(None, found.groups())), path.read_text())
    text = NOT_TEXT.sub(lambda found: "\n" * found[0].count("\n"), marked)
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
        if "words: allow" in token.line:
            continue
        if token.type == tokenize.COMMENT:
            yield Piece(name_of(path), "code", token.start[0], re.sub(r"`[^`]*`", "", token.string))
        is_text = token.type == tokenize.STRING and " " in token.string and token.start[0] not in docstrings
        if is_text and path.is_relative_to(ROOT / "src"):
            yield Piece(name_of(path), "pages", token.start[0], re.sub(r"`[^`]*`", "", token.string))


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


def test_no_page_docstring_comment_or_document_has_a_word_to_avoid():
    assert [f"{piece.path}:{piece.line}: “{word}” → {instead}" for piece, word, instead in found()] == []


def test_no_name_in_the_code_has_one_of_the_plainest_of_them():
    named = {
        f"{name_of(path)}: {name}"
        for path in sorted(ROOT.glob("src/**/*.py"))
        if "migrations" not in path.parts
        for name in NAMES.findall(path.read_text())
    }
    assert named == set()
