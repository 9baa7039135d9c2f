"""Makes tables whose lattices are too large to search completely.

Values are drawn from a few common factors, so columns depend on each other, and from skewed
distributions, so some values are rare. The same seed makes the same table.
"""

import random

import common

# Levels per column, from the values to `*`. The products are 83,607,552 and about 5.3 * 10^13.
WIDE = {16: [7] + [4] * 5 + [3] * 6 + [2] * 4,
        24: [7] * 2 + [6] * 2 + [5] * 4 + [4] * 6 + [3] * 6 + [2] * 4}
FACTORS = 3
# Harder tables of the same lattices: rows per table, and the share that may be suppressed.
HARD_SUPPRESSIONS = ["0%", "2%", "5%", "10%", "100%"]
GROUPS = 12


def wide(columns, rows=30_000, seed=18):
    """A table of categories with one hierarchy file per column: its path and its hierarchies."""
    chance = random.Random(seed * 100 + columns)
    heights = [levels - 1 for levels in WIDE[columns]]
    shapes = [[chance.choice([2, 3, 4]) for _ in range(height)] for height in heights]
    names = [f"c{place:02}" for place in range(columns)]
    table = common.WORK / f"lattice-{columns}.csv"
    common.write_csv(table, names, drawn(chance, [leaves(shape) for shape in shapes], rows))
    return table, {name: hierarchy(name, columns, shape) for name, shape in zip(names, shapes)}


def hard(columns, rows=30_000, seed=181):
    """A table whose best node is hard to find: its path and its hierarchies.

    Rows come from groups of people of different sizes, each with habits of its own, so columns
    depend on each other in many ways. Trees are uneven and of any height, some columns nearly
    repeat others, and each has a few rare values far from the others, which must be suppressed or
    force the column up.
    """
    chance = random.Random(seed * 100 + columns)
    heights = [levels - 1 for levels in WIDE[columns]]
    chance.shuffle(heights)
    shapes = [[chance.choice([2, 2, 3, 5]) for _ in range(height)] for height in heights]
    sizes = [leaves(shape) for shape in shapes]
    names = [f"c{place:02}" for place in range(columns)]
    table = common.WORK / f"lattice-hard-{columns}.csv"
    common.write_csv(table, names, drawn_by_group(chance, sizes, rows))
    return table, {name: hierarchy(name, f"hard-{columns}", shape) for name, shape in zip(names, shapes)}


def drawn_by_group(chance, sizes, rows):
    """Rows of value numbers: of a group, of an earlier column, or of a rare tail."""
    weights = [1 / (1 + group) for group in range(GROUPS)]
    centres = [[chance.random() for _ in sizes] for _ in range(GROUPS)]
    spread = [chance.choice([0.02, 0.1, 0.3, 1.0]) for _ in sizes]
    follows = [chance.randrange(place) if place and chance.random() < 0.4 else None
               for place in range(len(sizes))]
    rare = [chance.choice([0, 0, 0.0005, 0.003, 0.02]) for _ in sizes]
    for group in chance.choices(range(GROUPS), weights, k=rows):
        row = []
        for place, size in enumerate(sizes):
            at = chance.gauss(centres[group][place], spread[place])
            if follows[place] is not None and chance.random() < 0.8:
                at = row[follows[place]] + chance.gauss(0, 0.03)
            if chance.random() < rare[place]:
                at = chance.random()
            row.append(min(max(at, 0.0), 0.999999))
        yield [f"v{int(size * at):05}" for size, at in zip(sizes, row)]


def leaves(shape):
    """The number of values under a tree of these branchings."""
    product = 1
    for branches in shape:
        product *= branches
    return product


def drawn(chance, sizes, rows):
    """Rows of value numbers: each column follows one factor, more or less, and is skewed."""
    follows = [(chance.randrange(FACTORS), chance.uniform(0.1, 0.7), chance.uniform(1, 3))
               for _ in sizes]
    for _ in range(rows):
        factors = [chance.random() for _ in range(FACTORS)]
        yield [f"v{int(size * (share * factors[factor] + (1 - share) * chance.random()) ** skew):05}"
               for size, (factor, share, skew) in zip(sizes, follows)]


def hierarchy(name, table, shape):
    """Writes a hierarchy: every level puts as many neighbours together as its branching says."""
    path = common.WORK / f"lattice-{table}-{name}.csv"
    lines = []
    for leaf in range(leaves(shape)):
        labels, width = [f"v{leaf:05}"], 1
        for level, branches in enumerate(shape[:-1], start=1):
            width *= branches
            labels.append(f"g{level}-{leaf // width:05}")
        lines.append(";".join([*labels, "*"]))
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return path


def numbers(columns, rows=20_000, seed=18):
    """A table of numbers, whose `auto` hierarchies follow from the data: its path and its columns."""
    chance = random.Random(seed * 1000 + columns)
    names = [f"n{place:02}" for place in range(columns)]
    sizes = [chance.choice([20, 50, 100, 200, 500]) for _ in names]
    table = common.WORK / f"lattice-numbers-{columns}.csv"
    values = ([int(cell[1:]) for cell in row] for row in drawn(chance, sizes, rows))
    common.write_csv(table, names, values)
    return table, names
