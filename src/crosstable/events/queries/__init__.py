"""Reads for pages and API. A fixed number of queries each, whatever the size of the event; no writes."""
