"""What the rooms above may listen to. Sent after the commit, so that a listener reads the new state."""

from django.dispatch import Signal

# Arguments: tournament_id, revision, verb (what was done).
revision_raised = Signal()

# Something that pages about the whole site show may have changed, here or in another process. Argument: revision.
site_raised = Signal()

# Somebody's table, opponent or game changed in a round everybody has seen.
# Arguments: tournament_id, round_number, entry_ids (those to be told, and nobody else).
pairing_changed = Signal()
