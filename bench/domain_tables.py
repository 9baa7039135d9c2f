#!/usr/bin/env python3
"""Tables with quasi-identifiers of many values, for `target/bench/domains`.

`donation.csv` has 63,441 rows of nine columns, with a zip code whose hierarchy (`zip.csv`) has 100,000
leaves. `text20000.csv` and `text100000.csv` have 100,000 rows of four text columns with up to so many
values.
"""

import csv
import random

from common import WORK

FOLDER = WORK / "domains"


def write(name, header, rows):
    with open(FOLDER / name, "w", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(header)
        writer.writerows(rows)


def hierarchy():
    with open(FOLDER / "zip.csv", "w") as file:
        for number in range(100_000):
            code = f"{number:05d}"
            masked = [code[:kept] + "*" * (5 - kept) for kept in (4, 3, 2, 1)]
            file.write(";".join([code, *masked, "*"]) + "\n")


def donations(chance, rows=63_441):
    towns = [chance.randrange(100_000) for _ in range(300)]
    for _ in range(rows):
        code = min(99_999, max(0, int(chance.gauss(chance.choice(towns), 300))))
        yield [f"{code:05d}", int(chance.triangular(18, 95, 55)), chance.choice("MFU"), chance.randrange(1, 8),
               chance.randrange(10), f"S{code // 2000:02d}", chance.randrange(60), chance.choice("ABCDE"),
               chance.randrange(1, 300)]


def texts(chance, values, rows=100_000):
    for _ in range(rows):
        cells = [f"{column}{int(values * chance.random() ** 1.5)}x" for column in "abcd"]
        yield [*cells, chance.randrange(5)]


def main():
    FOLDER.mkdir(parents=True, exist_ok=True)
    chance = random.Random(1)
    hierarchy()
    write("donation.csv", "zip age gender income wealth state veterans marital amount".split(), donations(chance))
    for values in (20_000, 100_000):
        write(f"text{values}.csv", "a b c d s".split(), texts(chance, values))


if __name__ == "__main__":
    main()
