"""Refusals where two organisers, or a draft and the results under it, meet."""

from __future__ import annotations

from collections.abc import Sequence

from crosstable.events.errors.common import Refused, named


class DraftStale(Refused):
    """Something the draft was made from is different now."""

    code = "draft-stale"
    changes: Sequence[str]

    def sentence(self) -> str:
        changes = "; ".join(self.changes[:3])
        more = f"; and {len(self.changes) - 3} more" if len(self.changes) > 3 else ""
        return f"The draft is out of date, since it was made this has changed: {changes}{more}. Pair the round again."


class HoleInRounds(Refused):
    """Publishing while an earlier match is open is a choice, not an accident."""

    code = "hole-in-rounds"
    places: Sequence[tuple[int, int]]
    word: str = "Table"

    def sentence(self) -> str:
        return (
            f"{hole_words(self.places, self.word)} without a result. Decide first, "
            "or look at what could change and publish all the same."
        )


class EarlierRoundOpen(Refused):
    """Rounds close in order, because each one's ratings start from those of the round before."""

    code = "earlier-round-open"
    number: int
    says = "Round {self.number} is not closed yet. Close it first: rounds close in order."


def hole_words(places: Sequence[tuple[int, int]], word: str = "Table") -> str:
    """'Table 5 of round 2 is', 'Tables 5 and 7 of round 2 and table 1 of round 3 are'."""
    rounds: dict[int, list[int]] = {}
    for number, table in places:
        rounds.setdefault(number, []).append(table)
    parts = [
        f"{word.lower()}{'s' if len(tables) > 1 else ''} {named([str(t) for t in tables])} of round {number}"
        for number, tables in sorted(rounds.items())
    ]
    text = named(parts)
    return f"{text[:1].upper()}{text[1:]} {'is' if len(places) == 1 else 'are'}"
