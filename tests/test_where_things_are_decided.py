"""What a page shows is decided before it is drawn."""

from __future__ import annotations

import re
from pathlib import Path

SOURCE = Path(__file__).parent.parent / "src" / "crosstable"
TAG = re.compile(r"{[{%].*?[%}]}", re.DOTALL)
# A manager or a query set.
QUERY = re.compile(r"\.(all|exists|filter|exclude|order_by|values_list|select_related|objects|\w+_set)\b")


def test_a_template_asks_the_database_nothing() -> None:
    asked = [
        (path.name, tag)
        for path in sorted(SOURCE.rglob("*.html"))
        for tag in TAG.findall(path.read_text())
        if QUERY.search(tag)
    ]
    assert asked == []
