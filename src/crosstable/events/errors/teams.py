"""Refusals about teams."""

from __future__ import annotations

from dataclasses import dataclass

from crosstable.events.errors.common import Refused


@dataclass(eq=False)
class TeamsOnly(Refused):
    """Somebody enters alone where teams play."""

    code = "teams-only"
    size: int

    def sentence(self) -> str:
        return f"Teams of {self.size} play here. Enter a team with its members."


@dataclass(eq=False)
class NoTeams(Refused):
    code = "no-teams"

    def sentence(self) -> str:
        return "Single players take part in this event, not teams. The settings say which."


@dataclass(eq=False)
class WrongTeamSize(Refused):
    code = "wrong-team-size"
    http_status = 422
    size: int
    named: int
    most: int
    field: str | None = "members"

    def sentence(self) -> str:
        there = {0: "nobody is named", 1: "one is named"}.get(self.named, f"{self.named} are named")
        if self.named > self.most:
            return (
                f"A team here has {self.size} members and at most {self.most - self.size} reserves; {there}."
            )
        return f"A team here has {self.size} members; {there}."


@dataclass(eq=False)
class InAnotherTeam(Refused):
    code = "in-another-team"
    http_status = 422
    name: str
    team: str
    field: str | None = "members"

    def sentence(self) -> str:
        return (
            f"{self.name} is in “{self.team}” already, and a person plays in one team only. "
            "If this is somebody else of that name, add an initial."
        )


@dataclass(eq=False)
class FixedByEntries(Refused):
    code = "fixed-by-entries"
    field: str | None = "team_size"

    def sentence(self) -> str:
        return "Whether teams or single players take part is fixed once somebody is entered."


@dataclass(eq=False)
class TeamLocked(Refused):
    code = "team-locked"

    def sentence(self) -> str:
        return "Teams are fixed now. Ask an organiser if yours must change."


@dataclass(eq=False)
class BoardsNeeded(Refused):
    """A team match over several boards is decided on them."""

    code = "boards-needed"
    http_status = 422
    boards: int
    field: str | None = "boards"

    def sentence(self) -> str:
        return f"This match is played on {self.boards} boards: give the result of each."


@dataclass(eq=False)
class BadLineUp(Refused):
    """Somebody sits where they may not; the sentence says who and why."""

    code = "bad-line-up"
    http_status = 422
    problem: str
    field: str | None = "players"

    def sentence(self) -> str:
        return self.problem


@dataclass(eq=False)
class LineUpsClosed(Refused):
    code = "line-ups-closed"
    until: str

    def sentence(self) -> str:
        return f"Line-ups of this round were due at {self.until}. An organiser can still change yours."


@dataclass(eq=False)
class LineUpPlayed(Refused):
    code = "line-up-played"
    match: str

    def sentence(self) -> str:
        return f"{self.match}: a board has been reported, so who sits where is fixed. An organiser can change it."


@dataclass(eq=False)
class NotYourBoard(Refused):
    code = "not-your-board"
    http_status = 403
    board: int
    sits: str

    def sentence(self) -> str:
        who = f"{self.sits} sits at board {self.board}" if self.sits else f"nobody sits at board {self.board}"
        return f"You do not report board {self.board}: {who}. Report your own board, or all of them for the team."
