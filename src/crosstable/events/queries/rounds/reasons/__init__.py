"""Why these two: every pairing explained in sentences, for somebody who must defend it.

`of_match` and `of_round` are what pages and programs ask; `swiss.py`, `dutch.py` and `in_turn.py` find the words for
the families of systems, `tellers.py` says whose turn it is. A round is explained from the results as they are now, and
says so when they have changed.
"""

from crosstable.events.queries.rounds.reasons.answers import Reason, RoundReasons, of_match, of_round
