"""Emulate the curl options that the documentation uses; an unknown option fails.

The status of each request is written to the file in CURL_LOG, so that no failure goes unnoticed.
"""

import os
import sys
from pathlib import Path
from typing import Any, NamedTuple
from urllib.error import HTTPError
from urllib.request import Request, urlopen


class Asked(NamedTuple):
    """What a command line asks for."""

    url: str
    headers: dict[str, str]
    body: bytes | None
    output: str | None
    written: str
    with_headers: bool


def read(arguments: list[str]) -> Asked:
    """Read a command line."""
    url, headers, body, output, written, with_headers = "", {}, None, None, "", False
    rest = iter(arguments)
    for each in rest:
        match each:
            case "-s":
                pass
            case "-i":
                with_headers = True
            case "-H":
                name, _, value = next(rest).partition(":")
                headers[name] = value.strip()
            case "--json":
                body = _body(next(rest))
                headers |= {"Content-Type": "application/json", "Accept": "application/json"}
            case "--data-binary":
                body = _body(next(rest))
            case "-o":
                output = next(rest)
            case "-w":
                written = next(rest)
            case _ if each.startswith("http") and not url:
                url = each
            case _:
                raise SystemExit(f"curl: {each} is not known here")
    return Asked(url, headers, body, output, written, with_headers)


def _body(given: str) -> bytes:
    return Path(given[1:]).read_bytes() if given.startswith("@") else given.encode()


def main(arguments: list[str]) -> None:
    asked = read(arguments)
    request = Request(asked.url, data=asked.body, headers=asked.headers)
    try:
        answer: Any = urlopen(request, timeout=60)
    except HTTPError as error:
        answer = error
    with answer, Path(os.environ["CURL_LOG"]).open("a") as log:
        log.write(f"{answer.status}\n")
        content = answer.read()
    if asked.with_headers:
        sys.stdout.write("".join(f"{name}: {value}\n" for name, value in answer.headers.items()) + "\n")
    sys.stdout.flush()
    if asked.output is None:
        sys.stdout.buffer.write(content)
    else:
        Path(asked.output).write_bytes(content)
    written = asked.written.replace("\\n", "\n").replace("%{http_code}", str(answer.status))
    sys.stdout.write(written.replace("%header{etag}", answer.headers.get("ETag", "")))


if __name__ == "__main__":
    main(sys.argv[1:])
