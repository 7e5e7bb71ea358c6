"""The product's settings with this site's pages."""

from crosstable.settings import *  # noqa: F403

ROOT_URLCONF = "live_site.urls"
PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
