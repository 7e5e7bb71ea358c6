"""Notes on a file's history in `###` lines: what was known when a round was paired, for checkers.

Written by us and read by us; for every other program they are comments. One line each:

    ### Correction @ Round 2: 3-7 was 0-1, is 1-0 since round 5: The slip was read wrongly
    ### Late decision @ Round 2: 3-7 was open, is 1-0 since round 4
    ### Rating only @ Round 2: 3-7 counts 0-1, is rated 1-0: The players changed colours
    ### MPA @ Round 3: pairings made by hand: 1-4, 2-3
    ### Rematches @ Round 4: no complete round by the rules, paired with as few rematches as possible: 1-2
    ### Rounds @ Round 3: were 5, are 7 since round 4
    ### Tie-breaks @ Round 3: were PTS,BH, are PTS,SB
    ### Void: 5 has left, the games of this player do not count
    ### Open @ Round 4: 3-7 has no result yet and is written as a draw

`since` is the first round that was paired with the change; the round after `@` is the one it is about.
"""

import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from crosstable.engine.model import Bye, EntryId, Match, Result, Round, Tournament
from crosstable.engine.pairing.check import RoundCheck, check_rounds
from crosstable.engine.results import OUTCOMES, by_code
from crosstable.engine.trf.document import TrfDocument, TrfRecord
from crosstable.engine.trf.lines import BYES

COMMENT = "###"
OPEN = "open"
Game = tuple[EntryId, EntryId]
"""White and Black, by starting number. Black is 0 where it is a bye."""
NO_ONE = EntryId(0)


@dataclass(frozen=True, slots=True)
class ResultNote:
    """A game whose result was different, or open (`before` is empty), until round `since` was paired."""

    round: int
    game: Game
    before: str
    after: str
    since: int
    reason: str = ""

    def __str__(self) -> str:
        kind = "Correction" if self.before else "Late decision"
        words = f"{kind} @ Round {self.round}: {_game(self.game)} was {self.before or OPEN}, is {self.after}"
        return f"{words} since round {self.since}{_because(self.reason)}"


@dataclass(frozen=True, slots=True)
class RatingNote:
    """The result counts as in the file; a different one is to be rated."""

    round: int
    game: Game
    counts: str
    rated: str
    reason: str = ""

    def __str__(self) -> str:
        words = f"Rating only @ Round {self.round}: {_game(self.game)} counts {self.counts}, is rated {self.rated}"
        return f"{words}{_because(self.reason)}"


@dataclass(frozen=True, slots=True)
class ManualNote:
    """Manual pairings by an arbiter; a game with player 0 is a bye."""

    round: int
    games: tuple[Game, ...] = ()

    def __str__(self) -> str:
        games = ", ".join(map(_game, self.games))
        return f"MPA @ Round {self.round}: pairings made by hand{f': {games}' if games else ''}"


@dataclass(frozen=True, slots=True)
class RematchesNote:
    """A round that could not be paired by the rules; these games are between players who had met."""

    round: int
    games: tuple[Game, ...] = ()

    def __str__(self) -> str:
        games = ", ".join(map(_game, self.games))
        words = "no complete round by the rules, paired with as few rematches as possible"
        return f"Rematches @ Round {self.round}: {words}{f': {games}' if games else ''}"


@dataclass(frozen=True, slots=True)
class RoundsNote:
    """The number of rounds was different until round `since` was paired."""

    round: int
    before: int
    after: int
    since: int

    def __str__(self) -> str:
        return f"Rounds @ Round {self.round}: were {self.before}, are {self.after} since round {self.since}"


@dataclass(frozen=True, slots=True)
class TieBreaksNote:
    round: int
    before: str
    after: str

    def __str__(self) -> str:
        return f"Tie-breaks @ Round {self.round}: were {self.before}, are {self.after}"


