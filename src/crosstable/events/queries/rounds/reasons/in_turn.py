"""Pairings made in turn, in words: who chose, and why those before the opponent it took were passed over."""

from crosstable.engine.model import EntryId
from crosstable.engine.pairing.one_by_one import Choice, RoundInTurn
from crosstable.events.queries.rounds.reasons.facts import RoundFacts
from crosstable.events.queries.rounds.reasons.story import About, Story
from crosstable.events.queries.rounds.reasons.words import colors_words, ordinal, times
from crosstable.events.records.words import points_words


class TurnTeller:
    def __init__(self, facts: RoundFacts, explainer: RoundInTurn) -> None:
        self.facts = facts
        self.explainer = explainer
        self.place = {id: position for position, id in enumerate(self.explainer.field.ids)}
        self.turns = {place: choice for choice in self.explainer.choices for place in _both(choice)}

    @property
    def seats(self) -> frozenset[frozenset[EntryId]]:
        return self.explainer.seats

    def story(self, first: EntryId, second: EntryId | None) -> Story:
        if second is None:
            return Story(self._bye(first), [self._about(first)])
        choice = self.turns[self.place[first]]
        one, two = self._name(choice.chooser), self._name(choice.opponent)
        sentences = [
            self.facts.words.say(self.explainer.sentence),
            f"{one} is {ordinal(choice.chooser + 1)} in the ranking and takes {two}.",
        ]
        if not self.explainer.colors_suit(*_both(choice)):
            sentences.append("No colours suit both; the lower ranked has the one that is viable.")
        return Story(
            sentences=sentences,
            about=[self._about(first), self._about(second)],
            bent=self._bent(choice),
            expected_pairs=[
                (self.explainer.field.ids[choice.chooser], self.explainer.field.ids[p])
                for p in choice.passed_over
            ],
        )

    def why_not(self, one: EntryId, two: EntryId) -> str:
        if one not in self.place or two not in self.place:
            return "One of the two is not in this round."
        p, q = sorted((self.place[one], self.place[two]))
        if self.explainer.bye in (p, q):
            return f"{self._name(q if self.explainer.bye == q else p)} has the bye."
        choice = min(self.turns[p], self.turns[q], key=lambda turn: turn.chooser)
        if {p, q} == set(_both(choice)):
            return f"By the rules {self._name(p)} and {self._name(q)} meet."
        other = q if p in _both(choice) else p
        return self._passed_over(choice, other)

    def _passed_over(self, choice: Choice, other: int) -> str:
        if choice.chooser == other or choice.opponent == other or other not in choice.passed_over:
            taken = f"{self._name(choice.chooser)} chose before and took {self._name(choice.opponent)}"
            return f"{taken}, who comes first by {self.explainer.likes}."
        if met := self.explainer.field.times_met(choice.chooser, other):
            return f"They have met {times(met)} before, or must not meet."
        return (
            f"If {self._name(choice.chooser)} met {self._name(other)}, the rest could not be paired so well."
        )

    def _bent(self, choice: Choice) -> list[str]:
        met = self.explainer.field.times_met(*_both(choice))
        return [f"They have met {times(met)} before; no complete round has fewer rematches."] if met else []

    def _bye(self, id: EntryId) -> list[str]:
        return [
            f"An odd number plays, {self.explainer.field.size}, so one sits out.",
            self.explainer.bye_sentence.format(name=self.facts.names[id]),
        ]

    def _about(self, id: EntryId) -> About:
        colors = colors_words(self.facts.words, self.explainer.colors_of(id))
        score = points_words(self.facts.history[id].score)
        where = f"{ordinal(self.place[id] + 1)} of {self.explainer.field.size}"
        return About(self.facts.names[id], f"{where}, points: {score}, colours {colors}")

    def _name(self, position: int) -> str:
        return self.facts.names[self.explainer.field.ids[position]]


def _both(choice: Choice) -> tuple[int, int]:
    return choice.chooser, choice.opponent
