"""Send bytes that are not HTTP, or unusual HTTP. No response may be a page or a 500."""

import json
import socket
from collections.abc import Iterator
from typing import NamedTuple

from .callers import ROOT, Caller

TIMEOUT_S = 10
JSON, LINES = "Content-Type: application/json\r\n", "Content-Type: application/x-ndjson\r\n"
BODY = '{"code":"Q1","name":"x"}'
LONG = "9" * 5000

# Unusual parts of a URL.
PATHS = (
    "tables",
    "tables/NJ%2f1/",
    "tables//",
    "tables/%00/",
    "tables/%ff/",
    "tables/%ed%a0%80/",
    "tables/../",
    "tables/%zz/",
    f"decks/{LONG}/",
    "decks/-1/",
    "decks/99999999999999999999/",
    "decks/\xff/",
    "tables/?facility=%00",
    "tables/?%ff=%ff",
    "tables/?format=html",
    "tables/?facility=NJ&facility=NJ",
    "tables/?page_size=1e2",
    f"tables/?cursor={'A' * 3000}",
    "nothing/",
    "exports/rounds.xml",
    "reports/1/files/..%2f..%2fx",
    "\ttables/",
    "tables/ x",
)
METHODS = ("HEAD", "OPTIONS", "TRACE", "PUT", "PATCH", "DELETE", "PROPFIND", "CONNECT", "get", "G@T")
HEADERS = (
    "Accept: text/html",
    "Accept: ;;;,,,",
    "Accept: \xff/\xff",
    "Accept: application/json; indent=999999999",
    "X Y: a",
    "X: a\0b",
    "X: a\r\n b",
    "no colon",
    f"X: {'a' * 9000}",
    "Range: bytes=9-1,abc",
    'If-None-Match: \xff"',
    "If-Modified-Since: nonsense",
    "Origin: http://[",
    "HX-Current-URL: http://[",
    "X-HTTP-Method-Override: DELETE",
    "X-Forwarded-Host: evil",
    "Expect: foo",
    'Cookie: ;;;===;a;b="',
    "Authorization: Bearer \xff",
    "Authorization:",
    "Authorization: Basic x",
    "Idempotency-Key: \xff",
    "Content-Length: 3",
    "Transfer-Encoding: chunked",
)
TYPES = (
    "",
    "Content-Type: \r\n",
    "Content-Type: text/plain\r\n",
    "Content-Type: application/json; charset=nonsense\r\n",
    "Content-Type: multipart/form-data\r\n",
    "Content-Type: multipart/form-data; boundary=\r\n",
    "Content-Type: multipart/form-data; boundary=x\r\n",
    "Content-Type: application/x-www-form-urlencoded\r\n",
    "Content-Type: \xff\r\n",
    JSON + JSON,
    LINES,
)
BODIES = (
    "",
    "null",
    "[]",
    "NaN",
    '{"a":1,"a":2}',
    '{"code":"\xff"}',
    '{"code":"\\ud800"}',
    '{"code":"\\u0000"}',
    "[" * 50_000,
    '{"code":' + "[" * 50_000,
    '{"number":1' + LONG + "}",
    '{"code":1e999999}',
    '{"code":',
    "{} {}",
)
POSTED = (
    "facilities/NJ/add-pit/",
    "facilities/NJ/submit-layout/",
    "tables/{table}/rounds/",
    "tables/{table}/rounds/preview/",
    "tables/{table}/rounds/import/",
    "account/change/",
    "nothing/",
)
NO_HTTP = (
    "\r\n\r\n",
    "GET\r\n\r\n",
    "EHLO x\r\n\r\n",
    "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
    "GET * HTTP/1.1\r\n\r\n",
    f"GET {ROOT} HTTP/9.9\r\n\r\n",
    f"GET {ROOT} HTTP/1.1\r\nHost: evil.example\r\n\r\n",
    f"GET {ROOT} HTTP/1.1\r\n\r\n",
)
# RFC 9112's response to an unknown transfer coding is not our error.
NOT_IMPLEMENTED = 501


