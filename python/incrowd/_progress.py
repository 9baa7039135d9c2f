"""How far the work is: a bar in a terminal or a notebook, a callback, or nothing."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from typing import Union

Callback = Callable[[str, int, Union[int, None]], object]

#: Seconds before a bar appears: most calls are over by then.
PATIENCE = 0.5


def in_notebook() -> bool:
    """Whether this runs in a notebook."""
    ipython = sys.modules.get("IPython")
    shell = ipython.get_ipython() if ipython is not None else None
    return shell is not None and type(shell).__name__ == "ZMQInteractiveShell"


class Bar:
    """A line that is written over and over."""

    def __init__(self) -> None:
        self.start = time.monotonic()
        self.width = 0

    def __call__(self, step: str, done: int, total: int | None) -> None:
        if time.monotonic() - self.start < PATIENCE:
            return
        if total:
            share = min(done / total, 1.0)
            filled = int(share * 30)
            text = f"{step:>9} {'#' * filled}{'.' * (30 - filled)} {share:4.0%}"
        else:
            text = f"{step}: {done} examined" if done else step
        sys.stderr.write("\r" + text.ljust(self.width))
        sys.stderr.flush()
        self.width = len(text)

    def close(self) -> None:
        """Removes the line."""
        if self.width:
            sys.stderr.write("\r" + " " * self.width + "\r")
            sys.stderr.flush()


def listener(progress: bool | Callback | None) -> Callback | None:
    """Who hears of the progress. Without a wish: a bar, where somebody can see one."""
    if callable(progress):
        return progress
    if progress is None:
        progress = in_notebook() or (sys.stderr is not None and sys.stderr.isatty())
    return Bar() if progress else None
