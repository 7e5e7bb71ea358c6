"""Django's settings. Everything an installation may change is an environment variable; docs/operations.md
lists them all in one table."""

from __future__ import annotations

import os
import re
import secrets
from ipaddress import ip_network
from pathlib import Path

from django.conf.locale import LANG_INFO

from crosstable.accounts.openid import why_no_issuer
from crosstable.database.configuration import database_settings
from crosstable.installation import kept_key, machine_time_zone, stored_time_zone
from crosstable.text import SOURCE, catalogues, languages_found, tr

PACKAGE = Path(__file__).resolve().parent
DATA_DIR = Path(os.environ.get("CROSSTABLE_DATA", "data")).resolve()


def _secret_key() -> str:
    """Return the secret key: from the environment, or created once and stored in the data directory."""
    if given := os.environ.get("CROSSTABLE_SECRET_KEY"):
        return given
    return kept_key(DATA_DIR / "secret.key", lambda: secrets.token_urlsafe(50).encode()).decode()


def _flag(name: str, default: bool) -> bool:
    return os.environ.get(name, str(int(default))).lower() in {"1", "true", "yes", "on"}


def _words(name: str, default: str = "") -> list[str]:
    return [word for word in os.environ.get(name, default).replace(",", " ").split() if word]


SECRET_KEY = _secret_key()
DEBUG = _flag("CROSSTABLE_DEBUG", False)
IS_DEMO = _flag("CROSSTABLE_DEMO", False)
# (username, password, purpose), shown on the front page of a demonstration.
DEMO_ACCOUNTS: list[tuple[str, str, str]] = [
    (
        "organiser",
        "demo-organiser",
        tr("Run every event: enter results, decide a dispute, pair the next round"),
    ),
    ("maja", "demo-player", tr("Play in round 3: confirm the score that your opponent has reported")),
    ("tomasz", "demo-player", tr("Play in round 3: report your score")),
]
INSTALLATION_NAME = os.environ.get("CROSSTABLE_NAME", "")
ALLOWED_HOSTS = _words("CROSSTABLE_HOSTS", "localhost 127.0.0.1 [::1]")
CSRF_TRUSTED_ORIGINS = _words("CROSSTABLE_ORIGINS")
BEHIND_TLS = _flag("CROSSTABLE_TLS", False)
# Proxies trusted to report the visitor's address. Without one, no forwarded address is trusted: any visitor could forge
# it.
PROXIES = _words("CROSSTABLE_PROXIES", "127.0.0.1 ::1" if BEHIND_TLS else "")
# The base of printed codes when there is no request: configured, or the name behind the proxy, or (set by `crosstable
# serve`) this computer's address on its network.
PUBLIC_ADDRESS = os.environ.get("CROSSTABLE_ADDRESS", "")
if BEHIND_TLS and ALLOWED_HOSTS and not PUBLIC_ADDRESS:
    PUBLIC_ADDRESS = f"https://{ALLOWED_HOSTS[0].lstrip('.')}"

INSTALLED_APPS = [
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "django.contrib.humanize",
    "crosstable.accounts",
    "crosstable.events",
    "crosstable.web",
    "crosstable.api",
]

MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "crosstable.languages.Languages",
    "crosstable.edge.Edge",
    "crosstable.web.middleware.JustWrote",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "csp.middleware.CSPMiddleware",
    "crosstable.web.middleware.Refusals",
]

ROOT_URLCONF = "crosstable.urls"
WSGI_APPLICATION = "crosstable.wsgi.application"
APPEND_SLASH = False

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "OPTIONS": {
            "loaders": [("django.template.loaders.cached.Loader", ["crosstable.web.templating.Loader"])],
            "builtins": ["crosstable.web.templatetags.addresses", "crosstable.web.templatetags.texts"],
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "crosstable.web.templating.installation",
            ],
        },
    },
]

# Threads that serve requests through Django.
THREADS = int(os.environ.get("CROSSTABLE_THREADS", "8"))

DATABASES = {"default": database_settings(os.environ.get("DATABASE_URL", ""), DATA_DIR, THREADS)}
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

