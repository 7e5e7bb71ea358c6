"""The matches that accept a result, by the number that is typed for each.

In a Swiss round a table is one match. Where a board is used for several matches, its number means the match
its card shows: called to it, in play on it, proposed for it, or next on it. Later matches follow in the order
of play.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from crosstable.events.bridge.results.lines import FORFEIT_EXAMPLE, ONE, Parts, grammar
from crosstable.events.bridge.rules import rules_of
from crosstable.events.bridge.stages import load_bracket
from crosstable.events.models import Match, Round, RoundStatus, StageKind, Tournament
from crosstable.events.queries.desk.boards import Hall, hall_of, matches_by_board
from crosstable.events.queries.matches import with_sides
from crosstable.events.queries.rounds.live_rounds import is_swiss

# Upcoming matches listed per board; later ones are added as these are decided.
AHEAD = 20
# Most matches on the page. Beyond that each board lists only its latest decided matches.
MOST_PLACES = 1500


@dataclass(frozen=True, slots=True)
class ResultPlace:
    """A match that accepts a result.

    `typed`: its number selects it on the input line; otherwise only its card does.
    """

    match: Match
    parts: Parts
    typed: bool
    # The number to type: the board whose card shows the match, otherwise its table.
    board: int | None = None


@dataclass(frozen=True, slots=True)
class Desk:
    """The matches to enter results for. `title`: a round, or a stage whose rounds are played in parallel."""

    tournament: Tournament
    title: str
    places: Sequence[ResultPlace]

    @property
    def parts(self) -> Parts:
        return max((place.parts for place in self.places), key=lambda parts: parts.count, default=ONE)

    @property
    def _example_place(self) -> ResultPlace | None:
        """A table of this round without a result, if there is one."""
        numbered = [place for place in self.places if place.typed and place.board]
        missing = (place for place in numbered if not place.match.is_agreed)
        return next(missing, numbered[-1] if numbered else None)

    @property
    def _example_table(self) -> int:
        place = self._example_place
        return place.board or 1 if place else 1

    @property
    def example(self) -> str:
        """A table and a score in the format of the input line."""
        place = self._example_place
        return f"{self._example_table} {grammar(self.tournament, place.parts if place else self.parts)}"

    @property
    def forfeit_example(self) -> str:
        return f"{self._example_table} {FORFEIT_EXAMPLE}"

    @property
    def has_rows(self) -> bool:
        """Whether the table below the input line accepts results by key: one key is a whole score."""
        in_pools = any(place.match.pool_id is not None for place in self.places)
        return rules_of(self.tournament).shape.line_length == 1 and self.parts == ONE and not in_pools

    @property
    def shown(self) -> str:
        """Table and match pairs sent back by a form without scripts: a line applies to the match it showed."""
        return ",".join(f"{p.board}:{p.match.pk}" for p in self.places if p.typed)

    def as_json(self) -> dict[str, Any]:
        """For the page's script and for API clients."""
        return {
            "round": self.title or None,
            "fields": rules_of(self.tournament).shape.line_length,
            "example": self.example,
            "forfeit": self.forfeit_example,
            "places": [_as_json(place) for place in self.places],
        }


def desk_of(tournament: Tournament, hall: Hall | None = None) -> Desk:
    """Return the desk in a fixed number of queries.

    `hall`: the boards of the stage in progress, if the caller has read them.
    """
    playing = tournament.rounds.filter(status=RoundStatus.STARTED).select_related("stage")
    rounds = list(playing.order_by("-number"))
    if not rounds:
        return Desk(tournament, "", ())
    newest = rounds[0]
    together = _played_together(newest, rounds)
    parts = _parts(tournament, newest)
    places = [
        ResultPlace(
            match, parts.get(match.bracket_number, parts[None]), match.round_id in together, match.table
        )
        for match in _matches(rounds)
    ]
    by_itself = newest.stage is None or newest.is_play_off or is_swiss(newest)
    title = str(newest if by_itself else newest.stage)
    return Desk(tournament, title, _near(_by_card(places, newest, hall)))


