"""The product's settings with quick password hashing, for servers that tests start."""

from crosstable.settings import *  # noqa: F403

PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
EMERGENCY_PACKS = False
AUTOMATIC_BACKUPS = False
