"""The bracket on a screen: one drawing, as large as it fits."""

from __future__ import annotations

from django.utils.safestring import SafeString

from crosstable.events.queries.stages.bracket import bracket_view, knockout_of
from crosstable.events.records.settings.game import words_of
from crosstable.web.bracket_drawing import draw_bracket
from crosstable.web.screens.show import Show

# Beyond this the names of a whole bracket are too small to be read across a hall.
MOST_ENTRANTS = 64


def bracket(show: Show) -> list[SafeString]:
    """As soon as the draw is published, places not known yet included."""
    stage = knockout_of(show.tournament)
    view = bracket_view(stage) if stage is not None and stage.is_public else None
    if view is None or len(view.bracket.entrants) > MOST_ENTRANTS:
        return []
    return [draw_bracket(view, words_of(show.tournament).table, linked=False)]
