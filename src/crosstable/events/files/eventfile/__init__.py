"""A whole event as one file (F8): written, read, its people recognised, its rows built. Stores nothing;
`actions/event/event_files.py` does. The format is described in docs/event-file.md."""
