"""TRF, FIDE's tournament report file: TRF16 with the JaVaFo extensions, and TRF26; text ↔ model.

| records                                | read   | written as |
|----------------------------------------|--------|------------|
| 001 players and results                | yes    | 001 |
| 142, XXR number of rounds              | yes    | 142 and XXR |
| 152, XXC initial colour, pair by rank  | yes    | 152 and XXC |
| 162, XXS, BB* points                   | yes    | 162, in TRF16 also BB* |
| 240, XXZ byes of the next round        | yes    | TRF26: 240, TRF16: round columns |
| 250, XXA acceleration                  | yes    | TRF26: 250, TRF16: XXA |
| 260, XXP forbidden pairs               | yes    | XXP if for all rounds in TRF16, else 260 |
| 299 penalties and bonuses              | yes    | TRF26: 299 |
| 192 … _BAKU                            | stored | unchanged; the reader expands it to acceleration |
| 192 … ROUNDROBIN …                     | stored | unchanged; the tournament is a round robin |
| 202, 212 tie-breaks                    | yes    | unchanged; one of ours as OTHER_… |
| everything else, comments too          | stored | unchanged |

An open game is written with opponent, colour and an empty result; read this way, or with `?`, it is open. Games without
colours are read, and written without.

Known gaps: team records (013, 310, 320, 330, 300, 8xx), abnormal points of a type (299 W, D, L …) and national records
are stored but not interpreted; XXS values that depend on the colour are refused.
"""

from crosstable.engine.trf.document import (
    PlayerDetails,
    TrfDocument,
    TrfError,
    TrfRecord,
    write_tie_breaks,
)
from crosstable.engine.trf.notes import (
    CheckedRound,
    ManualNote,
    Note,
    OpenNote,
    RatingNote,
    RematchesNote,
    ResultNote,
    RoundsNote,
    TieBreaksNote,
    VoidNote,
    check_document,
    note_records,
    notes_of,
    with_open_games,
)
from crosstable.engine.trf.ranks import RankDifference, check_ranks, without_void_games
from crosstable.engine.trf.reader import has_record, line_of_record, lines_of_players, read_trf
from crosstable.engine.trf.writer import TrfEdition, write_trf
