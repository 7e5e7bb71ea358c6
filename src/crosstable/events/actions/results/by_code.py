"""Reporting a score at the board without an account: the holder of the match's code reports for one side.

Each report needs the other side's equal report or its confirmation, as always. A device that has reported for one side
cannot report for the other, unless the organiser allows it. This keeps one player from casually deciding a match alone;
the journal names a reporter only as a side "by code", so it does not stop a player with two devices.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from crosstable.engine.results import Score
from crosstable.events.actions.core.action import Action, acting_without_account
from crosstable.events.actions.results.results import (
    fresh_match,
    refuse_agreed,
    take_confirmation,
    take_report,
)
from crosstable.events.actions.results.series import claims_of
from crosstable.events.actions.results.team_boards import take_board
from crosstable.events.bridge.match_codes import device_mark, has_reported_for_other, is_code_of, takes_codes
from crosstable.events.errors import BadValue
from crosstable.events.models import Entry, Match
from crosstable.events.play_errors import NotYourMatch, ReportsForBothSides
from crosstable.text import tr

BY_CODE = "by code"
# Devices stored per side, enough for a team.
MOST_DEVICES = 20


@dataclass(frozen=True, slots=True)
class Speaker:
    """The reporter: the code, the side they say they are, and the digest of their device."""

    code: str
    is_first: bool
    device: str


def report_by_code(*, match: Match, speaker: Speaker, score: Score) -> Match:
    """Report for a side. Raises NotYourMatch for a wrong code, NotAllowed if the organiser disabled codes,
    ReportsForBothSides."""
    with _acting(match, speaker) as (act, fresh, side):
        if act.tournament.has_boards:
            raise BadValue(tr("A team match is reported board by board. Name the board."), "board")
        take_report(act, fresh, side, score)
    return fresh


def report_board_by_code(*, match: Match, speaker: Speaker, board: int, score: Score) -> Match:
    """Report one board of a team match. Once both sides report every board alike, the match is confirmed."""
    with _acting(match, speaker) as (act, fresh, side):
        refuse_agreed(fresh)
        take_board(act, fresh, side, board, score)
    return fresh


def confirm_by_code(*, match: Match, speaker: Speaker, seen_version: int | None = None) -> Match:
    with _acting(match, speaker) as (act, fresh, side):
        refuse_agreed(fresh)
        take_confirmation(act, fresh, side, seen_version)
    return fresh


@contextmanager
def _acting(match: Match, speaker: Speaker) -> Iterator[tuple[Action, Match, Entry]]:
    with acting_without_account(match.round.tournament, takes_codes, BY_CODE) as act:
        fresh = fresh_match(act, match)
        if not is_code_of(fresh, speaker.code):
            raise NotYourMatch()
        assert fresh.second is not None, "a bye has no code"
        sides = (fresh.first, fresh.second) if speaker.is_first else (fresh.second, fresh.first)
        fresh.round.tournament = act.tournament
        _check_speaks_for_one(fresh, *sides, speaker.device)
        yield act, fresh, sides[0]
        _remember(fresh, sides[0], speaker.device)


def _check_speaks_for_one(match: Match, me: Entry, other: Entry, device: str) -> None:
    if not device and not match.round.tournament.one_device_for_both:
        raise BadValue(tr("Name the device: one device reports for one side only."), "device")
    if has_reported_for_other(match, claims_of(match, other)[0], device):
        raise ReportsForBothSides(spoke_for=str(other), other=str(me))


def _remember(match: Match, side: Entry, device: str) -> None:
    (claim, _), mark = claims_of(match, side), device_mark(match, device)
    if claim is not None and mark and mark not in claim.devices:
        claim.devices = [*claim.devices, mark][-MOST_DEVICES:]
        claim.save(update_fields=["devices"])
