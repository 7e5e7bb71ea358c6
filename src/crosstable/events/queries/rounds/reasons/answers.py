"""The questions: why this match, why this round, why not these two."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from crosstable.engine.errors import PairingImpossible
from crosstable.engine.model import ByeKind, EntryId
from crosstable.engine.pairing.fide.explain import Explainer
from crosstable.engine.pairing.one_by_one import RoundInTurn
from crosstable.engine.pairing.swiss.explain import SwissExplainer
from crosstable.engine.pairing.system import ExplainedInSentences
from crosstable.events.bridge.rules import rules_of
from crosstable.events.models import Match, Round, StageKind
from crosstable.events.queries.rounds.reasons.dutch import DutchReasonWriter
from crosstable.events.queries.rounds.reasons.facts import (
    About,
    ReasonWriter,
    RoundFacts,
    Story,
    WhyNot,
    facts_of,
)
from crosstable.events.queries.rounds.reasons.swiss import InTurnReasonWriter, SwissReasonWriter
from crosstable.text import listed, tr


@dataclass(frozen=True, slots=True)
class Reason:
    """The explanation of one match. `by_hand`: the engine pairs it differently from the same results."""

    match: Match
    sentences: Sequence[str]
    about: Sequence[About] = ()
    violated: Sequence[str] = ()
    instead: Sequence[WhyNot] = ()
    by_hand: bool = False


@dataclass(frozen=True, slots=True)
class RoundReasons:
    """The explanations of a round. `is_as_it_was`: its inputs have not changed since it was paired."""

    round: Round
    reasons: Sequence[Reason]
    is_as_it_was: bool


def of_round(round_: Round) -> RoundReasons | None:
    """Explain every match of the round briefly. None where rounds follow a schedule or a bracket."""
    if _is_scheduled(round_):
        return None
    facts = facts_of(round_)
    writer = _writer(facts)
    reasons = [_reason(facts, writer, match) for match in facts.matches]
    return RoundReasons(round_, reasons, facts.is_as_it_was)


def of_match(match: Match, one: int | None = None, other: int | None = None) -> RoundReasons | None:
    """Explain one match in full; with `one` and `other` also why those two did not meet."""
    if _is_scheduled(match.round):
        return None
    facts = facts_of(match.round)
    writer = _writer(facts)
    own = next(m for m in facts.matches if m.pk == match.pk)
    questions = [(EntryId(one), EntryId(other))] if one and other and one != other else []
    return RoundReasons(match.round, [_reason(facts, writer, own, questions, full=True)], facts.is_as_it_was)


def _is_scheduled(round_: Round) -> bool:
    return round_.is_play_off or (round_.stage is not None and round_.stage.kind != StageKind.SWISS)


def _writer(facts: RoundFacts) -> ReasonWriter | None:
    """None when no complete round is possible: results or forbidden pairings have changed since."""
    try:
        return _writer_of(facts)
    except PairingImpossible:
        return None


def _reason(
    facts: RoundFacts,
    writer: ReasonWriter | None,
    match: Match,
    questions: Sequence[tuple[EntryId, EntryId]] = (),
    *,
    full: bool = False,
) -> Reason:
    if match.bye_kind and ByeKind(match.bye_kind) is not ByeKind.ALLOCATED:
        return Reason(
            match,
            [
                tr(
                    "{first} requested a bye for this round: {get_bye_kind_display}.",
                    first=match.first,
                    get_bye_kind_display=match.get_bye_kind_display(),
                )
            ],
        )
    if writer is None:
        return _without_rules(facts, match)
    first, second = EntryId(match.first_id), EntryId(match.second_id) if match.second_id else None
    known = {id for id in (first, second) if id is not None}
    if frozenset(known) not in writer.seats:
        return _otherwise(facts, writer, match, questions)
    story = writer.story(first, second)
    expected = [pair for pair in story.expected_pairs if full] + list(questions)
    return Reason(match, story.sentences, story.about, story.violated, _why_not(facts, writer, expected))


def _without_rules(facts: RoundFacts, match: Match) -> Reason:
    """Explain a match where no complete round is possible: paired with fewest rematches, or manually."""
    sentence = IMPOSSIBLE_NOW
    if facts.is_as_it_was:
        sentence = IMPOSSIBLE_BY_HAND if match.by_hand else FEW_REMATCHES
    games = facts.history[EntryId(match.first_id)].games if match.second_id else ()
    met = [str(game.round) for game in games if game.was_played and game.opponent == match.second_id]
    again = (
        tr(
            "{first} and {second} met in round {met}: this is a rematch.",
            first=match.first,
            second=match.second,
            met=listed(met),
        )
        if met
        else ""
    )
    return Reason(match, [sentence], violated=[again] if again else (), by_hand=match.by_hand)


IMPOSSIBLE_NOW = tr("With the current results, no complete round is possible by the rules.")
IMPOSSIBLE_BY_HAND = tr(
    "No complete round was possible by the rules. An organiser made this pairing manually."
)
FEW_REMATCHES = tr("No complete round was possible by the rules: this one has as few rematches as possible.")


def _otherwise(
    facts: RoundFacts, writer: ReasonWriter, match: Match, questions: Sequence[tuple[EntryId, EntryId]]
) -> Reason:
    """Explain a match that differs from the rules' pairing: a manual pairing, or results have changed."""
    sides = [EntryId(pk) for pk in (match.first_id, match.second_id) if pk]
    by_rule = [_partner(facts, writer, id) for id in sides]
    sentence = HAND if facts.is_as_it_was else CHANGED if facts.round.basis else UNKNOWN
    about: list[About] = []
    for id in sides:
        seat = next(seat for seat in writer.seats if id in seat)
        story: Story = writer.story(id, next(iter(seat - {id}), None))
        about += [one for one in story.about if one.name == facts.names[id]]
    instead = _why_not(facts, writer, [*([tuple(sides)] if len(sides) == 2 else []), *questions])
    return Reason(match, [sentence, *by_rule], about, (), instead, by_hand=facts.is_as_it_was)