AUTH_USER_MODEL = "accounts.User"
AUTHENTICATION_BACKENDS = [
    "crosstable.accounts.backends.UsernameOrEmail",
]
PASSWORD_HASHERS = ["crosstable.accounts.passwords.BoundedArgon2"]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator"},
    {"NAME": "django.contrib.auth.password_validation.MinimumLengthValidator"},
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
    {"NAME": "django.contrib.auth.password_validation.NumericPasswordValidator"},
]
SESSION_ENGINE = "crosstable.accounts.backends"
LOGIN_URL = "login"
LOGIN_REDIRECT_URL = "mine"
LOGOUT_REDIRECT_URL = "events"

# Log in with OpenID Connect, if an issuer is configured.
OIDC_ISSUER = os.environ.get("CROSSTABLE_OIDC_ISSUER", "").strip()
OIDC_CLIENT_ID = os.environ.get("CROSSTABLE_OIDC_CLIENT_ID", "")
OIDC_CLIENT_SECRET = os.environ.get("CROSSTABLE_OIDC_CLIENT_SECRET", "")
OIDC_NAME = os.environ.get("CROSSTABLE_OIDC_NAME", "").strip() or tr("your organisation")
# Whether a first login through the provider creates an account.
OIDC_CREATES = _flag("CROSSTABLE_OIDC_CREATE", True)
if OIDC_ISSUER and (problem := why_no_issuer(OIDC_ISSUER)):
    raise ValueError(f"CROSSTABLE_OIDC_ISSUER is {OIDC_ISSUER}: {problem}")
if OIDC_ISSUER and not OIDC_CLIENT_ID:
    raise ValueError("CROSSTABLE_OIDC_ISSUER is set: CROSSTABLE_OIDC_CLIENT_ID is needed, too")

# Until mail is set up it is written to files that only their owner can read: in a log, its links would be open to every
# reader of the log.
EMAIL_BACKEND = os.environ.get("CROSSTABLE_EMAIL_BACKEND", "django.core.mail.backends.filebased.EmailBackend")
EMAIL_HOST = os.environ.get("CROSSTABLE_EMAIL_HOST", "localhost")
EMAIL_PORT = int(os.environ.get("CROSSTABLE_EMAIL_PORT", "25"))
EMAIL_HOST_USER = os.environ.get("CROSSTABLE_EMAIL_USER", "")
EMAIL_HOST_PASSWORD = os.environ.get("CROSSTABLE_EMAIL_PASSWORD", "")
EMAIL_USE_TLS = _flag("CROSSTABLE_EMAIL_TLS", False)
EMAIL_TIMEOUT = 10
EMAIL_FILE_PATH = os.environ.get("CROSSTABLE_EMAIL_FOLDER", str(DATA_DIR / "mail"))
DEFAULT_FROM_EMAIL = os.environ.get("CROSSTABLE_EMAIL_FROM", "crosstable@localhost")

# The public URL of this installation, for links in mails; `crosstable serve` knows its own address.
PUBLIC_URL = (
    os.environ.get("CROSSTABLE_URL")
    or next(iter(CSRF_TRUSTED_ORIGINS), "")
    or (PUBLIC_ADDRESS if BEHIND_TLS else "")
    or "http://localhost:3005"
).rstrip("/")
# The contact address for push services, and the services subscriptions may name; ".x" matches every host below x.
PUSH_CONTACT = os.environ.get("CROSSTABLE_PUSH_CONTACT", DEFAULT_FROM_EMAIL)
PUSH_SERVICES = _words(
    "CROSSTABLE_PUSH_SERVICES",
    "fcm.googleapis.com .push.services.mozilla.com .push.apple.com .notify.windows.com",
)

CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": ["'self'"],
        "img-src": ["'self'", "data:"],
        "object-src": ["'none'"],
        "base-uri": ["'none'"],
        "form-action": ["'self'"],
        "frame-ancestors": ["'none'"],
    }
}
SECURE_CONTENT_TYPE_NOSNIFF = True
SECURE_REFERRER_POLICY = "same-origin"
X_FRAME_OPTIONS = "DENY"
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = BEHIND_TLS
if BEHIND_TLS:
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
    # Browsers that connected over https once use nothing else for a year.
    SECURE_HSTS_SECONDS = int(os.environ.get("CROSSTABLE_HSTS", "31536000"))
# The proxy redirects http to https; whether other names of the domain may be requested over http is its owner's
# decision.
SILENCED_SYSTEM_CHECKS = ["security.W005", "security.W008", "security.W021"]

