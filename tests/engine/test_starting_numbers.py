"""C.04.2 article 2: the order of starting numbers, late entries, corrections."""

from __future__ import annotations

from crosstable.engine.model import EntryId
from crosstable.engine.starting_numbers import (
    TITLES,
    Ranked,
    in_starting_order,
    name_key,
    renumbered,
    starting_numbers,
    with_late_entries,
)


def ranked(*texts: str) -> list[Ranked]:
    """'2400 GM Hart' is one entry; 'Hart' has neither rating nor title; keys count from 1."""
    entries = []
    for key, text in enumerate(texts, start=1):
        *front, name = text.split()
        rating = next((int(word) for word in front if word.isdigit()), 0)
        title = next((word for word in front if not word.isdigit()), "")
        entries.append(Ranked(EntryId(key), rating, title, name))
    return entries


def fixed(*texts: str) -> list[Ranked]:
    """The same with the numbers in the order they are named."""
    rows = ranked(*texts)
    return [Ranked(row.id, row.rating, row.title, row.name, int(row.id)) for row in rows]


def late(key: int, text: str) -> Ranked:
    (one,) = ranked(text)
    return Ranked(EntryId(key), one.rating, one.title, one.name)


def names(entries: list[Ranked]) -> list[str]:
    return [entry.name for entry in entries]


def test_the_rating_comes_before_the_title_and_the_title_before_the_name():
    field = ranked("2000 Adams", "2000 GM Zorn", "2100 Young", "Baker", "2000 IM Able", "2000 GM Young")
    assert names(in_starting_order(field)) == ["Young", "Young", "Zorn", "Able", "Adams", "Baker"]


def test_titles_are_in_the_order_of_the_handbook_and_others_count_as_none():
    field = ranked(*(f"1900 {title} {title}" for title in ["NM", *reversed(TITLES)]), "1900 Zed", "1900 Ann")
    assert names(in_starting_order(field)) == [
        "GM",
        "IM",
        "WGM",
        "FM",
        "WIM",
        "CM",
        "WFM",
        "WCM",
        "Ann",
        "NM",
        "Zed",
    ]


def test_titles_of_older_report_files_mean_the_same():
    field = ranked("1900 c Cm", "1900 wg Wgm", "1900 f Fm", "1900 g Gm", "1900 m Im")
    assert names(in_starting_order(field)) == ["Gm", "Im", "Wgm", "Fm", "Cm"]


def test_names_with_strokes_and_accents_stand_beside_their_base_letters():
    listed = ["Zorn", "Østby", "Olsen", "Łuczak", "Ćosić", "Åberg", "Adams", "Cole", "Đurić", "Dent", "Lund"]
    assert sorted(listed, key=name_key) == [
        "Åberg",
        "Adams",
        "Cole",
        "Ćosić",
        "Dent",
        "Đurić",
        "Łuczak",
        "Lund",
        "Olsen",
        "Østby",
        "Zorn",
    ]


def test_numbers_that_are_fixed_stay_and_the_others_follow():
    field = [*fixed("1500 Ann", "2500 Bo"), late(3, "1000 Cy"), late(4, "2000 Di")]
    assert starting_numbers(field) == {1: 1, 2: 2, 4: 3, 3: 4}


def test_a_late_entry_takes_the_number_of_its_rating_and_the_others_move_down():
    field = fixed("2200 Ann", "2000 Bo", "1800 Cy")
    assert with_late_entries(field, [late(4, "2100 Di")]) == {1: 1, 4: 2, 2: 3, 3: 4}
    assert with_late_entries(field, [late(4, "2300 Di"), late(5, "Ed")]) == {4: 1, 1: 2, 2: 3, 3: 4, 5: 5}


def test_a_free_number_is_used_before_anyone_moves():
    field = [Ranked(EntryId(1), 2200, number=1), Ranked(EntryId(2), 2000, number=3)]
    assert with_late_entries(field, [late(3, "2100 Di")]) == {1: 1, 3: 2, 2: 3}


def test_a_rating_corrected_since_does_not_mislead_a_late_entry():
    field = fixed("0 Ann", "2200 Bo", "2100 Cy", "1900 Di", "2400 Ed")
    assert with_late_entries(field, [late(6, "2000 Flo")])[EntryId(6)] == 4


def test_imported_numbers_in_another_order_are_kept_and_late_entries_follow():
    field = fixed("1500 Ann", "2200 Bo", "1800 Cy")
    assert with_late_entries(field, [late(4, "2300 Di")], keep=True) == {1: 1, 2: 2, 3: 3, 4: 4}
    in_order = fixed("2200 Ann", "2000 Bo")
    assert with_late_entries(in_order, [late(3, "2100 Cy")], keep=True) == {1: 1, 3: 2, 2: 3}


def test_renumbering_forgets_the_numbers_of_before():
    assert renumbered(fixed("1500 Ann", "2500 Bo", "2000 Cy")) == {2: 1, 3: 2, 1: 3}
