"""Django on SQLite, with writers who queue up (settings.DATABASES names this package)."""
