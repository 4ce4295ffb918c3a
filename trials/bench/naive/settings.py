"""Configure the minimum for Django, with separate databases. Connection options and web server are the product's."""

from casino.settings import (
    ALLOWED_HOSTS,
    BIND_ADDRESS,
    DEBUG,
    DEFAULT_AUTO_FIELD,
    HTTPS,
    PORT,
    POSTGRESQL,
    SECRET_KEY,
    USE_TZ,
    WEB_PROCESSES,
)
from casino.settings import DATABASES as PRODUCTS

__all__ = [
    "ALLOWED_HOSTS",
    "BIND_ADDRESS",
    "DATABASES",
    "DEBUG",
    "DEFAULT_AUTO_FIELD",
    "HTTPS",
    "PORT",
    "POSTGRESQL",
    "SECRET_KEY",
    "USE_TZ",
    "WEB_PROCESSES",
]

_default = PRODUCTS["default"]
DATABASES = {"default": _default | {"ENGINE": _default["ENGINE"].replace("casino.ops.databases", "django.db.backends")}}
INSTALLED_APPS = ["trials.bench.naive"]
MIDDLEWARE = ["django.middleware.common.CommonMiddleware"]
ROOT_URLCONF = "trials.bench.naive.api"
REST_FRAMEWORK = {
    "DEFAULT_AUTHENTICATION_CLASSES": [],
    "DEFAULT_PERMISSION_CLASSES": [],
    "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
    "DEFAULT_PARSER_CLASSES": ["rest_framework.parsers.JSONParser"],
    "UNAUTHENTICATED_USER": None,
}
