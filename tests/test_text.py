"""Sentences for translation: the lazy text, its values, and how a broken translation behaves."""

import gettext
import json
import pickle
from decimal import Decimal
from fractions import Fraction

import pytest

from crosstable.events.bridge.words import percent_words, points_words
from crosstable.text import Language, decimal, listed, plain, text_from_json, tr, trn, using


class Catalogue(gettext.NullTranslations):
    def __init__(self, **known: str) -> None:
        super().__init__()
        self.known = known

    def gettext(self, message: str) -> str:
        return self.known.get(message, message)

    def ngettext(self, one: str, many: str, count: int) -> str:
        return self.known.get(one if count == 1 else many, one if count == 1 else many)


GERMAN = Language(
    "de",
    Catalogue(
        **{
            "{name} has withdrawn.": "{name} ist ausgeschieden.",
            "The format": "Das Format",
            "{what} is fixed.": "{what} steht fest.",
            "{count} result is missing.": "{count} Ergebnis fehlt.",
            "{count} results are missing.": "{count} Ergebnisse fehlen.",
            "Round {number}": "Runde {nummer}",
            "{count} more": "{count} weitere",
        }
    ),
)


def test_a_text_is_english_until_it_is_shown_in_another_language():
    text = tr("{name} has withdrawn.", name="Ann")
    assert text == "Ann has withdrawn."
    with using(GERMAN):
        assert str(text) == "Ann ist ausgeschieden."
        assert f"{text}" == "Ann ist ausgeschieden."
        assert "→ " + text == "→ Ann ist ausgeschieden."
    assert str(text) == "Ann has withdrawn."


def test_a_text_made_in_another_language_is_english_for_an_english_reader():
    with using(GERMAN):
        text = tr("{name} has withdrawn.", name="Ann")
        assert json.dumps(text) == '"Ann ist ausgeschieden."'
    assert str(text) == "Ann has withdrawn."


def test_a_text_inside_a_text_is_translated_too():
    with using(GERMAN):
        assert str(tr("{what} is fixed.", what=tr("The format"))) == "Das Format steht fest."


@pytest.mark.parametrize(
    ("count", "english", "german"),
    [(1, "1 result is missing.", "1 Ergebnis fehlt."), (3, "3 results are missing.", "3 Ergebnisse fehlen.")],
)
def test_the_number_decides_the_form(count, english, german):
    text = trn("{count} result is missing.", "{count} results are missing.", count)
    assert str(text) == english
    with using(GERMAN):
        assert str(text) == german


def test_a_translation_with_a_wrong_placeholder_shows_the_english_sentence():
    with using(GERMAN):
        assert str(tr("Round {number}", number=3)) == "Round 3"


def test_a_source_sentence_without_its_value_is_our_own_bug():
    with pytest.raises(KeyError):
        tr("Round {number}", name="Ann")


def test_a_list_is_worded_by_the_language():
    names = ["Ann", "Bo", "Cy"]
    assert [listed(names[:count]) for count in range(4)] == ["", "Ann", "Ann and Bo", "Ann, Bo and Cy"]
    assert listed("abcdefgh", most=2) == "a, b and 6 more"
    assert str(tr("{names} wait.", names=names)) == "Ann, Bo and Cy wait."
    with using(GERMAN):
        assert listed(names) == "Ann, Bo und Cy"
        assert listed("abcdefgh", most=2) == "a, b und 6 weitere"


def test_a_number_cached_in_one_language_is_read_in_another():
    points, share = points_words(Decimal("13.25")), percent_words(Fraction(4, 9))
    with using(Language("de")):
        assert (str(points), str(share), str(points_words(Decimal("-0.25")))) == ("13,25", "44,4%", "−0,25")
    assert (str(points), str(share)) == ("13.25", "44.4%")


def test_a_decimal_has_the_sign_of_the_language():
    assert decimal(52.25, 1) == "52.2"
    with using(GERMAN):
        assert decimal(52.25, 1) == "52,2"


def test_a_stored_text_is_shown_in_the_language_of_the_reader():
    what = tr("{what} is fixed.", what=tr("The format"), names=["Ann", tr("The format")])
    stored = json.loads(json.dumps(what.to_json()))
    assert stored["values"]["what"] == {"text": "The format"}
    with using(GERMAN):
        assert str(text_from_json(stored)) == "Das Format steht fest."
    many = trn("{count} result is missing.", "{count} results are missing.", 2)
    with using(GERMAN):
        assert str(text_from_json(many.to_json())) == "2 Ergebnisse fehlen."


def test_a_text_survives_pickling_and_becomes_plain_in_json():
    text = tr("{name} has withdrawn.", name="Ann")
    with using(GERMAN):
        assert str(pickle.loads(pickle.dumps(text))) == "Ann ist ausgeschieden."
        assert json.dumps(plain({"a": [text, 3]})) == '{"a": ["Ann ist ausgeschieden.", 3]}'
