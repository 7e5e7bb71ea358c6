"""A rehearsal: a copy of an event in which invented players register, check in, report, dispute, forget and withdraw.

The browser of the organiser drives it: each request lets the players act a few times. They use the ordinary actions:
the desk enters them and checks them in, the last ones register on site with the code, and they report with the code of
their match. Ending it is in `deleting.py`.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from itertools import count
from random import Random

from django.db import transaction
from django.db.models import QuerySet

from crosstable.accounts.models import User
from crosstable.engine.model import Outcome
from crosstable.engine.results import Score
from crosstable.events.actions.event.copying import copy_event
from crosstable.events.actions.event.flow import take_next_step
from crosstable.events.actions.event.rehearsal_names import robot_name
from crosstable.events.actions.event.tournaments import advance
from crosstable.events.actions.people import entries, teams
from crosstable.events.actions.people.self_registration import open_self_registration, register_with_code
from crosstable.events.actions.results import by_code, results
from crosstable.events.actions.results.team_boards import enter_boards
from crosstable.events.actions.stages.advancing import TieDecision, decide_tie
from crosstable.events.actions.stages.withdrawals import withdraw_entry
from crosstable.events.bridge.entries import EntryDetails
from crosstable.events.bridge.match_codes import code_of, takes_codes
from crosstable.events.bridge.results.scores import may_end_level, shape_of_match
from crosstable.events.bridge.rules import factions_of, rules_of
from crosstable.events.errors import BadValue, IsARehearsal, NotARehearsal, Refused, RehearsalRuns
from crosstable.events.models import Entry, Match, MatchState, RoundStatus, StageKind, Tournament
from crosstable.events.permissions import check_can
from crosstable.events.queries.desk.control import ControlRoom, control_room
from crosstable.events.queries.desk.steps import NextStep
from crosstable.events.queries.stages.ties import open_ties
from crosstable.fields import EVENT_FIELDS
from crosstable.games import Use
from crosstable.text import tr

LEAST_PLAYERS, USUAL_PLAYERS, MOST_PLAYERS = 4, 24, 200
# Acts in one request, so none takes long.
MOST_ACTS = 10
# Of the players, those who register only on site; and the rates of what goes wrong.
ON_SITE, FORGETS_CHECK_IN, FORGETS_REPORT, DISPUTES, WITHDRAWS, ARRIVES_LATE = (
    0.15,
    0.06,
    0.08,
    0.08,
    0.01,
    0.02,
)
# At most one in twelve withdraws.
STAYS = 12
LOWEST_RATING, HIGHEST_RATING = 1000, 2200
FIRST_DEVICE, SECOND_DEVICE = "rehearsal-first", "rehearsal-second"
SUFFIX = ", rehearsal"
# Steps that are taken by entering results.
BY_RESULTS = (NextStep.COLLECT_RESULTS, NextStep.RESOLVE_DISPUTES)
RobotAction = Callable[[], object]


@dataclass(frozen=True, slots=True)
class Progress:
    """What a request did: how many times the players or the event moved, and why it stopped early."""

    acts: int
    waits: str = ""


@transaction.atomic
def start_rehearsal(*, tournament: Tournament, players: int | None = None, by: User) -> Tournament:
    """Copy the event for this number of invented players, and open its registration; the event itself does not change.

    It is found only by its address, unrated and without a club. Raises IsARehearsal, RehearsalRuns, BadValue.
    """
    check_can(by, tournament)
    locked = Tournament.objects.select_for_update().get(pk=tournament.pk)
    if locked.is_rehearsal:
        raise IsARehearsal(action=tr("Start rehearsal"))
    if Tournament.objects.filter(rehearsal_of=locked).exists():
        raise RehearsalRuns(name=locked.name)
    number = _checked(locked, usual_players(locked) if players is None else players)
    length = EVENT_FIELDS["name"].length - len(SUFFIX)
    copy = copy_event(
        tournament=locked, by=by, name=locked.name[:length] + SUFFIX, date=locked.date, players=False
    )
    copy.rehearsal_of, copy.rehearsal_players, copy.is_rated, copy.club = locked, number, False, None
    # Invented players have no accounts: where players report at all, these do so by code.
    copy.scores_without_account = copy.players_may_report
    changed = ("rehearsal_of", "rehearsal_players", "is_rated", "club", "scores_without_account")
    copy.save(update_fields=changed)
    open_self_registration(tournament=copy, by=by)
    advance(tournament=copy, by=by)
    copy.refresh_from_db()
    return copy


def usual_players(tournament: Tournament) -> int:
    """Return the number to propose: the entries of the event, if there are enough."""
    entered = tournament.entries.filter(dropped_at=None).count()
    wanted = entered if entered >= LEAST_PLAYERS else USUAL_PLAYERS
    return min(wanted, tournament.max_players or MOST_PLAYERS, MOST_PLAYERS)


def _checked(tournament: Tournament, players: int) -> int:
    most = min(tournament.max_players or MOST_PLAYERS, MOST_PLAYERS)
    least = min(LEAST_PLAYERS, most)
    if not least <= players <= most:
        raise BadValue(
            tr("A rehearsal of this event has from {least} to {most} players.", least=least, most=most),
            "players",
        )
    return players


def rehearsal_of(tournament: Tournament) -> Tournament:
    """Return the rehearsal of the event, or the event itself if it is one. Raises NotARehearsal."""
    if tournament.is_rehearsal:
        return tournament
    row = Tournament.objects.filter(rehearsal_of=tournament).first()
    if row is None:
        raise NotARehearsal(name=tournament.name)
    return row


def move_rehearsal(*, tournament: Tournament, by: User, acts: int = 1, runs_alone: bool = False) -> Progress:
    """Let the invented players act up to `acts` times. With `runs_alone`, do the organiser's part where they have
    nothing left to do: disputes, missing results, lots for a tie, the next step. Raises NotARehearsal."""
    check_can(by, tournament)
    if not tournament.is_rehearsal:
        raise NotARehearsal(name=tournament.name)
    for number in range(max(1, min(acts, MOST_ACTS))):
        why = _Turn(Tournament.objects.get(pk=tournament.pk), by).take(runs_alone=runs_alone)
        if why is not None:
            return Progress(number, why)
    return Progress(min(acts, MOST_ACTS))


class _Turn:
    """One act: of an invented player if one has something to do, else of the organiser."""

    def __init__(self, tournament: Tournament, by: User) -> None:
        self.tournament, self.by = tournament, by
        self.random = Random(f"{tournament.pk}:{tournament.revision}")
        self.room: ControlRoom = control_room(tournament, journal_length=0)

    def take(self, *, runs_alone: bool) -> str | None:
        """Return None after an act, or else why there was none."""
        for act in self._of_players():
            if _succeeds(act) is None:
                return None
        if not runs_alone:
            return self.room.announcement.title
        return self._organise()

    def _of_players(self) -> Iterator[RobotAction]:
        """Yield what invented players can do now, the first that succeeds is done."""
        if self.tournament.takes_registrations:
            yield from self._arrivals()
            return
        if not self.tournament.is_in_progress:
            return
        if self._happens(WITHDRAWS):
            yield from self._withdrawals()
        if self._happens(ARRIVES_LATE):
            late = self._entries(checked_in_at=None).first()
            if late is not None:
                yield partial(entries.check_in, entry=late, by=self.by)
        for match in self._open_matches():
            yield from self._reports(match)

    def _arrivals(self) -> Iterator[RobotAction]:
        """Register; check in, except those who forget."""
        entered, wanted = self.tournament.entries.count(), self.tournament.rehearsal_players
        has_check_in = Use.CHECK_IN in rules_of(self.tournament).uses
        is_open = self.tournament.is_open_for_registration
        before = wanted - int(wanted * ON_SITE) if has_check_in and is_open else wanted
        missing = list(self._entries(checked_in_at=None)) if self.tournament.is_checking_in else []
        coming = [entry for entry in missing if not _chosen(entry.pk, FORGETS_CHECK_IN)]
        if entered < before and (not coming or self._happens(0.5)):
            yield partial(self._register, on_site=not is_open)
        if coming:
            yield partial(entries.check_in, entry=coming[0], by=self.by)

    def _register(self, *, on_site: bool) -> None:
        taken = set(self.tournament.entries.values_list("display_name", flat=True))
        name = next(name for name in map(robot_name, count()) if name not in taken)
        size = self.tournament.team_size or 0
        details = self._details(name)
        members = [f"{name} {chr(ord('A') + place)}" for place in range(size)]
        if on_site:
            code = self.tournament.door_token or ""
            register_with_code(tournament=self.tournament, code=code, details=details, members=members)
        elif self.tournament.has_teams:
            teams.add_team(tournament=self.tournament, details=details, members=members, by=self.by)
        else:
            entries.add_entry(tournament=self.tournament, details=details, by=self.by)

    def _details(self, name: str) -> EntryDetails:
        """Fill in what the game asks for."""
        rules = rules_of(self.tournament)
        asked = {ask.name: ask for ask in rules.game.asks}
        values: dict[str, object] = {name: "Robot" for name, ask in asked.items() if ask.required}
        if "faction" in asked:
            values["faction"] = self.random.choice(factions_of(self.tournament).factions).name
        if rules.starts_by_rating:
            values["rating"] = self.random.randint(LOWEST_RATING, HIGHEST_RATING)
        if Use.LISTS in rules.uses:
            values["list_text"] = f"List of {name}"
        return EntryDetails(name, **values)  # type: ignore[arg-type]

    def _withdrawals(self) -> Iterator[RobotAction]:
        if (
            self.tournament.entries.exclude(dropped_at=None).count()
            >= self.tournament.rehearsal_players // STAYS
        ):
            return
        playing = list(self._entries().exclude(checked_in_at=None))
        if playing:
            entry, stage = self.random.choice(playing), self.room.stage
            if stage.kind == StageKind.SWISS:
                yield lambda: entries.drop(entry=entry, by=self.by)
            else:
                yield lambda: withdraw_entry(stage=stage, entry=entry, by=self.by)

    def _open_matches(self) -> list[Match]:
        """Return the matches without a result that can be reported, in random order."""
        rows = Match.objects.undecided().filter(
            round__tournament=self.tournament,
            round__status=RoundStatus.STARTED,
            second__isnull=False,
            is_void=False,
        )
        rows = rows.select_related("round__tournament", "round__stage", "first__player", "second__player")
        matches = list(rows.prefetch_related("claims").order_by("round__number", "pk"))
        self.random.shuffle(matches)
        return matches

    def _reports(self, match: Match) -> Iterator[RobotAction]:
        """Report, confirm or dispute; some forget to report, and their match waits for the desk."""
        if match.state == MatchState.DISPUTED or _chosen(match.pk, FORGETS_REPORT):
            return
        if not takes_codes(self.tournament):
            yield lambda: self._enter(match)
        elif match.state == MatchState.OPEN:
            yield lambda: self._report(match, is_first=self._happens(0.5), scores=self._scores(match))
        else:
            reporters = {claim.entry_id for claim in match.claims.all()}
            is_first = match.first_id not in reporters
            if _chosen(-match.pk, DISPUTES):
                yield lambda: self._report(match, is_first=is_first, scores=self._other_scores(match))
            yield lambda: by_code.confirm_by_code(match=match, speaker=_speaker(match, is_first=is_first))

    def _report(self, match: Match, *, is_first: bool, scores: list[Score]) -> None:
        speaker = _speaker(match, is_first=is_first)
        if not self.tournament.has_boards:
            by_code.report_by_code(match=match, speaker=speaker, score=scores[0])
            return
        with transaction.atomic():
            for board, score in enumerate(scores, start=1):
                by_code.report_board_by_code(match=match, speaker=speaker, board=board, score=score)

    def _scores(self, match: Match) -> list[Score]:
        """Return a score, or one for each board; the higher rating wins more often."""
        assert match.second is not None
        lead = match.first.rating - match.second.rating
        wins = 1 / (1 + 10 ** (-lead / 400))
        shape, level = shape_of_match(match), 0.15 if may_end_level(match) else 0
        scores = []
        for _ in range(self.tournament.team_boards):
            outcome = Outcome.WIN if self._happens(wins) else Outcome.LOSS
            outcome = Outcome.DRAW if self._happens(level) else outcome
            scores.append(shape.random_score(outcome, self.random))
        return scores

    def _other_scores(self, match: Match) -> list[Score]:
        """Return scores with another winner than the one reported."""
        claim = next(iter(match.claims.all()))
        won = Outcome.LOSS if claim.parsed_score.code == "1-0" else Outcome.WIN
        shape = shape_of_match(match)
        return [shape.random_score(won, self.random) for _ in range(self.tournament.team_boards)]

    def _enter(self, match: Match) -> None:
        scores = self._scores(match)
        if self.tournament.has_boards:
            enter_boards(match=match, boards=scores, by=self.by)
        else:
            results.enter_result(match=match, score=scores[0], by=self.by)

    def _organise(self) -> str | None:
        """Decide a dispute, enter a missing result, draw lots or take the next step; return why none is possible."""
        for match in self._open_matches():
            if _succeeds(partial(self._enter, match)) is None:
                return None
        step = self.room.step
        if step is NextStep.DONE or step in BY_RESULTS:
            return self.room.announcement.title
        for stage in self.room.stages:
            for tie in open_ties(stage):
                if tie.is_waited_for and tie.play_off is None:
                    how = TieDecision("lots", seed=str(self.tournament.revision))
                    return _succeeds(
                        partial(decide_tie, stage=stage, entries=tie.entries, how=how, by=self.by)
                    )
        if self.room.may_open_check_in:
            return _succeeds(lambda: advance(tournament=self.tournament, by=self.by))
        why = _succeeds(lambda: self._step(step))
        if why is not None and step in (NextStep.START_EVENT, NextStep.START):
            why = _succeeds(lambda: self._step(step, check_in=True))
        return why

    def _step(self, step: NextStep, *, check_in: bool = False) -> None:
        take_next_step(tournament=self.tournament, seen_step=step.value, by=self.by, check_in=check_in)

    def _entries(self, **wanted: object) -> QuerySet[Entry]:
        rows = self.tournament.entries.filter(dropped_at=None, **wanted)
        return rows.select_related("player", "tournament").order_by("seed")

    def _happens(self, probability: float) -> bool:
        return self.random.random() < probability


def _succeeds(act: RobotAction) -> str | None:
    """Return None if the act was done, or why it was refused."""
    try:
        with transaction.atomic():
            act()
    except Refused as refused:
        return str(refused)
    return None


def _chosen(key: int, rate: float) -> bool:
    """Whether this player or match is one of those: the same answer each time it is asked."""
    return Random(f"rehearsal:{key}").random() < rate


def _speaker(match: Match, *, is_first: bool) -> by_code.Speaker:
    return by_code.Speaker(code_of(match), is_first, FIRST_DEVICE if is_first else SECOND_DEVICE)
