"""Refusals about teams."""

from crosstable.events.errors.common import Refused


class TeamsOnly(Refused):
    """Somebody enters alone where teams play."""

    code = "teams-only"
    size: int
    says = "Teams of {self.size} play here. Enter a team with its members."


class NoTeams(Refused):
    code = "no-teams"
    says = "Single players take part in this event, not teams. The settings say which."


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


class InAnotherTeam(Refused):
    code = "in-another-team"
    http_status = 422
    name: str
    team: str
    field: str | None = "members"
    says = (
        "{self.name} is in “{self.team}” already, and a person plays in one team only. "
        "If this is somebody else of that name, add an initial."
    )


class FixedByEntries(Refused):
    code = "fixed-by-entries"
    field: str | None = "team_size"
    says = "Whether teams or single players take part is fixed once somebody is entered."


class TeamLocked(Refused):
    code = "team-locked"
    says = "Teams are fixed now. Ask an organiser if yours must change."


class BoardsNeeded(Refused):
    """A team match over several boards is decided on them."""

    code = "boards-needed"
    http_status = 422
    boards: int
    field: str | None = "boards"
    says = "This match is played on {self.boards} boards: give the result of each."


class BadLineUp(Refused):
    """Somebody sits where they may not; the sentence says who and why."""

    code = "bad-line-up"
    http_status = 422
    problem: str
    field: str | None = "players"

    def sentence(self) -> str:
        return self.problem


class LineUpsClosed(Refused):
    code = "line-ups-closed"
    until: str
    says = "Line-ups of this round were due at {self.until}. An organiser can still change yours."


class LineUpPlayed(Refused):
    code = "line-up-played"
    match: str
    says = "{self.match}: a board has been reported, so who sits where is fixed. An organiser can change it."


class NotYourBoard(Refused):
    code = "not-your-board"
    http_status = 403
    board: int
    sits: str

    def sentence(self) -> str:
        who = f"{self.sits} sits at board {self.board}" if self.sits else f"nobody sits at board {self.board}"
        return f"You do not report board {self.board}: {who}. Report your own board, or all of them for the team."
