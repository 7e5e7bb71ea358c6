"""Reads for pages and the API: each a fixed number of queries for events of any size; no writes."""
