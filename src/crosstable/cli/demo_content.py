"""What `crosstable demo` shows. Called once, inside a transaction, when the database holds no tournament."""


def load() -> None:
    """Create the demo's accounts and events."""
