"""Who finds the words for a round, by what its system explains it with. One that brings sentences needs nobody."""

from collections.abc import Callable, Mapping
from typing import Any

from crosstable.engine.model import EntryId
from crosstable.engine.pairing.fide.explain import Explainer
from crosstable.engine.pairing.one_by_one import RoundInTurn
from crosstable.engine.pairing.swiss.explain import SwissExplainer
from crosstable.engine.pairing.systems.model import ExplainedInSentences
from crosstable.events.queries.rounds.reasons.dutch import DutchTeller
from crosstable.events.queries.rounds.reasons.facts import RoundFacts
from crosstable.events.queries.rounds.reasons.in_turn import TurnTeller
from crosstable.events.queries.rounds.reasons.story import Story, Teller
from crosstable.events.queries.rounds.reasons.swiss import SwissTeller
from crosstable.events.records.settings.choices import pairing_system_of


class PlainTeller:
    """Of a system that brings its own sentences."""

    def __init__(self, facts: RoundFacts, explained: ExplainedInSentences) -> None:
        self.explained = explained

    @property
    def seats(self) -> frozenset[frozenset[EntryId]]:
        return self.explained.seats

    def story(self, first: EntryId, second: EntryId | None) -> Story:
        return Story(self.explained.why(first, second), about=())

    def why_not(self, one: EntryId, two: EntryId) -> str:
        return self.explained.why_not(one, two)


TELLERS: Mapping[type, Callable[[RoundFacts, Any], Teller]] = {
    SwissExplainer: SwissTeller,
    Explainer: DutchTeller,
    RoundInTurn: TurnTeller,
    ExplainedInSentences: PlainTeller,
}


def teller_of(facts: RoundFacts) -> Teller:
    """Raises PairingImpossible, UnknownSystem."""
    system = pairing_system_of(facts.round.tournament)
    explained = system.explain(facts.state, facts.paired, facts.conditions)
    for kind, teller in TELLERS.items():
        if isinstance(explained, kind):
            return teller(facts, explained)
    raise LookupError(f"Nobody has words for how {system.name} explains a round.")
