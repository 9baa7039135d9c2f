"""The Python pages of the manual are run from top to bottom, and so is the notebook."""

from __future__ import annotations

import pathlib
import re
from typing import Any

import pytest

PAGES = pathlib.Path(__file__).parents[2] / "docs" / "python"


@pytest.mark.parametrize("page", sorted(PAGES.glob("*.md")), ids=lambda page: page.stem)
@pytest.mark.filterwarnings("ignore::incrowd.IncrowdWarning")
def test_pages_run(page: pathlib.Path, tmp_path: pathlib.Path, monkeypatch: Any) -> None:
    monkeypatch.chdir(tmp_path)
    text = page.read_text(encoding="utf-8")
    blocks = re.findall(r"```python\n(.*?)```", text, re.DOTALL)
    assert blocks, page
    names: dict[str, Any] = {}
    for block in blocks:
        exec(compile(block, page.name, "exec"), names)


def test_the_notebook_runs(tmp_path: pathlib.Path) -> None:
    import nbclient
    import nbformat

    read: Any = nbformat.read

    notebook = read(PAGES / "tour.ipynb", as_version=4)
    nbclient.NotebookClient(notebook, timeout=120, resources={"metadata": {"path": str(tmp_path)}}).execute()
    shown = [output for cell in notebook.cells for output in cell.get("outputs", [])]
    assert any("text/html" in output.get("data", {}) for output in shown)
