"""Idempotency: a repeated request with the same key gets the stored response and is not done twice."""

import re
import zlib
from datetime import datetime
from hashlib import sha256
from typing import Any, NamedTuple

import msgspec
from django.utils.crypto import salted_hmac

from compliance.db.write_batch import WriteBatch
from compliance.errors import IdempotencyError
from compliance.models import Facility, Receipt

_KEY = re.compile(r"[!-~]{8,64}")
# A plain hash of a PIN is easy to reverse. The second person's PIN is not part of the fingerprint; other secrets are
# hashed with this installation's secret key.
_LEFT_OUT = frozenset({"second_pin"})
_SECRETS = frozenset({"pin", "password", "current"})
# Not a module: stored fingerprints are made with it.
_SALT = "compliance.receipts"

_canonical = msgspec.json.Encoder(order="deterministic").encode


class StoredResponse(NamedTuple):
    """The response to a request. `repeated` says that it was done before and the stored response is sent again.

    `url` is the URL of the created object, where it is known without reading the body.
    """

    status: int
    body: bytes
    repeated: bool = False
    url: str = ""


class Request(NamedTuple):
    """A request to do once. The fingerprint detects a different body with the same key."""

    key: str
    fingerprint: str


def request_with(key: str | None, what: str, body: dict[str, Any]) -> Request:
    """Return a request with its fingerprint. `what` names the operation, such as "round-entry CHP-04"."""
    if not key:
        raise IdempotencyError("key_missing", "Send the Idempotency-Key header with a unique value, such as a UUID.")
    if not _KEY.fullmatch(key):
        raise IdempotencyError(
            "key_malformed", "Send an Idempotency-Key of 8 to 64 letters, digits and symbols, without spaces."
        )
    said = {name: _hidden(name, value) for name, value in body.items() if name not in _LEFT_OUT}
    return Request(key, sha256(_canonical([what, said])).hexdigest())


def _hidden(name: str, value: Any) -> Any:
    return salted_hmac(_SALT, str(value)).hexdigest() if name in _SECRETS and value else value


def known(facility: Facility, request: Request) -> StoredResponse | None:
    """Return the stored response to a request, if there is one."""
    found = Receipt.objects.filter(facility=facility, key=request.key).first()
    return again(found, request) if found else None


def again(receipt: Receipt, request: Request) -> StoredResponse:
    """Return the response that a receipt stores; refuse if it belongs to another request."""
    if receipt.fingerprint != request.fingerprint:
        raise IdempotencyError("key_reused", "This Idempotency-Key was used for another request. Use a new one.")
    return StoredResponse(receipt.status, receipt.answer, repeated=True)


def _packed(body: bytes) -> bytes:
    """Compress a response with a small window: allocating zlib's default buffers takes longer than compressing."""
    packing = zlib.compressobj(level=1, wbits=12, memLevel=5)
    return packing.compress(body) + packing.flush()


def store(facility: Facility, request: Request, answer: StoredResponse, *, at: datetime) -> None:
    """Write a receipt of a response in the transaction of the change."""
    batch = WriteBatch()
    batch.insert(receipt(facility, request, answer, at=at))
    batch.send()


def receipt(facility: Facility, request: Request, answer: StoredResponse, *, at: datetime) -> Receipt:
    """Return a receipt of a response, to be written in the transaction of the change."""
    return Receipt(
        facility=facility,
        key=request.key,
        fingerprint=request.fingerprint,
        status=answer.status,
        packed=_packed(answer.body),
        answered_at=at,
    )
