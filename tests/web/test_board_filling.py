"""How many pages and how large: the venue screen from one table to a hundred."""

from types import SimpleNamespace

import pytest

from crosstable.web.public.board import BoardRow, board_pages


def rows(count):
    entry = SimpleNamespace(display_name="x", faction="")
    return [BoardRow(n, entry, entry, "") for n in range(1, count + 1)]  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("tables", "pages", "height", "layout"),
    [
        (1, 1, 1, "one"),
        (4, 1, 4, "one"),
        (7, 1, 4, "stacked"),
        (16, 1, 8, "stacked"),
        (22, 1, 11, "beside"),
        (23, 2, 6, "stacked"),
        (30, 2, 8, "stacked"),
        (100, 5, 10, "beside"),
        (101, 5, 11, "beside"),
    ],
)
def test_the_type_is_as_large_as_the_number_of_tables_allows(tables, pages, height, layout):
    made = board_pages(rows(tables))
    assert (len(made), made[0].height, made[0].layout) == (pages, height, layout)


@pytest.mark.parametrize("tables", range(150))
def test_every_table_is_on_exactly_one_page_in_order(tables):
    shown = [row.table for page in board_pages(rows(tables)) for row in page.rows]
    assert shown == list(range(1, tables + 1))
