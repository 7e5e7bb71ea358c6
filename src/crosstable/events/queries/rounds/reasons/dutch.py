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
from crosstable.events.bridge.words import colors_words, points_words
from crosstable.events.queries.rounds.reasons.facts import About, RoundFacts, Story
from crosstable.events.queries.rounds.reasons.swiss import counted_points
from crosstable.text import names_text, tr, trn


class DutchReasonWriter:
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
            violated=[
                *self._refused(first, Color.WHITE),
                *self._refused(second, Color.BLACK),
                *self._floats(explanation),
            ],
            expected_pairs=self._expected(explanation),
        )

    def why_not(self, one: EntryId, two: EntryId) -> str:
        if not (self.explainer.knows(one) and self.explainer.knows(two)):
            return tr("One of the two is not in this round.")
        explanation = self.explainer.explain(self.initial, one, two)
        return why_not(explanation, [self._name(one), self._name(two)], points_words)

    def _bracket(self, explanation: Explanation) -> list[str]:
        assert explanation.one is not None and explanation.two is not None and explanation.bracket is not None
        bracket = explanation.bracket
        one, two = self._name(explanation.one.id), self._name(explanation.two.id)
        residents = tr(
            "{players} with {points}",
            players=self.facts.round.tournament.entries_counted(len(bracket.residents)),
            points=self._group_score(bracket.score),
        )
        if not bracket.moved_down:
            return [
                tr(
                    "{one} and {two} are in the same score group: {residents}.",
                    one=one,
                    two=two,
                    residents=residents,
                )
            ]
        came = names_text(self._name(id) for id in bracket.moved_down)
        sentence = tr(
            "The bracket has {residents}, and from higher scores {came} moved down.",
            residents=residents,
            came=came,
        )
        moved = [view for view in (explanation.one, explanation.two) if view.id in bracket.moved_down]
        if not moved:
            return [sentence]
        return [
            sentence,
            tr(
                "{name} floats down from {score}: in the higher bracket there was no opponent left by "
                "the rules.",
                name=self._name(moved[0].id),
                score=_score(moved[0]),
            ),
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
            return [
                tr(
                    "The upper half meets the lower half in order, and so {one} meets {two}.",
                    one=one,
                    two=two,
                )
            ]
        return [
            tr(
                "By the plain order {one} would meet {name}; the criteria ask for {two}.",
                one=one,
                name=self._name(ideal),
                two=two,
            )
        ]

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
        return [
            tr(
                "{name} has {first}: {color_rules}.",
                name=self._name(white),
                first=self.facts.vocabulary.first,
                color_rules=COLOR_RULES[explanation.color_rule],
            )
        ]

    def _refused(self, id: EntryId, color: Color) -> list[str]:
        view = self.explainer.view(id)
        if view.preference in (None, color) or view.strength < Strength.STRONG:
            return []
        has = self.facts.vocabulary.side(color.value)
        return [
            tr(
                "{name} had {wish} and has {has}: no pairing of this bracket refuses fewer such "
                "preferences (C10 to C13).",
                name=self._name(id),
                wish=self._wish(view),
                has=has,
            )
        ]

    def _floats(self, explanation: Explanation) -> list[str]:
        assert explanation.one is not None and explanation.two is not None
        higher, lower = sorted((explanation.one, explanation.two), key=lambda view: -view.score)
        violated: list[str] = []
        if higher.score > lower.score:
            for view, float_ in ((higher, Float.DOWN), (lower, Float.UP)):
                if view.last_float is float_:
                    violated.append(FLOATS_AGAIN[float_].filled(name=self._name(view.id)))
        return violated

    def _bye(self, id: EntryId) -> list[str]:
        view = self.explainer.view(id)
        score = _score(view)
        return [
            tr("An odd number plays, {count}, so one has a bye.", count=len(self.facts.players)),
            tr(
                "{name} has {score} and has had neither a bye nor a win without a game (C2). The bye "
                "goes as low as a complete pairing allows (C5), and there to the player who missed "
                "the fewest games (C9).",
                name=self._name(id),
                score=score,
            ),
        ]

    def _about(self, id: EntryId) -> About:
        if not self.explainer.knows(id):
            return About(self._name(id), "")
        view = self.explainer.view(id)
        parts = [
            tr("no. {number}", number=view.number),
            _score(view),
            tr("colours {colors}", colors=colors_words(self.facts.vocabulary, view.colors)),
        ]
        parts += [self._wish(view), *past_floats(view)]
        return About(self._name(id), ", ".join(str(part) for part in parts if part))

    def _wish(self, view: PlayerView) -> str:
        return wish_words(view, self.facts.vocabulary.side)

    def _group_score(self, score: Points) -> str:
        """The score of a group: in accelerated rounds real and virtual points mix; only their sum is common."""
        if not any(self.explainer.view(id).virtual for id in self.facts.players):
            return counted_points(points_words(score))
        return tr("a pairing score of {score} (points + virtual points)", score=points_words(score))

    def _name(self, id: EntryId) -> str:
        return self.facts.names[id]


def _score(view: PlayerView) -> str:
    """“1 point + 1 virtual point (Baku)” where the round is accelerated for the player."""
    real = counted_points(points_words(view.score - view.virtual))
    if not view.virtual:
        return real
    words = points_words(view.virtual)
    return trn(
        "{real} + {virtual} virtual point (Baku)",
        "{real} + {virtual} virtual points (Baku)",
        1 if words in ("1", "½") else 2,
        real=real,
        virtual=words,
    )


FLOATS_AGAIN = {
    Float.DOWN: tr(
        "{name} floats down for the second round running: no pairing that meets the criteria before C14 avoids it."
    ),
    Float.UP: tr(
        "{name} floats up for the second round running: no pairing that meets the criteria before C14 avoids it."
    ),
}
