"""The lists of factions: complete, without doubles, and found in every spelling."""

from __future__ import annotations

from collections import Counter

import pytest

from crosstable.games.factions import FACTION_LISTS, spelling

WH40K = FACTION_LISTS["warhammer-40k"]


@pytest.mark.parametrize("listed", FACTION_LISTS.values(), ids=lambda listed: listed.code)
def test_no_name_stands_for_two_factions(listed):
    spelled = Counter(spelling(text) for one in listed.factions for text in {one.name, *one.aliases})
    assert [text for text, times in spelled.items() if times > 1] == []
    assert len({one.key for one in listed.factions}) == len(listed.factions)
    assert [one.name for one in listed.factions if len(one.name) > 60 or not one.key] == []


@pytest.mark.parametrize(
    ("typed", "name"),
    [
        ("T'au", "T'au Empire"),
        ("tau empire", "T'au Empire"),
        ("TAU-EMPIRE", "T'au Empire"),
        ("T’au Empire", "T'au Empire"),
        ("csm", "Chaos Space Marines"),
        ("chaos  space marines", "Chaos Space Marines"),
        ("Necron", "Necrons"),
    ],
)
def test_a_faction_is_found_however_it_is_typed(typed, name):
    found = WH40K.find(typed)
    assert found is not None
    assert found.name == name


def test_what_is_not_in_the_list_is_not_found_but_something_near_is_proposed():
    assert WH40K.find("Tyranyds") is None
    assert WH40K.nearest("Tyranyds")[0].name == "Tyranids"
    assert WH40K.nearest("knights")[:1] == [WH40K.find("Knights")]
    assert WH40K.nearest("") == []


def test_another_choice_of_names_keeps_the_keys_of_those_that_are_known():
    own = WH40K.with_names(["Orks", "tau", "Squats United", "Orks"])
    assert [(one.key, one.name) for one in own.factions] == [
        ("orks", "Orks"),
        ("tau-empire", "T'au Empire"),
        ("squats-united", "Squats United"),
    ]
