"""The REST API under /api: routers with their In and Out schemas. Calls actions and queries; no rule lives here.

A request passes frame.py (who asks, how often, once only), then one function of a router, which loads (loading.py),
calls one action and shows what is there now. Refusals become problem documents (problems.py).
"""
