"""Every tie-break by its code. A family is a module with the records of its tie-breaks."""

from crosstable.engine.errors import EngineError
from crosstable.engine.tie_breaks.among_tied import OF_SPORTS
from crosstable.engine.tie_breaks.extended import OF_BOTH_SCORES, find_schedule
from crosstable.engine.tie_breaks.fide.buchholz import CUT_AND_FORFEITS, OF_OPPONENTS, OPPONENTS
from crosstable.engine.tie_breaks.fide.direct_encounter import ENCOUNTERS
from crosstable.engine.tie_breaks.fide.own_results import OF_OWN_RESULTS, find_koya
from crosstable.engine.tie_breaks.fide.ratings import OF_RATINGS
from crosstable.engine.tie_breaks.scores import OF_SCORES
from crosstable.engine.tie_breaks.shares import OF_SHARES
from crosstable.engine.tie_breaks.teams import OF_MATCHES
from crosstable.engine.tie_breaks.tie_break import TieBreak

FIDE = (*OF_OPPONENTS, *ENCOUNTERS, *OF_OWN_RESULTS, *OF_RATINGS)
"""Those of C.07 for single players, in its order: offered on pages for chess."""
FAMILIES = (OF_SCORES, OF_SHARES, (OPPONENTS,), OF_SPORTS, FIDE, CUT_AND_FORFEITS, OF_MATCHES, OF_BOTH_SCORES)
TIE_BREAKS: dict[str, TieBreak] = {one.code: one for family in FAMILIES for one in family}


class UnknownTieBreak(EngineError):
    code: str

    def __str__(self) -> str:
        return f"there is no tie-break {self.code!r}; known are {', '.join(TIE_BREAKS)}"


def find_tie_break(code: str) -> TieBreak:
    """Find a tie-break by its code, as in the registry, the handbook (BH-C1) or in lower case.

    Modifiers may be in any order; KS/L+1 is KS/L1, and BH/F is another name of FB.
    """
    if (known := TIE_BREAKS.get(code)) is not None:
        return known
    written = code.upper()
    spellings = (written, written.replace("-", "/"), _in_order(written), _in_order(written.replace("-", "/")))
    known = next((TIE_BREAKS[spelling] for spelling in spellings if spelling in TIE_BREAKS), None)
    others = (find_koya(spelling) or find_schedule(spelling) for spelling in spellings)
    if (found := known or next(filter(None, others), None)) is None:
        raise UnknownTieBreak(code)
    return found


def _in_order(code: str) -> str:
    name, *modifiers = code.replace("/L+", "/L").split("/")
    if name == "BH" and "F" in modifiers:
        name = "FB"
        modifiers.remove("F")
    return "/".join((name, *sorted(modifiers)))
