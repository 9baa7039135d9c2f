"""Writes incrowd/_commands.pyi and incrowd/_plan.pyi: every option as a keyword with its type.

`python stubs.py` writes the files; a test fails if they are not what it would write.
"""

from __future__ import annotations

import pathlib

from incrowd._tables import TABLES
from incrowd._words import OWN, options

HEAD = '''# Written by stubs.py from the options of the library.
import os
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Literal

from ._results import Check, Judged, Mask, Release, Result

Path = str | os.PathLike[str]
Word = str | int | float | tuple[str | int | float, ...]
Words = Word | Sequence[Word] | Mapping[str, Word | Sequence[Word]]
Progress = bool | Callable[[str, int, int | None], object]

class IncrowdWarning(UserWarning): ...

def run(command: str, data: Any, given: dict[str, Any], words: dict[str, Any] | None = None) -> Any: ...
'''

#: Per command: what stands before its keywords, and what it returns.
COMMANDS = {
    "release": ("data: Any, *, ", "Release"),
    "check": ("data: Any, *, ", "Check"),
    "attack": ("data: Any, *, ", "Judged"),
    "scan": ("data: Any, *, ", "Result"),
    "mask": ("data: Any = None, *, ", "Mask"),
    "delta": ("*, ", "Result"),
    "hierarchy": ("data: Any, hierarchy: str | Mapping[str, Any], *, ", "Result"),
    "verify": ("certificate: Path, *, ", "Result"),
    "report": ("result: Path | Result, output: Path, *, ", "Result | None"),
    "explain": ("name: str | None = None, *, ", "Result"),
}

#: The types of the keywords that are no options of the library.
OWN_TYPES = {"progress": "Progress | None", "threads": "int | None", "as_categorical": "bool | None"}


def kind(name: str, shape: str, choices: list[str]) -> str:
    """The type of a keyword."""
    if name in TABLES:
        return "Any"
    if name == "hierarchy" and shape == "columns":
        return "Mapping[str, Any] | Sequence[str] | None"
    if choices:
        return f"Literal[{', '.join(repr(choice) for choice in choices)}] | None"
    return {
        "switch": "bool",
        "number": "int | None",
        "path": "Path | None",
        "words": "Words | None",
        "columns": "Words | None",
    }.get(shape, "Word | None")


def keywords(command: str, without: str) -> str:
    """The keywords of a command, but for those that stand before."""
    taken = {"table", *(part.split(":")[0].strip() for part in without.split(","))}
    listed = [
        f"{name}: {kind(name, shape, choices)} = ..."
        for name, (_, shape, choices, _) in options(command).items()
        if name not in taken
    ]
    listed += [f"{name}: {OWN_TYPES[name]} = ..." for name in sorted(OWN)]
    return "".join(f"\n    {one}," for one in listed)


def commands() -> str:
    """The stub of the commands."""
    text = HEAD
    for command, (first, returned) in COMMANDS.items():
        text += f"\ndef {command}(\n    {first}{keywords(command, first)}\n) -> {returned}: ...\n"
    return text.replace(", *, \n", ",\n    *,\n").replace("    *, \n", "    *,\n")


def plan() -> str:
    """The stub of plans."""
    words = keywords("release", "").replace("\n    ", "\n        ")
    table = "\n        table: Path | None = ...,"
    return f'''# Written by stubs.py from the options of the library.
from typing import Any, Literal

from ._commands import Path, Progress, Word, Words
from ._results import Release
from collections.abc import Mapping, Sequence

class Plan:
    def __init__(
        self,
        *,{table}{words}
    ) -> None: ...
    @classmethod
    def from_toml(cls, path: Path) -> Plan: ...
    def to_toml(self) -> str: ...
    def save(self, path: Path, *, force: bool = False) -> None: ...
    def release(
        self,
        data: Any = None,
        *,{words}
    ) -> Release: ...
'''


FILES = {"_commands.pyi": commands, "_plan.pyi": plan}

if __name__ == "__main__":
    for name, write in FILES.items():
        pathlib.Path(__file__).parent.joinpath("incrowd", name).write_text(write(), encoding="utf-8")
