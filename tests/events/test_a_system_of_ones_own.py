"""A pairing system is a complete record: one invented here pairs, explains, checks and repairs like the others."""

from __future__ import annotations

from collections.abc import Collection

import pytest

from building import entry, event
from crosstable.engine.model import EntryId, Pairing, RoundPlan, Tournament
from crosstable.engine.pairing.registry import SYSTEMS, RoundConditions, System, UnknownSystem
from crosstable.engine.pairing.swiss import SLIDE
from crosstable.events.actions.people.attendance import mark_no_show
from crosstable.events.actions.rounds import rounds
from crosstable.events.actions.rounds.drafts import swap_players
from crosstable.events.models import Match, Status
from crosstable.events.models import Tournament as Event
from crosstable.events.queries.rounds import reasons
from crosstable.events.queries.rounds.drafts import own_pairing, violated_rules_of
from crosstable.events.queries.rounds.live_rounds import situation_of
from crosstable.events.queries.rounds.repairs import offers

pytestmark = pytest.mark.django_db


class Neighbours:
    """By seed, the first and the second meet, the third and the fourth, whatever was played."""

    def __init__(self, tournament: Tournament, active: Collection[EntryId]) -> None:
        self.order = [e.id for e in sorted(tournament.entries, key=lambda e: e.seed) if e.id in set(active)]
        self.pairs = list(zip(self.order[::2], self.order[1::2], strict=True))

    @property
    def seats(self) -> frozenset[frozenset[EntryId]]:
        return frozenset(map(frozenset, self.pairs))

    def why(self, first: EntryId, second: EntryId | None) -> list[str]:
        return [f"Seeds {self.order.index(first) + 1} and {self.order.index(second) + 1} are neighbours."]

    def why_not(self, one: EntryId, two: EntryId) -> str:
        return "They are no neighbours."


def pair(tournament: Tournament, active: Collection[EntryId], conditions: RoundConditions) -> RoundPlan:
    pairs = Neighbours(tournament, active).pairs
    return RoundPlan(
        len(tournament.rounds) + 1, tuple(Pairing(a, b, table) for table, (a, b) in enumerate(pairs, start=1))
    )


NEIGHBOURS = System(
    "neighbours",
    "Neighbours",
    "First against second, third against fourth.",
    pair,
    lambda tournament, paired, conditions: Neighbours(tournament, paired),
    ladder=SLIDE,
)


@pytest.fixture
def tournament(monkeypatch) -> Event:
    monkeypatch.setitem(SYSTEMS, NEIGHBOURS.name, NEIGHBOURS)
    made = event("a b c d e f", Status.IN_PROGRESS)
    made.system = NEIGHBOURS.name
    made.save(update_fields=["system"])
    rounds.pair_next_round(tournament=made, by=made.owner)
    return made


def pairs(tournament: Event) -> list[str]:
    rows = Match.objects.filter(round__tournament=tournament).select_related("first", "second")
    return [f"{match.first}-{match.second}" for match in rows.order_by("table")]


def test_it_pairs(tournament):
    assert pairs(tournament) == ["a-b", "c-d", "e-f"]


def test_it_explains(tournament):
    match = Match.objects.get(first__display_name="c")
    explanation = reasons.of_match(match, entry(tournament, "c").pk, entry(tournament, "f").pk)
    (reason,) = explanation.reasons
    assert (reason.sentences, [why.sentence for why in reason.instead]) == (
        ["Seeds 3 and 4 are neighbours."],
        ["They are no neighbours."],
    )


def test_it_says_what_was_bent_and_what_it_would_have_paired(tournament):
    a, c = entry(tournament, "a"), entry(tournament, "c")
    swap_players(tournament=tournament, first=a, second=c, by=tournament.owner)
    round_ = tournament.rounds.get()
    rows = list(round_.matches.select_related("first", "second"))
    assert (pairs(tournament), violated_rules_of(round_, rows)) == (["c-b", "a-d", "e-f"], ())
    own = own_pairing(round_, rows).comparison
    assert {frozenset(meeting) for meeting in own.only_engine} == {
        frozenset((entry(tournament, one).pk, entry(tournament, two).pk)) for one, two in ("ab", "cd")
    }


def test_it_repairs(tournament):
    rounds.publish_round(tournament=tournament, by=tournament.owner)
    for name in ("a", "c"):
        mark_no_show(entry=entry(tournament, name), by=tournament.owner)
    (first, *_) = offers(situation_of(tournament.rounds.get()))
    assert [(first.names[p.first], first.names[p.second]) for p in first.proposal.pairings] == [("b", "d")]


def test_a_system_no_one_registered_is_refused_by_name(tournament):
    tournament.system = "guessing"
    tournament.save(update_fields=["system"])
    match = Match.objects.select_related("round__tournament").first()
    with pytest.raises(UnknownSystem, match=r"no pairing system 'guessing'\. Known: swiss-wargame, "):
        reasons.of_match(match)
