"""What the rooms above may listen to. Sent after the commit, so that a listener reads the new state."""

from django.dispatch import Signal

# Arguments: tournament_id, revision.
revision_raised = Signal()
