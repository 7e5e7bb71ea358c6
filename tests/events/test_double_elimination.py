"""The losers' side of a double elimination, drawn and played through the actions."""

from __future__ import annotations

from collections import Counter

import pytest

from crosstable.events.actions.results import results
from crosstable.events.bridge.results.scores import parse_score
from crosstable.events.models import Match, Stage
from knockout_building import started, with_knockout

pytestmark = pytest.mark.django_db

TWELVE = "ann bo cy di ed flo gus hal ivy jan kit lee"


def play_favourites(stage: Stage) -> list[tuple[str, str]]:
    """The lower seed of registration wins every match; returns the pairs in the order they were decided."""
    played: list[tuple[str, str]] = []
    while open_matches := list(
        Match.objects.filter(round__stage=stage, state="open").select_related(
            "round__tournament", "first__player", "second__player"
        )
    ):
        for match in open_matches:
            first_wins = match.first.seed < match.second.seed
            score = (60, 40) if first_wins else (40, 60)
            results.enter_result(match=match, score=parse_score(match, score), by=stage.tournament.owner)
            names = sorted((match.first, match.second), key=lambda entry: entry.seed)
            played.append((names[0].display_name, names[1].display_name))
    return played


def test_while_favourites_win_twelve_players_meet_once_but_for_the_two_finals():
    stage = started(with_knockout(TWELVE, elimination="double"))
    times = Counter(play_favourites(stage))
    assert {pair: count for pair, count in times.items() if count > 1} == {("bo", "cy"): 2, ("ann", "bo"): 2}
