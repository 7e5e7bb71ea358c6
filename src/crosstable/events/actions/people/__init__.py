"""Who takes part: enters, comes late, sits out, leaves."""
