"""What a round was paired from, read once, and the parts an explanation of its pairings has."""

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
    def words(self) -> Vocabulary:
        return rules_of(self.round.tournament).words

    @property
    def entry_word(self) -> str:
        return self.round.tournament.entry_word

    @cached_property
    def names(self) -> Mapping[EntryId, str]:
        return {entry.id: entry.name for entry in self.state.entries}

    @cached_property
    def history(self) -> History:
        return history_of(self.state)

    @cached_property
    def active(self) -> list[EntryId]:
        """Everybody in the round, those with a bye as well."""
        sides = [EntryId(pk) for m in self.matches for pk in (m.first_id, m.second_id) if pk]
        return sorted(sides)

    @cached_property
    def players(self) -> list[EntryId]:
        """Those the machine had to find a place for."""
        asked = {bye.entry for bye in self.conditions.byes}
        return [id for id in self.active if id not in asked]

    @property
    def is_as_it_was(self) -> bool:
        """Nothing the pairing was made from has changed since."""
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
    """One player before the round, in a line."""

    name: str
    words: str


@dataclass(frozen=True, slots=True)
class WhyNot:
    """Another pair that was not made: who, and why."""

    one: str
    two: str
    sentence: str


@dataclass(frozen=True, slots=True)
class Story:
    """Why a pair was made: in sentences, the players, what was bent."""

    sentences: Sequence[str]
    about: Sequence[About]
    bent: Sequence[str] = ()
    # Pairs somebody would rather have expected, by the plain order.
    expected_pairs: Sequence[tuple[EntryId, EntryId]] = ()


class Teller(Protocol):
    """What a family of pairing systems can say about a round."""

    @property
    def seats(self) -> frozenset[frozenset[EntryId]]:
        """Who meets whom by the rules; somebody alone has the bye."""

    def story(self, first: EntryId, second: EntryId | None) -> Story:
        """Of a pair by the rules, or of the bye."""

    def why_not(self, one: EntryId, two: EntryId) -> str:
        """Of a pair that is not one by the rules."""
