"""Document D at its own address, /compat/swiss-app/api: its routes, names and statuses, implemented by our actions.

It reads and writes the same events as `/api`: chess events of single players that are one Swiss. Nothing about D is
stored with an event, and `/api` does not depend on it. docs/api.md lists the choices made where the document is silent.
"""
