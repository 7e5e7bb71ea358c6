"""Signals for the layers above. Sent after the commit, so receivers read the new state."""

from django.dispatch import Signal

# Arguments: tournament_id, revision, verb (the action's code).
revision_raised = Signal()

# Pages about the whole site may be outdated, by a change in this or another process. Argument: revision.
site_raised = Signal()

# A player's table, opponent or match changed in a published round. Arguments: tournament_id, round_number, entry_ids
# (exactly those to notify).
pairing_changed = Signal()
