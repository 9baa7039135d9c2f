#!/usr/bin/env python3
"""Tables that are hard for boxes, in `target/bench/domains`: large domains, many columns, many tuples.

- `donation.csv` has 63,441 rows of nine columns, with a zip code whose hierarchy (`zip.csv`) has 100,000
  leaves.
- `text20000.csv`, `text100000.csv` and `text500000.csv` have 100,000 rows of four text columns with up to so
  many values.
- `credit.csv` has 30,000 rows of 24 columns, twelve of them amounts with up to 20,000 values; `amounts.csv` is
  a hierarchy of such amounts as texts.
- `census.csv` has 199,523 rows of 13 columns, shaped like the census table of the KDD archive.
- `distinct200000.csv` and `distinct1000000.csv` have one number, different in every row.
"""

import csv
import random

from common import WORK

FOLDER = WORK / "domains"
PAID = 6
AMOUNTS = [f"{kind}{month}" for kind in ("bill", "pay") for month in range(1, 1 + PAID)]
CREDIT = ["limit", "sex", "education", "marriage", "age", *(f"status{month}" for month in range(1, 1 + PAID)), *AMOUNTS,
          "default"]
CENSUS = ("age worker education marital race sex hispanic industry occupation country household weeks "
          "wage").split()


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


def amounts(leaves=20_000):
    """Amounts as texts, by tens, hundreds, thousands and ten thousands."""
    with open(FOLDER / "amounts.csv", "w") as file:
        for number in range(leaves):
            wider = [f"{number // width * width}-{number // width * width + width - 1}"
                     for width in (10, 100, 1_000, 10_000)]
            file.write(";".join([f"{number}", *wider, "*"]) + "\n")


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


def credits(chance, rows=30_000, most=19_999):
    """Bills of a month are near those of the month before, and payments near a part of the bill."""
    for _ in range(rows):
        limit = chance.randrange(1, 81)
        bill = min(most, limit * chance.random() ** 2 * 250)
        bills, paid, late = [], [], []
        for _ in range(PAID):
            bill = min(most, max(0, bill * chance.gauss(1, 0.1)))
            bills.append(int(bill))
            paid.append(min(most, int(bill * chance.random() ** 3)) if chance.random() < 0.8 else 0)
            late.append(max(-2, min(8, int(chance.gauss(-0.5, 1.2)))))
        yield [limit * 10_000, chance.choice("FM"), min(6, int(chance.expovariate(0.8))), chance.randrange(1, 4),
               int(chance.triangular(21, 79, 29)), *late, *bills, *paid, chance.randrange(2)]


def censuses(chance, rows=199_523):
    def skewed(values, power):
        return int(values * chance.random() ** power)

    for _ in range(rows):
        age = int(90 * chance.random() ** 1.2)
        works = 16 <= age <= 70 and chance.random() < 0.75
        yield [age, 1 + skewed(8, 3) if works else 0, min(16, age // 3) if age < 25 else 6 + skewed(11, 1.5),
               0 if age < 18 else skewed(7, 2), skewed(5, 6), chance.choice("FM"), skewed(10, 8),
               1 + skewed(23, 1.3) if works else 0, 1 + skewed(14, 1.3) if works else 0, skewed(43, 12),
               skewed(38, 4), 52 - skewed(53, 4) if works else 0, 100 * skewed(40, 2) if works else 0]


def distinct(chance, rows):
    return ([number] for number in chance.sample(range(10 * rows), rows))


def main():
    FOLDER.mkdir(parents=True, exist_ok=True)
    chance = random.Random(1)
    hierarchy()
    amounts()
    write("donation.csv", "zip age gender income wealth state veterans marital amount".split(), donations(chance))
    for values in (20_000, 100_000, 500_000):
        write(f"text{values}.csv", "a b c d s".split(), texts(chance, values))
    write("credit.csv", CREDIT, credits(random.Random(2)))
    write("census.csv", CENSUS, censuses(random.Random(3)))
    for rows in (200_000, 1_000_000):
        write(f"distinct{rows}.csv", ["number"], distinct(random.Random(4), rows))


if __name__ == "__main__":
    main()
