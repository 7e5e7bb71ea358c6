"""A whole event as one file (F8): what is carried (`carried.py`), written, read and recognised. Stores nothing;
`actions/event/event_files.py` does. The format is described in docs/event-file.md."""