@dataclass(frozen=True, slots=True)
class OpenNote:
    """A game without a result that is written as a draw, for programs that cannot read an open one."""

    round: int
    game: Game

    def __str__(self) -> str:
        return f"Open @ Round {self.round}: {_game(self.game)} has no result yet and is written as a draw"


@dataclass(frozen=True, slots=True)
class VoidNote:
    """A player who left a round robin before half of the games: record 299 removes their points."""

    player: EntryId

    def __str__(self) -> str:
        return f"Void: {self.player} has left, the games of this player do not count"


Note = VoidNote | ResultNote | RatingNote | ManualNote | RematchesNote | RoundsNote | TieBreaksNote | OpenNote

_GAME = r"(?P<white>\d{1,4})-(?P<black>\d{1,4})"
_RESULT = re.compile(
    rf"(?:Correction|Late decision) @ Round (?P<round>\d{{1,3}}): {_GAME} was (?P<before>\S+), is (?P<after>\S+)"
    r" since round (?P<since>\d{1,3})(?:: (?P<reason>.*))?"
)
_RATING = re.compile(
    rf"Rating only @ Round (?P<round>\d{{1,3}}): {_GAME} counts (?P<counts>\S+), is rated (?P<rated>\S+?)"
    r"(?:: (?P<reason>.*))?"
)
_MANUAL = re.compile(r"MPA @ Round (?P<round>\d{1,3}): pairings made by hand(?:: (?P<games>[\d, -]+))?")
_REMATCHES = re.compile(
    r"Rematches @ Round (?P<round>\d{1,3}): no complete round by the rules, "
    r"paired with as few rematches as possible(?:: (?P<games>[\d, -]+))?"
)
_ROUNDS = re.compile(
    r"Rounds @ Round (?P<round>\d{1,3}): were (?P<before>\d{1,3}), are (?P<after>\d{1,3})"
    r" since round (?P<since>\d{1,3})"
)
_TIE_BREAKS = re.compile(r"Tie-breaks @ Round (?P<round>\d{1,3}): were (?P<before>\S+), are (?P<after>\S+)")
_VOID = re.compile(r"Void: (?P<player>\d{1,4}) has left, the games of this player do not count")
_OPEN = re.compile(rf"Open @ Round (?P<round>\d{{1,3}}): {_GAME} has no result yet and is written as a draw")


def note_records(notes: Iterable[Note]) -> tuple[TrfRecord, ...]:
    return tuple(TrfRecord(COMMENT, str(note)) for note in notes)


def notes_of(document: TrfDocument) -> tuple[Note, ...]:
    """Return our notes among the comments of a file; other comments are ignored."""
    texts = (record.text.strip() for record in document.records if record.code == COMMENT)
    return tuple(note for text in texts if (note := _read(text)) is not None)


def _read(text: str) -> Note | None:
    for pattern, read in _READERS:
        if found := pattern.fullmatch(text):
            return read(found)
    return None


def _result_note(found: re.Match[str]) -> Note | None:
    before = "" if found["before"] == OPEN else found["before"]
    known = BYES if int(found["black"]) == 0 else OUTCOMES
    if (before and before not in known) or found["after"] not in known:
        return None
    numbers = int(found["round"]), _found_game(found)
    return ResultNote(*numbers, before, found["after"], int(found["since"]), found["reason"] or "")


def _rating_note(found: re.Match[str]) -> Note:
    numbers = int(found["round"]), _found_game(found)
    return RatingNote(*numbers, found["counts"], found["rated"], found["reason"] or "")


def _found_games(found: re.Match[str]) -> tuple[Game, ...]:
    games = re.findall(r"(\d{1,4})-(\d{1,4})", found["games"] or "")
    return tuple((EntryId(int(a)), EntryId(int(b))) for a, b in games)


def _rounds_note(found: re.Match[str]) -> Note:
    return RoundsNote(int(found["round"]), int(found["before"]), int(found["after"]), int(found["since"]))


