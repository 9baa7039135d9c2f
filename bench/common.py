"""What every benchmark needs: Adult, measured runs, and a page of results.

A run is a process of its own. Its times are taken from outside: wall-clock time from start to
end, and the processor time (user and system) and peak memory that the operating system counted.
A child's peak memory counts what the process that started it held, so this module imports nothing
heavy and streams its rows: less than some 15 MB cannot be told apart.
"""

import argparse
import datetime
import json
import os
import platform
import re
import statistics
import subprocess
import sys
import time
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parent.parent
INCROWD = ROOT / "target" / "release" / "incrowd"
PYTHON = ROOT / "target" / "bench-venv" / "bin" / "python"
WORK = ROOT / "target" / "bench"
RESULTS = ROOT / "bench" / "results"
HIERARCHIES = ROOT / "crates" / "repro" / "src" / "adult" / "hierarchies"

COLUMNS = (
    "age workclass fnlwgt education education-num marital-status occupation relationship race sex "
    "capital-gain capital-loss hours-per-week native-country income"
).split()
QIS = (
    "sex age race marital-status education native-country workclass occupation income"
).split()


class Run(NamedTuple):
    """One process: seconds, seconds, bytes, and what it printed and remarked."""

    wall: float
    cpu: float
    rss: int
    output: str
    remarks: str


def run(command, stdout=subprocess.PIPE, good=(0,)):
    """Runs a command to its end and measures it."""
    command = [str(word) for word in command]
    start = time.perf_counter()
    # Remarks are short: they wait in their pipe until the output has been read.
    process = subprocess.Popen(command, stdout=stdout, stderr=subprocess.PIPE, text=True)
    output = process.stdout.read() if process.stdout else ""
    remarks = process.stderr.read()
    _, status, usage = os.wait4(process.pid, 0)
    wall = time.perf_counter() - start
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode not in good:
        sys.exit(f"{' '.join(command)}\nended with {process.returncode}:\n{output}{remarks}")
    return Run(wall, usage.ru_utime + usage.ru_stime, usage.ru_maxrss * 1024, output, remarks)


def incrowd(*words):
    """Runs incrowd with `--json` and returns the measurements and the document."""
    if not INCROWD.exists():
        sys.exit("there is no release binary: run `cargo build --release`")
    done = run([INCROWD, *words, "--json"])
    return done, json.loads(done.output)


def release(table, hierarchies, suppress, output, *more):
    """Releases a table with k-anonymity of 5; also the seconds that each step took."""
    flags = [f"--hierarchy={column}={path}" for column, path in hierarchies.items()]
    given = any(str(word).startswith("--suppress") for word in more)
    done, document = incrowd(
        "release", table, "--qi", ",".join(QIS), "--k=5", *([] if given else [f"--suppress={suppress}"]), *flags,
        "--output", output, "--force", "--verbose", *more)
    took = re.findall(r"^(\w+) took ([0-9.]+) s$", done.remarks, re.MULTILINE)
    return done, document, {step: float(time) for step, time in took}


def in_venv():
    """Makes sure that `bench/setup` was run."""
    if not PYTHON.exists():
        sys.exit("there is no Python environment: run `bench/setup`")


# Adult

def adult_rows(folder):
    """The rows of `adult.data`, as lists of texts without blanks."""
    with open(Path(folder) / "adult.data", encoding="utf-8") as file:
        yield from ([cell.strip() for cell in line.split(",")] for line in file if line.strip())


def adult_complete(folder):
    """The nine quasi-identifiers of the rows without a missing value."""
    places = [COLUMNS.index(qi) for qi in QIS]
    complete = (row for row in adult_rows(folder) if "?" not in row)
    return ([row[place] for place in places] for row in complete)


def adult_hierarchies(folder):
    """The hierarchies of the nine quasi-identifiers: those of the folder, or else of the experiments.

    Those of age and income are written here if nobody else has them.
    """
    WORK.mkdir(parents=True, exist_ok=True)
    found = {}
    for qi in QIS:
        ours = WORK / f"adult_hierarchy_{qi}.csv"
        places = [Path(folder) / ours.name, HIERARCHIES / f"{qi}.csv"]
        if qi in WRITTEN and not places[0].is_file():
            ours.write_text(WRITTEN[qi](), encoding="utf-8")
        found[qi] = next((place for place in places if place.is_file()), ours)
    return found


