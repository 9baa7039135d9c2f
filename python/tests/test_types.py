"""Columns that are not generalized go out as they came in."""

from __future__ import annotations

import datetime
import decimal
from typing import Any

import numpy
import pandas
import polars
import pyarrow
import pytest

import incrowd


def typed() -> pyarrow.Table:
    """A column of every type, with a missing value each."""
    rows = 12
    zone = pyarrow.timestamp("us", tz="Europe/Berlin")
    # Half an hour that the clock of Berlin shows twice.
    first = datetime.datetime(2024, 10, 27, 0, 30, tzinfo=datetime.timezone.utc)
    moments = [first + datetime.timedelta(minutes=30 * row) for row in range(rows)]
    columns: dict[str, Any] = {
        "age": pyarrow.array([30 + row % 6 for row in range(rows)], pyarrow.int16()),
        "int8": pyarrow.array([row if row else None for row in range(rows)], pyarrow.int8()),
        "uint64": pyarrow.array([2**63 + row for row in range(rows)], pyarrow.uint64()),
        "float": pyarrow.array([row / 8 for row in range(rows)], pyarrow.float32()),
        "decimal": pyarrow.array([decimal.Decimal(row) / 4 for row in range(rows)], pyarrow.decimal128(12, 2)),
        "date": pyarrow.array([datetime.date(2000, 1, 1 + row) for row in range(rows)]),
        "moment": pyarrow.array(moments, zone),
        "naive": pyarrow.array([moment.replace(tzinfo=None) for moment in moments], pyarrow.timestamp("ns")),
        "bool": pyarrow.array([None, True, False] * 4),
        "text": pyarrow.array(["", None, "a", "b,c"] * 3),
        "large": pyarrow.array(["x"] * rows, pyarrow.large_string()),
        "view": pyarrow.array(["x"] * rows, pyarrow.string_view()),
        "category": pyarrow.array(["u", "v", None] * 4).dictionary_encode(),
    }
    return pyarrow.table(columns)


@pytest.mark.parametrize("order", ["input", "shuffled"])
def test_unchanged_columns_keep_their_types_and_values(order: Any) -> None:
    table = typed()
    release = incrowd.release(table, qi="age", k=5, suppress=4, hierarchy={"age": "intervals:4"}, order=order)
    published = release.to_arrow()
    plain = [name for name in table.column_names if name != "age"]
    assert published.select(plain).schema == table.select(plain).schema
    rows = table.select(plain).to_pylist()
    assert published.select(plain).to_pylist() == [rows[place] for place in release.index]
    assert pyarrow.types.is_string(published.schema.field("age").type)


def test_kept_quasi_identifiers_keep_their_types() -> None:
    release = incrowd.release(typed(), qi="age", k=2)
    assert release.to_arrow().column("age").equals(typed().column("age"))
    assert release.loss == 0


def test_nothing_is_copied_where_all_rows_stay() -> None:
    table = pyarrow.table({"age": [1, 1, 2, 2], "value": pyarrow.array([1.5, 2.5, 3.5, 4.5])})
    published = incrowd.release(table, qi="age", k=2).to_arrow()
    address = [column.chunk(0).buffers()[1].address for column in (table["value"], published["value"])]
    assert address[0] == address[1]


def test_categoricals_have_the_order_of_the_hierarchy() -> None:
    ages = [70, 8, 25, 71, 9, 26, 100, 101]
    release = incrowd.release({"age": ages}, qi="age", k=2, hierarchy={"age": "intervals:10"}, as_categorical=True)
    category = release.to_pandas()["age"].cat
    assert list(category.categories) == ["[0,10)", "[20,30)", "[70,80)", "[100,110)"]
    assert category.ordered


def test_categories_that_are_not_published_are_not_told() -> None:
    release = incrowd.release(
        {"job": ["cook", "cook", "spy"]}, qi="job", k=2, suppress=1, hierarchy={"job": "flat"}, as_categorical=True
    )
    assert "spy" not in str(release.to_arrow().column("job").combine_chunks())


def test_arrays_carry_nothing_of_suppressed_rows() -> None:
    table = pyarrow.table(
        {
            "job": ["cook", "cook", "spy"],
            "illness": pyarrow.array(["flu", "cold", "rabies"]).dictionary_encode(),
            "note": ["a", "b", "betrayal"],
        }
    )
    release = incrowd.release(table, qi="job", k=2, suppress=1, hierarchy={"job": "flat"})
    assert release.index == [0, 1]
    published = release.to_arrow()
    assert published["illness"].combine_chunks().dictionary.to_pylist() == ["flu", "cold"]
    buffers = [bytes(buffer) for name in ("illness", "note") for chunk in published[name].chunks for buffer in
               (chunk.buffers() + (chunk.dictionary.buffers() if name == "illness" else [])) if buffer is not None]
    assert not any(secret in buffer for buffer in buffers for secret in (b"rabies", b"betrayal"))


def test_pandas_keeps_its_index() -> None:
    frame = pandas.DataFrame({"age": [30, 31, 32, 90], "v": [1.5, 2.5, 3.5, 4.5]}, index=["a", "b", "c", "d"])
    release = incrowd.release(frame, qi="age", k=3, suppress=1, hierarchy={"age": "intervals:10"})
    assert list(release.index) == ["a", "b", "c"]
    assert list(release.to_pandas().index) == ["a", "b", "c"]
    assert "__index_level_0__" not in release.table.columns
    assert frame.loc[release.index, "v"].tolist() == release.to_pandas()["v"].tolist()


def test_positions_are_the_index_of_other_tables() -> None:
    release = incrowd.release({"age": [90, 30, 31, 32]}, qi="age", k=3, suppress=1, hierarchy={"age": "intervals:10"})
    assert release.index == [1, 2, 3]


def test_plain_python_values_become_columns() -> None:
    zone = datetime.timezone(datetime.timedelta(hours=2))
    table: dict[str, Any] = {
        "age": [numpy.int64(3), 3, None],
        "half": [1, 2.5, None],
        "day": [datetime.date(1969, 12, 31), None, datetime.date(2024, 2, 29)],
        "moment": [datetime.datetime(2024, 1, 1, 12, 0, 0, 5, zone), None, None],
        "flag": [True, False, None],
        "price": [decimal.Decimal("1.50"), None, None],
        "nothing": [None, None, None],
    }
    out = incrowd.release(table, qi="flag", k=1).to_arrow().to_pydict()
    assert out["age"] == [3, 3, None] and out["half"] == [1.0, 2.5, None]
    assert out["day"] == table["day"] and out["moment"][0] == table["moment"][0]
    assert out["price"] == ["1.50", None, None] and out["nothing"] == [None] * 3


def test_columns_of_two_types_are_named() -> None:
    with pytest.raises(TypeError, match="column 'age', row 1: 'x' does not fit"):
        incrowd.check({"age": [1, "x"]}, qi="age")
    with pytest.raises(TypeError, match="'complex'"):
        incrowd.check({"age": [1j]}, qi="age")
    with pytest.raises(incrowd.BadInput, match="'a' 1, 'b' 2"):
        incrowd.check({"a": [1], "b": [1, 2]}, qi="a")


def test_polars_types_come_back() -> None:
    frame = polars.DataFrame({"age": [1, 1], "day": [datetime.date(2024, 1, 1)] * 2, "c": ["x", "y"]})
    frame = frame.with_columns(polars.col("c").cast(polars.Categorical))
    assert incrowd.release(frame, qi="age", k=2).to_polars().schema == frame.schema
