"""Read settings from the environment. Every reader refuses an invalid value with the setting's name.

A value that may hold a password is never repeated in the message. An empty value counts as not set, so the environment
can clear what the file .env sets.
"""

import ipaddress
import os
import re
import secrets
from pathlib import Path
from typing import Any
from urllib.parse import SplitResult, urlsplit

import environ
from django.core.exceptions import ImproperlyConfigured

env = environ.Env()


def text(name: str, *, default: str = "") -> str:
    """Return a setting as text."""
    value: str = env.str(name, default=default)
    return value.strip() or default


def flag(name: str, *, default: bool) -> bool:
    """Return true or false; django-environ alone would read any invalid value as false."""
    value: str = env.str(name, default=str(default)).lower()
    if value not in ("true", "false"):
        raise ImproperlyConfigured(f"{name}={value}: write true or false.")
    return value == "true"


def number(name: str, *, default: int, least: int, most: int) -> int:
    """Return a whole number within its bounds."""
    value: str = env.str(name, default=str(default))
    if not (value.isascii() and value.isdigit() and least <= int(value) <= most):
        raise ImproperlyConfigured(f"{name}={value}: write a whole number from {least} to {most}.")
    return int(value)


def address(name: str, *, default: str) -> str:
    """Return an IP address of this machine; a host name could mean several."""
    value = text(name, default=default)
    try:
        ipaddress.ip_address(value)
    except ValueError:
        raise ImproperlyConfigured(f"{name}={value}: write an IP address such as 127.0.0.1 or 0.0.0.0.") from None
    return value


def word(name: str, *, default: str) -> str:
    """Return a word of letters, digits and a little punctuation."""
    value = text(name, default=default)
    if not re.fullmatch(r"[\w.:-]+", value, re.ASCII):
        raise ImproperlyConfigured(f"{name}={value}: use only letters, digits, dots, colons and dashes.")
    return value


def hosts(name: str) -> list[str]:
    """Return comma-separated host names, as a browser sends them: no scheme, no port, no lone asterisk."""
    found = [each.strip() for each in text(name).split(",") if each.strip()]
    for each in found:
        if each == "*" or "/" in each or any(space in each for space in " \t") or (":" in each and each[0] != "["):
            raise ImproperlyConfigured(f"{name}: {each!r} is not a host name. Write, for example, floor.example.com.")
    return found


def names(name: str, *known: str) -> frozenset[str]:
    """Return comma-separated names out of those that are known."""
    found = frozenset(each.strip() for each in text(name).split(",") if each.strip())
    if found - set(known):
        raise ImproperlyConfigured(f"{name}: {', '.join(sorted(found - set(known)))} is unknown: {', '.join(known)}.")
    return found


def origins(name: str) -> list[str]:
    """Return comma-separated origins: scheme and host only."""
    found = [each.strip() for each in text(name).split(",") if each.strip()]
    for each in found:
        parts = split(name, each)
        if parts.scheme not in ("http", "https") or not parts.netloc or parts.path or parts.query or "@" in each:
            raise ImproperlyConfigured(f"{name}: {each!r} is not an origin. Write, for example, https://example.com.")
    return found


def folder(name: str, *, default: Path) -> Path:
    """Return a folder; a relative path starts at the project, wherever the command was started."""
    path = Path(__file__).resolve().parent.parent / text(name, default=str(default))
    if path.exists() and not path.is_dir():
        raise ImproperlyConfigured(f"{name}={path}: this is not a folder.")
    return path


def postgresql(name: str) -> dict[str, Any] | None:
    """Return Django's entry for a PostgreSQL database, or None if it is not set."""
    url = text(name)
    if not url:
        return None
    parts = split(name, url)
    if parts.scheme not in ("postgres", "postgresql") or len(parts.path) < 2:
        raise ImproperlyConfigured(f"{name} is invalid: write postgres://user:password@host:5432/database.")
    found: dict[str, Any] = env.db_url_config(url)
    return found


def redis(name: str) -> str:
    """Return the URL of a Redis server, or an empty text if it is not set."""
    url = text(name)
    if url:
        parts = split(name, url)
        if parts.scheme not in ("redis", "rediss") or not parts.hostname or not re.fullmatch(r"/?|/\d+", parts.path):
            raise ImproperlyConfigured(f"{name} is invalid: write redis://:password@host:6379/0.")
    return url


def split(name: str, url: str) -> SplitResult:
    """Return the parts of a URL after checking its port."""
    try:
        parts = urlsplit(url)
        if parts.port == 0:
            raise ValueError
    except ValueError:
        raise ImproperlyConfigured(f"{name} is invalid: its host or port cannot be read.") from None
    return parts


def secret(name: str, *, kept_in: Path) -> str:
    """Return a secret from the environment, else from a file, which is written the first time.

    Processes that start together agree: each writes its own file and links it to the name, and the first link wins.
    """
    if value := text(name):
        if len(value) < 32:
            raise ImproperlyConfigured(f"{name} is too short: write at least 32 random characters.")
        return value
    if not kept_in.exists():
        own = make_folder(kept_in.parent) / f"{kept_in.name}.{os.getpid()}.{secrets.token_hex(4)}"
        with open(os.open(own, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as file:
            file.write(secrets.token_urlsafe(48))
        try:
            os.link(own, kept_in)
        except FileExistsError:
            pass
        finally:
            own.unlink()
    value = kept_in.read_text().strip()
    if len(value) < 32:
        raise ImproperlyConfigured(f"{kept_in} holds no secret. Remove it to get a new one; everyone is signed out.")
    return value


def make_folder(path: Path) -> Path:
    """Return the folder; create it for its owner only if it does not exist."""
    try:
        path.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        raise ImproperlyConfigured(f"The folder {path} cannot be created ({error.strerror}). Set VAR_DIR.") from error
    if not os.access(path, os.W_OK | os.X_OK):
        raise ImproperlyConfigured(f"The folder {path} is not writable. Set VAR_DIR.")
    return path
