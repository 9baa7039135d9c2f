"""What the commands return: the document, the table, and how both are shown."""

from __future__ import annotations

import html
import json
import os
from collections.abc import Iterator
from typing import Any

from . import _incrowd
from ._errors import Error

#: Documents that the report shows.
_PAGES = frozenset({"release", "explore", "check", "attack", "scan", "mask"})


class Result:
    """What a command found. `document` is the dict that `--json` prints."""

    command: str

    def __init__(self, command: str, document: dict[str, Any], text: str) -> None:
        self.command = command
        self.document = document
        self._text = text

    def __str__(self) -> str:
        return self._text

    def __repr__(self) -> str:
        return self._text.rstrip("\n")

    def _html(self) -> str:
        if self.command not in _PAGES:
            return f"<pre>{html.escape(self._text)}</pre>"
        return _incrowd.page(json.dumps(self.document))

    def _repr_html_(self) -> str:
        """The report, in a frame of its own, so that its style is not the notebook's."""
        if self.command not in _PAGES:
            return self._html()
        page = html.escape(self._html(), quote=True)
        return f'<iframe srcdoc="{page}" style="width:100%;height:36em;border:0"></iframe>'

    def __getitem__(self, name: str) -> Any:
        return self.document[name]


class Judged(Result):
    """What was measured of a table, and what it comes to."""

    @property
    def verdict(self) -> Any:
        """`holds`, `holds-with-risks`, `fails`, or None where nothing was demanded."""
        return self.document.get("verdict")

    @property
    def risks(self) -> list[Any]:
        """What else the table tells of people, the gravest first."""
        return self.document.get("risks") or []

    @property
    def guarantees(self) -> list[Any]:
        """What was demanded, what was measured, and whether it holds."""
        return self.document.get("guarantees") or []


class Check(Judged):
    """What was measured of a table."""

    @property
    def k(self) -> Any:
        """The rows, or people, of the smallest class."""
        return self.document.get("k")

    @property
    def risk(self) -> Any:
        """Prosecutor, journalist and marketer risk."""
        return self.document.get("risk")


class Table:
    """A table that was published. It offers `__arrow_c_stream__`, so that every Arrow library reads it."""

    def __init__(self, data: _incrowd.ArrowData) -> None:
        self._data = data

    def __arrow_c_stream__(self, requested_schema: object | None = None) -> object:
        return self._data.__arrow_c_stream__(requested_schema)

    def __len__(self) -> int:
        return self._data.rows

    @property
    def columns(self) -> list[str]:
        """The names of the columns."""
        return self._data.columns

    def to_arrow(self) -> Any:
        """The table as a `pyarrow.Table`."""
        import pyarrow

        return pyarrow.table(self._data)

    def to_pandas(self) -> Any:
        """The table as a pandas frame."""
        return self.to_arrow().to_pandas()

    def to_polars(self) -> Any:
        """The table as a polars frame."""
        import polars

        return polars.DataFrame(self._data)

    def rows(self) -> Iterator[dict[str, str]]:
        """The rows, with cells as a CSV file would have them. It needs no other library."""
        for row in self._data.texts():
            yield dict(zip(self._data.columns, row, strict=True))

    def save(self, path: str | os.PathLike[str], *, force: bool = False) -> None:
        """Writes the table to a file, as the command would: `.csv`, `.tsv`, `.csv.gz`, `.parquet`."""
        self._data.save(os.fspath(path), force)


class Published(Judged):
    """A table that was published, with what was judged of it."""

    def __init__(
        self,
        command: str,
        document: dict[str, Any],
        text: str,
        *,
        table: _incrowd.ArrowData | None = None,
        secrets: _incrowd.ArrowData | None = None,
        rows: bytes | None = None,
        labels: Any = None,
    ) -> None:
        super().__init__(command, document, text)
        self._table = table
        self._secrets = secrets
        self._rows = rows
        self._labels = labels

    @property
    def table(self) -> Table:
        """The published table."""
        if self._table is None:
            raise Error(self._nowhere())
        return Table(self._table)

    def _nowhere(self) -> str:
        output = self.document.get("output")
        if output:
            return f"the table was written to {output} and is not in memory: leave `output` out to keep it"
        return "nothing was published"

    @property
    def secrets(self) -> Table:
        """The second table of `recoding="anatomy"`: the sensitive values of each group."""
        if self._secrets is None:
            raise Error("only recoding='anatomy' publishes a second table")
        return Table(self._secrets)

    @property
    def index(self) -> Any:
        """Which row of the input each published row is: labels of a pandas index, or positions from 0.

        None where rows are no rows of the input one by one. It says who is who: keep it to yourself.
        """
        if self._rows is None:
            return None
        positions = memoryview(self._rows).cast("I")
        if self._labels is None:
            return positions.tolist()
        return self._labels[positions.tolist()]

    def __arrow_c_stream__(self, requested_schema: object | None = None) -> object:
        return self.table.__arrow_c_stream__(requested_schema)

    def __len__(self) -> int:
        return len(self.table)

    def to_arrow(self) -> Any:
        """The published table as a `pyarrow.Table`."""
        return self.table.to_arrow()

    def to_pandas(self) -> Any:
        """The published table as a pandas frame, with the index of the frame that it was made from."""
        frame = self.table.to_pandas()
        if self._labels is not None and self._rows is not None:
            frame.index = self.index
        return frame

    def to_polars(self) -> Any:
        """The published table as a polars frame."""
        return self.table.to_polars()

    def rows(self) -> Iterator[dict[str, str]]:
        """The published rows as dicts of text."""
        return self.table.rows()

    def save(self, path: str | os.PathLike[str], *, force: bool = False) -> None:
        """Writes the published table to a file, as the command would."""
        self.table.save(path, force=force)


class Release(Published):
    """A release of a table: it has the table, and the evidence that it may be published."""

    @property
    def k(self) -> Any:
        """The rows, or people, of the smallest class."""
        return self.document.get("k")

    @property
    def loss(self) -> Any:
        """The share of information that was lost, from 0 to 1."""
        return (self.document.get("cost") or {}).get("loss")

    @property
    def lower_bound(self) -> Any:
        """What any release with these demands loses at least, if that is known."""
        return (self.document.get("lower_bound") or {}).get("loss")


class Mask(Published):
    """A masked table, with the plan by which it was masked."""

    @property
    def k(self) -> Any:
        """The rows, or people, that share the rarest published combination."""
        return (self.document.get("joint") or {}).get("k")
