"""What makes the database fast and safe: Django's SQLite backend with a write queue (`base.py`, a name Django wants;
`settings.DATABASES` names this package), SQL compiled once, caches by revision, reads of one state. It knows no model.
"""
