"""Settings, read from the environment. .env.example lists what can be set.

With nothing set this is the embedded default: SQLite, a file broker, one web process, all files in var/.
DATABASE_URL and REDIS_URL switch to the production setup.
"""

import os
from pathlib import Path
from typing import Any

import environ
from django.core.exceptions import ImproperlyConfigured

from . import env

BASE_DIR = Path(__file__).resolve().parent.parent
ENV_FILE = Path(env.text("ENV_FILE", default=str(BASE_DIR / ".env")))
if env.text("ENV_FILE") and not ENV_FILE.exists():
    raise ImproperlyConfigured(f"ENV_FILE={ENV_FILE}: there is no such file.")
environ.Env.read_env(ENV_FILE)

DEBUG = env.flag("DEBUG", default=False)
VAR_DIR = env.make_folder(env.folder("VAR_DIR", default=BASE_DIR / "var"))
SECRET_KEY = env.secret("SECRET_KEY", kept_in=VAR_DIR / "secret-key")

# ── Applications: imports point down this list only

INSTALLED_APPS = [
    "casino",
    "casino.reports",
    "games",
    "tables",
    "compliance",
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "django_htmx",
    "rest_framework",
    "drf_spectacular",
    "drf_spectacular_sidecar",
]

MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "casino.web.access_log.AccessLog",
    "casino.web.middleware.ContentSecurityPolicy",  # above everything that can answer, so every response has it
    "compliance.api.errors.ProblemMiddleware",  # likewise: no error under /api/ is an HTML page
    "compliance.api.conditional.ConditionalMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "casino.web.middleware.CompressPages",  # below what sets ETags of the API
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "casino.web.middleware.PageMessages",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "casino.access.AccessMiddleware",
]

ROOT_URLCONF = "casino.urls"
WSGI_APPLICATION = "casino.wsgi.application"

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "builtins": ["casino.web.template_filters"],
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "casino.web.page_context.page_context",
            ],
        },
    }
]

# ── Database

# A new connection for every request would cost more than half the speed.
CONN_MAX_AGE = 60

# IMMEDIATE: otherwise a transaction that reads and then writes can fail when two overlap. FULL: every commit is on
# disk before a request is answered. Django itself turns foreign keys on.
SQLITE: dict[str, Any] = {
    "ENGINE": "casino.ops.databases.sqlite3",
    "NAME": VAR_DIR / "floor.sqlite3",
    "CONN_MAX_AGE": CONN_MAX_AGE,
    "OPTIONS": {
        "transaction_mode": "IMMEDIATE",
        "timeout": 20,
        "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL",
    },
}

POSTGRESQL = env.postgresql("DATABASE_URL")
if POSTGRESQL:
    POSTGRESQL |= {"ENGINE": "casino.ops.databases.postgresql"}
    POSTGRESQL |= {"CONN_MAX_AGE": CONN_MAX_AGE, "CONN_HEALTH_CHECKS": True}
    # The server keeps frequent statements prepared (compliance/db/prepared_statements.py).
    POSTGRESQL["OPTIONS"] = {"connect_timeout": 5, "prepare_threshold": 5} | POSTGRESQL.get("OPTIONS", {})

DATABASES = {"default": POSTGRESQL or SQLITE}
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

# ── The floor

# How long before it is due a deck change is announced.
DECK_CHANGE_LEAD_MINUTES = env.number("DECK_CHANGE_LEAD_MINUTES", default=15, least=1, most=120)
# How long after it is due a deck change is overdue.
DECK_OVERDUE_MINUTES = env.number("DECK_OVERDUE_MINUTES", default=15, least=1, most=120)

# Optimizations that are switched off: `make bench` measures the product with and without each.
SWITCHED_OFF = env.names(
    "SWITCHED_OFF", "table_cache", "prepared_statements", "guarded_statement", "connection_check", "streamed_rows"
)

# ── Tasks (casino/celery.py: the failures they survive; casino/schedule.py: what runs when)

REDIS_URL = env.redis("REDIS_URL")
REDIS_PREFIX = env.word("REDIS_PREFIX", default="criss-cross:")
BROKER_DIR = VAR_DIR / "broker"

# ── Web server

BIND_ADDRESS = env.address("BIND_ADDRESS", default="127.0.0.1")
PORT = env.number("PORT", default=8000, least=1, most=65535)
WEB_PROCESSES = env.number("WEB_PROCESSES", default=(os.cpu_count() or 1) if POSTGRESQL else 1, least=1, most=64)
if WEB_PROCESSES > 1 and not POSTGRESQL:
    raise ImproperlyConfigured("WEB_PROCESSES: SQLite allows only one web process. Set DATABASE_URL for more.")

LOCAL_HOSTS = ["localhost", "127.0.0.1", "[::1]"]
ALLOWED_HOSTS = [*LOCAL_HOSTS, *env.hosts("ALLOWED_HOSTS")]
CSRF_TRUSTED_ORIGINS = env.origins("CSRF_TRUSTED_ORIGINS")

