"""Distribution of entries into groups whose sizes differ by at most one (C1), larger groups first.

Also the options of groups and of their schedules, and the errors a caller can correct.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import Enum
from random import Random

from crosstable.engine.errors import EngineError
from crosstable.engine.model import EntryId
from crosstable.text import tr


class Distribution(Enum):
    """How entries in seed order are distributed. SNAKE reverses at each end and separates strong entries."""

    SNAKE = "snake"
    DEAL = "deal"


class Rounds(Enum):
    """Which table of rounds is used. BERGER gives colours as FIDE prescribes them."""

    CIRCLE = "circle"
    BERGER = "berger"


class BoardRule(Enum):
    """How boards are assigned. FORMULA is C3: board = (match index + round index) mod boards + 1."""

    FORMULA = "formula"
    BALANCED = "balanced"

    def sentence(self, board: str) -> str:
        """`board` is the game's word for a board."""
        return _BOARD_RULES[self].format(board=board)


_BOARD_RULES = {
    BoardRule.FORMULA: "Match by match to the next {board}, starting one {board} later in each round.",
    BoardRule.BALANCED: "Every player plays on each {board} equally often, as far as possible.",
}


@dataclass(frozen=True, slots=True)
class GroupOptions:
    """`shuffle_seed` shuffles the entries before distribution; the same seed gives the same groups."""

    groups: int = 1
    distribution: Distribution = Distribution.SNAKE
    shuffle_seed: int | None = None


@dataclass(frozen=True, slots=True)
class ScheduleOptions:
    """Boards are shared by all groups unless `own_boards`: then each group has that many for itself.

    `last_byes` names the entries with the bye in the last round, at most one of each odd group. With `count_on` the
    match index of C3 continues from group to group within a round, so groups that share boards fill all of them.
    `share_sides`: the sides have names (home and away), so the circle gives each entry both equally often, give or take
    one. The Berger tables already do so.
    """

    boards: int = 1
    rounds: Rounds = Rounds.CIRCLE
    double: bool = False
    last_byes: tuple[EntryId, ...] = ()
    own_boards: bool = False
    count_on: bool = False
    board_rule: BoardRule = BoardRule.FORMULA
    share_sides: bool = False


ONE_GROUP = GroupOptions()
ONE_BOARD = ScheduleOptions()


class GroupTooSmall(EngineError):
    """A group needs two entries to have a match."""

    entries: int
    groups: int = 1
    says = tr("{entries} entries are too few for {groups} groups of at least two")


class NoGroups(EngineError):
    groups: int
    says = tr("{groups} groups cannot be formed")


class NoBoards(EngineError):
    boards: int
    says = tr("nothing can be played on {boards} boards")


class EntryTwice(EngineError):
    entries: Sequence[EntryId]

    def __str__(self) -> str:
        return f"entries {', '.join(map(str, self.entries))} are named more than once"


class LastByeInEvenGroup(EngineError):
    """A group of even size has no bye."""

    entry: EntryId
    group: str
    says = tr("entry {entry} cannot have the last bye: group {group} has no byes")


class LastByeUnknown(EngineError):
    entry: EntryId
    says = tr("entry {entry} is in no group")


class LastByeTwice(EngineError):
    """Only one entry of a group can have the last bye."""

    entries: Sequence[EntryId]
    group: str

    def __str__(self) -> str:
        return (
            f"entries {', '.join(map(str, self.entries))} cannot all have the last bye of group {self.group}"
        )


@dataclass(frozen=True, slots=True)
class Group:
    """Entries in the order of their seats."""

    name: str
    entries: tuple[EntryId, ...]


def form_groups(entries: Sequence[EntryId], options: GroupOptions = ONE_GROUP) -> tuple[Group, ...]:
    """Form groups A, B, C … of entries in seed order. Raises NoGroups, GroupTooSmall, EntryTwice."""
    _check(entries, options.groups)
    order = shuffled(entries, options.shuffle_seed)
    members: list[list[EntryId]] = [[] for _ in range(options.groups)]
    for entry, group in zip(order, _places(len(order), options), strict=True):
        members[group].append(entry)
    return tuple(Group(group_name(i), tuple(m)) for i, m in enumerate(members))


def shuffled(entries: Sequence[EntryId], seed: int | None) -> list[EntryId]:
    """Return the entries shuffled by the seed; in their own order without one."""
    order = list(entries)
    if seed is not None:
        Random(seed).shuffle(order)
    return order


def group_sizes(entries: int, groups: int) -> list[int]:
    """23 in 4 groups: 6, 6, 6, 5."""
    least, more = divmod(entries, groups)
    return [least + (group < more) for group in range(groups)]


def count_matches(sizes: Iterable[int], *, double: bool = False) -> int:
    """Count the matches of groups of these sizes in which each entry meets every other, once or twice."""
    return sum(size * (size - 1) // 2 for size in sizes) * (2 if double else 1)


def groups_within(entries: int, most: int, *, double: bool = False) -> int:
    """Return the smallest number of equal groups that has at most `most` matches."""
    return next(
        groups
        for groups in range(1, entries + 1)
        if count_matches(group_sizes(entries, groups), double=double) <= most
    )


def group_name(index: int) -> str:
    """A … Z, AA, AB …"""
    name = ""
    index += 1
    while index:
        index, letter = divmod(index - 1, 26)
        name = chr(ord("A") + letter) + name
    return name


def _places(entries: int, options: GroupOptions) -> Iterator[int]:
    """Yield the group of each entry in order. A full group is skipped, so the last row may be short."""
    left = group_sizes(entries, options.groups)
    row = range(options.groups)
    while any(left):
        for group in row:
            if left[group]:
                left[group] -= 1
                yield group
        if options.distribution is Distribution.SNAKE:
            row = row[::-1]


def _check(entries: Sequence[EntryId], groups: int) -> None:
    if groups < 1:
        raise NoGroups(groups)
    if len(entries) < 2 * groups:
        raise GroupTooSmall(len(entries), groups)
    if twice := [entry for entry, times in Counter(entries).items() if times > 1]:
        raise EntryTwice(twice)