class Wrong(NamedTuple):
    """Hold bytes that were not answered correctly."""

    sent: bytes
    answer: bytes
    why: str


def ask_strangely(caller: Caller) -> tuple[int, list[Wrong]]:
    """Send all of it; return the number of requests, and the incorrect responses."""
    sent = list(_requests(caller))
    found = [Wrong(each, answer, why) for each in sent if (why := _wrong(answer := _ask(caller.port, each)))]
    return len(sent), found


def _requests(caller: Caller) -> Iterator[bytes]:
    from tables.models import Table

    table = Table.objects.filter(facility__code="NJ", state=Table.State.OPEN)[0].code
    cookie = "; ".join(f"{name}={value}" for name, value in caller.cookies.items())
    known = f"Host: 127.0.0.1\r\nConnection: close\r\nCookie: {cookie}\r\n"
    known += "".join(f"{name}: {value}\r\n" for name, value in caller.headers.items())

    def post(path: str, body: str, more: str = JSON, length: object = None) -> bytes:
        size = f"Content-Length: {len(body) if length is None else length}\r\n"
        once = "Idempotency-Key: 0123456789\r\n"
        return f"POST {ROOT}{path} HTTP/1.1\r\n{known}{once}{more}{size}\r\n{body}".encode("latin-1")

    def get(path: str, method: str = "GET", more: str = "") -> bytes:
        return f"{method} {path} HTTP/1.1\r\n{known}{more}\r\n".encode("latin-1")

    yield from (each.encode("latin-1") for each in NO_HTTP)
    yield from (get(ROOT + path) for path in PATHS)
    yield from (get(path) for path in ("/api", "/api/", "/api/v1", "/api/v2/", "/api//v1/", "http://evil/api/v1/x/"))
    for path in (f"{ROOT}tables/", f"{ROOT}tables/{table}/rounds/", f"{ROOT}redoc/script.js", f"{ROOT}nothing/"):
        yield from (get(path, method) for method in METHODS)
    yield from (get(f"{ROOT}tables/", more=f"{each}\r\n") for each in HEADERS)
    for path in (each.format(table=table) for each in POSTED):
        yield from (post(path, BODY, more) for more in TYPES)
        yield from (post(path, body) for body in BODIES)
        yield from (post(path, BODY, f"{JSON}{each}\r\n") for each in HEADERS)
        yield from (post(path, BODY, length=length) for length in (5, 0, -1, "abc", "+5"))
        yield from (post(path, BODY, f"{JSON}Transfer-Encoding: {each}\r\n") for each in ("foo", "gzip, chunked"))


def _ask(port: int, sent: bytes) -> bytes:
    """Return the response to some bytes; empty if the connection was closed without one."""
    answer = b""
    with socket.create_connection(("127.0.0.1", port), timeout=TIMEOUT_S) as connection:
        try:
            connection.sendall(sent)
            connection.shutdown(socket.SHUT_WR)
            while more := connection.recv(65536):
                answer += more
        except OSError:
            pass  # the server may refuse before everything is sent
    return answer


def _wrong(answer: bytes) -> str:
    """Return what is wrong with a response."""
    if not answer:
        return ""
    head, _, body = answer.partition(b"\r\n\r\n")
    first, *lines = head.decode("latin-1").split("\r\n")
    version, _, rest = first.partition(" ")
    headers = {name.lower(): value.strip() for name, _, value in (line.partition(":") for line in lines)}
    status, kind = int(rest[:3]) if rest[:3].isdigit() else 0, headers.get("content-type", "")
    if not version.startswith("HTTP/1.") or not status:
        return "not HTTP"
    if status >= 500 and status != NOT_IMPLEMENTED:
        return "a server error"
    if kind.startswith("text/html"):
        return "a page"
    if status >= 400 and kind != "application/problem+json":
        return "not a problem document"
    if status == 405 and "allow" not in headers:
        return "405 without Allow"
    return "" if status < 400 or not body or _is_json(body, headers) else "not JSON"


def _is_json(body: bytes, headers: dict[str, str]) -> bool:
    try:
        json.loads(body[: int(headers.get("content-length", 0))])
    except ValueError:
        return False
    return True
