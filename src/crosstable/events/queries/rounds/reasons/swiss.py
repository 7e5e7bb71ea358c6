"""Explanations for the configurable Swiss: groups, floats, halves, avoided rematches.

Also for systems that choose opponents one after another: who chose, and why earlier candidates were passed
over.
"""

from crosstable.engine.model import Color, EntryId
from crosstable.engine.pairing.one_by_one import Choice, RoundInTurn
from crosstable.engine.pairing.swiss import MONRAD, GroupBy, Method
from crosstable.engine.pairing.swiss.explain import PairStory, Refusal, Seat, SwissExplainer, WhyNot
from crosstable.events.bridge.words import (
    colors_words,
    counted,
    ordinal,
    points_words,
    record_words,
    signed_words,
    times,
)
from crosstable.events.queries.rounds.reasons.facts import About, RoundFacts, Story

METHODS = {
    Method.SLIDE: "the upper half meets the lower half, first against first, second against second",
    Method.FOLD: "the highest meets the lowest, the second the last but one, and so on",
    Method.ADJACENT: "neighbours meet, the first the second, the third the fourth",
    Method.RANDOM: "the order is drawn by lot and the upper half meets the lower half",
}


class SwissTeller:
    def __init__(self, facts: RoundFacts, explainer: SwissExplainer) -> None:
        self.facts = facts
        self.options = explainer.options
        self.explainer = explainer

    @property
    def seats(self) -> frozenset[frozenset[EntryId]]:
        return self.explainer.seats

    def story(self, first: EntryId, second: EntryId | None) -> Story:
        if second is None:
            return Story(self._bye(self.explainer.story_of(first)), [self._about(first)])
        story = self.explainer.story_of(first)
        assert story.lower is not None
        return Story(
            sentences=[
                *self._groups(story, story.lower),
                *self._order(story, story.lower),
                *self._color(first, second),
            ],
            about=[self._about(first), self._about(second)],
            bent=self._bent(story, story.lower),
            expected_pairs=self._expected(story, story.lower),
        )

    def why_not(self, one: EntryId, two: EntryId) -> str:
        refusal = self.explainer.why_not(one, two)
        return WHY_NOT[refusal.why](refusal).format(one=self._name(one), two=self._name(two))

    def _groups(self, story: PairStory, lower: Seat) -> list[str]:
        higher = story.higher
        one, two = self._name(higher.id), self._name(lower.id)
        if self.options.group_by is GroupBy.NONE:
            return [f"{one} is {ordinal(higher.rank)} and {two} {ordinal(lower.rank)} in the standings."]
        if higher.level == lower.level:
            many = counted(higher.group_size, self.facts.entry_word)
            return [f"{one} and {two} are in the same group: {many} {self._group_words(higher.id)}."]
        return [self._float(story, lower, one, two)]

    def _float(self, story: PairStory, lower: Seat, one: str, two: str) -> str:
        """Why a player meets an opponent of another group."""
        own, other = self._group_words(story.higher.id), self._group_words(lower.id)
        size = story.higher.group_size
        odd = (
            "an odd number"
            if size % 2
            else f"{self.facts.entry_word}s who cannot all be paired among themselves"
        )
        last = "its lowest ranked" if story.higher.place_in_group == size else "the lowest ranked who can"
        return (
            f"{one} was paired down: the group {own} has {odd} ({size}), and {last} goes on "
            f"to the group {other}, where {two} is."
        )

    def _group_words(self, id: EntryId) -> str:
        known = self.facts.history[id]
        if self.options.group_by is GroupBy.SCORE:
            return f"with {counted_points(points_words(known.score))}"
        return f"with the record {record_words(known)}"

    def _order(self, story: PairStory, lower: Seat) -> list[str]:
        names = [self._name(id) for id in story.bracket]
        one, two = self._name(story.higher.id), self._name(lower.id)
        first, second = story.bracket.index(story.higher.id) + 1, story.bracket.index(lower.id) + 1
        if len(names) == 2:
            return ["They are the only two to be paired there."]
        rule = f"Among the {len(names)} paired together {METHODS[story.method]}."
        if story.ideal in (None, lower.id):
            return [
                rule,
                f"{one} is {ordinal(first)} there and {two} {ordinal(second)}: exactly as the rule says.",
            ]
        ideal = self._name(story.ideal)
        moved = f"{one} is {ordinal(first)} there and would meet {ideal} by the plain order, but meets {two}."
        return [rule, moved]

    def _expected(self, story: PairStory, lower: Seat) -> list[tuple[EntryId, EntryId]]:
        """The opponent by order, and after a long float the best of each group that was passed over."""
        field, passed = self.explainer.field, range(story.higher.level + 1, lower.level)
        wanted = [field.ids[field.groups[level].start] for level in passed]
        if story.ideal not in (None, lower.id):
            wanted.append(story.ideal)
        return [(story.higher.id, id) for id in wanted if id is not None]

    def _bent(self, story: PairStory, lower: Seat) -> list[str]:
        one, two = self._name(story.higher.id), self._name(lower.id)
        bent = []
        if story.meetings:
            bent.append(
                f"{one} and {two} have met {times(story.meetings)} before. "
                "Every complete round has at least as many rematches as this one; none has fewer."
            )
        if story.higher.fell > 1:
            bent.append(
                f"{one} fell {story.higher.fell} groups. No complete round without another rematch has fewer such gaps."
            )
        return bent

    def _bye(self, story: PairStory) -> list[str]:
        seat, name = story.higher, self._name(story.higher.id)
        below = self.explainer.field.size - seat.rank
        sentences = [f"An odd number plays, {self.explainer.field.size}, so one sits out."]
        if not below:
            sentences.append(
                f"{name} is the lowest ranked, and the bye goes to the lowest ranked who may have it."
            )
        else:
            sentences.append(
                f"{name} is {ordinal(seat.rank)} of {self.explainer.field.size}: those below have had a bye "
                "before, or the others could not be paired without a rematch if one of them sat out."
            )
        if seat.earlier_byes:
            sentences.append(
                f"{name} has sat out {times(seat.earlier_byes)} before; so has everybody else who could."
            )
        return sentences

    def _color(self, white: EntryId, black: EntryId) -> list[str]:
        """Monrad counts how often each player was second."""
        if not self.facts.uses_colors:
            return []
        one, two = (self._colors(id) for id in (white, black))
        words = self.facts.words
        names = f"{self._name(white)} has {words.first}"
        if self.options is MONRAD and one.count(Color.BLACK) != two.count(Color.BLACK):
            return [
                f"{names}: {words.second} more often so far "
                f"({one.count(Color.BLACK)} against {two.count(Color.BLACK)})."
            ]
        last = [colors[-1:] for colors in (one, two)]
        if last[0] == [Color.BLACK] or last[1] == [Color.WHITE]:
            return [f"{names}: colours alternate from the last game."]
        return [f"{names}: no colours had to be balanced, so the ranking decides."]

    def _colors(self, id: EntryId) -> list[Color]:
        return [g.color for g in self.facts.history[id].games if g.was_played and g.color is not None]

    def _about(self, id: EntryId) -> About:
        known, seat = self.facts.history[id], self.explainer.seat_of(id)
        where = f"{ordinal(seat.rank)} of {self.explainer.field.size}"
        if self.options.group_by is GroupBy.RECORD:
            words = f"{where}, {record_words(known)}, margin {signed_words(known.vp_margin)}"
        else:
            words = f"{where}, {counted_points(points_words(known.score))}"
        if self.facts.uses_colors:
            words += f", colours {colors_words(self.facts.words, self._colors(id))}"
        return About(self._name(id), words)

    def _name(self, id: EntryId) -> str:
        return self.facts.names[id]


