"""Errors, warnings, interrupts, threads, forks, notebooks."""

from __future__ import annotations

import concurrent.futures
import multiprocessing
import os
import pickle
import signal
import subprocess
import sys
import threading
import time
import warnings
from typing import Any

import pandas
import pytest
from conftest import command, patients
from hypothesis import given, settings
from hypothesis import strategies as st

import incrowd

#: The module, for calls that a type checker would refuse.
WRONG: Any = incrowd

ASKED: dict[str, Any] = {"qi": ["age", "zip"], "sensitive": "illness", "id": "name", "k": 5}


def test_wrong_keywords_suggest_the_right_one() -> None:
    with pytest.raises(TypeError, match="no keyword 'supress'; did you mean 'suppress'?"):
        WRONG.release(patients(), qi="age", k=2, supress="2%")
    with pytest.raises(TypeError, match="'time_limit'"):
        WRONG.Plan(timelimit="3s")


def test_wrong_values_say_what_is_right() -> None:
    with pytest.raises(incrowd.BadInput, match="did you mean 'fast'") as caught:
        WRONG.release(patients(), qi="age", k=2, effort="fats")
    assert caught.value.value == "fats"
    with pytest.raises(incrowd.BadInput, match="`time_limit = 'soon'`"):
        incrowd.release(patients(), qi="age", k=2, time_limit="soon")


def test_bad_input_says_where() -> None:
    with pytest.raises(incrowd.BadInput) as caught:
        incrowd.release({"age": ["1", "x"]}, qi="age", k=1, type={"age": "integer"})
    assert caught.value.column == "age" and caught.value.value == "x"
    assert isinstance(caught.value, incrowd.Error)
    assert pickle.loads(pickle.dumps(caught.value)).column == "age"
    with pytest.raises(incrowd.BadInput, match="no column"):
        incrowd.check(patients(), qi="aeg")
    with pytest.raises(incrowd.BadInput, match="nowhere.csv"):
        incrowd.check("nowhere.csv", qi="age")


def test_refused_says_what_could_be_met() -> None:
    with pytest.raises(incrowd.Refused) as caught:
        incrowd.release({"age": [1, 2, 3]}, qi="age", k=5)
    assert caught.value.nearest and caught.value.document["output"] is None
    with pytest.raises(incrowd.Refused) as caught:
        incrowd.check({"age": [1, 1, 3]}, qi="age", k=2)
    assert caught.value.document["k"] == 1
    assert pickle.loads(pickle.dumps(caught.value)).document == caught.value.document


def test_warnings_are_warnings() -> None:
    with pytest.warns(incrowd.IncrowdWarning, match="name"):
        incrowd.release(patients(), qi=["age", "zip"], k=5)


def test_progress_is_told_and_may_fail() -> None:
    told: list[tuple[str, int, int | None]] = []
    incrowd.release(patients(), **ASKED, progress=lambda *state: told.append(state))
    assert told and isinstance(told[-1][0], str)

    def fail(*_state: object) -> None:
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        incrowd.release(patients(), **ASKED, progress=fail)


LONG = """
import sys, incrowd, random
chance = random.Random(1)
table = {name: [chance.randint(0, 60) for _ in range(20000)] for name in "abcdef"}
print("ready", flush=True)
try:
    incrowd.release(table, qi=list("abcdef"), k=50, effort="high", recoding="multidimensional", output=sys.argv[1])
except KeyboardInterrupt:
    print("interrupted", flush=True)
"""


def test_ctrl_c_interrupts_and_leaves_nothing(tmp_path: Any) -> None:
    process = subprocess.Popen(
        [sys.executable, "-P", "-c", LONG, str(tmp_path / "out.csv")], stdout=subprocess.PIPE, text=True
    )
    assert process.stdout is not None and process.stdout.readline() == "ready\n"
    time.sleep(1)
    start = time.monotonic()
    process.send_signal(signal.SIGINT)
    assert process.communicate(timeout=60)[0] == "interrupted\n"
    assert time.monotonic() - start < 20
    assert not list(tmp_path.iterdir())


