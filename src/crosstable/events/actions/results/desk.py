"""Results typed at the desk, each stored once and for exactly the match it names.

An entry names its match, its round and both sides: one that waited in a browser until the table had another match is
refused, never stored elsewhere. It carries a key; under the same key it is stored once and gets the same answer again.
If the match has another confirmed score, that is a conflict: both values are shown, and nothing is overwritten until
the user confirms having seen it (`version`). The same score again is accepted.
"""

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any

from django.db import transaction
from django.utils import timezone

from crosstable.accounts.idempotency import run_once_as_json
from crosstable.accounts.models import User
from crosstable.engine.results import Score
from crosstable.events.actions.results import results, series, team_boards, walkovers
from crosstable.events.actions.results.settling import takes_ruling
from crosstable.events.bridge.results.lines import Parts, read_games, score_words
from crosstable.events.bridge.results.scores import FORFEITS, shape_of_match
from crosstable.events.bridge.rules import rules_of
from crosstable.events.errors import Refused
from crosstable.events.models import Claim, Match, MatchState, RoundStatus, Tournament
from crosstable.events.permissions import RULE, check_can
from crosstable.events.play_errors import DeskEntryElsewhere, MatchNotStarted
from crosstable.events.queries.desk.places import parts_of
from crosstable.text import tr

SAVED, SAME, CONFLICT, DIFFERS, REFUSED = "saved", "same", "conflict", "differs", "refused"


@dataclass(frozen=True, slots=True)
class DeskEntry:
    """One line: a score for this match of this round between these two. `version` is the one that may be replaced.

    `compare` stores nothing and checks whether the score equals the stored one; `clear` resets a result.
    """

    key: str
    match: int
    round: int
    first: int
    second: int
    text: str
    version: int | None = None
    compare: bool = False
    clear: bool = False


@dataclass(frozen=True, slots=True)
class StoredScore:
    """The current score of the match in words, who entered it, and its version."""

    words: str
    sentence: str
    version: int


@dataclass(frozen=True, slots=True)
class DeskAnswer:
    """`state` is one of saved, same, conflict, differs, refused; `words` the entry's own score in words."""

    key: str
    state: str
    words: str = ""
    message: str = ""
    won: str = ""
    version: int | None = None
    undoable: bool = False
    theirs: StoredScore | None = None
    match: int | None = None


def take_entries(*, tournament: Tournament, entries: Sequence[DeskEntry], by: User) -> list[DeskAnswer]:
    """Store each entry independently, in order: a refused one does not block the next."""
    return [take_entry(tournament=tournament, entry=entry, by=by) for entry in entries]


def take_entry(*, tournament: Tournament, entry: DeskEntry, by: User) -> DeskAnswer:
    """Store one entry, or return why not. Raises nothing that the user could fix."""
    try:
        if entry.compare:
            with transaction.atomic():
                return _take(tournament, entry, by)
        stored = run_once_as_json(
            lambda: asdict(_take(tournament, entry, by)),
            user=by,
            key=f"desk.{entry.key}",
            content=[tournament.pk, asdict(entry)],
            keeps=lambda answer: answer["state"] == SAVED,
        )
    except Refused as refusal:
        return DeskAnswer(entry.key, REFUSED, message=str(refusal), match=_known(tournament, entry))
    return _answer_of(stored)


def _answer_of(stored: dict[str, Any]) -> DeskAnswer:
    theirs = stored.pop("theirs")
    return DeskAnswer(**stored, theirs=StoredScore(**theirs) if theirs else None)


def _take(tournament: Tournament, entry: DeskEntry, by: User) -> DeskAnswer:
    match = _named(tournament, entry)
    if entry.clear:
        return _clear(match, entry, by)
    parts = parts_of(match)
    games = read_games(shape_of_match(match), parts, entry.text)
    now = _games_now(match, parts)
    if entry.compare:
        return _compared(match, entry, games, now, by)
    if games == now:
        return _saved(match, entry, games, undoable=False)
    if _would_overwrite(match, games, now) and entry.version != match.version:
        _check_may_replace(match, games, now, by)
        return DeskAnswer(entry.key, CONFLICT, score_words(games), **_against(match, games, now, by))
    undoable = match.state == MatchState.OPEN and not now
    _store(match, parts, games, by)
    return _saved(Match.objects.get(pk=match.pk), entry, games, undoable=undoable)


def _named(tournament: Tournament, entry: DeskEntry) -> Match:
    """Return the match the entry names, if they still agree, locked until the entry is stored. Raises
    DeskEntryElsewhere, MatchNotStarted."""
    locked = Tournament.objects.select_for_update().get(pk=tournament.pk)
    rows = Match.objects.select_related("round__tournament", "round__stage", "first", "second", "decided_by")
    match = rows.filter(pk=entry.match, round__tournament=locked).first()
    named = (entry.round, entry.first, entry.second)
    if match is None or named != (match.round.number, match.first_id, match.second_id):
        raise DeskEntryElsewhere(vocabulary=rules_of(tournament).vocabulary, round_number=entry.round)
    if match.round.status != RoundStatus.STARTED:
        raise MatchNotStarted(number=match.round.number)
    return match


