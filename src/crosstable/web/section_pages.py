"""Long lists of sections (rounds, boards, players, pools), split into pages of at most about 1 MB.

A page has as many whole sections as fit; a section longer than a page is split. A short list is one page.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Generic, TypeVar

from crosstable.events.bridge.rules import rules_of
from crosstable.events.models import Tournament
from crosstable.events.queries.stages.pool_schedule import BoardPlan, PlayerPlan, RoundPlan, SchedulePlan
from crosstable.events.queries.standings.pool_tables import PoolTable
from crosstable.text import Text, tr

T = TypeVar("T")
P = TypeVar("P", RoundPlan, BoardPlan, PlayerPlan)
# A match takes up to 1,100 bytes on a page, one of a single player up to 400, a cell of a crosstable up to 290 (names
# of
# 60 letters with two bytes each).
MOST_MATCHES, MOST_OF_PLAYERS, MOST_CELLS = 600, 1800, 3500
# The other columns of a line in a pool's table take the space of this many cells.
LINE = 4


@dataclass(frozen=True, slots=True)
class Section(Generic[T]):
    """A section with its rows on this page."""

    of: T
    rows: Sequence[Any]
    # How many rows of the section are on earlier pages.
    start: int
    is_whole: bool

    @property
    def first(self) -> int:
        return self.start + 1

    @property
    def last(self) -> int:
        return self.start + len(self.rows)

    @property
    def part(self) -> str:
        """Name the matches shown of a section that is split: matches 1–600."""
        return "" if self.is_whole else tr("matches {first}–{last}", first=self.first, last=self.last)


@dataclass(frozen=True, slots=True)
class SectionPage(Generic[T]):
    """One page. `names` are the labels of the links to all pages; `words` name this one: Rounds 5–8 of 31."""

    sections: Sequence[Section[T]]
    number: int
    names: Sequence[str]
    words: str

    @property
    def has_others(self) -> bool:
        return len(self.names) > 1

    @property
    def previous(self) -> str:
        return self.names[self.number - 2] if self.number > 1 else ""

    @property
    def next(self) -> str:
        return self.names[self.number] if self.number < len(self.names) else ""


@dataclass(frozen=True, slots=True)
class Naming(Generic[T]):
    """The name of one section and of several, with the number or letter of a section."""

    one: Text
    several: Text
    name: Callable[[T], object]
    words_of_game: Mapping[str, str] = field(default_factory=dict)

    def words(self, page: Sequence[Section[T]]) -> Text:
        first, last = page[0].of, page[-1].of
        pattern = self.one if first is last else self.several
        return pattern.filled(**self.words_of_game, first=self.name(first), last=self.name(last))

    def link(self, page: Sequence[Section[T]]) -> str:
        return _with_part(self.words(page), page)

    def heading(self, page: Sequence[Section[T]], total: int) -> str:
        return _with_part(tr("{sections} of {total}", sections=self.words(page), total=total), page)


def _with_part(words: Text, page: Sequence[Section[Any]]) -> str:
    return ", ".join(filter(None, (str(words), str(page[0].part) if len(page) == 1 else "")))


ROUNDS: Naming[RoundPlan] = Naming(
    tr("Round {first}"), tr("Rounds {first}–{last}"), lambda plan: plan.round.number
)
POOLS: Naming[PoolTable] = Naming(tr("Pool {first}"), tr("Pools {first}–{last}"), lambda pool: pool.name)


def page_of_rounds(
    rounds: Sequence[RoundPlan], tournament: Tournament, number: int | None
) -> SectionPage[RoundPlan]:
    return page_of_matches(rounds, ROUNDS, _fitting(MOST_MATCHES, tournament), number)


def page_of_boards(plan: SchedulePlan, tournament: Tournament, number: int | None) -> SectionPage[BoardPlan]:
    vocabulary = rules_of(tournament).vocabulary
    naming: Naming[BoardPlan] = Naming(
        tr("{Table} {first}"), tr("{Tables} {first}–{last}"), lambda board: board.board, vocabulary.of_places
    )
    return page_of_matches(plan.boards, naming, _fitting(MOST_MATCHES, tournament), number)


def page_of_players(
    plan: SchedulePlan, tournament: Tournament, number: int | None
) -> SectionPage[PlayerPlan]:
    places = {player.entry.pk: place for place, player in enumerate(plan.players, 1)}
    naming: Naming[PlayerPlan] = Naming(
        tr("Player {first}"), tr("Players {first}–{last}"), lambda player: places[player.entry.pk]
    )
    return page_of_matches(plan.players, naming, _fitting(MOST_OF_PLAYERS, tournament), number)


def page_of_matches(plans: Sequence[P], naming: Naming[P], most: int, number: int | None) -> SectionPage[P]:
    """Return a page; without a number, the first with an open match."""
    pages = pack(_parts(plans, most), lambda section: len(section.rows), most)
    if number is None:
        number = next((n for n, page in enumerate(pages, 1) if any(map(_is_open, page))), 1)
    return chosen_page(pages, number, naming, len(plans))


def page_of_pools(pools: Sequence[PoolTable], number: int | None) -> SectionPage[PoolTable]:
    sections = [Section(pool, pool.lines, 0, is_whole=True) for pool in pools]
    pages = pack(sections, lambda section: min(_cells(section.of), MOST_CELLS), MOST_CELLS)
    return chosen_page(pages, number or 1, POOLS, len(pools))


def is_too_wide(pool: PoolTable) -> bool:
    """Return whether the pool is too large for a column per player: only its standings are shown."""
    return _cells(pool) > MOST_CELLS


def pack(
    sections: Iterable[Section[T]], cost: Callable[[Section[T]], int], most: int
) -> list[list[Section[T]]]:
    """Split the sections in order into pages, as many on each as fit."""
    pages: list[list[Section[T]]] = []
    used = 0
    for section in sections:
        if not pages or used + cost(section) > most:
            pages.append([])
            used = 0
        pages[-1].append(section)
        used += cost(section)
    return pages


def chosen_page(
    pages: Sequence[Sequence[Section[T]]], number: int, naming: Naming[T], count: int
) -> SectionPage[T]:
    """Return the page with this number, or the nearest one."""
    if not pages:
        return SectionPage((), 1, (), "")
    number = min(max(number, 1), len(pages))
    page = pages[number - 1]
    names = [naming.link(one) for one in pages]
    return SectionPage(page, number, names, naming.heading(page, count))


def _fitting(matches: int, tournament: Tournament) -> int:
    """Return how many matches fit; fewer for teams, as a board's line takes a quarter of a match."""
    boards = tournament.team_boards if tournament.has_boards else 0
    return max(matches * 4 // (4 + boards), 1)


def _parts(plans: Iterable[P], most: int) -> Iterator[Section[P]]:
    """Split sections into parts of at most `most` matches."""
    for plan in plans:
        for start in range(0, max(len(plan.matches), 1), most):
            rows = plan.matches[start : start + most]
            yield Section(plan, rows, start, is_whole=len(rows) == len(plan.matches))


def _is_open(section: Section[Any]) -> bool:
    return any(not match.is_agreed and not match.is_void for match in section.rows)


def _cells(pool: PoolTable) -> int:
    """Return the size of a pool's table in cells; a double round robin has two for each opponent."""
    against = pool.lines[0].against if pool.lines else ()
    return len(pool.lines) * (sum(len(cells or "-") for cells in against) + LINE)
