"""Taking actions back, from the newest backwards. Each is a new entry of the journal that points to what it undid.

How it goes is declared with the verb (`records/verbs/`): rows that an action changed come back by themselves (see
`images.py`), and what moved more than that has a function in `inverses.py`. A verb nobody declared, from a file of
another version, cannot be undone, and neither can anything before it. `order.py` says which action comes next:
organisers undo what organisers did, and a player's action only when they ask for it.
"""

from crosstable.events.actions.core.undo.taking_back import (
    Offer,
    offer,
    players_offer,
    undo,
    undo_correction,
)
