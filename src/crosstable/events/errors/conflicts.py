"""Refusals where two organisers, or a draft and the results under it, meet."""

from collections.abc import Sequence

from crosstable.events.errors.common import AboutATable, Refused, named
from crosstable.games import Words


class DraftStale(Refused):
    """Something the draft was made from is different now."""

    code = "draft-stale"
    changes: Sequence[str]

    def sentence(self) -> str:
        changes = "; ".join(self.changes[:3])
        more = f"; and {len(self.changes) - 3} more" if len(self.changes) > 3 else ""
        return f"The draft is out of date, since it was made this has changed: {changes}{more}. Pair the round again."


class HoleInRounds(AboutATable):
    """Publishing while an earlier match is open is a choice, not an accident."""

    code = "hole-in-rounds"
    places: Sequence[tuple[int, int]]

    def sentence(self) -> str:
        return (
            f"{hole_words(self.places, self.words)} without a result. Decide first, "
            "or look at what could change and publish all the same."
        )


class EarlierRoundOpen(Refused):
    """Rounds close in order, because each one's ratings start from those of the round before."""

    code = "earlier-round-open"
    number: int
    says = "Round {self.number} is not closed yet. Close it first: rounds close in order."


def hole_words(places: Sequence[tuple[int, int]], words: Words) -> str:
    """'Table 5 of round 2 is', 'Tables 5 and 7 of round 2 and table 1 of round 3 are'."""
    rounds: dict[int, list[int]] = {}
    for number, table in places:
        rounds.setdefault(number, []).append(table)
    text = named([_of_round(number, tables, words) for number, tables in sorted(rounds.items())])
    return f"{text[:1].upper()}{text[1:]} {'is' if len(places) == 1 else 'are'}"


def _of_round(number: int, tables: Sequence[int], words: Words) -> str:
    said = (
        "{tables} {numbers} of round {number}" if len(tables) > 1 else "{table} {numbers} of round {number}"
    )
    return words.say(said, numbers=named([str(table) for table in tables]), number=number)
