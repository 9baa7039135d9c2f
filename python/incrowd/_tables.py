"""Tables from Python: paths stay paths, everything else becomes Arrow, once."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from typing import Any

from . import _incrowd
from ._errors import BadInput

#: The name of the table that a command is about, for messages and the document.
DATA = "data"

#: Options that name a table, besides the one that the command is about.
TABLES = frozenset({"public", "distribution", "original", "control", "secrets"})

#: The output that stays in memory.
OUTPUT = "the release"

#: What options call tables in memory, and not files.
RESERVED = frozenset({DATA, OUTPUT, f"{OUTPUT}.sensitive"}) | TABLES


def is_path(value: object) -> bool:
    """Whether a table is named by its path."""
    return isinstance(value, (str, bytes, os.PathLike))


def path_text(value: Any) -> str:
    """A path as the library takes it. A file that is called like a table in memory gets its folder."""
    text = os.fsdecode(os.fspath(value))
    return os.path.join(os.curdir, text) if text in RESERVED else text


def _module(value: object) -> str:
    return type(value).__module__.partition(".")[0]


def _of_pandas(frame: Any) -> Any:
    """A pandas frame as pyarrow sees it, without its index."""
    import pyarrow

    try:
        return pyarrow.Table.from_pandas(frame, preserve_index=False)
    except (pyarrow.ArrowInvalid, pyarrow.ArrowTypeError) as error:
        raise BadInput(f"the frame cannot be read: {error}", file=DATA) from error


def _of_rows(rows: Sequence[Any]) -> list[tuple[str, list[Any]]]:
    """A list of dicts, one per row, by columns."""
    names: dict[str, None] = {}
    for number, row in enumerate(rows):
        if not isinstance(row, Mapping):
            raise TypeError(f"row {number} is of type '{type(row).__name__}'; give rows as dicts")
        names.update(dict.fromkeys(row))
    return [(str(name), [row.get(name) for row in rows]) for name in names]


def _of_columns(columns: Mapping[Any, Any]) -> list[tuple[str, list[Any]]]:
    lists = [(str(name), list(values)) for name, values in columns.items()]
    if len({len(values) for _, values in lists}) > 1:
        sizes = ", ".join(f"'{name}' {len(values)}" for name, values in lists)
        raise BadInput(f"the columns have different numbers of rows: {sizes}", file=DATA)
    return lists


def to_arrow(source: Any) -> _incrowd.ArrowData:
    """Anything that is a table, as Arrow. A stream is read here, and only here."""
    if isinstance(source, _incrowd.ArrowData):
        return source
    if _module(source) == "pandas":
        source = _of_pandas(source)
    if hasattr(source, "__arrow_c_stream__"):
        return _incrowd.ArrowData.of_stream(source)
    if _module(source) in ("duckdb", "_duckdb") and hasattr(source, "fetch_arrow_reader"):
        return _incrowd.ArrowData.of_stream(source.fetch_arrow_reader())
    if isinstance(source, Mapping):
        return _incrowd.table_of_columns(_of_columns(source))
    if isinstance(source, Sequence):
        return _incrowd.table_of_columns(_of_rows(source))
    raise TypeError(
        f"a table of type '{type(source).__name__}' cannot be read: give a path, a frame of pandas, polars or "
        "pyarrow, a DuckDB relation, anything with __arrow_c_stream__, a dict of columns or a list of rows"
    )


def index_of(source: Any) -> Any:
    """The index of a pandas frame; nothing for other tables."""
    return source.index if _module(source) == "pandas" else None


def hierarchy_words(spec: Any) -> str:
    """A hierarchy as a word of an option: a path and a builder stay, a table becomes lines.

    A dict gives each value its parents, from the nearest to the top. A table has a row per value.
    """
    if is_path(spec):
        return os.fsdecode(os.fspath(spec))
    if isinstance(spec, Mapping):
        rows: list[list[Any]] = [[key, *([value] if isinstance(value, str) else value)] for key, value in spec.items()]
    elif isinstance(spec, Sequence) and all(isinstance(row, (list, tuple)) for row in spec):
        rows = [list(row) for row in spec]
    else:
        rows = to_arrow(spec).texts()
    return "lines:" + "\n".join(";".join(_label(label) for label in row) for row in rows)


def _label(value: Any) -> str:
    text = "" if value is None else str(value)
    if any(sign in text for sign in ';"\n\r') or not text:
        return '"' + text.replace('"', '""') + '"'
    return text
