"""A small site behind the real server: every kind of page it must treat differently, and nothing else."""