_READERS = (
    (_RESULT, _result_note),
    (_RATING, _rating_note),
    (_MANUAL, lambda found: ManualNote(int(found["round"]), _found_games(found))),
    (_REMATCHES, lambda found: RematchesNote(int(found["round"]), _found_games(found))),
    (_ROUNDS, _rounds_note),
    (_TIE_BREAKS, lambda found: TieBreaksNote(int(found["round"]), found["before"], found["after"])),
    (_VOID, lambda found: VoidNote(EntryId(int(found["player"])))),
    (_OPEN, lambda found: OpenNote(int(found["round"]), _found_game(found))),
)


def _found_game(found: re.Match[str]) -> Game:
    return EntryId(int(found["white"])), EntryId(int(found["black"]))


def _game(game: Game) -> str:
    return f"{game[0]}-{game[1]}"


def _because(reason: str) -> str:
    return f": {' '.join(reason.split())}" if reason else ""


@dataclass(frozen=True, slots=True)
class CheckedRound:
    """A round paired again; `notes` are the lines that explain why it differs from its results."""

    check: RoundCheck
    notes: tuple[Note, ...] = ()

    @property
    def is_explained(self) -> bool:
        return bool(self.notes)


def check_document(document: TrfDocument) -> Iterator[CheckedRound]:
    """Pair every round again; one that differs, again from what was known then by the file's notes."""
    notes = notes_of(document)
    for check in check_rounds(document.tournament, document.options, document.colorless):
        yield _explained(document, check, notes) if check.differs and notes else CheckedRound(check)


def _explained(document: TrfDocument, check: RoundCheck, notes: Sequence[Note]) -> CheckedRound:
    own = tuple(
        note for note in notes if isinstance(note, ManualNote | RematchesNote) and note.round == check.number
    )
    if own:
        return CheckedRound(check, own)
    known = tuple(
        note for note in notes if isinstance(note, ResultNote | RoundsNote) and note.since > check.number
    )
    known = tuple(note for note in known if isinstance(note, RoundsNote) or note.round < check.number)
    if not known:
        return CheckedRound(check)
    then = as_known(document.tournament, check.number, known)
    *_, again = check_rounds(then, document.options, document.colorless)
    return CheckedRound(again) if again.differs else CheckedRound(check, known)


def as_known(tournament: Tournament, number: int, notes: Iterable[Note]) -> Tournament:
    """Return the tournament up to this round, with the results and number of rounds known at pairing."""
    results = {(note.round, frozenset(note.game)): note for note in notes if isinstance(note, ResultNote)}
    total = next((note.before for note in notes if isinstance(note, RoundsNote)), tournament.total_rounds)

    def as_it_was(round_: Round, match: Match) -> Match:
        note = results.get((round_.number, match.pairing.entries))
        return match if note is None else replace(match, result=_result_of(note, match))

    def bye_as_it_was(round_: Round, bye: Bye) -> Bye:
        note = results.get((round_.number, frozenset((bye.entry, NO_ONE))))
        return bye if note is None else replace(bye, kind=BYES[note.before])

    rounds = (
        replace(
            round_,
            matches=tuple(as_it_was(round_, match) for match in round_.matches),
            byes=tuple(bye_as_it_was(round_, bye) for bye in round_.byes),
        )
        for round_ in tournament.rounds
        if round_.number <= number
    )
    return replace(tournament, rounds=tuple(rounds), total_rounds=total)


def with_open_games(tournament: Tournament, games: Collection[tuple[int, frozenset[EntryId]]]) -> Tournament:
    """Return the tournament with no result in these games, each a round and two players."""
    rounds = (
        replace(
            round_,
            matches=tuple(
                replace(m, result=None) if (round_.number, m.pairing.entries) in games else m
                for m in round_.matches
            ),
        )
        for round_ in tournament.rounds
    )
    return replace(tournament, rounds=tuple(rounds)) if games else tournament


def _result_of(note: ResultNote, match: Match) -> Result | None:
    if not note.before:
        return None
    before = by_code(note.before)
    return (before if note.game[0] == match.pairing.first else before.swapped).to_result()
