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
# Numbers that nobody sent: lengths of time, our own rows and headers, and the one parser's own.
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
}


def test_a_template_asks_the_database_nothing() -> None:
    asked = [
        (path.name, tag)
        for path in sorted(SOURCE.rglob("*.html"))
        for tag in TAG.findall(path.read_text())
        if QUERY.search(tag)
    ]
    assert asked == []


def test_every_number_people_send_is_read_by_one_bounded_parser() -> None:
    rooms = (SOURCE / room for room in ("web", "api", "live"))
    read = {call for room in rooms for path in sorted(room.rglob("*.py")) for call in _ints(path)}
    assert read - OUR_OWN == set()


def _ints(path: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "int":
            yield ", ".join(ast.unparse(argument) for argument in node.args)
