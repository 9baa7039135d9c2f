"""What the tests share: the table of the examples, as every kind of table, and the command."""

from __future__ import annotations

import pathlib
import random
import subprocess
import sys
from typing import Any

import pytest

HIERARCHY = {"35": ["30-39", "*"], "31": ["30-39", "*"], "47": ["40-49", "*"], "42": ["40-49", "*"]}


def patients(rows: int = 200) -> dict[str, list[Any]]:
    """People with ages, zip codes and illnesses, always the same."""
    chance = random.Random(7)
    return {
        "name": [f"p{number}" for number in range(rows)],
        "age": [chance.randint(18, 90) for _ in range(rows)],
        "zip": [f"0{chance.randint(1000, 1099)}" for _ in range(rows)],
        "illness": [chance.choice(["flu", "cold", "asthma", "none, so far"]) for _ in range(rows)],
    }


@pytest.fixture
def table() -> dict[str, list[Any]]:
    """The patients."""
    return patients()


@pytest.fixture
def path(tmp_path: pathlib.Path) -> pathlib.Path:
    """The patients as a file."""
    return write_csv(tmp_path / "patients.csv", patients())


def write_csv(path: pathlib.Path, table: dict[str, list[Any]]) -> pathlib.Path:
    """Writes columns as a CSV file."""

    def cell(value: Any) -> str:
        text = "" if value is None else str(value)
        return '"' + text.replace('"', '""') + '"' if "," in text else text

    lines = [",".join(table), *(",".join(map(cell, row)) for row in zip(*table.values(), strict=True))]
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return path


def command(*words: str) -> subprocess.CompletedProcess[str]:
    """Runs the command that the package brings along."""
    return subprocess.run([sys.executable, "-P", "-m", "incrowd", *words], capture_output=True, text=True, check=False)
