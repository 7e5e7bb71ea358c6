"""Explanations for the configurable Swiss: groups, floats, halves, avoided rematches.

Also for systems that choose opponents one after another: who chose, and why earlier candidates were passed
over.
"""

from collections.abc import Mapping

from crosstable.engine.model import Color, EntryId
from crosstable.engine.pairing.one_by_one import Choice, RoundInTurn
from crosstable.engine.pairing.swiss import MONRAD, GroupBy, Method
from crosstable.engine.pairing.swiss.explain import PairStory, Seat, SwissExplainer, WhyNot
from crosstable.events.bridge.words import (
    colors_words,
    points_words,
    record_words,
    signed_words,
)
from crosstable.events.queries.rounds.reasons.facts import About, RoundFacts, Story
from crosstable.text import Text, tr, trn

METHODS = {
    Method.SLIDE: tr(
        "Among the {count} paired together the upper half meets the lower half, "
        "first against first, second against second."
    ),
    Method.FOLD: tr(
        "Among the {count} paired together the highest meets the lowest, "
        "the second the last but one, and so on."
    ),
    Method.ADJACENT: tr(
        "Among the {count} paired together neighbours meet, the first the second, the third the fourth."
    ),
    Method.RANDOM: tr(
        "Among the {count} paired together the order is drawn by lot and the upper half meets the lower half."
    ),
}


