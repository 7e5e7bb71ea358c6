"""Telling people what concerns them: on the page, by push to their phones, by email.

The journal is where news comes from (`news.py`): actions know nothing of it. After each commit `telling.py` turns new
entries into notifications; those wanted by email or push wait in the database until the server's own thread sends them
(`outbox.py`). Nobody who acts ever waits for a mail server.
"""
