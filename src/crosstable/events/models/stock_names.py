"""Names the product gives to stages, rounds and places: stored in English, shown in the reader's language.

An organiser may type another name, which is shown as typed.
"""

import re
from functools import cache

from crosstable.text import ENGLISH, Text, tr, using

STOCK_NAMES = (
    tr("Swiss"),
    tr("Round robin"),
    tr("Round-robin pools"),
    tr("Group stage"),
    tr("Groups"),
    tr("Pools"),
    tr("League"),
    tr("Knockout"),
    tr("Double knockout"),
    tr("Top cut"),
    tr("Top {number}"),
    tr("Cup"),
    tr("Final"),
    tr("Semi-finals"),
    tr("Quarter-finals"),
    tr("Round of {number}"),
    tr("Knockout round {number}"),
    tr("Grand final"),
    tr("Grand final, second match"),
    tr("Place {number}"),
    tr("Winner of pool {pool}"),
    tr("Second of pool {pool}"),
    tr("Third of pool {pool}"),
    tr("Fourth of pool {pool}"),
    tr("Fifth of pool {pool}"),
    tr("Sixth of pool {pool}"),
    tr("Seventh of pool {pool}"),
    tr("Eighth of pool {pool}"),
    tr("Place {number} of pool {pool}"),
    tr("Best winner {number}"),
    tr("Best runner-up {number}"),
    tr("Best third {number}"),
    tr("Best fourth {number}"),
    tr("Best number {place} {number}"),
    tr("place {number} of the next best"),
    tr("places {number} to {last} of the next best"),
    tr("place {number} of pool {pool}"),
    tr("places {number} to {last} of pool {pool}"),
    tr("place {number} of the Swiss"),
    tr("places {number} to {last} of the Swiss"),
)
_WRITTEN = {"number": r"\d+", "last": r"\d+", "place": r"\d+", "pool": r"\S+"}


def english(name: object) -> str:
    """Return a name as it is stored."""
    with using(ENGLISH):
        return str(name)


def shown_name(name: str) -> str:
    """Return a stored name in the language of the reader."""
    if (fixed := _fixed().get(name)) is not None:
        return fixed.filled()
    if not any(character.isdigit() for character in name) and " of pool " not in name:
        return name
    for pattern, text in _patterns():
        if found := pattern.fullmatch(name):
            return text.filled(**found.groupdict())
    return name


@cache
def _fixed() -> dict[str, Text]:
    return {english(text): text for text in STOCK_NAMES if "{" not in english(text)}


@cache
def _patterns() -> list[tuple[re.Pattern[str], Text]]:
    return [(_pattern(english(text)), text) for text in STOCK_NAMES if "{" in english(text)]


def _pattern(text: str) -> re.Pattern[str]:
    parts = re.split(r"\{(\w+)\}", text)
    return re.compile(
        "".join(
            f"(?P<{part}>{_WRITTEN[part]})" if place % 2 else re.escape(part)
            for place, part in enumerate(parts)
        )
    )
