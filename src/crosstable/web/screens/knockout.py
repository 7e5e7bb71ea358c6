"""The bracket on a screen: a few matches a page in large type, the round that is on first."""

from dataclasses import dataclass

from django.utils.safestring import SafeString

from crosstable.events.queries.stages.bracket import bracket_view, knockout_of
from crosstable.events.queries.stages.bracket_layout import bracket_pages
from crosstable.events.records.rules import rules_of
from crosstable.web.bracket_drawing import draw_page
from crosstable.web.screens.show import Show


@dataclass(frozen=True, slots=True)
class BracketDrawing:
    title: str
    drawing: SafeString


def bracket(show: Show) -> list[BracketDrawing]:
    """As soon as the draw is published, places not known yet included."""
    stage = knockout_of(show.tournament)
    view = bracket_view(stage) if stage is not None and stage.is_public else None
    if view is None:
        return []
    word = rules_of(show.tournament).words.table
    return [BracketDrawing(page.title, draw_page(view, page, word)) for page in bracket_pages(view)]
