"""The product's settings with what tests want otherwise: quick hashing, mail in memory, no throttling."""

import os
import tempfile

DATA = tempfile.TemporaryDirectory(prefix="crosstable-tests-")  # one for each process, gone with it
os.environ.setdefault("CROSSTABLE_SECRET_KEY", "tests")
os.environ["CROSSTABLE_DATA"] = DATA.name
os.environ["CROSSTABLE_TIME_ZONE"] = "UTC"  # the tests expect the same times on every machine

from crosstable.settings import *  # noqa: E402, F403

PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
EMAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"
ALLOWED_HOSTS = ["*"]
EMERGENCY_PACKS = False
AUTOMATIC_BACKUPS = False
# A file is looked for when it is asked for: every new client looked at all of them first, a twentieth of the run.
WHITENOISE_AUTOREFRESH = True
if DATABASES["default"]["ENGINE"] == "crosstable.database":  # noqa: F405
    # Stated explicitly: pytest-django detects only that Django's own SQLite is tested in memory.
    DATABASES["default"]["TEST"] = {"NAME": ":memory:"}  # noqa: F405
    # All statements of a run, not the last 128: preparing them again took a twelfth of the tests with a database.
    DATABASES["default"]["OPTIONS"]["cached_statements"] = 2000  # noqa: F405
