"""The rating ledger."""
