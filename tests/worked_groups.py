"""Groups worked by hand: the results, and the order each sport's rule gives. Four entries, each meets the others once.

Scores are from the first name's side. The entries are entered in another order than the answer, so that an order by
entry is never right by chance.
"""

from dataclasses import dataclass


@dataclass(frozen=True)
class WorkedGroup:
    """`tie_breaks` empty: those of the variant, as an event has them that chooses none."""

    name: str
    game: str
    variant: str
    results: tuple[str, ...]
    order: str
    tie_breaks: tuple[str, ...] = ()

    @property
    def entered(self) -> str:
        return "D C B A"


def _group(name: str, game: str, variant: str, results: str, order: str, *tie_breaks: str) -> WorkedGroup:
    lines = tuple(" ".join(line.split()) for line in results.strip().split(";"))
    return WorkedGroup(name, game, variant, lines, order, tie_breaks)


GOAL_DIFFERENCE_FIRST = ("PTS", "DIFF", "FOR", "H2H")
DIRECT_MATCHES_FIRST = ("PTS", "H2H/R", "DIFF", "FOR")
THREE_ALL = """A-B 3-0; B-C 1-0; C-A 1-0; A-D 1-0; B-D 6-0; C-D 3-0"""
RESTARTED = """A-B 1-0; B-C 1-0; C-A 2-1; A-D 9-0; B-D 5-0; C-D 1-0"""

WORKED_GROUPS = (
    _group(
        "table tennis 1: games among the tied",
        "sets",
        "table-tennis",
        """A-B 11-7 11-7 11-7; B-C 11-7 11-7 11-7; C-A 11-8 8-11 11-8 8-11 11-8; A-D 11-8 8-11 11-8 8-11 11-8;
        B-D 11-5 11-5 11-5; C-D 11-5 11-5 11-5""",
        "A B C D",
    ),
    _group(
        "table tennis 2: points among the tied, then the two who are left start again",
        "sets",
        "table-tennis",
        """A-B 11-1 11-1 11-1; B-C 11-3 11-3 11-3; C-A 11-5 11-5 11-6; A-D 11-9 9-11 11-9 9-11 11-9;
        B-D 11-9 9-11 11-9 9-11 11-9; C-D 11-2 11-2 11-2""",
        "A B C D",
    ),
    _group(
        "badminton 1: difference of games over all matches, then the match of the two who are left",
        "sets",
        "badminton",
        """A-B 21-10 19-21 21-10; B-C 21-12 21-12; C-A 21-19 21-19; A-D 21-5 21-5; B-D 21-15 15-21 21-15;
        C-D 21-18 18-21 21-18""",
        "B C A D",
    ),
    _group(
        "badminton 2: the difference and not the ratio",
        "sets",
        "badminton",
        """B-A 21-17 21-17; A-C 21-15 21-15; C-B 21-18 18-21 21-18; A-D 21-10 21-10; B-D 21-16 16-21 21-16;
        C-D 21-12 21-12""",
        "B A C D",
    ),
    _group(
        "volleyball 1: match points before sets",
        "sets",
        "volleyball",
        """A-B 25-20 20-25 25-20 25-20; C-A 25-21 25-21 25-21; B-C 25-20 20-25 25-20 20-25 15-10;
        A-D 25-22 22-25 25-22 25-22; B-D 25-18 25-18 25-18; C-D 25-20 20-25 25-20 20-25 15-10""",
        "C A B D",
    ),
    _group(
        "volleyball 2: match points of those with one win",
        "sets",
        "volleyball",
        """A-B 25-20 25-20 25-20; A-C 25-20 25-20 25-20; A-D 25-20 25-20 25-20; B-C 25-20 25-20 25-20;
        C-D 25-20 20-25 25-20 25-20; D-B 25-20 20-25 25-20 20-25 15-10""",
        "A B C D",
    ),
    _group("football 1, direct matches first", "goals", "", THREE_ALL, "A C B D", *DIRECT_MATCHES_FIRST),
    _group("football 1, goal difference first", "goals", "", THREE_ALL, "B C A D", *GOAL_DIFFERENCE_FIRST),
    _group("football 2, direct matches first", "goals", "", RESTARTED, "C A B D", *DIRECT_MATCHES_FIRST),
    _group("football 2, goal difference first", "goals", "", RESTARTED, "A B C D", *GOAL_DIFFERENCE_FIRST),
)

# Darts, best of five legs: three groups of four; two of each and the two best thirds advance.
BEST_THIRDS = {
    "A": ("A1-A2 3-0", "A1-A3 3-0", "A4-A1 3-2", "A2-A3 3-0", "A2-A4 3-0", "A3-A4 3-2"),
    "B": ("B1-B2 3-0", "B1-B3 3-2", "B1-B4 3-0", "B2-B3 3-2", "B2-B4 3-0", "B3-B4 3-0"),
    "C": ("C1-C2 3-0", "C1-C3 3-2", "C1-C4 3-0", "C2-C3 3-2", "C2-C4 3-0", "C3-C4 3-1"),
}
ADVANCING_THIRDS = ["B3", "C3"]
