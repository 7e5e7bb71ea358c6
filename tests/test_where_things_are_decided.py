"""What a page shows is decided before it is drawn, and what people send is read in one place."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

SOURCE = Path(__file__).parent.parent / "src" / "crosstable"
TAG = re.compile(r"{[{%].*?[%}]}", re.DOTALL)
# A manager or a query set. `count` is also a plain value of a few of ours.
QUERY = re.compile(r"\.(all|exists|filter|exclude|order_by|values_list|select_related|objects|\w+_set)\b")
# `{% if match.state == "open" %}`: when something may be done is a property of the row or the answer of a query.
STATE = re.compile(r"""\b(status|state|kind|step|put_off|policy)(\.value)?\s*(==|!=|in|not in)\s*["'\[(]""")
# Numbers that no client sent: lengths of time, our own rows and headers, and the one parser's own.
OUR_OWN = {
    "length.total_seconds()",
    "(timezone.now() - moment).total_seconds()",
    "clock.left.total_seconds()",
    "response['Retry-After']",
    "tournament_id",
    "revision",
    "pid",
    "file.read().split()[1]",
    "status[:3]",
    "hole",
    "self.total('page renderer')",
    "time.time()",
}


def test_a_template_asks_the_database_nothing() -> None:
    assert _tags_with(QUERY) == []


def test_a_template_compares_no_states() -> None:
    assert _tags_with(STATE) == []


def _tags_with(pattern: re.Pattern[str]) -> list[tuple[str, str]]:
    return [
        (path.name, tag)
        for ending in ("html", "jinja")
        for path in sorted(SOURCE.rglob(f"*.{ending}"))
        for tag in TAG.findall(path.read_text())
        if pattern.search(tag)
    ]


def test_every_number_people_send_is_read_by_one_bounded_parser() -> None:
    rooms = (SOURCE / room for room in ("web", "api", "live"))
    read = {call for room in rooms for path in sorted(room.rglob("*.py")) for call in _ints(path)}
    assert read - OUR_OWN == set()


def test_one_guard_refuses_what_someone_may_not() -> None:
    """Pages, API and actions ask a permission by its name and refuse through `check_may`."""
    refusals = re.compile(r"(raise|return) \S*\b(PermissionDenied|NotAllowed|HttpResponseForbidden)\b")
    refusing = [
        (str(path.relative_to(SOURCE)), line.strip())
        for path in sorted(SOURCE.rglob("*.py"))
        for line in path.read_text().splitlines()
        if refusals.search(line)
    ]
    assert refusing == [("accounts/permissions.py", "raise NotAllowed(who_may=who_may)")]


def test_an_agreed_result_is_written_in_one_place_and_asked_for_in_another() -> None:
    """The third gives it a colour. Other code asks a match, or its rows, such as `is_agreed` or `undecided()`."""
    naming = [
        str(path.relative_to(SOURCE))
        for path in sorted(SOURCE.rglob("*.py"))
        if "MatchState.AGREED" in path.read_text()
    ]
    assert naming == [
        "events/actions/results/settling.py",
        "events/models/rounds.py",
        "web/templatetags/look.py",
    ]


def _ints(path: Path) -> Iterator[str]:
    text = path.read_text()
    for node in ast.walk(ast.parse(text)) if "int(" in text else ():
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "int":
            yield ", ".join(ast.unparse(argument) for argument in node.args)