def _games_now(match: Match, parts: Parts) -> list[Score]:
    """Return the stored games so far, or the one the match is."""
    if parts.count > 1:
        games = match.parts_with_result
        if games and match.result not in FORFEITS:
            return games
    return [match.parsed_score] if match.is_agreed else []


def _would_overwrite(match: Match, games: Sequence[Score], now: Sequence[Score]) -> bool:
    """Whether it replaces a confirmed result, or games of a series. Further games of a series only continue it."""
    return match.is_agreed or list(games[: len(now)]) != list(now)


def _check_may_replace(match: Match, games: Sequence[Score], now: Sequence[Score], by: User) -> None:
    """Refuse users who may not replace the result instead of asking them. Raises NotAllowed with both values."""
    if takes_ruling(match, by):
        about = tr(
            "The result is {current}; {new} was not saved.",
            current=score_words(now) or match.result_words,
            new=score_words(games),
        )
        check_can(by, match.round.tournament, RULE, about)


def _store(match: Match, parts: Parts, games: Sequence[Score], by: User) -> None:
    tournament = match.round.tournament
    if parts.count == 1 or (parts.each_required and len(games) == 1):
        results.enter_result(match=match, by=by, score=games[0], overwrite=match.is_agreed)
    elif tournament.has_boards:
        team_boards.enter_boards(match=match, boards=games, by=by, overwrite=match.is_agreed)
    elif games[0].is_forfeit and len(games) == 1:
        walkovers.give_match(match=match, to=_winning_side(match, games[0]), by=by)
    else:
        series.enter_games(match=match, games=games, by=by)


def _winning_side(match: Match, score: Score) -> Any:
    return match.first if score.to_result().first.is_win else match.second


def _clear(match: Match, entry: DeskEntry, by: User) -> DeskAnswer:
    if match.is_agreed and entry.version != match.version:
        return DeskAnswer(entry.key, CONFLICT, tr("no result"), **_against(match, (), (), by))
    results.clear_result(match=match, by=by)
    return DeskAnswer(entry.key, SAVED, match=match.pk)


def _compared(
    match: Match, entry: DeskEntry, games: Sequence[Score], now: Sequence[Score], by: User
) -> DeskAnswer:
    if games == now:
        return DeskAnswer(entry.key, SAME, score_words(games), won=_winner(match), match=match.pk)
    return DeskAnswer(entry.key, DIFFERS, score_words(games), **_against(match, games, now, by))


def _saved(match: Match, entry: DeskEntry, games: Sequence[Score], *, undoable: bool) -> DeskAnswer:
    words = score_words(games)
    if not match.is_agreed:
        words = tr("{score} so far", score=words)
    return DeskAnswer(
        entry.key, SAVED, words, won=_winner(match), version=match.version, undoable=undoable, match=match.pk
    )


def _winner(match: Match) -> str:
    return "first" if match.first_won else "second" if match.second_won else ""


def _against(match: Match, games: Sequence[Score], now: Sequence[Score], by: User) -> dict[str, Any]:
    """Return both values and a sentence, for the user to decide."""
    there = score_words(now) or match.result_words
    whose = _whose(match, there, by)
    standing = StoredScore(there or str(tr("no result")), whose, match.version)
    message = tr("You typed {score}. {stored}", score=score_words(games), stored=whose) if games else whose
    return {"message": str(message), "theirs": standing, "match": match.pk}


def _whose(match: Match, words: str, by: User) -> str:
    if not match.is_agreed and not words:
        return tr("There is no result now.")
    at = timezone.localtime(match.decided_at) if match.decided_at else None
    if match.decided_by_id == by.pk:
        sentence = tr("You entered {words} at {at:%H:%M}.") if at else tr("You entered {words}.")
        return sentence.filled(words=words, at=at)
    if _was_agreed_by_players(match):
        confirmed = (
            tr("The players confirmed {words} at {at:%H:%M}.") if at else tr("The players confirmed {words}.")
        )
        return confirmed.filled(words=words, at=at)
    who = match.decided_by.get_username() if match.decided_by else tr("Another person")
    entered = tr("{who} entered {words} at {at:%H:%M}.") if at else tr("{who} entered {words}.")
    return entered.filled(who=who, words=words, at=at)


def _was_agreed_by_players(match: Match) -> bool:
    """Whether both sides reported it. A decision may also follow two reports, but then they differ."""
    claims: list[Claim] = list(match.claims.all())
    return len({claim.entry_id for claim in claims}) == 2 and all(
        c.parsed_score == match.parsed_score for c in claims
    )


def _known(tournament: Tournament, entry: DeskEntry) -> int | None:
    """Return the match of a refused entry, if the user can open it."""
    rows = Match.objects.filter(
        pk=entry.match, round__tournament=tournament, round__status=RoundStatus.STARTED
    )
    return rows.values_list("pk", flat=True).first()
