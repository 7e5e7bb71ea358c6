"""A finished event at a glance, as its overview shows it: podium, moments, the best of each faction, charts."""

from typing import Self

from pydantic import Field

from crosstable.api.identity import PUBLIC, VisitorRequest
from crosstable.api.loading import tournament_to_read
from crosstable.api.router import new_router
from crosstable.api.schemas import Out
from crosstable.events.models import Entry
from crosstable.events.queries.past.finished import (
    FinalPlace,
    FinishedEvent,
    MatchMoment,
    SeriesMoment,
    finished_event,
    share_text,
)

router = new_router("standings")


class NamedOut(Out):
    player_id: int
    name: str

    @classmethod
    def of(cls, entry: Entry) -> Self:
        return cls(player_id=entry.pk, name=entry.display_name)


class PodiumPlaceOut(Out):
    rank: int
    pool: str = Field(description="The pool, if the event ends with several pools; otherwise empty.")
    players: list[NamedOut]

    @classmethod
    def of(cls, place: FinalPlace) -> Self:
        return cls(
            rank=place.rank, pool=place.pool, players=[NamedOut.of(one.entry) for one in place.winners]
        )


class MatchMomentOut(Out):
    match_id: int
    round: int
    table: int | None
    winner: NamedOut
    loser: NamedOut
    score: str = Field(description="The score as text, the winner's numbers first.")
    winner_rating: int = Field(description="The rating before the match; 0 for an unrated player.")
    loser_rating: int
    rating_difference: int = Field(
        description="By how many points the winner's rating was lower; 0 if it was not."
    )

    @classmethod
    def of(cls, moment: MatchMoment) -> Self:
        return cls(
            match_id=moment.match.pk,
            round=moment.match.round.number,
            table=moment.match.table,
            winner=NamedOut.of(moment.winner),
            loser=NamedOut.of(moment.loser),
            score=moment.score,
            winner_rating=moment.winner_rating,
            loser_rating=moment.loser_rating,
            rating_difference=max(moment.upset, 0),
        )


class SeriesOut(Out):
    wins: int
    players: list[NamedOut]

    @classmethod
    def of(cls, series: SeriesMoment) -> Self:
        return cls(wins=series.wins, players=[NamedOut.of(entry) for entry in series.entries])


class BestOut(Out):
    faction: str
    rank: int
    player: NamedOut


class BarOut(Out):
    start: int = Field(description="From this value to `last`, both included.")
    last: int
    count: int


class SidesOut(Out):
    first: int = Field(description="Games won by the first side, in chess White.")
    drawn: int
    second: int


class SummaryOut(Out):
    is_finished: bool = Field(description="Before the end of the event all other fields are empty.")
    text: str = Field(default="", description="The result in a few sentences, to send to others.")
    podium: list[PodiumPlaceOut] = []
    largest_upset: MatchMomentOut | None = None
    closest_match: MatchMomentOut | None = Field(default=None, description="null if scores have no numbers.")
    longest_series: SeriesOut | None = Field(
        default=None, description="The most wins in a row of one player."
    )
    best_in_faction: list[BestOut] = Field(
        default=[], description="The best player of each faction with at least two players."
    )
    ratings: list[BarOut] = Field(default=[], description="How many players have a rating in each range.")
    wins: list[BarOut] = Field(default=[], description="How many players have how many wins.")
    sides: SidesOut | None = Field(default=None, description="Wins by side, in games with colours.")

    @classmethod
    def of(cls, finished: FinishedEvent, text: str) -> Self:
        upset, closest, series, sides = finished.upset, finished.closest, finished.series, finished.sides
        return cls(
            is_finished=True,
            text=text,
            podium=[PodiumPlaceOut.of(place) for place in finished.places],
            largest_upset=MatchMomentOut.of(upset) if upset else None,
            closest_match=MatchMomentOut.of(closest) if closest else None,
            longest_series=SeriesOut.of(series) if series else None,
            best_in_faction=[
                BestOut(faction=one.share.name, rank=one.rank, player=NamedOut.of(one.best))
                for one in finished.factions
                if one.best is not None
            ],
            ratings=[BarOut.of_row(bar) for bar in finished.ratings],
            wins=[BarOut.of_row(bar) for bar in finished.wins],
            sides=SidesOut.of_row(sides) if sides else None,
        )


@router.get("/{id:tournament_id}/summary", response=SummaryOut, **PUBLIC)
def get_summary(request: VisitorRequest, tournament_id: int) -> SummaryOut:
    """Get a summary of a finished event: podium, moments, the best of each faction, charts and a text to
    share.
    """
    tournament = tournament_to_read(request, tournament_id)
    if not tournament.is_complete:
        return SummaryOut(is_finished=False)
    finished = finished_event(tournament)
    return SummaryOut.of(finished, share_text(tournament, finished))
