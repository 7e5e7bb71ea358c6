"""Refusals about play: rounds, results, corrections; stages with pools, ties and knockouts; boards and times."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from crosstable.accounts.errors import Refused, named, refusal
from crosstable.games import Vocabulary
from crosstable.text import Text, listed, tr

# Results

NotYourMatch = refusal(
    "not-your-match",
    "This is not your match. Only its two players and the organisers can report it.",
    status=403,
)
# A device that has reported by code for one side reports for the other.
ReportsForBothSides = refusal(
    "speaks-for-both",
    "This device has reported for {spoke_for}. {other} opens the same code on another phone; "
    "or tell the desk the result.",
    status=403,
    field="side",
)
NoTableToCallFrom = refusal(
    "no-table-to-call-from", "You have no match to call an organiser to now. Go to the desk."
)
CallTaken = refusal("call-taken", "{name} took this call already, at {at:%H:%M}.")
CallClosed = refusal("call-closed", "This call is closed already. Reload the list.")
MatchNotStarted = refusal(
    "match-not-started", "Round {number} is not in progress, so no result can be entered for it."
)
AlreadyAgreed = refusal(
    "already-agreed",
    "{Table} {number} has a confirmed result already: {score}. "
    "If it is wrong, ask an organiser to change it.",
)
WouldOverwrite = refusal(
    "would-overwrite",
    "{Table} {number} already has {score}. Open the {table} and choose “Change result” to replace it.",
)
NothingToConfirm = refusal("nothing-to-confirm", "There is no score to confirm yet. Report it instead.")
OwnScore = refusal("nothing-to-confirm", "You reported this score yourself; your opponent has to confirm it.")
DeskEntryElsewhere = refusal(
    "entry-elsewhere",
    "This was typed for round {round_number}, and that match is no longer at this {table}. Nothing was "
    "saved.",
)
# A report delayed on a phone arrives after a later one of the same side.
ReportedLater = refusal(
    "reported-later", "You reported {later} at {at:%H:%M}, after {yours}. The later report counts."
)

# Rounds and their pairings

NotEnoughPlayers = refusal(
    "not-enough-players",
    "At least two must be checked in before a round can be paired. Checked in: {count}.",
)
NoPairing = refusal(
    "no-pairing",
    "No complete round is possible by the rules: {names} cannot all be paired. "
    "Finish now, pair with as few rematches as possible, or pair manually from an empty draft. "
    "A bye for one of them or one forbidden pair less may help, too.",
)
TooManyRounds = refusal(
    "too-many-rounds",
    "{rounds} rounds are too many for {entries} entries: without rematches they can play {count} round. "
    "Lower the number of rounds in the settings, or play a round robin.",
    plural="{rounds} rounds are too many for {entries} entries: without rematches they can play {count} rounds. "
    "Lower the number of rounds in the settings, or play a round robin.",
)
RoundStillOpen = refusal(
    "round-still-open",
    "Round {number} is not closed yet. Close it, or pair on and decide what is open later.",
)
# Each round's ratings start from those of the round before.
EarlierRoundOpen = refusal(
    "earlier-round-open", "Round {number} is not closed yet. Close it first: rounds close in order."
)
NotTheNextRound = refusal(
    "not-the-next-round", "Round {number} cannot be paired now. The next round is round {next}."
)
RoundIsPaired = refusal(
    "not-the-next-round", "Round {number} is paired already. The next round is round {next}."
)
NoRoundLeft = refusal(
    "no-round-left",
    "All {total} rounds have been paired. Raise the number of rounds in the settings to play on.",
)
RoundsMissing = refusal(
    "rounds-missing",
    "{closed} of {total} rounds are closed. Close the last one first, "
    "or lower the number of rounds in the settings.",
)
# The status of the round that an action needs.
ROUND_IS = {
    "draft": tr("There is no draft of a round."),
    "published": tr("No round is published and not started."),
    "started": tr("No round is in progress."),
    "closed": tr("No round is closed."),
}
NoSuchRound = refusal("no-such-round", "“{action}” is not possible now. {why}")
ResultsOpen = refusal(
    "results-open",
    "{Table} {numbers} still has no confirmed result.",
    plural="{Tables} {numbers} still have no confirmed result.",
)
NoClock = refusal("no-clock", "Round {number} has no clock. Set how long it lasts first.")


class Outdated(Refused):
    """Players have withdrawn or entered since the draft was paired."""

    leavers: Sequence[str]
    missing: Sequence[str]
    what: ClassVar[str]
    withdrawn: ClassVar[Text] = tr("Withdrawn since then: {names}.")
    left_out: ClassVar[Text]
    advice: ClassVar[str] = ""

    def sentence(self) -> str:
        withdrawn = self.withdrawn.filled(names=named(self.leavers)) if self.leavers else ""
        left_out = self.left_out.filled(names=named(self.missing)) if self.missing else ""
        return " ".join(str(one) for one in (self.what, withdrawn, left_out, self.advice) if one)


class DraftOutdated(Outdated):
    code = "draft-outdated"
    what = tr("The draft is out of date.")
    left_out = tr("Not paired: {names}.")
    advice = tr("Pair the round again.")


class DraftStale(Refused):
    """Results or settings that the draft is based on have changed."""

    code = "draft-stale"
    changes: Sequence[str]

    def sentence(self) -> str:
        return tr(
            "The draft is out of date. Changed since it was paired: {changes}. Pair the round again.",
            changes=listed(self.changes, most=3),
        )


class EarlierMatchesOpen(Refused):
    """Publishing while an earlier match is open must be a choice, not an accident."""

    code = "hole-in-rounds"
    vocabulary: Vocabulary
    places: Sequence[tuple[int, int]]

    def sentence(self) -> str:
        return tr(
            "Missing results: {places}. Enter them first, or read what could change and publish anyway.",
            places=open_matches_words(self.places, self.vocabulary),
        )


def open_matches_words(places: Sequence[tuple[int, int]], vocabulary: Vocabulary) -> str:
    """'table 5 of round 2', 'tables 5 and 7 of round 2 and table 1 of round 3'."""
    rounds: dict[int, list[int]] = {}
    for number, table in places:
        rounds.setdefault(number, []).append(table)
    return named([_of_round(number, tables, vocabulary) for number, tables in sorted(rounds.items())])


def _of_round(number: int, tables: Sequence[int], vocabulary: Vocabulary) -> str:
    pattern = tr("{table} {numbers} of round {number}")
    if len(tables) > 1:
        pattern = tr("{tables} {numbers} of round {number}")
    return pattern.filled(
        **vocabulary.of_places, numbers=named([str(table) for table in tables]), number=number
    )


# Published rounds: repairs, manual pairing, tables and seats

RepairOutdated = refusal(
    "repair-outdated",
    "The round has changed, so this proposal no longer fits. Nothing was changed; choose from the new "
    "proposals.",
)
TableHasBegun = refusal(
    "table-has-begun",
    "{Table} {number} has begun to play or has a result, so its players stay there. "
    "Reset the result first if it is wrong.",
)
RoundBeingPlayed = refusal(
    "round-being-played",
    "Round {number} is in progress. To change it anyway, tick “Change it although "
    "the round is in progress”, and tell the players yourself.",
)
PlayersAside = refusal(
    "players-aside",
    "{names} is put aside in round {number}. Give them an opponent or a bye first.",
    plural="{names} are put aside in round {number}. Give them an opponent or a bye first.",
)
ByeTaken = refusal("bye-taken", "{name} has the bye of this round already. Let the two play each other.")
AlreadyInRound = refusal("already-in-round", "{name} is in this round already: {where}.")
NotFree = refusal(
    "not-free", "{name} is no longer free in this round. Nothing was saved; choose again.", field="how"
)
NoLiveRound = refusal(
    "no-live-round", "“{action}” is not possible now. No Swiss round is published or in progress."
)
SeatTaken = refusal(
    "seat-taken",
    "{Table} {number} is the fixed seat of {name}. Choose another one, or free it first.",
    field="table",
)
TableBlocked = refusal(
    "table-blocked",
    "{Table} {number} is blocked and not used. Choose another one, or unblock it first.",
    field="table",
)

# Corrections, reopening, undo

RoundNotClosed = refusal(
    "round-not-closed",
    "Round {number} is not closed, so its results are entered, not corrected. "
    "Open the {table} in the control room and enter the result there.",
)
CorrectedAlready = refusal(
    "corrected-already",
    "{what} was corrected already by {by} at {at:%d %b %H:%M} (“{reason}”). "
    "Undo that correction first; then correct the result from what it was.",
)
# Undoing would discard later entries.
CorrectionOutdated = refusal(
    "correction-outdated",
    "{what} was corrected to {result}, but is {current} now, so the correction cannot be "
    "undone. Enter the result that is right.",
)
LaterRoundStands = refusal(
    "later-round-stands",
    "Round {number} stays closed: round {later} was paired from it. "
    "Correct the result instead: open the match on the page of round {number} and choose “Correct”.",
)
CorrectionsStand = refusal(
    "corrections-stand",
    "Round {number} cannot be reopened. These corrections count only from now on, or only for the ratings: "
    "{places}. Undo them first.",
)
AlreadyReported = refusal(
    "already-reported",
    "{what} stays started: {count} {table} has reported already. Clear that result first to undo the start.",
    plural="{what} stays started: {count} {tables} have reported already. Clear those results first to undo the start.",
)
NothingToUndo = refusal("nothing-to-undo", "There is nothing left to undo in this event.")
NotTheLast = refusal(
    "not-the-last",
    "Number {number} is no longer the last action: “{last}” ({by}) came after it. "
    "Actions are undone from the newest backwards; nothing was changed.",
)
IsAPlayersAction = refusal(
    "is-a-players-action",
    "“{what}” was done by {who}, not by an organiser. Nothing was changed. To undo it anyway and "
    "notify the player, confirm it (API: send number {number} and playersAction true).",
)
CannotBeUndone = refusal("cannot-be-undone", "“{what}” cannot be undone here. {why}")

# Stages

StageFixed = refusal("stage-fixed", "“{action}” is not possible now. Status of {stage}: {now}.")
StagesFixed = refusal(
    "stages-fixed",
    "The format can be changed only while nothing is drawn. Discard the draw first: {stage}.",
)
StagesOpen = refusal("stages-open", "Close the stage “{stage}” before you finish the event.")
MatchesOpen = refusal(
    "matches-open",
    "One match of {stage} has no confirmed result yet.",
    plural="{count} matches of {stage} have no confirmed result yet.",
)
# Rounds of pools are played in parallel, those of a knockout follow its bracket.
PartOfStage = refusal(
    "part-of-stage",
    "“{action}” is possible only for “{stage}” as a whole. Its rounds begin and end together.",
)
PartOfKnockout = refusal(
    "part-of-knockout", "“{action}” is possible only for the whole knockout. Its rounds follow the bracket."
)
PartOfPlayOff = refusal(
    "part-of-play-off", "“{action}” is possible only for the whole play-off, under Ties and play-offs."
)

# Pools and their schedules

TooManyMatches = refusal(
    "too-many-matches",
    "These pools would have {matches:,} matches; at most {most:,} are possible."
    " Form at least {groups} pools, or play a Swiss.",
    status=422,
    field="groups",
)
PoolWouldBeTooSmall = refusal(
    "pool-too-small", "Pool {pool} has only two. Swap two instead of moving one, or form fewer pools."
)
NoPools = refusal("no-pools", "{stage} has no pools yet. Form them first.")
NeedsSearch = refusal(
    "needs-search", "{stage} has constraints, so its schedule must be searched for. Start the search."
)
SearchRunning = refusal("search-running", "A schedule for {stage} is being searched for already.")
SolverNeeded = refusal(
    "solver-needed",
    "Constraints are solved by OR-Tools, which is not installed on this server. Ask the administrator for "
    "pip install 'crosstable[schedule]', or remove the constraints.",
)
# The draw is public already.
FieldIsDrawn = refusal(
    "field-is-drawn",
    "{stage} is drawn and published, so registration is closed. Ask at the desk for a free seat.",
)

BracketIsPublished = refusal(
    "bracket-is-published",
    "{stage} is drawn and published, so no player can be added. While no match has begun, discard the draw, "
    "add the player and draw again.",
)
# A late entry to pools was attempted with the operation for Swiss rounds.
NoRoundToJoin = refusal(
    "no-round-to-join",
    "All matches of {stage} are drawn, so there is no next round to enter. Give the player a free seat of a "
    "pool, the seat of a player who is absent, or a place on the waiting list: "
    "POST …/stages/{number}/latecomers.",  # words: allow latecomers (the name in the API)
)


class NotEnoughForPools(Refused):
    """Every pool needs two entries."""

    code = "not-enough-for-pools"
    http_status = 422
    entries: int
    groups: int
    field: str | None = "groups"

    def sentence(self) -> str:
        if self.entries < 2:
            return tr(
                "A pool needs at least two participants; {value} entered. Add participants first.",
                value=self.entries or "none",
            )
        return tr(
            "{entries} cannot fill {groups} pools of at least two. Choose at most {value}.",
            entries=self.entries,
            groups=self.groups,
            value=self.entries // 2,
        )


class PoolsOutdated(Outdated):
    code = "pools-outdated"
    what = tr("The pools are out of date.")
    left_out = tr("In no pool: {names}.")
    advice = tr("Form them again.")


# Seats of pools and withdrawals

Seated = refusal(
    "entry-is-seated",
    "{name} sits in {where}. Discard the draw of that stage first, or withdraw the entry.",
)
# A pool has a free seat only if one player has a bye in every round.
NoFreeSeat = refusal(
    "no-free-seat",
    "Pool {pool} has no free seat, as no player in it has a bye; free seats are in pool {names}.",
)
NoFreeSeatAnywhere = refusal(
    "no-free-seat",
    "Pool {pool} has no free seat, as no player in it has a bye; no other pool has one.",
)
NoSeatsOfPools = refusal(
    "no-seats-of-pools", "{stage} has no pools, whose seats come with all their matches. {instead}"
)
SeatIsHeld = refusal(
    "seat-is-held",
    "You can give away a seat only after its player has withdrawn or is marked as absent. {name} is neither.",
)
# The results of a reassigned seat no longer count.
HolderHasPlayed = refusal(
    "holder-has-played",
    "{name} has played 1 match. The player who takes the seat plays it again: confirm that this is intended.",
    plural="{name} has played {count} matches. The player who takes the seat plays them again: confirm that this is "
    "intended.",
)
NothingToGive = refusal("nothing-to-give", "{name} has no match left without a report.")
AlreadyWithdrawn = refusal("already-withdrawn", "{name} has already withdrawn. Undo the withdrawal first.")
NotWithdrawn = refusal("not-withdrawn", "{name} has not withdrawn from this stage.")
LaterWithdrawal = refusal("later-withdrawal", "{name} left the same pool later. Undo that withdrawal first.")
WithdrawnFrom = refusal(
    "withdrawn-from-stage",
    "{name} has withdrawn from {stage}. Undo the withdrawal there: the games come back with it.",
)
MatchIsVoid = refusal(
    "match-is-void",
    "{match} does not count, because one of them withdrew. Undo the withdrawal first.",
)
# The organiser decides what happens to many games.
NothingToConcede = refusal(
    "nothing-to-concede",
    "{name} plays in “{stage}”, where all matches are open at the same time, so there is no single game "
    "to concede. "
    "Withdraw instead: an organiser then decides what becomes of the games.",
)

# Ties: organisers decide them, not the order of entry. `what` is the place or the seed.

TieUndecided = refusal(
    "tie-undecided",
    "{names} are tied for {what}. Decide that first: by a tie-break, a play-off or lots.",
)
PlayOffOn = refusal(
    "play-off-on",
    "{names} now play for {what}. Close the play-off when its results are in, or undo it.",
)
PlayOffReported = refusal(
    "play-off-reported",
    "A result of the play-off for {what} is in. Reset that result first, or close the play-off.",
)
TiedEntryLeft = refusal(
    "tied-but-gone",
    "{names} has left the event and cannot advance. Decide between those who are still in it.",
    plural="{names} have left the event and cannot advance. Decide between those who are still in it.",
)
NoSuchTie = refusal(
    "no-such-tie",
    "{names} are not tied for anything that is still to be decided. Reload the page and try again.",
)

# Knockouts: the draw, the seats, the bracket and its results

NoKnockout = refusal(
    "no-knockout",
    "This event has no knockout. Choose a format with one in the settings, while nothing is drawn.",
)
NotRoundByRound = refusal(
    "not-round-by-round",
    "“{stage}” is not paired round by round: all its matches are drawn and published together. Take the "
    "next step.",
    field="seen",
)
StepByStep = refusal(
    "step-by-step",
    "This event goes step by step: close the round, pair, publish and start. To do it with one click, "
    "choose “One "
    "click” under “Next round” in the settings.",
    field="seen",
)
# `why` are sentences about the pairings.
LookFirst = refusal(
    "look-first",
    "Look at the pairings of round {number} before it starts: {why} Then start it, or change its draft.",
    field="accept",
)
NoSwissHere = refusal("no-swiss", "There is no Swiss round to pair. The current stage is “{now}”.")
TooFewToDraw = refusal(
    "too-few-to-draw",
    "A knockout needs at least two. To draw: {count}.",
)
# `where` is a pool, or the stage.
TooFewToAdvance = refusal(
    "too-few-to-advance",
    "{wanted} cannot advance from {where}, which has {there}. "
    "Lower the number who advance in the settings of the stage.",
    field="per_pool",
)
NotDrawnYet = refusal("not-drawn-yet", "Draw {stage} first: the places of the knockout come from it.")
SeatsUnknown = refusal("seats-unknown", "Not known yet: {labels}. Close {before} first.")
NoReplacement = refusal(
    "no-replacement",
    "{name} cannot be replaced: no player is next in line. Draw again, or give a walkover.",
)
NeedsWinner = refusal(
    "needs-winner",
    "{match} is a knockout match and needs a winner; {score} has none. Play a deciding game and enter who "
    "won it, or give the match to one side as a walkover.",
    status=422,
    field="result",
)
SeriesIsDecided = refusal(
    "series-decided",
    "{match} is decided, {score} in a best of {best_of}. Enter its games again to correct it.",
)
StillInBracket = refusal(
    "still-in-bracket",
    "{name} is drawn in “{stage}”, so withdrawing would leave an opponent without a match. "
    "An organiser can withdraw {name} there: the opponent then advances by a walkover.",
)
NotInBracket = refusal("not-in-bracket", "{name} has no match to come in “{stage}”.")


class DrawOutdated(Outdated):
    code = "draw-outdated"
    what = tr("The draw is out of date.")
    withdrawn = tr("Withdrawn since then: {names}. Replace them, or draw again.")
    left_out = tr("Not in the draw: {names}. Draw again.")


@dataclass(frozen=True, slots=True)
class TouchedMatch:
    """A later match whose players would change or become unknown. `lost` names what is deleted, if anything."""

    number: int
    name: str
    players: str
    lost: str = ""

    @property
    def words(self) -> str:
        values = {"name": self.name, "players": self.players}
        if not self.lost:
            return tr("{name} ({players}, not started)", **values)
        return tr("{name} ({players}, {lost})", lost=self.lost, **values)


class TouchesLaterMatches(Refused):
    """A correction changes who plays later matches. Nothing is changed until the organiser accepts this."""

    code = "touches-later-matches"
    matches: Sequence[TouchedMatch]

    def sentence(self) -> str:
        return tr(
            "Another winner changes who plays later: {names}. Confirm that these matches may be replaced.",
            names=named([m.words for m in self.matches]),
        )


# Boards, calls and clock times

# `why`: the board is closed, or who plays on it.
BoardNotFree = refusal("board-not-free", "You cannot call a match to {table} {board}. {why}", field="board")
InTwoPlaces = refusal(
    "in-two-places", "{name} is at {table} {board} already. Cancel that call, or wait for its result."
)
NoMatchToCall = refusal("no-match-to-call", "{why}")
NoBoards = refusal(
    "no-boards",
    "In {stage} every match has its own {table}. Enter first how many {tables} there are.",
)
# A match is being played on the board, or its matches cannot be moved.
BoardStaysOpen = refusal("board-stays-open", "{Table} {board} stays open. {why}", field="board")
EveningTooShort = refusal("evening-too-short", "{why}", status=422, field="ends")