def counted_points(words: str) -> str:
    return f"{words} point" if words in ("1", "½") else f"{words} points"


def _met(refusal: Refusal) -> str:
    return f"They have met {times(refusal.times_met)} before. " if refusal.times_met else ""


WHY_NOT = {
    WhyNot.ABSENT: lambda refusal: "One of the two is not in this round.",
    WhyNot.PAIRED: lambda refusal: "By the rules {one} and {two} meet.",
    WhyNot.FORBIDDEN: lambda refusal: "The organiser said that {one} and {two} must not meet.",
    WhyNot.REMATCHES: lambda refusal: (
        f"{_met(refusal)}With {{one}} against {{two}} the best complete round has "
        f"{counted(refusal.expected, 'rematch', 'rematches')}, the one that was made {refusal.actual or 'none'}."
    ),
    WhyNot.EARLIER_BYES: lambda refusal: (
        f"{_met(refusal)}Somebody who has had a bye before would have to sit out again."
    ),
    WhyNot.HEIGHT_OF_BYE: lambda refusal: f"{_met(refusal)}Somebody ranked higher would have to sit out.",
    WhyNot.GAPS: lambda refusal: (
        f"{_met(refusal)}More would meet somebody of another group, or of one further away: "
        f"{counted(refusal.expected, 'pair')} instead of {refusal.actual or 'none'}."
    ),
    WhyNot.FALLS: lambda refusal: (
        f"{_met(refusal)}Somebody ranked higher than now would have to be paired down."
    ),
    WhyNot.EXCHANGES: lambda refusal: f"{_met(refusal)}Two of the same half of a group would meet.",
    WhyNot.DISPLACEMENT: lambda refusal: (
        f"{_met(refusal)}The pairs would be further from the plain order: "
        f"{counted(refusal.expected, 'place')} off instead of {refusal.actual}."
    ),
    WhyNot.HEIGHT_OF_CHANGES: lambda refusal: f"{_met(refusal)}The order would have to be changed higher up.",
    WhyNot.EQUAL: lambda refusal: (
        f"{_met(refusal)}A round with {{one}} against {{two}} is as good by every rule; "
        "of equals the machine always takes the same one."
    ),
}


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
