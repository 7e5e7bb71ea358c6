"""Whether mail leaves this installation. Until it is set up it is written to files, and nobody is promised any."""

from django.conf import settings

FILES = "django.core.mail.backends.filebased.EmailBackend"


def is_sent() -> bool:
    return bool(settings.EMAIL_BACKEND != FILES)
