"""The one error of the domain that a user sees."""

from collections.abc import Sequence


class RuleViolation(Exception):  # noqa: N818 - what happened, not what is wrong with the program
    """An act that the rules forbid. Its message says what to do next; `cite` names the paragraph.

    `remedy` is the name of the one act that puts it right, on the same subject unless `remedy_on` names another.
    """

    def __init__(
        self, code: str, message: str, cite: str | None = None, *, remedy: str | None = None, remedy_on: object = None
    ) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.cite = cite
        self.remedy = remedy
        self.remedy_on = remedy_on


class RuleViolations(RuleViolation):
    """An act that the rules forbid for several reasons; as a single one it is the first of them."""

    def __init__(self, found: Sequence[RuleViolation]) -> None:
        first = found[0]
        super().__init__(first.code, first.message, first.cite, remedy=first.remedy, remedy_on=first.remedy_on)
        self.found = tuple(found)


class IdempotencyError(Exception):
    """An Idempotency-Key that is missing, is none, or was used for something else."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code
        self.message = message


class SignatureError(Exception):
    """A second person's badge and PIN that do not sign this act; `field` is where to say so."""

    def __init__(self, field: str, message: str) -> None:
        super().__init__(message)
        self.field = field
        self.message = message
