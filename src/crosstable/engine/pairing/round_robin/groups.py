"""Entries into groups whose sizes differ by at most one (C1), the larger groups first."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from random import Random

from crosstable.engine.model import EntryId
from crosstable.engine.pairing.round_robin.errors import EntryTwice, GroupTooSmall, NoGroups
from crosstable.engine.pairing.round_robin.options import ONE_GROUP, Distribution, GroupOptions


@dataclass(frozen=True, slots=True)
class Group:
    """Entries in the order of their seats."""

    name: str
    entries: tuple[EntryId, ...]


def form_groups(entries: Sequence[EntryId], options: GroupOptions = ONE_GROUP) -> tuple[Group, ...]:
    """Groups A, B, C … of the entries, given in seed order. Raises NoGroups, GroupTooSmall, EntryTwice."""
    _check(entries, options.groups)
    order = shuffled(entries, options.shuffle_seed)
    members: list[list[EntryId]] = [[] for _ in range(options.groups)]
    for entry, group in zip(order, _places(len(order), options), strict=True):
        members[group].append(entry)
    return tuple(Group(group_name(i), tuple(m)) for i, m in enumerate(members))


def shuffled(entries: Sequence[EntryId], seed: int | None) -> list[EntryId]:
    """The entries mixed by the seed; in their own order without one."""
    order = list(entries)
    if seed is not None:
        Random(seed).shuffle(order)
    return order


def group_sizes(entries: int, groups: int) -> list[int]:
    """23 in 4 groups: 6, 6, 6, 5."""
    least, more = divmod(entries, groups)
    return [least + (group < more) for group in range(groups)]


def count_matches(sizes: Iterable[int], *, double: bool = False) -> int:
    """The matches of groups of these sizes in which each entry meets every other, once or twice."""
    return sum(size * (size - 1) // 2 for size in sizes) * (2 if double else 1)


def groups_within(entries: int, most: int, *, double: bool = False) -> int:
    """The smallest number of equal groups that has at most so many matches."""
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
    """The group of each entry in turn. A group that is full is passed over, so the last row may be short."""
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
