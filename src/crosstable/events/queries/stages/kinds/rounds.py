"""The desk of stages played one round at a time: the newest round, its matches, open earlier matches."""

from collections.abc import Iterable, Sequence
from functools import cached_property

from django.db.models import prefetch_related_objects

from crosstable.database.compiled_sql import CompiledQuery, CompiledQueryByKeys
from crosstable.engine.clock import Clock
from crosstable.events.bridge.hall import clock_of
from crosstable.events.bridge.rules import rules_of
from crosstable.events.errors import named
from crosstable.events.models import Match, MatchState, Round, RoundStatus
from crosstable.events.queries.desk.steps import Announcement, StepBack
from crosstable.events.queries.matches import with_boards
from crosstable.events.queries.rounds.drafts import (
    Differences,
    Draft,
    changes_under,
    draft_differences,
    draft_of,
)
from crosstable.events.queries.rounds.live_rounds import (
    LIVE,
    Situation,
    TableTime,
    is_swiss,
    situation_with,
    tables_with_more_time,
)
from crosstable.events.queries.rounds.open_matches import open_matches
from crosstable.events.queries.stages.kinds.desk import URGENT, StageDesk, step_back_from, unconfirmed_words
from crosstable.games import Vocabulary
from crosstable.text import tr, trn

NO_DIFFERENCES = Differences((), ())


class RoundsDesk(StageDesk):
    played_in = "rounds"

    @cached_property
    def round(self) -> Round | None:
        """The newest round of any stage: until a stage has one, the last of the previous stage is shown."""
        newest = _newest_round.first(self.tournament.pk)
        if newest is not None:
            newest.tournament = self.tournament
        return newest

    @cached_property
    def matches(self) -> list[Match]:
        return matches_of(self.round) if self.round is not None else []

    @property
    def has_reasons(self) -> bool:
        """Whether pairings can be explained; not in a schedule or a bracket."""
        return self.round is not None and is_swiss(self.round)

    @property
    def shows_bracket(self) -> bool:
        """Whether the matches shown are those of the bracket, from several rounds."""
        return any(match.bracket_number is not None for match in self.matches)

    @property
    def title(self) -> str:
        if self.round is None:
            return self.tournament.get_status_display()
        number, total = self.round.number, self.tournament.total_rounds
        # Other stages than a Swiss do not use the event's number of rounds.
        if not self.round.name and is_swiss(self.round) and number <= total:
            return tr("Round {number} of {total}", number=number, total=total)
        return str(self.round)

    @cached_property
    def tables(self) -> list[Match]:
        return [m for m in self.matches if not m.is_bye]

    @cached_property
    def byes(self) -> list[Match]:
        return [m for m in self.matches if m.is_bye]

    @cached_property
    def disputes(self) -> list[Match]:
        return [m for m in self.tables if m.state == MatchState.DISPUTED]

    @cached_property
    def missing_results(self) -> list[Match]:
        """Matches without a confirmed result, most urgent first."""
        waiting = [m for m in self.tables if not m.is_agreed]
        return sorted(waiting, key=lambda m: (URGENT[MatchState(m.state)], m.table))

    @property
    def is_being_played(self) -> bool:
        return self.round is not None and self.round.status == RoundStatus.STARTED

    @property
    def step_back(self) -> StepBack | None:
        """The step back; none for a draft, which is discarded or paired again."""
        if self.round is None or self.is_draft or self.round.is_play_off:
            return None
        if self.round.status == RoundStatus.PUBLISHED:
            unpublish = ("unpublish",) if is_swiss(self.round) else ("knockout-act", ("take-back",))
            return StepBack(tr("Back to draft"), *unpublish)
        return step_back_from(self.round)

    @property
    def is_draft(self) -> bool:
        return self.round is not None and self.round.status == RoundStatus.DRAFT

    @cached_property
    def situation(self) -> Situation | None:
        """Absent and waiting players, while a Swiss round is published or in progress."""
        if self.round is None or self.round.status not in LIVE or not is_swiss(self.round):
            return None
        return situation_with(self.round, self.matches)

    @cached_property
    def aside(self) -> list[str]:
        """Players set aside who still need a place in the round."""
        if self.situation is None:
            return []
        return [self.situation.entries[pk].display_name for pk in self.situation.aside]

    @cached_property
    def clock(self) -> Clock | None:
        return clock_of(self.round) if self.round is not None else None

    @cached_property
    def more_time(self) -> list[TableTime]:
        return tables_with_more_time(self.round) if self.round is not None and self.clock is not None else []

    @cached_property
    def differences(self) -> Differences:
        return draft_differences(self.round) if self.round is not None and self.is_draft else NO_DIFFERENCES

    @cached_property
    def changes(self) -> Sequence[str]:
        """What changed since the draft was paired; it cannot be published then."""
        return changes_under(self.round) if self.round is not None and self.is_draft else ()

    @cached_property
    def earlier(self) -> list[Round]:
        """Earlier rounds that are not closed: the organiser paired the next round first."""
        rounds = _started_before(self.tournament.pk, self.round.number) if self.round is not None else []
        for round_ in rounds:
            round_.tournament = self.tournament
        return rounds if rounds and not self.shows_bracket else []

    @cached_property
    def undecided(self) -> list[Match]:
        """The matches of earlier rounds without a confirmed result."""
        if not self.earlier or self.round is None:
            return []
        return list(open_matches(self.tournament, self.round.number))

    @property
    def open_matches(self) -> list[Match]:
        return [*self.undecided, *super().open_matches]

    @property
    def may_pair_on(self) -> bool:
        """Whether results are missing in the round in progress and another round follows."""
        if (
            self.round is None
            or self.shows_bracket
            or self.round.is_play_off
            or not self.is_being_played
            or self.round.number >= self.tournament.total_rounds
        ):
            return False
        return bool(self.progress.waiting or self.undecided)

    @cached_property
    def draft(self) -> Draft | None:
        return draft_of(self.round, self.matches) if self.round is not None and self.is_draft else None

    @property
    def vocabulary(self) -> Vocabulary:
        return rules_of(self.tournament).vocabulary

    def to_resolve(self, title: str) -> Announcement:
        tables = named([str(m.table) for m in self.disputes])
        where, label = tr("{Table} {number}: the reported scores differ."), tr("Resolve dispute")
        if len(self.disputes) > 1:
            where, label = tr("{Tables} {number}: the reported scores differ."), tr("Resolve disputes")
        text = f"{where.filled(**self.vocabulary.of_places, number=tables)} {self.rest}"
        return Announcement(title, text, label, ("match-page", self.disputes[0].pk), waits=True)

    @property
    def rest(self) -> str:
        """The other open matches, in sentences."""
        p = self.progress
        sentences = []
        if p.claimed:
            sentences.append(unconfirmed_words(p.claimed))
        if p.open:
            sentences.append(
                trn("{count} match has no result yet.", "{count} matches have no result yet.", p.open)
            )
        return " ".join(map(str, sentences)) or tr("All other results are confirmed.")


