"""The REST API under /api: routers with their In and Out schemas. It calls actions and queries and has no rules.

A request passes router.py (authentication, rate limit, idempotency), then one function of a router, which loads rows
(loading.py), calls one action and returns what is stored now. Refusals become problem documents (problems.py).
"""
