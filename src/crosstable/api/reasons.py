"""Explanations in words: why a player has a place, why two were paired, what a player still needs."""

from typing import Self

from django.http import Http404
from ninja import Query
from pydantic import Field

from crosstable.accounts.permissions import check_may
from crosstable.api.identity import PUBLIC, Request, VisitorRequest
from crosstable.api.loading import (
    match_in,
    round_in,
    tournament_to_change,
    tournament_to_read,
    tournament_to_run,
)
from crosstable.api.router import new_router
from crosstable.api.schemas import In, Out
from crosstable.events.permissions import LOOK, WHO_MAY_READ_REASONS, may_edit_entry, may_read_reasons
from crosstable.events.queries.addressed import entry_in
from crosstable.events.queries.rounds import reasons
from crosstable.events.queries.standings.outlook import outlook
from crosstable.events.queries.standings.why import Account, Comparison, why_place
from crosstable.text import tr

router = new_router("reasons")


class AgainstIn(In):
    against: int | None = Field(
        None, ge=1, description="A playerId; left out: the neighbours in the standings."
    )


class StepOut(Out):
    round: int = Field(description="0 for a penalty or a bonus, which belongs to no round.")
    opponent: str
    value: str
    note: str
    left_out: bool


class AccountOut(Out):
    name: str
    tie_break: str
    value: str
    rule: str
    steps: list[StepOut]

    @classmethod
    def of(cls, account: Account) -> Self:
        return cls.of_row(account, steps=[StepOut.of_row(s, left_out=s.is_cut) for s in account.steps])


class ComparisonOut(Out):
    ahead_id: int
    behind_id: int
    sentence: str
    decided_by: str = Field(description="The code of the tie-break; empty when they share the place.")
    accounts: list[AccountOut] = Field(description="How the deciding numbers came about.")

    @classmethod
    def of(cls, one: Comparison) -> Self:
        accounts = [AccountOut.of(account) for account in one.accounts]
        return cls.of_row(one, ahead_id=one.ahead.pk, behind_id=one.behind.pk, accounts=accounts)


class PlaceOut(Out):
    player_id: int
    rank: int
    of: int
    pool: str = Field(description="Whose table it is, where there are several pools; else empty.")
    comparisons: list[ComparisonOut]
    accounts: list[AccountOut]


@router.get("/{id:tournament_id}/standings/{id:player_id}/why", response=PlaceOut, **PUBLIC)
def get_why(request: VisitorRequest, tournament_id: int, player_id: int, query: Query[AgainstIn]) -> PlaceOut:
    """Why a player has this place, in sentences, and how the numbers were calculated."""
    tournament = tournament_to_read(request, tournament_id)
    place = why_place(tournament, player_id, query.against)
    if place is None:
        raise Http404
    return PlaceOut.of_row(
        place,
        player_id=place.entry.pk,
        comparisons=[ComparisonOut.of(one) for one in place.comparisons],
        accounts=[AccountOut.of(account) for account in place.accounts],
    )


class WhyNotIn(In):
    one: int | None = Field(None, ge=1, description="A playerId of the match; left out: its first player.")
    other: int | None = Field(None, ge=1, description="A playerId; asks why the two do not meet.")


class AboutOut(Out):
    name: str
    words: str


class WhyNotOut(Out):
    one: str
    two: str
    sentence: str


class ReasonOut(Out):
    match_id: int
    sentences: list[str]
    about: list[AboutOut] = Field(description="The players before the round.")
    violated: list[str] = Field(description="Rules that had to be broken, and why nothing better exists.")
    instead: list[WhyNotOut] = Field(description="Other pairs, and why they were not made.")
    by_hand: bool = Field(description="An organiser paired otherwise than the rules from the same results.")


class ReasonsOut(Out):
    round_number: int
    unchanged: bool = Field(description="Nothing under the round has changed since it was paired.")
    reasons: list[ReasonOut] = Field(description="Empty where the rounds follow a schedule or a bracket.")


def _reasons(number: int, answer: reasons.RoundReasons | None) -> ReasonsOut:
    if answer is None:
        return ReasonsOut(round_number=number, unchanged=True, reasons=[])
    reasons = [
        ReasonOut.of_row(reason, match_id=reason.match.pk, violated=list(reason.violated))
        for reason in answer.reasons
    ]
    return ReasonsOut(round_number=number, unchanged=answer.is_as_it_was, reasons=reasons)


@router.get("/{id:tournament_id}/rounds/{id:number}/reasons", response=ReasonsOut)
def get_round_reasons(request: Request, tournament_id: int, number: int) -> ReasonsOut:
    """Why every pairing of a round was made."""
    tournament = tournament_to_run(request, tournament_id, LOOK)
    return _reasons(number, reasons.of_round(round_in(request, tournament, number)))


@router.get("/{id:tournament_id}/matches/{id:match_id}/reasons", response=ReasonsOut)
def get_match_reasons(
    request: Request, tournament_id: int, match_id: int, query: Query[WhyNotIn]
) -> ReasonsOut:
    """Why a pairing was made and why not another; for organisers, and for its players if the event lets them."""
    tournament = tournament_to_change(request, tournament_id)
    match = match_in(request, tournament, match_id)
    check_may(
        may_read_reasons(request.user, match),
        WHO_MAY_READ_REASONS,
    )
    answer = reasons.of_match(match, query.one or match.first_id, query.other)
    return _reasons(match.round.number, answer)


class ChanceOut(Out):
    place: str
    percent: int
    error: int = Field(description="Per cent, in 95 of 100 cases.")


class WayOut(Out):
    mine: str = Field(description="win, draw or loss of the player's own game; empty when it has none left.")
    sentence: str
    best: int
    worst: int
    needs: list[str] = Field(description="For the best place: what others must do.")
    chances: list[ChanceOut] = Field(description="Where it was simulated.")


class OutlookOut(Out):
    player_id: int
    rank: int | None = Field(description="Now; None when it is too early to say.")
    exact: bool
    how: str
    seed: int = Field(description="Of the simulation; 0 when it is exact.")
    ways: list[WayOut] = Field(description="Empty when it is too early to say.")


@router.get("/{id:tournament_id}/players/{id:player_id}/outlook", response=OutlookOut)
def get_outlook(request: Request, tournament_id: int, player_id: int) -> OutlookOut:
    """Before and during the last round: which results lead to which places; for the player and organisers."""
    tournament = tournament_to_change(request, tournament_id)
    entry = entry_in(tournament, player_id)
    check_may(
        may_edit_entry(request.user, entry),
        tr("Only the player and the organisers of this event can see this."),
    )
    ahead = outlook(entry)
    if ahead is None:
        return OutlookOut(
            player_id=entry.pk, rank=None, exact=False, how="Too early to say.", seed=0, ways=[]
        )
    return OutlookOut.of_row(ahead, player_id=entry.pk, exact=ahead.is_exact)