class SwissReasonWriter:
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
            violated=self._violated(story, story.lower),
            expected_pairs=self._expected(story, story.lower),
        )

    def why_not(self, one: EntryId, two: EntryId) -> str:
        refusal = self.explainer.why_not(one, two)
        sentence = WHY_NOT[refusal.why].filled(
            one=self._name(one), two=self._name(two), expected=refusal.expected, actual=refusal.actual
        )
        if not refusal.times_met or refusal.why in NOT_ABOUT_MEETING:
            return sentence
        return f"{_met_before(refusal.times_met)} {sentence}"

    def _groups(self, story: PairStory, lower: Seat) -> list[str]:
        higher = story.higher
        one, two = self._name(higher.id), self._name(lower.id)
        if self.options.group_by is GroupBy.NONE:
            return [
                tr(
                    "In the standings {one} has place {place} and {two} place {other}.",
                    one=one,
                    place=higher.rank,
                    two=two,
                    other=lower.rank,
                )
            ]
        if higher.level == lower.level:
            many = self.facts.round.tournament.entries_counted(higher.group_size)
            return [
                tr(
                    "{one} and {two} are in the same group: {many} {group_words}.",
                    one=one,
                    two=two,
                    many=many,
                    group_words=self._group_words(higher.id),
                )
            ]
        return [self._float(story, lower, one, two)]

    def _float(self, story: PairStory, lower: Seat, one: str, two: str) -> str:
        """Why a player meets an opponent of another group."""
        own, other = self._group_words(story.higher.id), self._group_words(lower.id)
        size = story.higher.group_size
        why = (
            tr("{one} was paired down: the group {own} has an odd number ({size}).")
            if size % 2
            else tr("{one} was paired down: not all {size} of the group {own} can be paired with each other.")
        )
        where = (
            tr("The lowest ranked moves to the group {other}, where {two} is.")
            if story.higher.place_in_group == size
            else tr("The lowest ranked who can moves to the group {other}, where {two} is.")
        )
        return f"{why.filled(one=one, own=own, size=size)} {where.filled(other=other, two=two)}"

    def _group_words(self, id: EntryId) -> str:
        known = self.facts.history[id]
        if self.options.group_by is GroupBy.SCORE:
            return tr("with {points}", points=counted_points(points_words(known.score)))
        return tr("with the record {record}", record=record_words(known))

    def _order(self, story: PairStory, lower: Seat) -> list[str]:
        names = [self._name(id) for id in story.bracket]
        one, two = self._name(story.higher.id), self._name(lower.id)
        first, second = story.bracket.index(story.higher.id) + 1, story.bracket.index(lower.id) + 1
        if len(names) == 2:
            return [tr("They are the only two to be paired there.")]
        rule = METHODS[story.method].filled(count=len(names))
        if story.ideal in (None, lower.id):
            return [
                rule,
                tr(
                    "There {one} is no. {first} and {two} no. {second}: exactly as the rule says.",
                    one=one,
                    first=first,
                    two=two,
                    second=second,
                ),
            ]
        ideal = self._name(story.ideal)
        moved = tr(
            "{one} is no. {first} there and would meet {ideal} by the plain order, but meets {two}.",
            one=one,
            first=first,
            ideal=ideal,
            two=two,
        )
        return [rule, moved]

    def _expected(self, story: PairStory, lower: Seat) -> list[tuple[EntryId, EntryId]]:
        """The opponent by order, and after a long float the best of each group that was passed over."""
        field, passed = self.explainer.field, range(story.higher.level + 1, lower.level)
        wanted = [field.ids[field.groups[level].start] for level in passed]
        if story.ideal not in (None, lower.id):
            wanted.append(story.ideal)
        return [(story.higher.id, id) for id in wanted if id is not None]

    def _violated(self, story: PairStory, lower: Seat) -> list[str]:
        one, two = self._name(story.higher.id), self._name(lower.id)
        violated: list[str] = []
        if story.meetings:
            violated.append(
                trn(
                    "{one} and {two} have met once before. Every complete round has at least as many "
                    "rematches as this one; none has fewer.",
                    "{one} and {two} have met {count} times before. Every complete round has at least "
                    "as many "
                    "rematches as this one; none has fewer.",
                    story.meetings,
                    one=one,
                    two=two,
                )
            )
        if story.higher.fell > 1:
            violated.append(
                tr(
                    "{one} was paired down {fell} groups. No complete round without another rematch has "
                    "fewer such "
                    "gaps.",
                    one=one,
                    fell=story.higher.fell,
                )
            )
        return violated

    def _bye(self, story: PairStory) -> list[str]:
        seat, name = story.higher, self._name(story.higher.id)
        below = self.explainer.field.size - seat.rank
        sentences: list[str] = [
            tr("An odd number plays, {size}, so one has a bye.", size=self.explainer.field.size)
        ]
        if not below:
            sentences.append(
                tr(
                    "{name} is the lowest ranked, and the bye goes to the lowest ranked who may have it.",
                    name=name,
                )
            )
        else:
            sentences.append(
                tr(
                    "{name} has place {place} of {size}: those below have had a bye before, or the others "
                    "could not be paired without a rematch if one of them had it.",
                    name=name,
                    place=seat.rank,
                    size=self.explainer.field.size,
                )
            )
        if seat.earlier_byes:
            sentences.append(
                trn(
                    "{name} has had {count} bye before; so has everyone else who could have it.",
                    "{name} has had {count} byes before; so has everyone else who could have it.",
                    seat.earlier_byes,
                    name=name,
                )
            )
        return sentences

    def _color(self, white: EntryId, black: EntryId) -> list[str]:
        """Monrad counts how often each player was second."""
        if not self.facts.uses_colors:
            return []
        one, two = (self._colors(id) for id in (white, black))
        vocabulary = self.facts.vocabulary
        names = tr("{name} has {first}", name=self._name(white), first=vocabulary.first)
        if self.options is MONRAD and one.count(Color.BLACK) != two.count(Color.BLACK):
            return [
                tr(
                    "{names}: {second} more often so far ({count} against {count_2}).",
                    names=names,
                    second=vocabulary.second,
                    count=one.count(Color.BLACK),
                    count_2=two.count(Color.BLACK),
                )
            ]
        last = [colors[-1:] for colors in (one, two)]
        if last[0] == [Color.BLACK] or last[1] == [Color.WHITE]:
            return [tr("{names}: colours alternate from the last game.", names=names)]
        return [tr("{names}: no colours had to be balanced, so the ranking decides.", names=names)]

    def _colors(self, id: EntryId) -> list[Color]:
        return [g.color for g in self.facts.history[id].games if g.was_played and g.color is not None]

    def _about(self, id: EntryId) -> About:
        known, seat = self.facts.history[id], self.explainer.seat_of(id)
        parts: list[str] = [tr("place {place} of {count}", place=seat.rank, count=self.explainer.field.size)]
        if self.options.group_by is GroupBy.RECORD:
            parts += [record_words(known), tr("margin {margin}", margin=signed_words(known.vp_margin))]
        else:
            parts.append(counted_points(points_words(known.score)))
        if self.facts.uses_colors:
            colors = colors_words(self.facts.vocabulary, self._colors(id))
            parts.append(tr("colours {colors}", colors=colors))
        return About(self._name(id), ", ".join(map(str, parts)))

    def _name(self, id: EntryId) -> str:
        return self.facts.names[id]


def counted_points(words: str) -> str:
    return trn("{points} point", "{points} points", 1 if words in ("1", "½") else 2, points=words)


def _met_before(count: int) -> Text:
    return trn("They have met once before.", "They have met {count} times before.", count)


