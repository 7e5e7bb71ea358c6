"""What makes the database fast and safe: Django's SQLite backend with a write queue (`base.py`, a name Django requires;
`settings.DATABASES` names this package), SQL compiled once, caches by revision, snapshot reads. It knows no model."""
