"""The same release from every kind of table, and as the command writes it."""

from __future__ import annotations

import pathlib
import pickle
from typing import Any

import duckdb
import pandas
import polars
import pyarrow
import pytest
from conftest import command, patients

import incrowd

ASKED: dict[str, Any] = {"qi": ["age", "zip"], "sensitive": "illness", "id": "name", "k": 5}
FLAGS = ["--qi", "age,zip", "--sensitive", "illness", "--id", "name", "--k", "5"]


class Once:
    """A stream that can be read once."""

    def __init__(self, table: Any) -> None:
        self.table = table

    def __arrow_c_stream__(self, requested_schema: object | None = None) -> object:
        assert self.table is not None, "the stream was read before"
        table, self.table = self.table, None
        return pyarrow.RecordBatchReader.from_batches(table.schema, table.to_batches()).__arrow_c_stream__()


def rows(table: dict[str, list[Any]]) -> list[dict[str, Any]]:
    return [dict(zip(table, row, strict=True)) for row in zip(*table.values(), strict=True)]


def relation(table: dict[str, list[Any]]) -> Any:
    frame = pyarrow.table(table)
    return duckdb.connect().from_arrow(frame)


SOURCES = {
    "dict": dict,
    "rows": rows,
    "pandas": pandas.DataFrame,
    "polars": polars.DataFrame,
    "pyarrow": pyarrow.table,
    "duckdb": relation,
    "once": lambda table: Once(pyarrow.table(table)),
    "chunks": lambda table: pyarrow.concat_tables([pyarrow.table(table).slice(at, 23) for at in range(0, 200, 23)]),
}

WAYS: list[tuple[dict[str, Any], list[str]]] = [
    ({"suppress": "2%"}, ["--suppress", "2%"]),
    ({"recoding": "multidimensional"}, ["--recoding", "multidimensional"]),
    ({"recoding": "local"}, ["--recoding", "local"]),
    ({"recoding": "local-suppression"}, ["--recoding", "local-suppression"]),
    ({"order": "shuffled", "seed": 3}, ["--order", "shuffled", "--seed", "3"]),
    ({"suppress": 10, "keep_suppressed": True}, ["--suppress", "10", "--keep-suppressed"]),
    ({"hierarchy": {"age": "intervals:10,20"}}, ["--hierarchy", "age=intervals:10,20"]),
]


@pytest.mark.parametrize("source", SOURCES)
def test_every_source_gives_the_release_of_the_command(source: str, path: pathlib.Path, tmp_path: pathlib.Path) -> None:
    expected = tmp_path / "expected.csv"
    ended = command("release", str(path), *FLAGS, "-o", str(expected))
    assert ended.returncode == 0, ended.stderr
    release = incrowd.release(SOURCES[source](patients()), **ASKED)
    release.save(str(tmp_path / "out.csv"))
    assert (tmp_path / "out.csv").read_bytes() == expected.read_bytes()
    assert release.k >= 5 and 0 < release.loss <= 1 and release.document["verified"]


@pytest.mark.parametrize(("keywords", "flags"), WAYS, ids=[" ".join(flags) for _, flags in WAYS])
def test_every_recoding_is_that_of_the_command(
    keywords: dict[str, Any], flags: list[str], path: pathlib.Path, tmp_path: pathlib.Path
) -> None:
    expected = tmp_path / "expected.csv"
    ended = command("release", str(path), *FLAGS, *flags, "-o", str(expected))
    assert ended.returncode == 0, ended.stderr
    release = incrowd.release(pandas.DataFrame(patients()), **ASKED, **keywords)
    release.save(str(tmp_path / "out.csv"))
    assert (tmp_path / "out.csv").read_bytes() == expected.read_bytes()


def test_anatomy_has_two_tables(path: pathlib.Path, tmp_path: pathlib.Path) -> None:
    asked: dict[str, Any] = {"qi": ["age", "zip"], "sensitive": "illness", "id": "name", "l": "distinct:2", "recoding": "anatomy", "seed": 1}
    release = incrowd.release(patients(), **asked)
    expected = tmp_path / "expected.csv"
    words = ["--qi", "age,zip", "--sensitive", "illness", "--id", "name", "--l", "distinct:2"]
    ended = command("release", str(path), *words, "--recoding", "anatomy", "--seed", "1", "-o", str(expected))
    assert ended.returncode == 0, ended.stderr
    release.save(str(tmp_path / "out.csv"))
    release.secrets.save(str(tmp_path / "secrets.csv"))
    assert (tmp_path / "out.csv").read_bytes() == expected.read_bytes()
    assert (tmp_path / "secrets.csv").read_bytes() == (tmp_path / "expected.sensitive.csv").read_bytes()


def test_a_path_is_a_table_too(path: pathlib.Path, tmp_path: pathlib.Path) -> None:
    release = incrowd.release(path, **ASKED)
    out = tmp_path / "out.csv"
    incrowd.release(str(path), **ASKED, output=out)
    release.save(str(tmp_path / "copy.csv"))
    assert (tmp_path / "copy.csv").read_bytes() == out.read_bytes()


