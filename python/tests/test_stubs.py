"""The stubs are those of the options."""

from __future__ import annotations

import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).parents[1]))

import stubs

import incrowd


def test_stubs_are_up_to_date() -> None:
    for name, write in stubs.FILES.items():
        text = pathlib.Path(stubs.__file__).parent.joinpath("incrowd", name).read_text(encoding="utf-8")
        assert text == write(), f"python stubs.py writes {name} again"


def test_the_package_is_the_installed_one() -> None:
    assert "site-packages" in incrowd.__file__
    assert pathlib.Path(incrowd.__file__).with_name("py.typed").exists()
