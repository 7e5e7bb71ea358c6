"""docs/requirements.md is true: every line is there, and the pages, operations and tests it names exist.

And the other way round: a line that a comment or a docstring names is on the page.
"""

from __future__ import annotations

import ast
import io
import re
import tokenize
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import pytest
from django.urls import Resolver404, resolve

from crosstable.api.app import api
from crosstable.api.swiss_app.app import api as swiss_app

ROOT = Path(__file__).parents[1]
SOURCE = ROOT / "src" / "crosstable"
LINES = {"A": 20, "B": 9, "C": 8, "D": 7, "E": 6, "F": 10, "G": 5, "H": 8, "I": 13, "L": 6, "M": 8}
# There C1 to C21 are the criteria of FIDE's own text.
FIDE = SOURCE / "engine" / "pairing" / "fide"

CODE = re.compile(r"(?<![\w/.-])[A-IL][1-9]\d?(?![\w/])")
QUOTED = re.compile(r"`([^`]+)`")
OPERATION = re.compile(r"(?:GET|POST|PUT|PATCH|DELETE) (?:/api|/compat/swiss-app/api|…)\S*")
STANDS_FOR = {
    "<event>": "an-event",
    "<club>": "a-club",
    "<game>": "chess",
    "<link>": "abc",
    "<n>": "1",
    "<preset>": "rapid",
}
NOTHING_TO_NAME = ("none:", "*not yet:*")


@dataclass(frozen=True)
class Line:
    code: str
    what: str
    page: str
    api: str
    test: str

    def quoted(self, cell: str) -> list[str]:
        return QUOTED.findall(getattr(self, cell))


def lines() -> list[Line]:
    """Each requirement is a heading with its code, a paragraph, and a list of its pages, operations and tests."""
    text = (ROOT / "docs" / "requirements.md").read_text(encoding="utf-8")
    pattern = (
        r"^### ([A-Z]\d+)\n(.*?)\n\n- \*\*Page:\*\* (.*?)\n- \*\*API:\*\* (.*?)\n- \*\*Tests:\*\*\n(.*?)\n\n"
    )
    found = re.findall(pattern, text, re.MULTILINE | re.DOTALL)
    return [Line(*(re.sub(r"\s+", " ", part) for part in parts)) for parts in found]


def test_every_line_is_there_once_and_in_order():
    assert [line.code for line in lines()] == [
        f"{letter}{number}" for letter, last in LINES.items() for number in range(1, last + 1)
    ]


@pytest.mark.parametrize("cell", ["page", "api", "test"])
def test_a_line_names_something_or_says_why_not(cell):
    empty = [
        line.code
        for line in lines()
        if not line.quoted(cell) and not getattr(line, cell).startswith(NOTHING_TO_NAME)
    ]
    assert empty == []


def test_every_page_named_is_one_that_people_open():
    opened = set(
        re.findall(r"^\| (\S+) \| get \|", (ROOT / "docs" / "roles.md").read_text("utf-8"), re.MULTILINE)
    )
    pages = {page for line in lines() for page in line.quoted("page") if page.startswith("/")}
    assert {page for page in pages if _name_of(page) not in opened} == set()


def test_every_operation_named_is_in_the_document_of_the_api():
    known = {
        f"{method.upper()} {path}"
        for one in (api, swiss_app)
        for path, operations in one.get_openapi_schema()["paths"].items()
        for method in operations
    }
    named = {
        quoted.replace("…", "/api/tournaments/{tournamentId}")
        for line in lines()
        for quoted in line.quoted("api")
        if OPERATION.fullmatch(quoted)
    }
    assert named - known == set()


def test_every_test_named_exists():
    named = {quoted for line in lines() for quoted in line.quoted("test") if "::" in quoted}
    assert {name for name in named if name.split("::")[1] not in _tests_in(name.split("::")[0])} == set()


@pytest.mark.parametrize("cell", ["page", "api", "test"])
def test_nothing_else_is_quoted_than_what_is_checked(cell):
    """A page, an operation, a test; or a command, a name of a field or of a setting that other tests look after."""
    known = {"page": r"/.*", "api": OPERATION.pattern, "test": r"[\w/]+\.py::test_\w+"}[cell]
    other = r"crosstable [a-z -]+|ETag|endDate|maxPlayers|DATABASE_URL"
    quoted = {quoted for line in lines() for quoted in line.quoted(cell)}
    assert {one for one in quoted if not re.fullmatch(f"{known}|{other}", one)} == set()


def test_every_line_the_code_names_is_on_the_page():
    known = {line.code for line in lines()}
    files = [path for path in SOURCE.rglob("*.py") if FIDE not in path.parents]
    named = {
        (path.relative_to(SOURCE).as_posix(), code)
        for path in files
        for words in _remarks(path)
        for code in CODE.findall(words)
    }
    assert {code for _, code in named}, "the code names no line at all: what is looked for?"
    assert {place for place in named if place[1] not in known} == set()


def _name_of(page: str) -> str | None:
    """What the code calls the page at this address; none where there is no page."""
    for stand_in, value in STANDS_FOR.items():
        page = page.replace(stand_in, value)
    try:
        return resolve(page).url_name
    except Resolver404:
        return None


@cache
def _tests_in(path: str) -> frozenset[str]:
    file = ROOT / "tests" / path
    if not file.exists():
        return frozenset()
    module = ast.parse(file.read_text(encoding="utf-8"))
    return frozenset(node.name for node in ast.walk(module) if isinstance(node, ast.FunctionDef))


def _remarks(path: Path) -> Iterator[str]:
    """Comments, docstrings, and the strings that stand below a value to say what it is."""
    text = path.read_text(encoding="utf-8")
    if not CODE.search(text):  # most files name no line at all
        return
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            yield str(node.value.value)
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.type == tokenize.COMMENT:
            yield token.string
