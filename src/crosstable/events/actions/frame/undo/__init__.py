"""Taking actions back, from the newest backwards. Each is a new entry of the journal that points to what it undid.

`registry.py` says how: an action that changes rows of its tournament needs one line in `inverses.py` (what it changed
is kept by itself, see `images.py`), and one that moved more than that a function there. An action nobody registered
says that it cannot be undone, and so does everything before it: nothing is taken back out of order by accident.
"""

from crosstable.events.actions.frame.undo import inverses as inverses
from crosstable.events.actions.frame.undo.taking_back import Offer, offer, undo

__all__ = ["Offer", "offer", "undo"]
