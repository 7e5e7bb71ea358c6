"""Names people cannot be deceived by."""

from __future__ import annotations

import pytest

from crosstable.accounts.checks import line
from crosstable.accounts.errors import BadValue
from crosstable.accounts.names import can_be_seen, canonical, why_no_username


@pytest.mark.parametrize(
    "name", ["ann", "ann.hart-2", "żółw", "иван", "δημήτρης", "さくら", "東京タワー", "김철수", "دانا"]
)
def test_a_username_may_be_of_any_script(name):
    assert why_no_username(canonical(name)) == ""


@pytest.mark.parametrize("name", ["tоmasz", "аnn", "annα", "іvan2x"], ids=ascii)
def test_letters_of_two_scripts_are_refused(name):
    assert why_no_username(canonical(name)) == (
        "Use letters of one alphabet in a username, so that no account can look like another."
    )


@pytest.mark.parametrize(
    "name", ["a", "x" * 41, "ann hart", "ann@x", "ann\u200b", "ann\u0301\u0301", "١٢٣", "a/b"], ids=ascii
)
def test_what_is_no_username(name):
    assert why_no_username(canonical(name)).startswith("Use 2 to 40 letters")


@pytest.mark.parametrize(
    ("typed", "kept"), [("tOmasz", "tomasz"), ("ＡＮＮ", "ann"), ("ﬁn", "fin"), ("Straße", "strasse")]
)
def test_a_username_has_one_spelling(typed, kept):
    assert canonical(typed) == kept


@pytest.mark.parametrize(
    "name",
    [
        "Ann Hart",
        "Zoë O’Brien-Łoś",
        "Nguyễn Văn A",
        "می\u200cخواهم",
        "क्\u200dष",
        "Team #1",
        "李小龍",
        "José",
        "葛\U000e0100城",
        "Rooks ♟\ufe0e",
    ],
    ids=ascii,
)
def test_names_as_people_write_them_are_taken(name):
    assert line(name, "name", "The name", 60) == name


@pytest.mark.parametrize(
    "name",
    [
        "Ann\u200bHart",
        "Ann\u00adHart",
        "Ann\u200dHart",
        "Ann\u202eHart",
        "Ann\ufeff",
        "Ann\U000e0041",
        "\u3164",
        "\u2800\u2800",
        "Ann\u0000",
        "A" + "\u0301" * 5,
        "\u0301",
        "Ann\ue000",
        "Ann\u2028Hart\u2060",
        "Ann\ufe0f",
        "\ufe0fAnn",
        "Ann\U000e0100",
        "Ann\u034fHart",
        "\u17b4Ann",
    ],
    ids=ascii,
)
def test_what_cannot_be_seen_is_refused(name):
    with pytest.raises(BadValue):
        line(name, "name", "The name", 60)


def test_nothing_at_all_is_no_invisible_name():
    assert can_be_seen("")
