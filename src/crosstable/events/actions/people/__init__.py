"""Entries: registration, late entries, byes, withdrawals."""
