"""How many pages and how large: the screens from one row to hundreds."""

import pytest

from crosstable.web.screens.show import NAMES, PAIRINGS, STANDINGS, sheets


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
    made = sheets(range(1, tables + 1), PAIRINGS)
    assert (len(made), made[0].height, made[0].layout) == (pages, height, layout)


@pytest.mark.parametrize("tables", range(150))
def test_every_table_is_on_exactly_one_page_in_order(tables):
    shown = [row for page in sheets(range(1, tables + 1), PAIRINGS) for row in page.rows]
    assert shown == list(range(1, tables + 1))


@pytest.mark.parametrize(
    ("names", "pages", "height", "layout"),
    [(7, 1, 7, "one"), (9, 1, 5, "two"), (28, 1, 14, "two"), (29, 1, 10, "three"), (200, 4, 17, "three")],
)
def test_two_hundred_names_fit_on_four_pages(names, pages, height, layout):
    made = sheets(range(names), NAMES)
    assert (len(made), made[0].height, made[0].layout) == (pages, height, layout)


@pytest.mark.parametrize("layouts", [PAIRINGS, NAMES, STANDINGS])
def test_no_page_is_higher_than_the_style_sheet_knows(layouts):
    assert max(page.height for count in range(1, 500) for page in sheets(range(count), layouts)) <= 18