def ages():
    """Ages by 5, 10 and 20 years."""
    widths = (5, 10, 20)
    label = lambda age, width: f"{age // width * width}-{age // width * width + width - 1}"
    lines = (";".join([str(age), *(label(age, width) for width in widths), "*"]) for age in range(100))
    return "\n".join(lines) + "\n"


WRITTEN = {"age": ages, "income": lambda: "<=50K;*\n>50K;*\n"}


def write_csv(path, header, rows):
    """Writes a table and returns its number of rows; none of Adult's values needs quotes."""
    path.parent.mkdir(parents=True, exist_ok=True)
    written = 0
    with open(path, "w", encoding="utf-8") as file:
        print(*header, sep=",", file=file)
        for row in rows:
            print(*row, sep=",", file=file)
            written += 1
    return written


# Results

def arguments(about, adult=True, **more):
    """The arguments of a benchmark: the folder of Adult, whether to keep the results, and more."""
    parser = argparse.ArgumentParser(description=about)
    if adult:
        parser.add_argument("adult", nargs="?", default=ROOT / "target" / "adult",
                            help="the folder with adult.data, and adult_hierarchy_*.csv if there are any "
                                 "(default: target/adult, which .ci/adult fills)")
    parser.add_argument("--save", action="store_true", help="keep the results in bench/results")
    for name, (default, help_text) in more.items():
        flag = "--" + name.replace("_", "-")
        parser.add_argument(flag, type=type(default), default=default,
                            help=f"{help_text} (default: %(default)s)")
    return parser.parse_args()


def seconds(value):
    """A time in seconds or milliseconds, to three digits."""
    return f"{value:.3g} s" if value >= 1 else f"{value * 1000:.3g} ms"


def megabytes(value):
    """An amount of memory or disk."""
    return f"{value / 1e6:,.0f} MB"


def best_and_median(values):
    """The least and the middle of several times."""
    return f"{seconds(min(values))} / {seconds(statistics.median(values))}"


def table(header, rows):
    """Lines of a Markdown table."""
    lines = [header, ["---"] * len(header), *rows]
    return ["| " + " | ".join(str(cell) for cell in line) + " |" for line in lines]


def report(name, title, lines, save, packages=()):
    """Prints a page of results, and keeps it if asked to."""
    page = [f"# {title}", "", *circumstances(packages), "", *lines]
    text = "\n".join(page) + "\n"
    print(text)
    if save:
        RESULTS.mkdir(parents=True, exist_ok=True)
        (RESULTS / f"{name}.md").write_text(text, encoding="utf-8")


def circumstances(packages):
    """When, on what, and with which versions."""
    commit = subprocess.run(["git", "-C", ROOT, "describe", "--always", "--dirty"],
                            capture_output=True, text=True, check=False).stdout.strip()
    version = run([INCROWD, "--version"]).output.strip()
    lines = [
        f"- date: {datetime.date.today()}",
        f"- machine: {os.cpu_count()} cores of {processor()}, {memory()} of memory, "
        f"{platform.system()} {platform.release().split('-')[0]}",
        f"- {version}, commit {commit or 'unknown'}",
    ]
    if packages:
        ask = "import importlib.metadata as m, sys; print(*(f'{p} {m.version(p)}' for p in sys.argv[1:]), sep=', ')"
        found = run([PYTHON, "-c", ask, *packages]).output.strip()
        lines.append(f"- {found}, Python {platform.python_version()}")
    return lines


def processor():
    """The model of the processor, if the system tells."""
    try:
        info = Path("/proc/cpuinfo").read_text(encoding="utf-8")
    except OSError:
        return platform.machine()
    models = [line.split(":")[1].strip() for line in info.splitlines()
              if line.startswith("model name")]
    return models[0] if models else platform.machine()


def memory():
    """The memory of the machine."""
    return f"{os.sysconf('SC_PAGE_SIZE') * os.sysconf('SC_PHYS_PAGES') / 2**30:.0f} GiB"
