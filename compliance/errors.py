"""The domain errors that users see."""

from collections.abc import Sequence


class RuleViolation(Exception):  # noqa: N818 - a refusal, not a program error
    """A refusal by the rules. The message says what to do next; `cite` names the paragraph.

    `remedy` is the name of the act that fixes it, on the same subject unless `remedy_on` is another one. `fact` is the
    message without what to do, for the record.
    """

    def __init__(
        self,
        code: str,
        message: str,
        cite: str | None = None,
        *,
        remedy: str | None = None,
        remedy_on: object = None,
        fact: str = "",
    ) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.fact = fact or message
        self.cite = cite
        self.remedy = remedy
        self.remedy_on = remedy_on


class RuleViolations(RuleViolation):
    """A refusal for several reasons. Its own code and message are those of the first."""

    def __init__(self, found: Sequence[RuleViolation]) -> None:
        first = found[0]
        super().__init__(first.code, first.message, first.cite, remedy=first.remedy, remedy_on=first.remedy_on)
        self.found = tuple(found)


class IdempotencyError(Exception):
    """An Idempotency-Key that is missing, malformed, or was used for another request."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code
        self.message = message


class SignatureError(Exception):
    """A second badge and PIN that cannot sign this act; `field` is the form field for the message."""

    def __init__(self, field: str, message: str) -> None:
        super().__init__(message)
        self.field = field
        self.message = message