# Behind a proxy that terminates HTTPS and sets X-Forwarded-Proto. Health checks come from inside over plain HTTP.
HTTPS = env.flag("HTTPS", default=False)
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = SECURE_SSL_REDIRECT = HTTPS
# The API answers with an error instead (compliance/api/errors.py): a program that follows redirects would keep
# sending its key unencrypted.
SECURE_REDIRECT_EXEMPT = [r"^health/", r"^api(/|$)"]
if HTTPS:
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
    SECURE_HSTS_SECONDS = 30 * 24 * 60 * 60

# A round is a few kilobytes. Uploaded files go to disk early, and only a few at once.
DATA_UPLOAD_MAX_MEMORY_SIZE = 1 << 20
DATA_UPLOAD_MAX_NUMBER_FIELDS = 500
DATA_UPLOAD_MAX_NUMBER_FILES = 4
FILE_UPLOAD_MAX_MEMORY_SIZE = 1 << 20
FILE_UPLOAD_PERMISSIONS = 0o600

STATIC_URL = "/static/"
WHITENOISE_USE_FINDERS = True  # served in place, without collectstatic
WHITENOISE_ALLOW_ALL_ORIGINS = False  # no other site needs them
MEDIA_URL = "/media/"
MEDIA_ROOT = VAR_DIR / "media"
# Official texts that the operator installs: EDITION.txt (docs/rulebooks.md).
SOURCES_DIR = VAR_DIR / "sources"

# ── People

AUTH_USER_MODEL = "compliance.Staff"
AUTHENTICATION_BACKENDS = ["compliance.staff.backends.StaffBackend"]
SESSION_ENGINE = "compliance.staff.backends"
LOGIN_URL = "sign-in"
PASSWORD_HASHERS = [
    "django.contrib.auth.hashers.Argon2PasswordHasher",
    "django.contrib.auth.hashers.PBKDF2PasswordHasher",
]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator"},
    {"NAME": "django.contrib.auth.password_validation.MinimumLengthValidator", "OPTIONS": {"min_length": 10}},
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
    {"NAME": "django.contrib.auth.password_validation.NumericPasswordValidator"},
]
SESSION_COOKIE_AGE = 12 * 60 * 60  # a shift with overtime
SESSION_COOKIE_HTTPONLY = True
SESSION_COOKIE_SAMESITE = CSRF_COOKIE_SAMESITE = "Lax"

# ── REST API

# casino/access.py decides access before an endpoint is reached; IsAuthenticated is a second check.
REST_FRAMEWORK: dict[str, Any] = {
    "DEFAULT_AUTHENTICATION_CLASSES": ["compliance.api.authentication.Caller"],
    "DEFAULT_PERMISSION_CLASSES": ["rest_framework.permissions.IsAuthenticated"],
    "DEFAULT_RENDERER_CLASSES": ["compliance.api.rendering.Json"],
    "DEFAULT_PARSER_CLASSES": ["compliance.api.parsing.body.StrictJSONParser"],
    "DEFAULT_SCHEMA_CLASS": "drf_spectacular.openapi.AutoSchema",
    "DEFAULT_METADATA_CLASS": None,
    "EXCEPTION_HANDLER": "compliance.api.errors.exception_handler",
    "URL_FORMAT_OVERRIDE": None,
}
SPECTACULAR_SETTINGS: dict[str, Any] = {
    "TITLE": "Criss Cross back office",
    "DESCRIPTION": "Tables, cards, staff and approvals of your facilities. docs/api.md shows how to start.",
    "VERSION": "1",
    "OAS_VERSION": "3.1.0",
    "SERVE_INCLUDE_SCHEMA": False,
    "SERVE_PERMISSIONS": ["rest_framework.permissions.IsAuthenticated"],
    # Without the hook that names enums: each name would have to be maintained by hand.
    "POSTPROCESSING_HOOKS": ["casino.api_docs.schema.whole"],
    # That hook describes authentication.
    "AUTHENTICATION_WHITELIST": [],
    "SWAGGER_UI_DIST": "SIDECAR",
    "SWAGGER_UI_FAVICON_HREF": "data:,",
    "SWAGGER_UI_SETTINGS": {"deepLinking": True, "docExpansion": "none", "validatorUrl": None},
    "REDOC_DIST": "SIDECAR",
}

# ── Language and time zone

USE_TZ = True
TIME_ZONE = "UTC"
LANGUAGE_CODE = "en-us"

# ── Log: to standard error, one line per event; the process manager stores and rotates it

ACCESS_LOG = env.flag("ACCESS_LOG", default=True)

LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {
        "line": {"()": "casino.ops.log.OneLine", "format": "{asctime} {levelname} {name}: {message}", "style": "{"}
    },
    "handlers": {"stderr": {"class": "logging.StreamHandler", "formatter": "line"}},
    "root": {"handlers": ["stderr"], "level": "INFO"},
    "loggers": {
        # Django's own handlers would send mail, or write each line twice.
        "django": {"handlers": [], "level": "INFO", "propagate": True},
        # A line for every scheduled task would bury the others.
        "celery": {"level": "WARNING"},
        "kombu": {"level": "WARNING"},
    },
}
