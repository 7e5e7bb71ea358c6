"""Refusals about stages, pools and their schedules."""

from collections.abc import Sequence

from crosstable.events.errors.common import Outdated, Refused, named


class StageFixed(Refused):
    """Something of a stage that play has settled."""

    code = "stage-fixed"
    action: str
    stage: str
    now: str
    says = "{self.action} is not possible now: {self.stage} is at “{self.now}”."


class StagesFixed(Refused):
    """The list of stages can be chosen while nothing is drawn."""

    code = "stages-fixed"
    stage: str
    says = "The format can be changed only while nothing is drawn; {self.stage} is. Discard that first."


class StagesOpen(Refused):
    code = "stages-open"
    stage: str
    says = "{self.stage} is not closed yet. The event is over when its last stage is."


class NotEnoughForPools(Refused):
    """Every pool needs two."""

    code = "not-enough-for-pools"
    http_status = 422
    entries: int
    groups: int
    field: str | None = "groups"

    def sentence(self) -> str:
        if self.entries < 2:
            return (
                f"A pool needs at least two; {self.entries or 'nobody'} takes part. Add participants first."
            )
        one = "one pool" if self.groups == 1 else f"{self.groups} pools"
        most = self.entries // 2
        return f"{self.entries} cannot fill {one} of at least two. Choose at most {most}."


class TooManyMatches(Refused):
    """More matches than a stage of pools may have; said before any of them is made."""

    code = "too-many-matches"
    http_status = 422
    matches: int
    most: int
    groups: int
    field: str | None = "groups"
    says = (
        "These pools would have {self.matches:,} matches; at most {self.most:,} are possible."
        " Form at least {self.groups} pools, or play a Swiss."
    )


class PoolWouldBeTooSmall(Refused):
    code = "pool-too-small"
    pool: str
    says = "Pool {self.pool} has only two. Swap two instead of moving one, or form fewer pools."


class NoPools(Refused):
    code = "no-pools"
    stage: str
    says = "{self.stage} has no pools yet. Form them first."


class PoolsOutdated(Outdated):
    code = "pools-outdated"
    what, where, advice = "The pools are", "in no pool", "Form them again."


class NeedsSearch(Refused):
    code = "needs-search"
    stage: str
    says = "{self.stage} has constraints, so that its schedule must be searched for. Start the search."


class MatchesOpen(Refused):
    """A stage is closed when everything in it is decided."""

    code = "matches-open"
    stage: str
    open: int

    def sentence(self) -> str:
        one = "One match" if self.open == 1 else f"{self.open} matches"
        return f"{one} of {self.stage} {'has' if self.open == 1 else 'have'} no agreed result yet."


class AlreadyWithdrawn(Refused):
    code = "already-withdrawn"
    name: str
    says = "{self.name} has withdrawn already. Take that back first to decide otherwise."


class NotWithdrawn(Refused):
    code = "not-withdrawn"
    name: str
    says = "{self.name} has not withdrawn from this stage."


class LaterWithdrawal(Refused):
    code = "later-withdrawal"
    name: str
    says = "{self.name} left the same pool later. Take that back first."


class MatchIsVoid(Refused):
    code = "match-is-void"
    match: str
    says = "{self.match} does not count, because one of them withdrew. Take the withdrawal back first."


class Seated(Refused):
    code = "entry-is-seated"
    name: str
    where: str
    says = "{self.name} sits in {self.where}. Discard the draw of that stage first, or drop the entry."


class SolverNeeded(Refused):
    code = "solver-needed"
    says = (
        "Constraints are solved by OR-Tools, which is not installed on this server. Ask whoever runs it for "
        "pip install 'crosstable[schedule]', or take the constraints away."
    )


class SearchRunning(Refused):
    code = "search-running"
    stage: str
    says = "A schedule for {self.stage} is being searched for already."


class WithdrawnFrom(Refused):
    """Coming back from a stage of pools makes its matches what they were."""

    code = "withdrawn-from-stage"
    name: str
    stage: str

    def sentence(self) -> str:
        back = "Take the withdrawal back there: the games come back with it."
        return f"{self.name} has withdrawn from {self.stage}. {back}"


class FieldIsDrawn(Refused):
    """Somebody wants to register once everybody sees who plays whom."""

    code = "field-is-drawn"
    stage: str
    says = "{self.stage} is drawn and published, so nobody can register any more. Ask at the desk for a free seat."


