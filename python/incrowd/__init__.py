"""Publish tables about people so that nobody in them stands out, and prove it.

    import incrowd
    release = incrowd.release(frame, qi=["age", "zip"], sensitive="illness", k=5)
    release.to_pandas()

Every command of `incrowd` is a function here, and every flag a keyword.
"""

from ._commands import (
    IncrowdWarning,
    attack,
    check,
    delta,
    explain,
    hierarchy,
    mask,
    release,
    report,
    scan,
    verify,
)
from ._errors import BadInput, Error, Refused
from ._plan import Plan
from ._results import Check, Judged, Mask, Published, Release, Result, Table

__all__ = [
    "BadInput",
    "Check",
    "Error",
    "IncrowdWarning",
    "Judged",
    "Mask",
    "Plan",
    "Published",
    "Refused",
    "Release",
    "Result",
    "Table",
    "attack",
    "check",
    "delta",
    "explain",
    "hierarchy",
    "mask",
    "release",
    "report",
    "scan",
    "verify",
]