NOT_ABOUT_MEETING = (WhyNot.ABSENT, WhyNot.PAIRED, WhyNot.FORBIDDEN)
WHY_NOT: Mapping[WhyNot, Text] = {
    WhyNot.ABSENT: tr("One of the two is not in this round."),
    WhyNot.PAIRED: tr("By the rules {one} and {two} meet."),
    WhyNot.FORBIDDEN: tr("{one} and {two} are a forbidden pairing."),
    WhyNot.REMATCHES: tr(
        "Rematches in the best complete round with this pair: {expected}; in this round: {actual}."
    ),
    WhyNot.EARLIER_BYES: tr("A player who has had a bye before would have another one."),
    WhyNot.HEIGHT_OF_BYE: tr("A player ranked higher would have the bye."),
    WhyNot.GAPS: tr(
        "More pairs would be of different groups, or of groups further apart: {expected} instead of {actual}."
    ),
    WhyNot.FALLS: tr("A player ranked higher than now would be paired down."),
    WhyNot.EXCHANGES: tr("Two of the same half of a group would meet."),
    WhyNot.DISPLACEMENT: tr(
        "The pairs would be further from the plain order: {expected} places off instead of {actual}."
    ),
    WhyNot.HEIGHT_OF_CHANGES: tr("The order would have to be changed higher up."),
    WhyNot.EQUAL: tr(
        "A round with {one} against {two} is equally good by every rule. Among equal rounds, the "
        "pairing engine always chooses the same one."
    ),
}


class InTurnReasonWriter:
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
        sentences: list[str] = [
            self.facts.vocabulary.say(self.explainer.sentence),
            tr(
                "{one} is no. {place} in the ranking and takes {two}.",
                one=one,
                place=choice.chooser + 1,
                two=two,
            ),
        ]
        if not self.explainer.colors_suit(*_both(choice)):
            sentences.append(tr("No colours suit both; the lower ranked has the one that is viable."))
        return Story(
            sentences=sentences,
            about=[self._about(first), self._about(second)],
            violated=self._violated(choice),
            expected_pairs=[
                (self.explainer.field.ids[choice.chooser], self.explainer.field.ids[p])
                for p in choice.passed_over
            ],
        )

    def why_not(self, one: EntryId, two: EntryId) -> str:
        if one not in self.place or two not in self.place:
            return tr("One of the two is not in this round.")
        p, q = sorted((self.place[one], self.place[two]))
        if self.explainer.bye in (p, q):
            return tr("{name} has the bye.", name=self._name(q if self.explainer.bye == q else p))
        choice = min(self.turns[p], self.turns[q], key=lambda turn: turn.chooser)
        if {p, q} == set(_both(choice)):
            return tr("By the rules {name} and {name_2} meet.", name=self._name(p), name_2=self._name(q))
        other = q if p in _both(choice) else p
        return self._passed_over(choice, other)

    def _passed_over(self, choice: Choice, other: int) -> str:
        if choice.chooser == other or choice.opponent == other or other not in choice.passed_over:
            return tr(
                "{chooser} chose before and took {opponent}, who comes first by {likes}.",
                chooser=self._name(choice.chooser),
                opponent=self._name(choice.opponent),
                likes=self.explainer.likes,
            )
        if met := self.explainer.field.times_met(choice.chooser, other):
            return trn(
                "They have met once before, or must not meet.",
                "They have met {count} times before, or must not meet.",
                met,
            )
        return tr(
            "If {name} met {name_2}, the rest could not be paired so well.",
            name=self._name(choice.chooser),
            name_2=self._name(other),
        )

    def _violated(self, choice: Choice) -> list[str]:
        met = self.explainer.field.times_met(*_both(choice))
        return (
            [
                trn(
                    "They have met once before; no complete round has fewer rematches.",
                    "They have met {count} times before; no complete round has fewer rematches.",
                    met,
                )
            ]
            if met
            else []
        )

    def _bye(self, id: EntryId) -> list[str]:
        return [
            tr("An odd number plays, {size}, so one has a bye.", size=self.explainer.field.size),
            self.explainer.bye_sentence.filled(name=self.facts.names[id]),
        ]

    def _about(self, id: EntryId) -> About:
        colors = colors_words(self.facts.vocabulary, self.explainer.colors_of(id))
        score = points_words(self.facts.history[id].score)
        words = tr(
            "place {place} of {count}, points: {points}, colours {colors}",
            place=self.place[id] + 1,
            count=self.explainer.field.size,
            points=score,
            colors=colors,
        )
        return About(self.facts.names[id], words)

    def _name(self, position: int) -> str:
        return self.facts.names[self.explainer.field.ids[position]]


def _both(choice: Choice) -> tuple[int, int]:
    return choice.chooser, choice.opponent
