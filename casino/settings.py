"""Settings, read from the environment. What there is to set stands in .env.example."""

from pathlib import Path

import environ
from django.core.exceptions import ImproperlyConfigured

BASE_DIR = Path(__file__).resolve().parent.parent

env = environ.Env()
environ.Env.read_env(BASE_DIR / ".env")


def flag(name: str, *, default: bool) -> bool:
    """Return a setting that is true or false; django-environ alone would take any nonsense for false."""
    value: str = env.str(name, default=str(default)).lower()
    if value not in ("true", "false"):
        raise ImproperlyConfigured(f"{name}={value}: write true or false.")
    return value == "true"


DEBUG = flag("DEBUG", default=False)

INSTALLED_APPS = ["games"]

USE_TZ = True
TIME_ZONE = "UTC"
LANGUAGE_CODE = "en-us"