# The first handler skips files beyond the upload limit.
FILE_UPLOAD_HANDLERS = [
    "crosstable.events.files.uploads.limits.LimitedUploads",
    "django.core.files.uploadhandler.MemoryFileUploadHandler",
    "django.core.files.uploadhandler.TemporaryFileUploadHandler",
]
# A preview of 5,000 players may have a checkbox in every row.
DATA_UPLOAD_MAX_NUMBER_FIELDS = 6_000

STATIC_URL = "/static/"
WHITENOISE_USE_FINDERS = True

# British English is the source; every translation found is offered, too.
LANGUAGE_CODE = SOURCE
LANGUAGES = [(code, LANG_INFO.get(code, {}).get("name_local", code)) for code in languages_found()]
LOCALE_PATHS = catalogues()
# The zone when this process started; `installation_zone` is the current one.
TIME_ZONE = os.environ.get("CROSSTABLE_TIME_ZONE") or stored_time_zone(DATA_DIR) or machine_time_zone()
HAS_FIXED_TIME_ZONE = bool(os.environ.get("CROSSTABLE_TIME_ZONE"))
USE_I18N = True
USE_TZ = True

LOG_FORMAT = os.environ.get("CROSSTABLE_LOG_FORMAT", "text")
if LOG_FORMAT not in ("text", "json"):
    raise ValueError(f"CROSSTABLE_LOG_FORMAT is text or json, not {LOG_FORMAT}")
LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "filters": {
        "no-secrets": {"()": "crosstable.log.NoSecrets"},
        "unknown-hosts": {"()": "crosstable.log.UnknownHosts"},
    },
    "formatters": {"text": {"()": "crosstable.log.Lines"}, "json": {"()": "crosstable.log.JsonLines"}},
    "handlers": {
        "console": {
            "class": "logging.StreamHandler",
            "filters": ["no-secrets", "unknown-hosts"],
            "formatter": LOG_FORMAT,
        },
    },
    "root": {"handlers": ["console"], "level": os.environ.get("CROSSTABLE_LOG_LEVEL", "WARNING")},
}

# How many connections, and open event streams among them, one process holds. Clients in these networks (the hall, if
# known) are counted one by one instead of per address when the limit is reached.
CONNECTIONS = int(os.environ.get("CROSSTABLE_CONNECTIONS", "8000"))
STREAMS = int(os.environ.get("CROSSTABLE_STREAMS", "4000"))
TRUSTED_NETWORKS = [str(ip_network(name, strict=False)) for name in _words("CROSSTABLE_TRUSTED")]

# A bearer of this token may read /metrics from anywhere; without a token, only the local host may.
METRICS_TOKEN = os.environ.get("CROSSTABLE_METRICS_TOKEN", "")

# Megabytes of public pages that a worker caches in memory.
PAGE_CACHE_MB = int(os.environ.get("CROSSTABLE_PAGE_CACHE_MB", "64"))

# Requests per minute that the API accepts from one token; 0 means no limit.
API_RATE = int(os.environ.get("CROSSTABLE_API_RATE", "600"))

# Sites whose pages may call /compat/swiss-app/api from a browser.
CORS_ORIGINS = [origin.rstrip("/") for origin in _words("CROSSTABLE_CORS_ORIGINS")]
for _origin in CORS_ORIGINS:
    if not re.fullmatch(r"https?://[^/?#*@]+", _origin):
        raise ValueError(
            f"CROSSTABLE_CORS_ORIGINS lists origins as https://app.example.org, and {_origin} is none."
        )

# The highest victory points one side may report; a tournament can lower or raise it.
MAX_VP = int(os.environ.get("CROSSTABLE_MAX_VP", "200"))
# The longest army list, in characters.
MAX_LIST_LENGTH = int(os.environ.get("CROSSTABLE_MAX_LIST_LENGTH", "50000"))

# Back up the database after each publication and once a day, to backups/ in the data directory.
AUTOMATIC_BACKUPS = _flag("CROSSTABLE_BACKUPS", True)

# Each publication writes pairings, result slips, standings and the event file to the data directory, in this paper
# size.
EMERGENCY_PACKS = _flag("CROSSTABLE_PACKS", True)
PAPER = os.environ.get("CROSSTABLE_PAPER", "a4")
if PAPER not in ("a4", "letter"):
    raise ValueError(f"CROSSTABLE_PAPER is a4 or letter, not {PAPER}")
