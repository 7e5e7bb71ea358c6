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
        None, ge=1, description="A playerId to compare with. Default: the neighbours in the standings."
    )


class StepOut(Out):
    round: int = Field(description="The round; 0 for a penalty or a bonus without a round.")
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
    decided_by: str = Field(description="The code of the tie-break; empty if they share the place.")
    accounts: list[AccountOut] = Field(description="How the deciding numbers were calculated.")

    @classmethod
    def of(cls, one: Comparison) -> Self:
        accounts = [AccountOut.of(account) for account in one.accounts]
        return cls.of_row(one, ahead_id=one.ahead.pk, behind_id=one.behind.pk, accounts=accounts)


class PlaceOut(Out):
    player_id: int
    rank: int
    of: int
    pool: str = Field(description="The pool of these standings, if there are several; otherwise empty.")
    comparisons: list[ComparisonOut]
    accounts: list[AccountOut]


@router.get("/{id:tournament_id}/standings/{id:player_id}/why", response=PlaceOut, **PUBLIC)
def get_why(request: VisitorRequest, tournament_id: int, player_id: int, query: Query[AgainstIn]) -> PlaceOut:
    """Explain a player's place in the standings in sentences, and how its numbers were calculated."""
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
    one: int | None = Field(None, ge=1, description="A playerId of the match. Default: its first player.")
    other: int | None = Field(None, ge=1, description="Another playerId, to explain why the two do not meet.")


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
    violated: list[str] = Field(description="Rules that had to be broken, and why no better pairing exists.")
    instead: list[WhyNotOut] = Field(description="Other pairings, and why they were not made.")
    by_hand: bool = Field(
        description="Whether an organiser changed what the rules give from the same results."
    )


class ReasonsOut(Out):
    round_number: int
    unchanged: bool = Field(description="Whether the data of the pairing have not changed since.")
    reasons: list[ReasonOut] = Field(description="Empty if the rounds follow a schedule or a bracket.")


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
    """Explain every pairing of a round."""
    tournament = tournament_to_run(request, tournament_id, LOOK)
    return _reasons(number, reasons.of_round(round_in(request, tournament, number)))


@router.get("/{id:tournament_id}/matches/{id:match_id}/reasons", response=ReasonsOut)
def get_match_reasons(
    request: Request, tournament_id: int, match_id: int, query: Query[WhyNotIn]
) -> ReasonsOut:
    """Explain why a pairing was made and another was not. For organisers, and for its players if the event
    allows it.
    """
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
    error: int = Field(description="The 95 % margin of error, in percent.")


class WayOut(Out):
    mine: str = Field(description="win, draw or loss in the player's own match; empty if none is left.")
    sentence: str
    best: int
    worst: int
    needs: list[str] = Field(description="The results of others that the best place needs.")
    chances: list[ChanceOut] = Field(description="The chances, if they were simulated.")


class OutlookOut(Out):
    player_id: int
    rank: int | None = Field(description="The current place; null while it is too early to say.")
    exact: bool
    how: str
    seed: int = Field(description="The seed of the simulation; 0 if the outlook is exact.")
    ways: list[WayOut] = Field(description="Empty while it is too early to say.")


@router.get("/{id:tournament_id}/players/{id:player_id}/outlook", response=OutlookOut)
def get_outlook(request: Request, tournament_id: int, player_id: int) -> OutlookOut:
    """Get which results lead to which places, before and during the last round. For the player and
    organisers.
    """
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
