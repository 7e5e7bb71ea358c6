"""Games are profiles, not forks: vocabulary, pairing system, tie-breaks, rating pool, what a match carries."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Words:
    """What the people of a game call things."""

    table: str
    first: str
    second: str
    organiser: str
    points: str


@dataclass(frozen=True, slots=True)
class Profile:
    code: str
    name: str
    short_name: str
    words: Words
    system: str
    systems: tuple[str, ...]
    tie_breaks: tuple[str, ...]
    pool_tie_breaks: tuple[str, ...]
    rating_pool: str
    has_victory_points: bool
    has_colors: bool
    has_lists: bool
    has_missions: bool
    has_check_in: bool


WARGAME = Profile(
    code="wargame",
    name="Wargame (Warhammer 40,000 style)",
    short_name="Wargames",
    words=Words(table="Table", first="Player 1", second="Player 2", organiser="TO", points="VP"),
    system="swiss-wargame",
    systems=("swiss-wargame",),
    tie_breaks=("WINS", "MARGIN", "SOS", "VP"),
    pool_tie_breaks=("PTS", "DE", "MARGIN", "VP"),
    rating_pool="wargame",
    has_victory_points=True,
    has_colors=False,
    has_lists=True,
    has_missions=True,
    has_check_in=True,
)

CHESS = Profile(
    code="chess",
    name="Chess",
    short_name="Chess",
    words=Words(table="Board", first="White", second="Black", organiser="Arbiter", points="Points"),
    system="fide-dutch",
    systems=("fide-dutch", "swiss-club", "swiss-monrad"),
    tie_breaks=("PTS", "BH/C1", "BH", "SB"),
    pool_tie_breaks=("PTS", "DE", "WIN", "SB"),
    rating_pool="chess",
    has_victory_points=False,
    has_colors=True,
    has_lists=False,
    has_missions=False,
    has_check_in=False,
)

PROFILES: dict[str, Profile] = {profile.code: profile for profile in (WARGAME, CHESS)}
