"""A release as it is planned: the keywords, to be kept, changed and written as release.toml."""

from __future__ import annotations

import json
import os
from typing import Any

from . import _incrowd
from ._commands import run
from ._errors import BadInput
from ._words import check_keywords, words_of


class Plan:
    """What a release demands, and how: `Plan(qi=["age"], k=5).release(frame)`.

    A plan can be written as release.toml, for the command, and read from one.
    """

    def __init__(self, **keywords: Any) -> None:
        check_keywords("release", keywords)
        self._words, tables = words_of("release", keywords)
        if tables:
            raise BadInput(f"a plan holds no tables: give `{tables[0][0]}` as a path, or with release()")

    @classmethod
    def from_toml(cls, path: str | os.PathLike[str]) -> Plan:
        """The plan of a release.toml. Paths in it are relative to the file."""
        plan = cls()
        plan._words = json.loads(_incrowd.plan_words(os.fspath(path)))
        return plan

    def to_toml(self) -> str:
        """The text of the release.toml that says this."""
        return _incrowd.plan_text(json.dumps(self._words))

    def save(self, path: str | os.PathLike[str], *, force: bool = False) -> None:
        """Writes the release.toml."""
        with open(path, "w" if force else "x", encoding="utf-8") as file:
            file.write(self.to_toml())

    def release(self, data: Any = None, **keywords: Any) -> Any:
        """Releases a table, or the one that the plan names. Keywords win over the plan."""
        words = dict(self._words)
        if data is not None:
            words.pop("table", None)
        return run("release", data, keywords, words)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Plan) and self._words == other._words

    def __hash__(self) -> int:
        return hash(json.dumps(self._words, sort_keys=True))

    def __repr__(self) -> str:
        return self.to_toml().rstrip("\n")
