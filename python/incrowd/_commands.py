"""The commands, each as a function. A keyword is a flag; its value is written the same way."""

from __future__ import annotations

import inspect
import json
import re
import warnings
from collections.abc import Callable
from typing import Any

from . import _incrowd
from ._errors import BadInput, Refused
from ._progress import Bar, in_notebook, listener
from ._results import Check, Judged, Mask, Published, Release, Result
from ._tables import OUTPUT, hierarchy_words, index_of
from ._words import check_keywords, in_python, options, words_of, words_of_table

_KINDS: dict[str, type[Result]] = {
    "release": Release,
    "explore": Result,
    "check": Check,
    "attack": Judged,
    "mask": Mask,
}


class IncrowdWarning(UserWarning):
    """Something to think about before a table is published."""


def run(command: str, data: Any, given: dict[str, Any], words: dict[str, Any] | None = None) -> Any:
    """Runs a command with keywords, over words that a plan may say."""
    check_keywords(command, given)
    said, tables = words_of(command, given)
    said = {**(words or {}), **said}
    words_of_table(data, said, tables)
    if in_notebook() and "evidence" in options(command):
        said.setdefault("evidence", True)
    kind = "explore" if said.get("explore") else command
    stays = command in ("release", "mask") and not any(said.get(name) for name in ("explore", "dry-run", "plan"))
    if stays:
        said.setdefault("output", OUTPUT)
    bar = listener(given.get("progress"))
    try:
        answer = _incrowd.run(
            command,
            json.dumps(said),
            tables,
            categorical=bool(given.get("as_categorical")),
            threads=given.get("threads"),
            progress=bar,
        )
    except BadInput as error:
        error.args = (in_python(str(error)),)
        raise
    finally:
        if isinstance(bar, Bar):
            bar.close()
    return _result(kind, data, answer)


def _result(command: str, data: Any, answer: Any) -> Any:
    text, drawn, met, messages, table, secrets, rows = answer
    document = json.loads(text)
    for level, message in messages:
        if level == "warning":
            warnings.warn(in_python(message), IncrowdWarning, stacklevel=4)
    if not met:
        complaints = [in_python(message) for level, message in messages if level == "error"]
        raise Refused("; ".join(complaints) or "a demand does not hold", document)
    drawn = in_python(re.sub("\x1b\\[[0-9;]*m", "", drawn))
    kind = _KINDS.get(command, Result)
    if issubclass(kind, Published):
        return kind(
            command, document, drawn, table=table, secrets=secrets, rows=rows, labels=index_of(data)
        )
    return kind(command, document, drawn)


def release(data: Any, **keywords: Any) -> Any:
    """Generalizes a table until it meets the demands, judges the result and returns it."""
    return run("release", data, keywords)


def check(data: Any, **keywords: Any) -> Any:
    """Measures a table, anonymized by anyone; with demands, also judges it."""
    return run("check", data, keywords)


def attack(data: Any, **keywords: Any) -> Any:
    """Finds who is in a published table, from the table and a register of the population."""
    return run("attack", data, keywords)


def scan(data: Any, **keywords: Any) -> Any:
    """Finds what identifies people in a table."""
    return run("scan", data, keywords)


def mask(data: Any = None, **keywords: Any) -> Any:
    """Coarsens a table column by column. A plan needs no table: `plan=True` with `domain`."""
    return run("mask", data, keywords)


def delta(**keywords: Any) -> Any:
    """Turns what misuse may cost into the presence to demand of a release."""
    return run("delta", None, keywords)


def hierarchy(data: Any, hierarchy: Any, **keywords: Any) -> Any:
    """Shows and checks the hierarchy of a column: `hierarchy(df, {"age": "intervals:5,10"})`."""
    if isinstance(hierarchy, dict):
        (column, spec), *more = hierarchy.items()
        if more:
            raise BadInput("one hierarchy is shown at a time: name one column")
        hierarchy = f"{column}={hierarchy_words(spec)}"
    return run("hierarchy", data, {**keywords, "hierarchy": hierarchy})


def verify(certificate: Any, **keywords: Any) -> Any:
    """Checks a published file against its certificate."""
    return run("verify", None, {**keywords, "certificate": certificate})


def report(result: Any, output: Any, **keywords: Any) -> Any:
    """Writes the report of a result, as one HTML file: of an object, or of a file that the command wrote."""
    if isinstance(result, Result):
        with open(output, "w" if keywords.get("force") else "x", encoding="utf-8") as file:
            file.write(result._html())
        return None
    return run("report", None, {**keywords, "result": result, "output": output})


def explain(name: str | None = None, **keywords: Any) -> Any:
    """Explains a model or an algorithm, or lists all of them."""
    return run("explain", None, {**keywords, "name": name})


def _describe(function: Callable[..., Any]) -> None:
    """Gives a command its signature and its help, both from the options of the library."""
    own = [
        parameter
        for parameter in inspect.signature(function).parameters.values()
        if parameter.kind is not inspect.Parameter.VAR_KEYWORD
    ]
    names = {parameter.name for parameter in own} | {"table"}
    lines = [inspect.cleandoc(function.__doc__ or ""), "", "Keywords"]
    for name, (help_, shape, choices, _) in options(function.__name__).items():
        if name in names:
            continue
        default = False if shape == "switch" else None
        own.append(inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY, default=default))
        lines.append(f"    {name}: {in_python(help_)}" + (f" One of {', '.join(choices)}." if choices else ""))
    for name, help_ in _OWN:
        own.append(inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY, default=None))
        lines.append(f"    {name}: {help_}")
    function.__signature__ = inspect.Signature(own)  # type: ignore[attr-defined]
    function.__doc__ = "\n".join(lines)


_OWN = [
    ("threads", "Worker threads; the result does not depend on it [default: all cores]."),
    ("progress", "Called with the step, how much is done and of how much; True for a bar, False for none."),
    ("as_categorical", "Generalized columns as categoricals, in the order of their hierarchy."),
]

for _function in (release, check, attack, scan, mask, delta, hierarchy, verify, report, explain):
    _describe(_function)
