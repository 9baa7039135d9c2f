"""Keywords as the words of options: one name and one spelling everywhere."""

from __future__ import annotations

import functools
import os
import re
from collections.abc import Mapping
from typing import Any

from . import _incrowd
from ._tables import DATA, TABLES, hierarchy_words, is_path, path_text, to_arrow

#: Options that are about the terminal and mean nothing in a program.
CONSOLE = frozenset({"json", "quiet", "verbose", "threads"})

#: Keywords that are no options of the library.
OWN = frozenset({"progress", "threads", "as_categorical"})


@functools.cache
def options(command: str) -> dict[str, tuple[str, str, list[str], str | None]]:
    """The options of a command by their keywords: help, shape, choices and default."""
    listed = _incrowd.option_list(command)
    return {
        keyword(name): (help_, shape, choices, default)
        for name, help_, shape, choices, default in listed
        if name not in CONSOLE
    }


def keyword(option: str) -> str:
    """The keyword for an option: `time_limit` for `time-limit`, and `for_` because `for` is taken."""
    return "for_" if option == "for" else option.replace("-", "_")


def option(keyword_: str) -> str:
    """The option for a keyword."""
    return keyword_.rstrip("_").replace("_", "-")


def in_python(text: str) -> str:
    """A sentence of the library with its options as keywords."""

    def name(match: re.Match[str]) -> str:
        return "`" + match[1].replace("-", "_") + match[2]

    return re.sub(r"`([a-z]+(?:-[a-z]+)+)(`| = | [^`]* = )", name, text)


def check_keywords(command: str, given: Mapping[str, Any]) -> None:
    """Refuses keywords that no option has, and suggests the one that was meant."""
    known = [*options(command), *sorted(OWN)]
    for name in given:
        if name not in known:
            hint = _incrowd.suggest(name, known)
            raise TypeError(f"incrowd.{command}() has no keyword '{name}'{hint}")


def _word(value: Any) -> Any:
    """A value as JSON: a pair such as presence=(0.02, 0.05) is one word with a comma."""
    if value is None or isinstance(value, (bool, int, str)):
        return value
    if isinstance(value, float):
        return repr(value) if value != int(value) else int(value)
    if isinstance(value, (bytes, os.PathLike)):
        return os.fsdecode(os.fspath(value))
    if isinstance(value, tuple):
        return ",".join(str(part) for part in value)
    if isinstance(value, Mapping):
        return {str(key): _word(part) for key, part in value.items()}
    try:
        return [_word(part) for part in value]
    except TypeError:
        return str(value)


def _names(value: Any) -> list[str]:
    """Names of columns, each quoted as the library reads lists of names."""
    if isinstance(value, str):
        return [value]
    return ['"' + name.replace('"', '""') + '"' if _needs_quotes(name) else name for name in map(str, value)]


def _needs_quotes(name: str) -> bool:
    return any(sign in name for sign in ',"') or name != name.strip()


def words_of(
    command: str, given: Mapping[str, Any]
) -> tuple[dict[str, Any], list[tuple[str, _incrowd.ArrowData]]]:
    """The options that keywords say, and the tables that they hold."""
    words: dict[str, Any] = {}
    tables: list[tuple[str, _incrowd.ArrowData]] = []
    known = options(command)
    for name, value in given.items():
        if value is None or name in OWN:
            continue
        shape = known[name][1]
        if name in TABLES and not is_path(value):
            tables.append((name, to_arrow(value)))
            words[option(name)] = name
        elif name == "hierarchy" and shape == "columns":
            specs = value.items() if isinstance(value, Mapping) else None
            words["hierarchy"] = (
                {str(column): hierarchy_words(spec) for column, spec in specs} if specs is not None else _word(value)
            )
        elif shape == "path":
            words[option(name)] = path_text(value)
        elif name in ("qi", "sensitive", "id"):
            words[option(name)] = _names(value)
        else:
            words[option(name)] = list(value) if shape == "words" and isinstance(value, tuple) else _word(value)
    return words, tables


def words_of_table(data: Any, words: dict[str, Any], tables: list[tuple[str, _incrowd.ArrowData]]) -> None:
    """Adds the table that a command is about."""
    if is_path(data):
        words["table"] = path_text(data)
    elif data is not None:
        tables.append((DATA, to_arrow(data)))
        words["table"] = DATA
