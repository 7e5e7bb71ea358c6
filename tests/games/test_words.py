"""What a game calls the place of a match, in a sentence."""

from __future__ import annotations

from crosstable.games import Vocabulary


def test_a_sentence_has_the_games_word_in_the_form_it_asks_for():
    said = "{Table} {number} is closed, its matches move to other {tables}."
    pitch = Vocabulary(table="Pitch")
    assert pitch.say(said, number=3) == "Pitch 3 is closed, its matches move to other pitches."
    assert [pitch.count(1), pitch.count(4), Vocabulary(table="Lane").count(2)] == [
        "1 pitch",
        "4 pitches",
        "2 lanes",
    ]
