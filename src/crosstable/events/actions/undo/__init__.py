"""Taking actions back, from the newest backwards. Each is a new entry of the journal that points to what it undid.

`registry.py` says how: an action whose rows were kept (`Act.keep`, `Act.keep_whole`, `Act.made`) needs one line in
`inverses.py`, and one that moved more than rows of its tournament a function there. An action nobody registered says
that it cannot be undone, and so does everything before it: nothing is ever taken back out of order by accident.
"""

from crosstable.events.actions.undo import inverses as inverses
from crosstable.events.actions.undo.taking_back import Offer, offer, undo

__all__ = ["Offer", "offer", "undo"]
