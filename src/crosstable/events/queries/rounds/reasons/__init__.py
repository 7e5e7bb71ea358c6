"""Why these two: every pairing explained in sentences, for somebody who must defend it.

`of_match` and `of_round` are what pages and programs ask; `swiss.py` and `dutch.py` find the words for the two
families of systems. A round is explained from the results as they are now, and says so when they have changed.
"""

from crosstable.events.queries.rounds.reasons.answers import Reason, RoundReasons, of_match, of_round

__all__ = ["Reason", "RoundReasons", "of_match", "of_round"]
