"""Pools and brackets on the displays: the tables of all pools, four small ones or two per page; a bracket a few matches
per page in large type, the current round first.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.safestring import SafeString

from crosstable.events.bridge.rules import rules_of
from crosstable.events.models import Stage, StageKind, StageStatus
from crosstable.events.queries.stages.advancing import tables_with_places
from crosstable.events.queries.stages.bracket import bracket_view, knockout_of
from crosstable.events.queries.stages.bracket_layout import bracket_pages
from crosstable.events.queries.standings.pool_tables import PoolLine, PoolTable
from crosstable.text import tr
from crosstable.web.brackets import draw_page
from crosstable.web.screens.show import Show

# Lines of a block readable from ten metres: with four blocks on a page, with two.
FEW, MANY = 6, 12


@dataclass(frozen=True, slots=True)
class Block:
    """A pool, or part of one."""

    name: str
    lines: Sequence[PoolLine]
    decided: int
    total: int


@dataclass(frozen=True, slots=True)
class PoolsPage:
    blocks: Sequence[Block]
    # Lines of the longest block, and whether there are two rows of blocks.
    height: int
    layout: str
    # Which pools are on the page, and of how many.
    words: str


def pools(show: Show) -> list[PoolsPage]:
    """Show the pools from the published schedule until the next stage begins."""
    stage = _stage(show)
    if stage is None:
        return []
    tables = tables_with_places(stage)
    blocks = [block for table in tables for block in _blocks(table)]
    small = all(len(block.lines) <= FEW for block in blocks)
    size = 4 if small and len(blocks) > 2 else 2
    pages = [blocks[n : n + size] for n in range(0, len(blocks), size)]
    height, layout = max((len(block.lines) for block in blocks), default=1), "four" if size == 4 else "two"
    return [PoolsPage(page, height, layout, _words(page, len(tables))) for page in pages]


def _stage(show: Show) -> Stage | None:
    seen = [
        stage
        for stage in show.event_context.stages
        if stage.is_public and stage.status != StageStatus.PUBLISHED
    ]
    published = [stage for stage in show.event_context.stages if stage.status == StageStatus.PUBLISHED]
    newest = seen[-1] if seen else published[0] if published else None
    if newest is None or newest.kind != StageKind.POOLS:
        return None
    newest.tournament = show.tournament
    return newest


def _blocks(table: PoolTable) -> list[Block]:
    parts = [table.lines[n : n + MANY] for n in range(0, len(table.lines), MANY)]
    return [Block(table.name, part, table.decided, table.total) for part in parts]


def _words(page: Sequence[Block], count: int) -> str:
    names = list(dict.fromkeys(block.name for block in page))
    shown = (
        tr("Pool {first}", first=names[0])
        if len(names) == 1
        else tr("Pools {first}–{last}", first=names[0], last=names[-1])
    )
    return shown if len(names) == count else tr("{sections} of {total}", sections=shown, total=count)


@dataclass(frozen=True, slots=True)
class BracketDrawing:
    title: str
    drawing: SafeString


def bracket(show: Show) -> list[BracketDrawing]:
    """Show the bracket once the draw is published, including matches without players."""
    stage = knockout_of(show.tournament)
    view = bracket_view(stage) if stage is not None and stage.is_public else None
    if view is None:
        return []
    word = rules_of(show.tournament).vocabulary.table
    return [BracketDrawing(page.title, draw_page(view, page, word)) for page in bracket_pages(view)]