def test_the_gil_is_free() -> None:
    turns, done = 0, threading.Event()

    def work() -> None:
        chance = range(40000)
        incrowd.release({"a": [i % 97 for i in chance], "b": [i % 89 for i in chance]}, qi=["a", "b"], k=9)
        done.set()

    thread = threading.Thread(target=work)
    thread.start()
    while not done.is_set():
        turns += 1
        time.sleep(0.001)
    thread.join()
    assert turns > 3


def published() -> list[dict[str, str]]:
    return list(incrowd.release(patients(), **ASKED).rows())


def test_two_threads_release_at_once() -> None:
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        one, other = pool.submit(published), pool.submit(published)
    assert one.result() == other.result() == published()


@pytest.mark.skipif(not hasattr(os, "fork"), reason="this system does not fork")
def test_a_forked_process_releases() -> None:
    expected = published()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)
        with multiprocessing.get_context("fork").Pool(2) as pool:
            results = [pool.apply_async(published) for _ in range(2)]
            assert all(result.get(timeout=60) == expected for result in results)


def test_results_are_shown_in_notebooks() -> None:
    release = incrowd.release(patients(), **ASKED, evidence=True)
    shown = release._repr_html_()
    assert shown.startswith("<iframe") and "&lt;svg" in shown
    assert "<html" in release._html()
    assert incrowd.check(patients(), qi="age")._repr_html_().startswith("<iframe")
    assert incrowd.explain()._repr_html_().startswith("<pre>")


def test_help_names_the_keywords() -> None:
    assert incrowd.release.__doc__ is not None and "time_limit" in incrowd.release.__doc__
    assert incrowd.check.__doc__ is not None and "--" not in incrowd.check.__doc__


def test_the_command_comes_along() -> None:
    ended = command("--version")
    assert ended.returncode == 0 and ended.stdout.startswith("incrowd ")
    assert command("release", "--nonsense").returncode == 2


@settings(max_examples=40, deadline=None)
@given(
    st.lists(st.tuples(st.integers(20, 26), st.sampled_from("ab"), st.sampled_from("xyz")), min_size=1, max_size=40),
    st.integers(1, 5),
    st.integers(0, 5),
)
def test_figures_are_those_of_groupby(people: list[tuple[int, str, str]], k: int, suppress: int) -> None:
    frame = pandas.DataFrame(people, columns=["age", "sex", "illness"])
    checked = incrowd.check(frame, qi=["age", "sex"], sensitive="illness")
    groups = frame.groupby(["age", "sex"])
    assert checked.k == groups.size().min()
    assert checked.document["sensitive"]["illness"]["distinct_l"] == groups["illness"].nunique().min()
    try:
        release = incrowd.release(frame, qi=["age", "sex"], sensitive="illness", k=k, suppress=suppress)
    except incrowd.Refused:
        assert len(frame) < k or suppress < k
        return
    out = release.to_pandas()
    assert len(out) == 0 or out.groupby(["age", "sex"], dropna=False).size().min() >= k
    assert len(frame) - len(out) == release.document["rows"]["suppressed"] <= suppress
    assert out["illness"].tolist() == frame.loc[release.index, "illness"].tolist()


def test_ten_million_rows() -> None:
    rows = 10_000_000
    ages = pandas.Series(range(rows), dtype="int32").mod(61).astype("int8")
    frame = pandas.DataFrame({"age": ages, "sex": pandas.Categorical.from_codes(ages.mod(2), ["F", "M"])})
    release = incrowd.release(frame, qi=["age", "sex"], k=200_000)
    published = release.to_pandas()
    assert len(published) == rows
    assert release.k == published.groupby(["age", "sex"], observed=True).size().min() >= 200_000
