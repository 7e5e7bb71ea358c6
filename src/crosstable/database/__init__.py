"""What makes the database fast and safe: Django's SQLite backend with a write queue (`base.py`, a name Django wants;
`settings.DATABASES` names this package), SQL compiled once, caches by revision, reads of one moment. It knows no model.
"""
