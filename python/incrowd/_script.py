"""The command `incrowd`, which the package brings along."""

from __future__ import annotations

import sys

from . import _incrowd


def main() -> int:
    """Runs the command with the words that the process was started with."""
    return _incrowd.command(["incrowd", *sys.argv[1:]])
