"""The tie-breaks of team matches over several boards (C.07 articles 12 and 13), by their codes."""

import re
from dataclasses import replace
from functools import partial

from crosstable.engine.team_tie_breaks import TEAM_TIE_BREAK_NAMES, TEAM_TIE_BREAKS
from crosstable.engine.tie_breaks import extended, teams
from crosstable.engine.tie_breaks.fide.cuts import Cuts
from crosstable.engine.tie_breaks.tie_break import EventKind, TieBreak, among_tied

SCORES = (
    TieBreak(
        "MP", "Match points", "MP", teams.match_points, sentence="Two for a match won, one for a match drawn."
    ),
    TieBreak("BP", "Board points", "BP", teams.board_points, sentence="The points of all boards, added up."),
    # Art. 13.1: the score that is not the first, which is board points in an event by match points.
    TieBreak("MPVGP", "The other score", "MPvGP", teams.board_points),
)
BY_BOARDS = tuple(
    TieBreak(code, TEAM_TIE_BREAK_NAMES[code], code, teams.by_boards(code), display=teams.first_of)
    for code in TEAM_TIE_BREAKS
)
# Art. 13.3: what separates two who are level by both scores.
THEN = {"EDE": (), "EDEBT": ("BC", "TBR"), "EDEBB": ("BC", "BBE"), "EDET": ("TBR",), "EDEB": ("BBE",)}
# Art. 13.2: the opponent's score, then one's own.
LETTERS = {"M": (extended.by_match_points, "match points"), "G": (extended.by_board_points, "board points")}
CUTS = {"": Cuts(), "/C1": Cuts(1), "/C2": Cuts(2)}


def _encounter(code: str, forfeits: bool = False) -> TieBreak:
    then = f", then {', '.join(THEN[code])}" if THEN[code] else ""
    tie_break = among_tied(
        code,
        f"Extended direct encounter{then}",
        partial(extended.direct_encounter, boards=THEN[code], forfeits=forfeits),
    )
    return _with_forfeits(tie_break) if forfeits else tie_break


def _sonneborn_berger(theirs: str, mine: str, cut: str = "", forfeits: bool = False) -> TieBreak:
    (their_score, their_name), (my_score, my_name) = LETTERS[theirs], LETTERS[mine]
    values = partial(
        extended.sonneborn_berger, theirs=their_score, mine=my_score, cuts=CUTS[cut], forfeits=forfeits
    )
    code = f"E{theirs}{mine}SB{cut}"
    cut_name = f", cut {cut[-1]}" if cut else ""
    name = f"Extended Sonneborn-Berger, {their_name} of opponents × {my_name}{cut_name}"
    tie_break = TieBreak(code, name, code, values)
    return _with_forfeits(tie_break) if forfeits else tie_break


def _with_forfeits(tie_break: TieBreak) -> TieBreak:
    code = f"{tie_break.code}/P"
    return replace(tie_break, code=code, short=code, name=f"{tie_break.name}, forfeits count")


def _schedule(divisor: int = 0, fore: bool = False, forfeits: bool = False) -> TieBreak:
    modifiers = (("/F", fore), (f"/K{divisor}", bool(divisor)), ("/P", forfeits))
    code = "SSSC" + "".join(text for text, is_there in modifiers if is_there)
    return TieBreak(
        code,
        "Scores and strength of schedule",
        code,
        partial(extended.scores_and_schedule, fore=fore, forfeits=forfeits, divisor=divisor),
        sentence="Board points, and the Buchholz of match points divided to weigh as much.",
        only_in=EventKind.SWISS,
        display=extended.hundredths,
    )


def find_schedule(code: str) -> TieBreak | None:
    """SSSC with any divisor, as the rules of an event may have it (art. 13.4)."""
    written = re.fullmatch(r"SSSC(/F)?(?:/K([1-9]\d?))?(/P)?", code)
    return _schedule(int(written[2] or 0), bool(written[1]), bool(written[3])) if written else None


OFFERED = (
    *BY_BOARDS,
    *(_encounter(code) for code in THEN),
    *(_sonneborn_berger(theirs, mine) for theirs in LETTERS for mine in LETTERS),
    _schedule(),
)
"""What may follow match points and board points."""
WITH_MODIFIERS = (
    *(_encounter(code, forfeits=True) for code in THEN),
    *(
        _sonneborn_berger(theirs, mine, cut, forfeits)
        for theirs in LETTERS
        for mine in LETTERS
        for cut in CUTS
        for forfeits in (False, True)
        if cut or forfeits
    ),
    *(
        _schedule(fore=fore, forfeits=forfeits)
        for fore in (False, True)
        for forfeits in (False, True)
        if fore or forfeits
    ),
)
TEAMS = (*SCORES, *OFFERED, *WITH_MODIFIERS)
"""The event says that they count; nobody chooses them among those of single players."""
AFTER_SCORES = {tie_break.code for tie_break in (*OFFERED, *WITH_MODIFIERS)}
