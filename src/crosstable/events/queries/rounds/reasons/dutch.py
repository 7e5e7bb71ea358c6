"""Explanations for the FIDE Dutch system: brackets, halves, floats and colours, with their articles."""

from crosstable.engine.model import Color, EntryId, Points
from crosstable.engine.pairing.fide.explain import (
    COLOR_RULES,
    Explainer,
    Explanation,
    PlayerView,
    past_floats,
    why_not,
    wish_words,
)
from crosstable.engine.pairing.fide.player import Float, Strength
from crosstable.events.bridge.words import colors_words, counted, listed, points_words
from crosstable.events.queries.rounds.reasons.facts import About, RoundFacts, Story
from crosstable.events.queries.rounds.reasons.swiss import counted_points


class DutchTeller:
    def __init__(self, facts: RoundFacts, explainer: Explainer) -> None:
        self.facts = facts
        self.initial = facts.conditions.initial_color
        self.explainer = explainer

    @property
    def seats(self) -> frozenset[frozenset[EntryId]]:
        return self.explainer.seats

    def story(self, first: EntryId, second: EntryId | None) -> Story:
        if second is None:
            return Story(self._bye(first), [self._about(first)])
        explanation = self.explainer.explain(self.initial, first, second)
        return Story(
            sentences=[
                *self._bracket(explanation),
                *self._order(explanation),
                *self._color(explanation, first),
            ],
            about=[self._about(first), self._about(second)],
            bent=[
                *self._refused(first, Color.WHITE),
                *self._refused(second, Color.BLACK),
                *self._floats(explanation),
            ],
            expected_pairs=self._expected(explanation),
        )

    def why_not(self, one: EntryId, two: EntryId) -> str:
        if not (self.explainer.knows(one) and self.explainer.knows(two)):
            return "One of the two is not in this round."
        explanation = self.explainer.explain(self.initial, one, two)
        names = f"{self._name(one)} and {self._name(two)}"
        return why_not(explanation, names, points_words)

    def _bracket(self, explanation: Explanation) -> list[str]:
        assert explanation.one is not None and explanation.two is not None and explanation.bracket is not None
        bracket = explanation.bracket
        one, two = self._name(explanation.one.id), self._name(explanation.two.id)
        many = counted(len(bracket.residents), self.facts.entry_word)
        residents = f"{many} with {self._group_score(bracket.score)}"
        if not bracket.moved_down:
            return [f"{one} and {two} are in the same score group: {residents}."]
        down = listed([self._name(id) for id in bracket.moved_down[:6]])
        more = len(bracket.moved_down) - 6
        came = f"{down} and {more} more" if more > 0 else down
        sentence = f"The bracket has {residents}, and from higher scores {came} moved down."
        moved = [view for view in (explanation.one, explanation.two) if view.id in bracket.moved_down]
        if not moved:
            return [sentence]
        return [
            sentence,
            f"{self._name(moved[0].id)} floats down from {_score(moved[0])}: "
            "in the higher bracket there was no opponent left by the rules.",
        ]

    def _order(self, explanation: Explanation) -> list[str]:
        """Where the two were ranked: upper half (S1) against lower half (S2)."""
        assert explanation.one is not None and explanation.two is not None and explanation.bracket is not None
        ideal = self._ideal(explanation)
        higher, lower = sorted(
            (explanation.one, explanation.two), key=lambda view: (-view.score, view.number)
        )
        if ideal is None:
            return []
        one, two = self._name(higher.id), self._name(lower.id)
        if ideal == lower.id:
            return [f"The upper half meets the lower half in order, and so {one} meets {two}."]
        return [f"By the plain order {one} would meet {self._name(ideal)}; the criteria ask for {two}."]

    def _ideal(self, explanation: Explanation) -> EntryId | None:
        """The ideal opponent of the higher-ranked of the two (articles 3.2 and 3.3)."""
        assert explanation.one is not None and explanation.two is not None and explanation.bracket is not None
        higher = min((explanation.one, explanation.two), key=lambda view: (-view.score, view.number)).id
        bracket = explanation.bracket
        if higher in bracket.moved_down:
            place = bracket.moved_down.index(higher)
            return bracket.residents[place] if place < len(bracket.residents) else None
        met = {id for pair in bracket.pairs for id in pair if id in bracket.moved_down}
        partners = {a if b in met else b for a, b in bracket.pairs if a in met or b in met}
        rest = [id for id in bracket.residents if id not in partners and id not in bracket.floaters]
        half = len(rest) // 2
        return rest[rest.index(higher) + half] if higher in rest[:half] else None

    def _expected(self, explanation: Explanation) -> list[tuple[EntryId, EntryId]]:
        assert explanation.one is not None and explanation.two is not None
        higher, lower = sorted(
            (explanation.one, explanation.two), key=lambda view: (-view.score, view.number)
        )
        ideal = self._ideal(explanation)
        return [] if ideal in (None, lower.id) else [(higher.id, ideal)]

    def _color(self, explanation: Explanation, white: EntryId) -> list[str]:
        if explanation.color_rule is None:
            return []
        return [f"{self._name(white)} has {self.facts.words.first}: {COLOR_RULES[explanation.color_rule]}."]

    def _refused(self, id: EntryId, color: Color) -> list[str]:
        view = self.explainer.view(id)
        if view.preference in (None, color) or view.strength < Strength.STRONG:
            return []
        has = self.facts.words.side(color.value)
        return [
            f"{self._name(id)} had {self._wish(view)} and has {has}: "
            "no pairing of this bracket refuses fewer such wishes (C10 to C13)."
        ]

    def _floats(self, explanation: Explanation) -> list[str]:
        assert explanation.one is not None and explanation.two is not None
        higher, lower = sorted((explanation.one, explanation.two), key=lambda view: -view.score)
        bent = []
        if higher.score > lower.score:
            for view, float_ in ((higher, Float.DOWN), (lower, Float.UP)):
                if view.last_float is float_:
                    bent.append(
                        f"{self._name(view.id)} floats {float_.value} for the second round running: "
                        "no pairing that meets the criteria before C14 avoids it."
                    )
        return bent

    def _bye(self, id: EntryId) -> list[str]:
        view = self.explainer.view(id)
        score = _score(view)
        return [
            f"An odd number plays, {len(self.facts.players)}, so one sits out.",
            f"{self._name(id)} has {score} and has had neither a bye nor a win without a game (C2). The bye goes as "
            "low as a complete pairing allows (C5), and there to whoever has missed fewest games (C9).",
        ]

    def _about(self, id: EntryId) -> About:
        if not self.explainer.knows(id):
            return About(self._name(id), "")
        view = self.explainer.view(id)
        parts = [
            f"no. {view.number}",
            _score(view),
            f"colours {colors_words(self.facts.words, view.colors)}",
        ]
        parts += [self._wish(view), *past_floats(view)]
        return About(self._name(id), ", ".join(part for part in parts if part))

    def _wish(self, view: PlayerView) -> str:
        return wish_words(view, self.facts.words.side)

    def _group_score(self, score: Points) -> str:
        """The score of a group: in accelerated rounds real and virtual points mix; only their sum is common."""
        if not any(self.explainer.view(id).virtual for id in self.facts.players):
            return counted_points(points_words(score))
        return f"a pairing score of {points_words(score)} (points + virtual points)"

    def _name(self, id: EntryId) -> str:
        return self.facts.names[id]


def _score(view: PlayerView) -> str:
    """“1 point + 1 virtual point (Baku)” where the round is accelerated for the player."""
    real = counted_points(points_words(view.score - view.virtual))
    if not view.virtual:
        return real
    words = points_words(view.virtual)
    return f"{real} + {words} virtual {'point' if words in ('1', '½') else 'points'} (Baku)"
