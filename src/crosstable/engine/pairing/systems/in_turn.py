"""The two pairings of clubs in which one player after the other takes an opponent."""

from collections.abc import Collection
from dataclasses import replace

from crosstable.engine.model import EntryId, RoundPlan, Tournament
from crosstable.engine.pairing.club import ClubRound, NextRound
from crosstable.engine.pairing.coloring import colors_by
from crosstable.engine.pairing.colors import colors_paired
from crosstable.engine.pairing.one_by_one import RoundInTurn
from crosstable.engine.pairing.systems.model import RoundConditions, System


def in_turn(
    name: str, title: str, sentence: str, kind: type[RoundInTurn], tie_breaks: tuple[str, ...] = ()
) -> System:
    def pair(tournament: Tournament, active: Collection[EntryId], conditions: RoundConditions) -> RoundPlan:
        away = {bye.entry for bye in conditions.byes}
        plan = kind(tournament, [id for id in active if id not in away], conditions.forbidden).plan()
        return replace(plan, byes=(*plan.byes, *conditions.byes))

    def explain(
        tournament: Tournament, players: Collection[EntryId], conditions: RoundConditions
    ) -> RoundInTurn:
        return kind(tournament, players, conditions.forbidden)

    return System(
        name,
        title,
        sentence,
        pair,
        explain,
        ladder=kind.options,
        colors=colors_by(kind.colors, colors_paired),
        tie_breaks=tie_breaks,
        counts_color=colors_paired,
    )


CLUB_SWISS = in_turn(
    "swiss-club",
    "Club Swiss, high–low",
    "In rank order each takes the lowest rated of the highest score it has not met (of equal ratings the one ranked "
    "last); colours alternate, "
    "and what cannot be coloured well is marked for review.",
    ClubRound,
)
NEXT_SWISS = in_turn(
    "swiss-next",
    "Next in the standings",
    "By points, then rating, everybody meets the next one not paired with before; who had {second} more often gets "
    "{first}. Unless you choose other tie-breaks, the opponents' points decide between equals, then the rating.",
    NextRound,
    tie_breaks=("PTS", "OPP", "RTNG"),
)
