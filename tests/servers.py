"""Find or start PostgreSQL, Redis and Chromium for the tests.

In this order: DATABASE_URL and REDIS_URL; servers on their default local ports; the system's binaries, started
privately in a temporary folder; as root, packages installed with apt-get.
"""

import getpass
import os
import pwd
import secrets
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TypeVar
from urllib.parse import urlsplit

import psycopg
import redis

from casino.ops.parent_death import die_with_parent

Found = TypeVar("Found")


class Missing(Exception):  # noqa: N818 - a state, not an error of the program
    """A server is not available; the message says how to get it."""


# ── PostgreSQL


@contextmanager
def postgresql() -> Iterator[str]:
    """Yield the URL of an unused database name; drop the tests' databases at the end."""
    with postgresql_server() as server:
        name = f"criss_cross_{secrets.token_hex(4)}"
        try:
            yield urlsplit(server)._replace(path=f"/{name}").geturl()
        finally:
            drop_databases(server, name)


def drop_databases(server: str, name: str) -> None:
    """Drop every database whose name contains this name."""
    with psycopg.connect(server, autocommit=True) as connection:
        made = connection.execute("SELECT datname FROM pg_database WHERE datname LIKE %s", [f"%{name}%"]).fetchall()
        for (database,) in made:
            connection.execute(f'DROP DATABASE IF EXISTS "{database}" WITH (FORCE)')


@contextmanager
def postgresql_server() -> Iterator[str]:
    """Yield the URL of a server's `postgres` database, for a user who may create databases."""
    if url := os.environ.get("DATABASE_URL"):
        yield urlsplit(url)._replace(path="/postgres").geturl()
        return
    for user in dict.fromkeys((os.environ.get("PGUSER", "postgres"), "postgres", getpass.getuser())):
        url = f"postgres://{user}@127.0.0.1:5432/postgres"
        if may_create_databases(url):
            yield url
            return
    binaries = found_or_installed(postgresql_binaries, "postgresql")
    with started_postgresql(binaries) as url:
        yield url


def may_create_databases(url: str) -> bool:
    try:
        with psycopg.connect(url, connect_timeout=2) as connection:
            allowed = connection.execute(
                "SELECT rolcreatedb OR rolsuper FROM pg_roles WHERE rolname = current_user"
            ).fetchone()
    except psycopg.Error:
        return False
    return allowed == (True,)


def postgresql_binaries() -> Path | None:
    """Return the folder of the newest installed PostgreSQL; Debian does not put it on the PATH."""
    candidates = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"), key=lambda path: float(path.parts[-3]))
    if not candidates and (found := shutil.which("initdb")):
        candidates = [Path(found).resolve()]
    return candidates[-1].parent if candidates else None


@contextmanager
def started_postgresql(binaries: Path) -> Iterator[str]:
    with temporary_folder() as (folder, user):
        options = ["--username=postgres", "--auth=trust", "--encoding=UTF8", "--locale=C", "--no-sync"]
        run([str(binaries / "initdb"), "-D", str(folder / "data"), *options], user)
        port = free_port()
        quick = ["-c", "fsync=off", "-c", "synchronous_commit=off", "-c", "full_page_writes=off"]
        where = ["-c", "listen_addresses=127.0.0.1", "-c", f"port={port}", "-c", f"unix_socket_directories={folder}"]
        url = f"postgres://postgres@127.0.0.1:{port}/postgres"
        with started([str(binaries / "postgres"), "-D", str(folder / "data"), *where, *quick], user, folder):
            wait_for(lambda: may_create_databases(url), "PostgreSQL", folder)
            yield url


# ── Redis


@contextmanager
def redis_server() -> Iterator[tuple[str, str]]:
    """Yield the URL of a Redis and a key prefix; remove keys with this prefix at the end."""
    prefix = f"criss-cross-tests-{secrets.token_hex(4)}:"
    with redis_wherever() as url:
        try:
            yield url, prefix
        finally:
            with redis.Redis.from_url(url) as client:
                for key in client.scan_iter(f"{prefix}*"):
                    client.delete(key)


