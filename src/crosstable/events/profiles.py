"""Games are profiles, not forks: vocabulary, pairing system, tie-breaks, rating pool, what a match carries."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Words:
    """What the people of a game call things."""

    table: str
    organiser: str
    points: str


@dataclass(frozen=True, slots=True)
class Profile:
    code: str
    name: str
    words: Words
    system: str
    tie_breaks: tuple[str, ...]
    rating_pool: str
    has_lists: bool
    has_missions: bool


PROFILES: dict[str, Profile] = {
    p.code: p
    for p in (
        Profile(
            code="wargame",
            name="Wargame (Warhammer 40,000 style)",
            words=Words(table="Table", organiser="TO", points="VP"),
            system="swiss-wargame",
            tie_breaks=("WINS", "MARGIN", "SOS", "VP"),
            rating_pool="wargame",
            has_lists=True,
            has_missions=True,
        ),
    )
}
