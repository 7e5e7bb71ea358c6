"""A score at the board without an account: whoever has the code of the match speaks for a side of it.

Either side's word is a claim, as always; the other's equal one, or its confirmation, makes the result.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from crosstable.engine.results import Said
from crosstable.events.actions.frame.acting import Act, acting_without_account
from crosstable.events.actions.results.results import (
    fresh_match,
    refuse_agreed,
    take_confirmation,
    take_report,
)
from crosstable.events.actions.results.team_boards import take_board
from crosstable.events.errors import BadValue, NotYourMatch
from crosstable.events.models import Entry, Match
from crosstable.events.records.match_codes import is_code_of, takes_codes

BY_CODE = "by code"


def report_by_code(*, match: Match, code: str, is_first: bool, said: Said) -> Match:
    """Raises NotYourMatch for a wrong code, NotAllowed where the organiser has switched codes off."""
    with _acting(match, code, is_first) as (act, fresh, side):
        if act.tournament.team_boards > 1:
            raise BadValue("A team match is reported board by board: say which board.", "board")
        take_report(act, fresh, side, said)
    return fresh


def report_board_by_code(*, match: Match, code: str, is_first: bool, board: int, said: Said) -> Match:
    """One board of a team match. Once both sides tell every board alike, the match is agreed."""
    with _acting(match, code, is_first) as (act, fresh, side):
        refuse_agreed(fresh)
        take_board(act, fresh, side, board, said)
    return fresh


def confirm_by_code(*, match: Match, code: str, is_first: bool, seen_version: int | None = None) -> Match:
    with _acting(match, code, is_first) as (act, fresh, side):
        refuse_agreed(fresh)
        take_confirmation(act, fresh, side, seen_version)
    return fresh


@contextmanager
def _acting(match: Match, code: str, is_first: bool) -> Iterator[tuple[Act, Match, Entry]]:
    with acting_without_account(match.round.tournament, takes_codes, BY_CODE) as act:
        fresh = fresh_match(act, match)
        if not is_code_of(fresh, code):
            raise NotYourMatch()
        assert fresh.second is not None, "a bye has no code"
        yield act, fresh, fresh.first if is_first else fresh.second