HAND = tr("An organiser made this pairing manually.")
CHANGED = tr("Results or entries have changed since this was paired.")
UNKNOWN = tr(
    "The rules give another pairing from the current results. The results have changed since then, or "
    "the pairing was made manually."
)


def _partner(facts: RoundFacts, writer: ReasonWriter, id: EntryId) -> str:
    seat = next(seat for seat in writer.seats if id in seat)
    partner = next(iter(seat - {id}), None)
    if partner is None:
        return tr("By the rules {name} would have the bye.", name=facts.names[id])
    return tr("By the rules {name} would meet {other}.", name=facts.names[id], other=facts.names[partner])


def _why_not(facts: RoundFacts, writer: ReasonWriter, pairs: Sequence[tuple[EntryId, ...]]) -> list[WhyNot]:
    known = [pair for pair in pairs if all(id in facts.names for id in pair)]
    return [WhyNot(facts.names[a], facts.names[b], writer.why_not(a, b)) for a, b in known]


class PlainReasonWriter:
    """Explains a pairing system that has its own sentences."""

    def __init__(self, facts: RoundFacts, explainer: ExplainedInSentences) -> None:
        self.explainer = explainer

    @property
    def seats(self) -> frozenset[frozenset[EntryId]]:
        return self.explainer.seats

    def story(self, first: EntryId, second: EntryId | None) -> Story:
        return Story(self.explainer.why(first, second), about=())

    def why_not(self, one: EntryId, two: EntryId) -> str:
        return self.explainer.why_not(one, two)


REASON_WRITERS: Mapping[type, Callable[[RoundFacts, Any], ReasonWriter]] = {
    SwissExplainer: SwissReasonWriter,
    Explainer: DutchReasonWriter,
    RoundInTurn: InTurnReasonWriter,
    ExplainedInSentences: PlainReasonWriter,
}


def _writer_of(facts: RoundFacts) -> ReasonWriter:
    """Return the explainer of the round's system. Raises PairingImpossible, UnknownSystem."""
    system = rules_of(facts.round.tournament).pairing_system
    explained = system.explain(facts.state, facts.players, facts.conditions)
    for kind, writer in REASON_WRITERS.items():
        if isinstance(explained, kind):
            return writer(facts, explained)
    raise LookupError(f"No sentences are registered for how {system.name} explains a round.")
