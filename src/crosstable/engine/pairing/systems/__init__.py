"""The pairing systems, each a record in a module of its own; `registry.py` above them has them by name."""
