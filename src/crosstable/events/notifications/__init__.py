"""Notify people of what concerns them: on the page, by push to their phones, by email.

News comes from the journal (`news.py`): actions do not know about it. After each commit `creation.py` creates
notifications from new entries; those for email or push are queued in the database until a thread of the
server sends them (`outbox.py`). An action never waits for a mail server.
"""
