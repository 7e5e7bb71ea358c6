"""A whole event as one file (F8): writing, reading, matching its people, building its rows.

Stores nothing; `actions/event/event_files.py` does. docs/event-file.md describes the format.
"""
