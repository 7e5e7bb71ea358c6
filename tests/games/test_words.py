"""What a game calls the place of a match, in a sentence."""

from __future__ import annotations

from crosstable.games import Vocabulary
from crosstable.games.model import Noun


def test_the_organisers_word_stays_as_typed_with_the_plural_that_was_typed():
    sentence = "{Table} {number} is closed, its matches move to other {tables}."
    pitch = Vocabulary(Noun.typed("Pitch", "Pitches"))
    assert pitch.say(sentence, number=3) == "Pitch 3 is closed, its matches move to other Pitches."
    assert [pitch.count(1), pitch.count(4), Vocabulary(Noun.typed("Lane")).count(2)] == [
        "1 Pitch",
        "4 Pitches",
        "2 Lane",
    ]