@contextmanager
def redis_wherever() -> Iterator[str]:
    if url := os.environ.get("REDIS_URL"):
        yield url
        return
    if answers_redis(url := "redis://127.0.0.1:6379/0"):
        yield url
        return
    binary = found_or_installed(lambda: shutil.which("redis-server") or shutil.which("valkey-server"), "redis-server")
    with temporary_folder() as (folder, user):
        port = free_port()
        options = ["--bind", "127.0.0.1", "--port", str(port), "--save", "", "--appendonly", "no", "--dir", str(folder)]
        url = f"redis://127.0.0.1:{port}/0"
        with started([binary, *options], user, folder):
            wait_for(lambda: answers_redis(url), "Redis", folder)
            yield url


def answers_redis(url: str) -> bool:
    try:
        with redis.Redis.from_url(url, socket_connect_timeout=2, socket_timeout=2) as client:
            return bool(client.ping())
    except redis.RedisError:
        return False


# ── Chromium


def find_chromium() -> str | None:
    # The headless shell first: it takes a third of the time.
    names = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
    return next((found for name in names if (found := shutil.which(name))), None)


def chromium() -> str:
    """Return Chromium's path; install it if root."""
    return found_or_installed(find_chromium, "chromium-headless-shell")


# ── Shared


def found_or_installed(find: Callable[[], Found | None], package: str) -> Found:
    """Return what `find` finds; if nothing, install the package as root and look again."""
    if (found := find()) is not None:
        return found
    if os.getuid() == 0 and shutil.which("apt-get"):
        print(f"── Installing {package} with apt-get", flush=True)
        install = ["apt-get", "install", "-qq", "-y", "--no-install-recommends", package]
        quiet = {"env": os.environ | {"DEBIAN_FRONTEND": "noninteractive"}, "capture_output": True}
        if subprocess.run(install, **quiet, check=False).returncode != 0:  # type: ignore[call-overload]
            subprocess.run(["apt-get", "update", "-qq"], **quiet, check=False)  # type: ignore[call-overload]
            subprocess.run(install, **quiet, check=False)  # type: ignore[call-overload]
        if (found := find()) is not None:
            return found
    raise Missing(f"{package} is missing (sudo apt-get install {package})")


@contextmanager
def temporary_folder() -> Iterator[tuple[Path, str | None]]:
    """Yield a folder and the owner of the server's files: not root, which PostgreSQL refuses."""
    user = None
    if os.getuid() == 0:
        user = next(each.pw_name for each in pwd.getpwall() if each.pw_name in ("postgres", "nobody"))
    with tempfile.TemporaryDirectory(prefix="criss-cross-server-", ignore_cleanup_errors=True) as name:
        if user:
            shutil.chown(name, user)
        yield Path(name), user


@contextmanager
def started(command: list[str], user: str | None, folder: Path) -> Iterator[None]:
    """Run a server that ends with this block, or with this process if that is killed."""
    parent = os.getpid()
    with (folder / "log").open("wb") as log:
        process = subprocess.Popen(
            command,
            cwd=folder,
            stdout=log,
            stderr=log,
            user=user,
            extra_groups=[] if user else None,
            preexec_fn=lambda: die_with_parent(parent, signal.SIGINT),
        )
    try:
        yield
    finally:
        process.send_signal(signal.SIGINT)
        process.wait(30)


def run(command: list[str], user: str | None) -> None:
    done = subprocess.run(
        command, cwd="/", user=user, extra_groups=[] if user else None, capture_output=True, text=True, check=False
    )
    if done.returncode != 0:
        raise Missing(f"{command[0]} failed: {done.stderr.strip()}")


def wait_for(answers: Callable[[], bool], name: str, folder: Path) -> None:
    until = time.monotonic() + 30
    while not answers():
        if time.monotonic() > until:
            raise Missing(f"{name} did not start: {(folder / 'log').read_text()[-500:]}")
        time.sleep(0.1)


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as server:
        port: int = server.getsockname()[1]
        return port
