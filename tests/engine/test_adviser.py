"""Every proposal is played to its end by robots, on the boards and in the time it promises."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from datetime import datetime, timedelta
from random import Random

import pytest

from crosstable.engine.adviser import (
    LARGEST_ROUND_ROBIN,
    MOST_ENTRIES,
    VARIANTS,
    Conditions,
    Proposal,
    advise,
)
from crosstable.engine.hall import HallMatch, Progress, next_calls
from crosstable.engine.model import Entry, EntryId, Match, Outcome, Result, Round, Tournament
from crosstable.engine.pairing.knockout import build_bracket
from crosstable.engine.pairing.registry import SYSTEMS
from crosstable.engine.pairing.round_robin import Group, Rounds, ScheduleOptions, form_groups, schedule_groups
from crosstable.engine.pairing.round_robin.groups import GroupOptions
from crosstable.engine.pairing.system import RoundConditions
from crosstable.events.actions.stages.schedules import MOST_MATCHES

START = datetime(2026, 11, 18, 19, 30)
FORMATS = tuple(VARIANTS)
WIN = Result(Outcome.WIN, Outcome.LOSS)


class Robots:
    """An evening at the boards: matches last as long as the dice say, never longer than planned."""

    def __init__(self, conditions: Conditions, random: Random) -> None:
        self.conditions, self.random = conditions, random
        self.boards = range(1, conditions.boards + 1)
        self.now, self.games = START, Counter[int]()
        self.last: dict[int, datetime] = {}
        self.longest_wait = timedelta(0)

    @property
    def minutes(self) -> float:
        return (self.now - START) / timedelta(minutes=1)

    def play(self, proposal: Proposal) -> None:
        entries = [EntryId(number) for number in range(1, self.conditions.entries + 1)]
        there = entries
        if proposal.pools:
            there = self.play_pools(proposal, entries)
        elif proposal.rounds:
            self.play_swiss(proposal.rounds, entries)
            there = entries[: proposal.advancing]
        if proposal.knockout_rounds:
            if proposal.rounds:
                self.now += timedelta(minutes=self.conditions.between)
            self.play_bracket(there)

    def play_pools(self, proposal: Proposal, entries: list[EntryId]) -> list[EntryId]:
        groups = form_groups(entries, GroupOptions(len(proposal.pools)))
        assert tuple(len(group.entries) for group in groups) == proposal.pools
        boards = self.conditions.boards
        options = ScheduleOptions(boards, Rounds.CIRCLE, proposal.double, count_on=True)
        schedule = schedule_groups(groups, options)
        rows = [
            (round_.number, match.slot, match.board, frozenset((match.first, match.second)))
            for group in schedule.groups
            for round_ in group.rounds
            for match in round_.matches
        ]
        self.play_matches(
            [
                HallMatch(number, (round_, slot, board), persons, board)
                for number, (round_, slot, board, persons) in enumerate(rows, start=1)
            ]
        )
        return self.advancing(groups, proposal)

    def advancing(self, groups: tuple[Group, ...], proposal: Proposal) -> list[EntryId]:
        first = [entry for group in groups for entry in group.entries[: proposal.per_pool]]
        rest = [entry for group in groups for entry in group.entries[proposal.per_pool :]]
        return [*first, *rest[: proposal.next_best]]

    def play_swiss(self, rounds: int, entries: list[EntryId]) -> None:
        named = tuple(Entry(id, id, f"Player {id}", 2000 - id) for id in entries)
        event = Tournament(named, total_rounds=rounds)
        for number in range(1, rounds + 1):
            if number > 1:
                self.now += timedelta(minutes=self.conditions.between)
            plan = SYSTEMS["swiss-slide"].pair_round(event, entries, RoundConditions())
            pairs = [frozenset((pairing.first, pairing.second)) for pairing in plan.pairings]
            self.play_matches([HallMatch(n, (number, n), pair) for n, pair in enumerate(pairs, start=1)])
            results = (WIN, Result(Outcome.LOSS, Outcome.WIN))
            matches = tuple(Match(pairing, self.random.choice(results)) for pairing in plan.pairings)
            event = replace(event, rounds=(*event.rounds, Round(number, matches, plan.byes)))

    def play_bracket(self, entries: list[EntryId]) -> None:
        bracket = build_bracket(entries)
        self.play_matches(
            [
                HallMatch(m.number, (m.round, m.number), frozenset(), waits_for=bracket.sources(m))
                for m in bracket.matches
            ]
        )

    def play_matches(self, matches: list[HallMatch]) -> None:
        state = {match.number: match for match in matches}
        ends: dict[int, datetime] = {}
        while any(match.progress is not Progress.DONE for match in state.values()):
            for call in next_calls(list(state.values()), self.boards, self.now):
                match = state[call.match]
                self.call(match)
                state[call.match] = replace(match, board=call.board, progress=Progress.IN_PLAY)
                ends[call.match] = self.now + self.length()
            running = [number for number, match in state.items() if match.is_on]
            self.now = min(ends[number] for number in running)
            for number in running:
                if ends[number] == self.now:
                    state[number] = replace(state[number], progress=Progress.DONE, ended=self.now)
                    self.last |= dict.fromkeys(state[number].persons, self.now)

    def call(self, match: HallMatch) -> None:
        self.games.update(match.persons)
        for person in match.persons:
            self.longest_wait = max(self.longest_wait, self.now - self.last.get(person, START))

    def length(self) -> timedelta:
        whole = self.conditions.match
        return timedelta(
            minutes=whole if self.random.random() < 0.3 else self.random.uniform(whole / 3, whole)
        )


def drawn(seed: int) -> Conditions:
    random = Random(seed)
    return Conditions(
        entries=random.randint(2, 40),
        boards=random.randint(1, 20),
        minutes=random.randint(30, 600),
        match=random.randint(10, 60),
        between=random.randint(0, 15),
    )


@pytest.mark.parametrize("seed", range(200))
def test_every_proposal_is_played_to_its_end_within_its_promised_time(seed):
    conditions = drawn(seed)
    for proposal in advise(conditions, FORMATS).fitting:
        robots = Robots(conditions, Random(seed))
        robots.play(proposal)
        assert robots.minutes <= proposal.minutes <= conditions.minutes
        if not proposal.knockout_rounds:
            games = [robots.games[entry] for entry in range(1, conditions.entries + 1)]
            assert proposal.games[0] <= min(games) <= max(games) <= proposal.games[1]


def test_a_darts_evening_gets_three_formats_that_fit():
    advice = advise(Conditions(16, 4, 180, 15), ("pools-knockout", "round-robin", "swiss", "knockout"))
    assert [(one.format, one.minutes, one.games) for one in advice.fitting] == [
        ("pools-knockout", 140, (3, 6)),
        ("swiss", 170, (5, 5)),
        ("knockout", 75, (1, 4)),
    ]
    assert [(one.format, one.minutes) for one in advice.too_long] == [("round-robin", 473)]


def test_pools_leave_at_least_a_quarter_of_the_players_out_of_the_bracket():
    for entries in range(6, 49):
        advice = advise(Conditions(entries, entries, 24 * 60, 10), ("pools-knockout",))
        assert all(one.advancing <= entries * 3 / 4 for one in advice.fitting)


def test_if_nothing_fits_the_shortest_of_every_format_says_how_long_it_takes():
    advice = advise(Conditions(12, 1, 60, 20), ("swiss", "knockout"))
    assert advice.fitting == ()
    assert [(one.format, one.minutes) for one in advice.too_long] == [("swiss", 245), ("knockout", 220)]


def test_one_entry_is_too_few_for_any_format():
    assert advise(Conditions(1, 4, 180, 15), FORMATS) == advise(Conditions(0, 4, 180, 15), FORMATS)
    assert advise(Conditions(1, 4, 180, 15), FORMATS).fitting == ()


def test_a_round_robin_of_more_matches_than_a_stage_may_have_is_not_proposed():
    """Two thousand entries would be two million matches, made for a request that anyone may send."""
    (largest,) = advise(Conditions(LARGEST_ROUND_ROBIN, 20, 60, 5), ["round-robin"]).too_long
    assert largest.matches <= MOST_MATCHES < largest.matches + LARGEST_ROUND_ROBIN
    for entries in (LARGEST_ROUND_ROBIN + 1, MOST_ENTRIES):
        advice = advise(Conditions(entries, 20, 60, 5), FORMATS)
        assert "round-robin" not in {one.format for one in (*advice.fitting, *advice.too_long)}