class BracketIsPublished(Refused):
    """An organiser adds a player to a knockout whose bracket is published."""

    code = "bracket-is-published"
    stage: str
    says = (
        "{self.stage} is drawn and published, so no player can be added. While no match has begun, take the bracket "
        "back, add the player and draw again."
    )


class NoRoundToJoin(Refused):
    """A player comes late to pools, by the operation for the rounds of a Swiss."""

    code = "no-round-to-join"
    stage: str
    number: int
    says = (
        "All matches of {self.stage} are drawn, so there is no next round to enter. Give the player a free seat of a "
        "pool, the seat of a player who is not here, or a place on the waiting list: "
        "POST …/stages/{self.number}/latecomers."
    )


class NoFreeSeat(Refused):
    """A pool takes somebody more only where one sits out in every round."""

    code = "no-free-seat"
    pool: str
    free: Sequence[str]

    def sentence(self) -> str:
        where = f"free seats are in pool {named(self.free)}" if self.free else "no other pool has one"
        return f"Pool {self.pool} has no free seat, as nobody sits out in it; {where}."


class NoSeatsOfPools(Refused):
    """A seat that comes with all its matches is there in pools only."""

    code = "no-seats-of-pools"
    stage: str
    instead: str
    says = "{self.stage} has no pools, whose seats come with all their matches. {self.instead}"


class SeatIsHeld(Refused):
    """Only the seat of somebody who is not here, or has left, is given to somebody else."""

    code = "seat-is-held"
    name: str
    says = "{self.name} keeps the seat: they have not left, and nobody has marked them as not here."


class HolderHasPlayed(Refused):
    """The results of a seat that is given away no longer count, so that it must be wanted."""

    code = "holder-has-played"
    name: str
    count: int

    def sentence(self) -> str:
        games, they = ("1 match", "it") if self.count == 1 else (f"{self.count} matches", "them")
        return f"{self.name} has played {games}. Whoever takes the seat plays {they} anew: say that this is wanted."


class NothingToGive(Refused):
    code = "nothing-to-give"
    name: str
    says = "{self.name} has no match left that nobody has reported on."


class TieUndecided(Refused):
    """Level entries, not all of whom go on: people decide, not the order of entry."""

    code = "tie-undecided"
    names: Sequence[str]
    what: str

    def sentence(self) -> str:
        return f"{named(self.names)} are level for {self.what}. Decide that first: by a tie-break, a play-off or lots."


class PlayOffOn(TieUndecided):
    """They play about it now; `what` is the place or the seed."""

    code = "play-off-on"

    def sentence(self) -> str:
        what = f"{named(self.names)} play now about {self.what}."
        return f"{what} Close the play-off when its results are in, or take it back."


class PlayOffReported(Refused):
    code = "play-off-reported"
    what: str
    says = (
        "A result of the play-off for {self.what} is in. Take that result back first, or close the play-off."
    )


class PartOfStage(Refused):
    """Rounds of pools are played side by side."""

    code = "part-of-stage"
    action: str
    stage: str
    says = "{self.action} is done with the whole of “{self.stage}”: its rounds begin and end together."


class NothingToConcede(Refused):
    """What becomes of many games is for an organiser to say."""

    code = "nothing-to-concede"
    name: str
    stage: str
    says = (
        "{self.name} plays in “{self.stage}”, where every match is open at once, so there is no one game to concede. "
        "Drop instead: an organiser then says what becomes of the games."
    )


class PartOfPlayOff(Refused):
    """A round of a play-off begins and ends with it."""

    code = "part-of-play-off"
    action: str
    says = "{self.action} is done with the whole play-off, on the page of the ties."


class TiedButGone(Refused):
    """Who has left goes nowhere, so there is nothing to decide about them."""

    code = "tied-but-gone"
    names: Sequence[str]

    def sentence(self) -> str:
        verb = "has" if len(self.names) == 1 else "have"
        return f"{named(self.names)} {verb} left the event and cannot go on. Decide between those who are still in it."


class NoSuchTie(Refused):
    code = "no-such-tie"
    names: Sequence[str]

    def sentence(self) -> str:
        return f"{named(self.names)} are not level for anything that is still to be decided. Look again."
