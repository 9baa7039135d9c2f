"""What incrowd raises."""

from __future__ import annotations

from typing import Any


class Error(Exception):
    """What incrowd raises. The two kinds are `BadInput` and `Refused`."""


class BadInput(Error):
    """Wrong options, or a table or file that cannot be read: what the command ends with status 2 for.

    `file`, `line`, `column` and `value` say where, as far as that is known.
    """

    def __init__(
        self,
        message: str,
        *,
        file: str | None = None,
        line: int | None = None,
        column: str | None = None,
        value: str | None = None,
    ) -> None:
        super().__init__(message)
        self.file = file
        self.line = line
        self.column = column
        self.value = value

    def __reduce__(self) -> tuple[Any, ...]:
        place = {"file": self.file, "line": self.line, "column": self.column, "value": self.value}
        return _bad_input, (str(self), place)


def _bad_input(message: str, place: dict[str, Any]) -> BadInput:
    return BadInput(message, **place)


class Refused(Error):
    """A demand does not hold, or no release exists for it: what the command ends with status 1 for.

    `document` is what `--json` prints, `nearest` the nearest demands that could be met.
    """

    def __init__(self, message: str, document: dict[str, Any]) -> None:
        super().__init__(message)
        self.document = document

    @property
    def nearest(self) -> Any:
        """The nearest demands that could be met, if any are known."""
        return self.document.get("nearest")

    def __reduce__(self) -> tuple[Any, ...]:
        return Refused, (str(self), self.document)
