"""The glossary of the pages: what a word means. `{% term "bye" %}` explains it where it is shown.

To explain another word, add an entry here and use the tag in a template.
"""

from dataclasses import dataclass

from crosstable.text import Text, tr


@dataclass(frozen=True, slots=True)
class Term:
    title: Text
    says: Text


TERMS: dict[str, Term] = {
    "bye": Term(
        tr("Bye"),
        tr(
            "A round without an opponent. The player who is left over when an odd number is paired gets the points of "
            "a win, unless the event says otherwise. A requested bye gives half a point or none."
        ),
    ),
    "seed": Term(
        tr("Seed"),
        tr("The place in the starting order of a bracket or of pools. Strong seeds meet each other late."),
    ),
    "starting-number": Term(
        tr("Starting number"),
        tr("The place in the starting order, by rating or by registration. Pairings and ties use it."),
    ),
    "forfeit": Term(
        tr("Forfeit"),
        tr("A match that was not played: the player who was there gets the win. It changes no rating."),
    ),
    "walkover": Term(tr("Walkover"), tr("A forfeit in a knockout: the opponent advances without a match.")),
    "rematch": Term(
        tr("Rematch"),
        tr("Two players meet for the second time. It is paired only if no other complete round is possible."),
    ),
    "pairings": Term(tr("Pairings"), tr("The matches of a round: the players, and where they play.")),
    "swiss": Term(
        tr("Swiss"),
        tr(
            "Every player plays every round, against an opponent with a similar score. No player is eliminated."
        ),
    ),
    "pool": Term(tr("Pool"), tr("A group in which every player meets every other player.")),
    "bracket": Term(tr("Bracket"), tr("The picture of a knockout: its matches, and who advances.")),
    "tie-break": Term(
        tr("Tie-break"),
        tr(
            "What decides between players with equal scores. They apply in the order shown, until one differs."
        ),
    ),
    "provisional": Term(
        tr("Provisional"), tr("A round is in progress or a result is missing, so places can still change.")
    ),
    "withdrawn": Term(
        tr("Withdrawn"), tr("The player has left the event and is not paired again. Played results count.")
    ),
    "no-show": Term(
        tr("No-show"), tr("The player was not there for a match. The opponent gets a win by forfeit.")
    ),
    "disputed": Term(
        tr("Disputed"), tr("The two players reported different results. An organiser decides the match.")
    ),
    "reported": Term(
        tr("Reported"), tr("One player has reported the result. The opponent has to confirm it.")
    ),
    "confirmed": Term(
        tr("Confirmed"), tr("Both players reported the same result, or an organiser entered it.")
    ),
    "check-in": Term(tr("Check-in"), tr("Players confirm that they are there. Only they are paired.")),
    "late-entry": Term(
        tr("Late entry"),
        tr("A player who joins after round 1 was paired. Missed rounds count as byes or losses."),
    ),
    "rating": Term(
        tr("Rating"),
        tr("A number for playing strength. It rises with wins, and more with wins over strong players."),
    ),
    "draft": Term(
        tr("Draft"), tr("Only organisers see it: an event before registration, or an unpublished round.")
    ),
    "fide-id": Term(tr("FIDE ID"), tr("The number of a player in FIDE’s list. Report files need it.")),
}
