"""The same request twice is done once: a request with a key that was answered before gets the same answer again."""

import re
import zlib
from datetime import datetime
from hashlib import sha256
from typing import Any, NamedTuple

import msgspec
from django.utils.crypto import salted_hmac

from compliance.db.write_batch import build_row
from compliance.errors import IdempotencyError
from compliance.models import Facility, Receipt

_KEY = re.compile(r"[!-~]{8,64}")
# A PIN has so few digits that its hash would tell it. That of a second person is no part of what is asked for; of those
# that are, what is kept can only be compared by who has this installation's own secret.
_LEFT_OUT = frozenset({"second_pin"})
_SECRETS = frozenset({"pin", "password", "current"})

_canonical = msgspec.json.Encoder(order="deterministic").encode


class StoredResponse(NamedTuple):
    """What a request is answered with. `repeated`: it was done before, and is answered as it was then.

    `url` is the address of what was made, where that is known without reading the body.
    """

    status: int
    body: bytes
    repeated: bool = False
    url: str = ""


class Request(NamedTuple):
    """A request that is to be done once, by its key; the fingerprint tells another body under the same key."""

    key: str
    fingerprint: str


def request_with(key: str | None, what: str, body: dict[str, Any]) -> Request:
    """Return a request as it is remembered. `what` names what is asked for, such as "round-entry CHP-04"."""
    if not key:
        raise IdempotencyError(
            "key_missing", "Send the header Idempotency-Key with a value of your own, such as a UUID."
        )
    if not _KEY.fullmatch(key):
        raise IdempotencyError(
            "key_malformed", "Give an Idempotency-Key of 8 to 64 letters, digits and signs, without spaces."
        )
    said = {name: _hidden(name, value) for name, value in body.items() if name not in _LEFT_OUT}
    return Request(key, sha256(_canonical([what, said])).hexdigest())


def _hidden(name: str, value: Any) -> Any:
    return salted_hmac("compliance.api.idempotency", str(value)).hexdigest() if name in _SECRETS and value else value


def known(facility: Facility, request: Request) -> StoredResponse | None:
    """Return what a request was answered before, if it was."""
    found = Receipt.objects.filter(facility=facility, key=request.key).first()
    return again(found, request) if found else None


def again(receipt: Receipt, request: Request) -> StoredResponse:
    """Return what a receipt remembers, if it is of this request."""
    if receipt.fingerprint != request.fingerprint:
        raise IdempotencyError("key_reused", "This Idempotency-Key was used for another request. Give a new one.")
    return StoredResponse(receipt.status, receipt.answer, repeated=True)


def _packed(body: bytes) -> bytes:
    """Compress an answer in little memory: to get and clear as much as zlib takes by itself would take longer."""
    packing = zlib.compressobj(level=1, wbits=12, memLevel=5)
    return packing.compress(body) + packing.flush()


def receipt(facility: Facility, request: Request, answer: StoredResponse, *, at: datetime) -> Receipt:
    """Return what remembers the answer to a request, to be written in the transaction of what was done."""
    return build_row(
        Receipt,
        facility=facility,
        key=request.key,
        fingerprint=request.fingerprint,
        status=answer.status,
        packed=_packed(answer.body),
        answered_at=at,
    )
