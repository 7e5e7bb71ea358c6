"""Tie-breaks by code: complete records (tie_break.py) with values from the history of an event.

| code   | meaning                                              | where |
|--------|------------------------------------------------------|-------|
| PTS    | points by the tournament's scoring                   | all   |
| WINS   | wins, byes included                                  | wargames (A15) |
| MARGIN | victory points scored minus conceded                 | wargames (A15) |
| SOS    | mean win share of the opponents met                  | wargames (A15) |
| VP     | total victory points                                 | wargames (A15) |

| DIFF, FOR | points or goals scored less conceded, and scored | goals, any score |
| SET-DIFF, SET-RATIO, POINT-RATIO | sets won less lost; sets, and points in them, won of all decided | sets and legs |
| OMW, GW, OGW | match-win percentage of the opponents, game-win percentage, that of the opponents | card games |

Procedures of sports for ties inside a group (among_tied.py): ITTF, BWF, FIVB, FIVB/L, H2H, H2H/R, and MP-321.

A ratio is stored as the share won of all: it sorts like the quotient won : lost and is finite where nothing was lost.
The last three follow the Magic Tournament Rules, appendix C. These print 0.33 for the least share (OMW/33, GW/33,
OGW/33); OMW, GW and OGW take one third exactly.

FIDE C.07 (in force since 1 March 2026), with the codes of the TRF records 202 and 212:

| code                      | meaning                                          | article |
|---------------------------|--------------------------------------------------|---------|
| BH, FB (C1 C2 M1 M2 P)    | Buchholz, Fore Buchholz; Swiss only              | 8.1, 8.3 |
| AOB (F)                   | average of opponents' Buchholz; Swiss only       | 8.2 |
| SB (C1 C2 P)              | Sonneborn-Berger                                 | 9.1 |
| KS (L1 L2 L-1 L-2)        | Koya, limit at half of the points; round robins only | 9.2 |
| DE (P)                    | direct encounter, inside every group still tied  | 6 |
| WIN, WON, BPG, BWG        | wins, games won, games and wins with Black       | 7.1-7.4 |
| PS (C1 C2), REP, STD      | progressive scores, rounds elected to play, standard points | 7.5-7.7 |
| TPN, RTNG (R)             | pairing number, rating                           | 7.8, 10.6 |
| ARO (C1 C2 M1 M2)         | average rating of opponents                      | 10.1 |
| TPR, PTP, APRO, APPO      | performances and their averages                  | 10.2-10.5 |

In a round robin (15.2) a forfeit is a game, except in tie-breaks from ratings and from own results; a free round
gives nothing. A cut and P go together (BH/C1/P).

Of team matches over several boards (teams.py, extended.py): MP and BP, match points and board points; BC, TBR, BBE
(12.1-12.3); EMMSB, EMGSB, EGMSB, EGGSB (C1 C2 P), EDE, EDEBT, EDEBB, EDET, EDEB (P), SSSC (F P K…) (13.1-13.4).
Buchholz and Sonneborn-Berger are then those of match points, in points of the event's scoring.

Unrated opponents are left out of rating averages, since C.07 leaves them to the event's rules.
"""

from crosstable.engine.tie_breaks.registry import TIE_BREAKS, UnknownTieBreak, find_tie_break
from crosstable.engine.tie_breaks.tie_break import (
    Across,
    AmongTied,
    EventKind,
    Format,
    TieBreak,
    TieBreakValue,
)
