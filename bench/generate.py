"""Makes a large table that looks like Adult.

Rows are drawn with replacement from the complete rows of adult.data; then each cell is replaced,
with a probability (the noise), by the cell of another row drawn at random, that is by a value from
the column's own distribution. So columns keep their distributions and, mostly, their
dependencies, while the number of distinct rows grows with the size of the table. The same seed
makes the same table.
"""

import sys

import numpy

import common

CHUNK = 250_000


def cells(values, end):
    """The cells of a column with what ends them, padded with zero bytes to one length."""
    ended = numpy.array([value.encode() + end for value in values])
    return ended.view(numpy.uint8).reshape(len(ended), -1)


def generate(folder, path, rows, noise, seed):
    """Writes the table to a CSV file."""
    people = list(common.adult_complete(folder))
    last = len(common.QIS) - 1
    columns = [cells([row[place] for row in people], b"\n" if place == last else b",")
               for place in range(len(common.QIS))]
    chance = numpy.random.default_rng(seed)
    with open(path, "wb") as file:
        file.write(",".join(common.QIS).encode() + b"\n")
        for start in range(0, rows, CHUNK):
            size = min(CHUNK, rows - start)
            drawn = chance.integers(len(people), size=size)
            lines = []
            for column in columns:
                places = numpy.where(chance.random(size) < noise,
                                     chance.integers(len(people), size=size), drawn)
                lines.append(column[places])
            padded = numpy.concatenate(lines, axis=1).ravel()
            file.write(padded[padded != 0].tobytes())


if __name__ == "__main__":
    FOLDER, PATH, ROWS, NOISE, SEED = sys.argv[1:]
    generate(FOLDER, PATH, int(ROWS), float(NOISE), int(SEED))