def _by_card(places: Sequence[ResultPlace], newest: Round, hall: Hall | None) -> list[ResultPlace]:
    """Number the places by the board whose card shows them, shown matches first.

    In a Swiss round a match also has the number of its table.
    """
    stage = newest.stage
    if stage is None:
        return list(places)
    stage.tournament = newest.tournament
    if hall is None or hall.stage != stage:
        hall = hall_of(stage)
    if not hall.is_used:
        return list(places)
    if is_swiss(newest):
        cards = [(card.number, card.match.pk) for card in hall.cards if card.match is not None]
        by_match = {place.match.pk: place for place in places if place.typed}
        shown = [
            replace(by_match[pk], board=board)
            for board, pk in cards
            if pk in by_match and by_match[pk].board != board
        ]
        return [*shown, *places]
    board_of = {
        match.pk: (order, board)
        for board, queue in matches_by_board(hall).items()
        for order, match in enumerate(queue)
    }
    known = [(board_of.get(place.match.pk, (0, place.board)), place) for place in places]
    in_order = sorted(known, key=lambda one: one[0][0])
    return [replace(place, board=board) for (_, board), place in in_order]


def parts_of(match: Match) -> Parts:
    """Return how many games the match has."""
    return _parts(match.round.tournament, match.round).get(match.bracket_number, ONE)


def _played_together(newest: Round, rounds: Sequence[Round]) -> set[int]:
    """A Swiss round is played alone; the rounds of a pool stage or a knockout overlap."""
    if is_swiss(newest):
        return {newest.pk}
    return {one.pk for one in rounds if one.stage_id == newest.stage_id}


def _parts(tournament: Tournament, round_: Round) -> dict[int | None, Parts]:
    """Number in the bracket (None outside one) → the games of the match."""
    if tournament.has_boards:
        boards = Parts(tournament.team_boards, each_required=True)
        drawn = _bracket(round_) if _is_knockout(round_) else ()
        return {None: boards, **{match.number: boards for match in drawn}}
    if not _is_knockout(round_) or rules_of(tournament).shape.has_parts:
        return {None: ONE}
    return {None: ONE} | {drawn.number: Parts(drawn.best_of) for drawn in _bracket(round_)}


def _is_knockout(round_: Round) -> bool:
    return round_.stage is not None and round_.stage.kind == StageKind.KNOCKOUT


def _bracket(round_: Round) -> Sequence[Any]:
    assert round_.stage is not None
    round_.stage.tournament = round_.tournament
    return load_bracket(round_.stage).matches


def _matches(rounds: Sequence[Round]) -> list[Match]:
    known = {one.pk: one for one in rounds}
    rows = Match.objects.filter(round__in=known, second__isnull=False, is_void=False)
    matches = with_sides(list(rows), rounds[0].tournament)
    for match in matches:
        match.round = known[match.round_id]
    return sorted(matches, key=lambda m: (m.round.number, m.slot, m.table or 0))


def _near(places: Sequence[ResultPlace]) -> list[ResultPlace]:
    """Keep the decided matches and each board's next ones; if too many, the latest and the next ones."""
    near = _first_of_each_board(places, AHEAD, decided=False)
    if len(near) <= MOST_PLACES or near[0].match.pool_id is None:
        return near
    of_each = max(1, MOST_PLACES // (2 * len({place.board for place in near})))
    near = _first_of_each_board(near, of_each, decided=False)
    return _first_of_each_board(near[::-1], of_each, decided=True)[::-1]


def _first_of_each_board(places: Sequence[ResultPlace], most: int, *, decided: bool) -> list[ResultPlace]:
    """Keep the first `most` decided (or undecided) matches of each board, and all others."""
    counts: Counter[int] = Counter()
    near = []
    for place in places:
        if place.match.is_agreed is decided:
            counts[place.board or 0] += 1
            if counts[place.board or 0] > most:
                continue
        near.append(place)
    return near


def _as_json(place: ResultPlace) -> dict[str, Any]:
    match = place.match
    assert match.second is not None
    return {
        "match": match.pk,
        "round": match.round.number,
        "table": place.board,
        "first": match.first.display_name,
        "second": match.second.display_name,
        "firstId": match.first_id,
        "secondId": match.second_id,
        "version": match.version,
        "agreed": match.is_agreed,
        "parts": place.parts.count,
        "typed": place.typed,
    }