def matches_of(round_: Round) -> list[Match]:
    """Return the matches of a round by table, byes last, with players and reports loaded."""
    return matches_by_round([round_])[round_.pk]


def matches_by_round(rounds: Iterable[Round]) -> dict[int, list[Match]]:
    by_key = {round_.pk: round_ for round_ in rounds}
    by_round: dict[int, list[Match]] = {pk: [] for pk in by_key}
    matches = _with_players(by_key)
    prefetch_related_objects(matches, "claims")
    for match in sorted(matches, key=lambda m: (m.is_bye, m.table or 0, m.pk)):
        match.round = by_key[match.round_id]
        sides = {match.first_id: match.first, match.second_id: match.second}
        for claim in match.claims.all():
            claim.entry = sides.get(claim.entry_id) or claim.entry
        by_round[match.round_id].append(match)
    if matches:
        with_boards(matches, matches[0].round.tournament)
    return by_round


_newest_round = CompiledQuery(
    lambda tournament_id: (
        Round.objects.filter(tournament=tournament_id)
        .select_related("stage", "clock")
        .order_by("-number")[:1]
    ),
    int,
)
_started_before = CompiledQuery(
    lambda tournament_id, number: Round.objects.filter(
        tournament=tournament_id, number__lt=number, status=RoundStatus.STARTED
    ).order_by("number"),
    int,
    int,
)
_with_players = CompiledQueryByKeys(
    lambda rounds: (
        Match.objects.filter(round__in=rounds).select_related("first", "second", "decided_by").order_by("pk")
    )
)