def test_a_population_may_be_a_frame(table: dict[str, list[Any]]) -> None:
    town = patients(800)
    public = pandas.DataFrame({"age": table["age"] + town["age"], "zip": table["zip"] + town["zip"]})
    release = incrowd.release(
        pandas.DataFrame(table),
        qi=["age", "zip"],
        id="name",
        public=public,
        presence=(0, "0.9"),
        recoding="multidimensional",
    )
    assert release.document["guarantees"][0]["holds"]
    attack = incrowd.attack(release, public=public, qi=["age", "zip"], hierarchy={"age": "auto"})
    assert attack.document["people"] == len(public)


def test_hierarchies_are_dicts_frames_and_files(tmp_path: pathlib.Path) -> None:
    jobs = {"job": ["cook", "baker", "nurse", "doctor"] * 5}
    dict_of_chains = {"cook": ["food", "*"], "baker": ["food", "*"], "nurse": ["health", "*"], "doctor": ["health", "*"]}
    rows = [[leaf, *chain] for leaf, chain in dict_of_chains.items()]
    frame = pandas.DataFrame(rows, columns=["a", "b", "c"])
    path = tmp_path / "jobs.csv"
    path.write_text("\n".join(";".join(row) for row in rows) + "\n", encoding="utf-8")
    for spec in [dict_of_chains, rows, frame, str(path), path]:
        release = incrowd.release(jobs, qi="job", k=10, hierarchy={"job": spec})
        assert {row["job"] for row in release.rows()} == {"food", "health"}, spec


def test_other_commands_take_frames(table: dict[str, list[Any]]) -> None:
    frame = polars.DataFrame(table)
    check = incrowd.check(frame, qi=["age", "zip"], sensitive="illness")
    assert check.k == 1 and check.document["rows"] == 200
    assert incrowd.scan(frame).document["rows"] == 200
    masked = incrowd.mask(frame, qi=["age", "zip"], id=["name"], column={"illness": "keep"}, k=10, beta=0.1)
    assert masked.to_polars().columns == ["age", "zip", "illness"]
    assert masked.to_polars()["illness"].to_list() == table["illness"]
    assert incrowd.hierarchy(frame, {"age": "intervals:5,10"}).document["height"] == 3
    figures = incrowd.delta(prior=0.07, members=1957, people=45222, cost=100, gain=10000)
    assert "delta_max" in figures.document
    assert "k-anonymity" in str(incrowd.explain("k")).lower()


def test_a_tradeoff_is_explored(table: dict[str, list[Any]]) -> None:
    explored = incrowd.release(table, qi=["age", "zip"], id="name", k=2, explore="k=2,5,10")
    assert isinstance(explored, incrowd.Result) and "k" in str(explored)


def test_a_certificate_verifies_what_is_saved(table: dict[str, list[Any]], tmp_path: pathlib.Path) -> None:
    certificate = tmp_path / "c.json"
    release = incrowd.release(table, **ASKED, certificate=certificate, report=tmp_path / "r.html")
    out = tmp_path / "out.csv"
    release.save(out)
    assert incrowd.verify(certificate, published=out).document
    assert "<html" in (tmp_path / "r.html").read_text(encoding="utf-8")


def test_plans_are_release_toml(path: pathlib.Path, tmp_path: pathlib.Path) -> None:
    plan = incrowd.Plan(qi=["age", "zip"], sensitive="illness", id="name", k=5, hierarchy={"age": "intervals:10"})
    plan.save(tmp_path / "release.toml")
    read = incrowd.Plan.from_toml(tmp_path / "release.toml")
    frame = pandas.read_csv(path, dtype={"zip": str})
    assert plan.release(frame).document["cost"] == read.release(frame).document["cost"]
    assert pickle.loads(pickle.dumps(plan)) == plan
    assert read.release(frame, k=20).k >= 20


def test_results_are_pickled(table: dict[str, list[Any]]) -> None:
    release = incrowd.release(pandas.DataFrame(table), **ASKED)
    copy = pickle.loads(pickle.dumps(release))
    assert copy.document == release.document and copy.to_pandas().equals(release.to_pandas())


def test_nothing_is_written_to_disk(table: dict[str, list[Any]], tmp_path: pathlib.Path, monkeypatch: Any) -> None:
    monkeypatch.setenv("TMPDIR", str(tmp_path / "nowhere"))
    monkeypatch.chdir(tmp_path)
    recodings: list[Any] = ["full-domain", "multidimensional", "local", "local-suppression"]
    for recoding in recodings:
        incrowd.release(table, **ASKED, recoding=recoding)
    incrowd.release(table, **ASKED, dry_run=True)
    incrowd.mask(table, qi=["age", "zip"], id=["name"], column={"illness": "keep"}, k=10, beta=0.1)
    assert not list(tmp_path.iterdir())


def test_an_empty_cell_is_quoted_as_the_command_quotes_it(tmp_path: pathlib.Path) -> None:
    table = {"age": [30, None, 31, None]}
    expected = tmp_path / "expected.csv"
    path = tmp_path / "t.csv"
    path.write_text('age\n30\n""\n31\n""\n', encoding="utf-8")
    assert command("release", str(path), "--qi", "age", "--k", "2", "-o", str(expected)).returncode == 0
    incrowd.release(table, qi="age", k=2).save(tmp_path / "out.csv")
    assert (tmp_path / "out.csv").read_bytes() == expected.read_bytes()
