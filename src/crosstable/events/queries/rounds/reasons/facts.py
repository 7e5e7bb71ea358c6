"""The inputs of a round's pairing, read once, and the parts of an explanation."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Protocol

from crosstable.engine import model as engine
from crosstable.engine.history import History, history_of
from crosstable.engine.model import Bye, ByeKind, EntryId
from crosstable.engine.pairing.registry import RoundConditions
from crosstable.events.bridge.rules import rules_of
from crosstable.events.bridge.tournament import conditions_for, load_tournament
from crosstable.events.models import Match, Round
from crosstable.events.queries.people.public import matches_of
from crosstable.events.queries.rounds.drafts import digest
from crosstable.games import Use, Vocabulary

ASKED = (ByeKind.HALF, ByeKind.ZERO, ByeKind.FULL)


@dataclass(frozen=True)
class RoundFacts:
    round: Round
    matches: Sequence[Match]
    state: engine.Tournament
    conditions: RoundConditions

    @property
    def system(self) -> str:
        return rules_of(self.round.tournament).system

    @property
    def uses_colors(self) -> bool:
        return Use.COLORS in rules_of(self.round.tournament).uses

    @cached_property
    def vocabulary(self) -> Vocabulary:
        return rules_of(self.round.tournament).vocabulary

    @cached_property
    def names(self) -> Mapping[EntryId, str]:
        return {entry.id: entry.name for entry in self.state.entries}

    @cached_property
    def history(self) -> History:
        return history_of(self.state)

    @cached_property
    def active(self) -> list[EntryId]:
        """All entries in the round, including those with a bye."""
        sides = [EntryId(pk) for m in self.matches for pk in (m.first_id, m.second_id) if pk]
        return sorted(sides)

    @cached_property
    def players(self) -> list[EntryId]:
        """The entries the engine had to pair, without requested byes."""
        asked = {bye.entry for bye in self.conditions.byes}
        return [id for id in self.active if id not in asked]

    @property
    def is_as_it_was(self) -> bool:
        """Whether the inputs of the pairing are unchanged."""
        return self.round.basis == digest(self.state, self.active, self.conditions, self.system)


def facts_of(round_: Round) -> RoundFacts:
    matches = matches_of(round_)
    asked = tuple(
        Bye(EntryId(m.first_id), ByeKind(m.bye_kind))
        for m in matches
        if m.bye_kind and ByeKind(m.bye_kind) in ASKED
    )
    conditions = conditions_for(round_.tournament, round_.number)
    state = load_tournament(round_.tournament, before_round=round_.number)
    return RoundFacts(round_, matches, state, replace(conditions, byes=asked))


@dataclass(frozen=True, slots=True)
class About:
    """One player before the round, in one line."""

    name: str
    words: str


@dataclass(frozen=True, slots=True)
class WhyNot:
    """A pair that was not made, and why."""

    one: str
    two: str
    sentence: str


@dataclass(frozen=True, slots=True)
class Story:
    """Why a pair was made: sentences, the players, rule exceptions."""

    sentences: Sequence[str]
    about: Sequence[About]
    violated: Sequence[str] = ()
    # Pairs a reader would have expected from the order in the group.
    expected_pairs: Sequence[tuple[EntryId, EntryId]] = ()


class ReasonWriter(Protocol):
    """Explains the pairings of a family of systems."""

    @property
    def seats(self) -> frozenset[frozenset[EntryId]]:
        """The pairs by the rules; a single entry has the bye."""

    def story(self, first: EntryId, second: EntryId | None) -> Story:
        """Explain a pair by the rules, or the bye."""

    def why_not(self, one: EntryId, two: EntryId) -> str:
        """Explain why a pair is not one by the rules."""
