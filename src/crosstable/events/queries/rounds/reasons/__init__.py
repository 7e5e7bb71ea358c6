"""Why these two: every pairing explained in sentences, for an organiser who must defend it.

Pages and programs ask `of_match` and `of_round`; `swiss.py` and `dutch.py` find the words for the families of systems.
A round is explained from the results as they are now, and says so when they have changed.
"""

from crosstable.events.queries.rounds.reasons.answers import Reason, RoundReasons, of_match, of_round
