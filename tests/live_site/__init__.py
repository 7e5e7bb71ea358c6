"""A small site behind the real front door: every kind of page it must treat differently, and nothing else."""
