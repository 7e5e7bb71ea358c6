"""What the rooms above may listen to. Events knows nobody up there; it only says what happened.

An action that raised a tournament's revision announces it once the transaction is safe on disk:

    transaction.on_commit(
        lambda: revision_raised.send(Tournament, tournament_id=tournament.pk, revision=tournament.revision)
    )
"""

from __future__ import annotations

from django.dispatch import Signal

# Arguments: tournament_id (int), revision (int, the new one).
revision_raised = Signal()
