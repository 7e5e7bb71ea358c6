"""Explanations of pairings in sentences, for an organiser who must justify them.

Pages and the API call `of_match` and `of_round`; `swiss.py` and `dutch.py` word the explanations of their
pairing systems. A round is explained from the current results, with a note if they have changed.
"""

from crosstable.events.queries.rounds.reasons.answers import Reason, RoundReasons, of_match, of_round
