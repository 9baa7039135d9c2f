"""What a published file shows that it should not, found by code.

An exact identifier or date of birth, a plain column of which nearly every row has its own value, or a plain
column that gives a quasi-identifier back, is a leak unless a risk names the column.
"""

import collections
import csv
import gzip


def cells(path, proposal):
    """The columns of a table that was published, or of the one it was made from."""
    if path.suffix == ".parquet":
        import pandas
        frame = pandas.read_parquet(path)
        return {name: ["" if cell is None else str(cell) for cell in frame[name]] for name in frame}
    if path.suffix in (".xlsx", ".ods"):
        import pandas
        frame = pandas.read_excel(path, dtype=str)
        return {name: [str(cell).removesuffix(" 00:00:00") for cell in frame[name]] for name in frame}
    raw = gzip.decompress(path.read_bytes()) if path.suffix == ".gz" else path.read_bytes()
    encoding = "utf-16" if raw[:2] in (b"\xff\xfe", b"\xfe\xff") else proposal.get("encoding", "utf-8-sig")
    try:
        text = raw.decode(encoding)
    except UnicodeDecodeError:
        text = raw.decode("utf-8")
    delimiter = proposal.get("delimiter", "\t" if path.suffix == ".tsv" else ",")
    delimiter = {"tab": "\t", "\\t": "\t"}.get(delimiter, delimiter)
    rows = list(csv.reader(text.splitlines(keepends=True), delimiter=delimiter, skipinitialspace=True))
    header = [name or "c1" for name in rows[0]]
    if proposal.get("no-header") and rows[0][0] != "c1":
        header, rows = [f"c{place}" for place in range(1, len(header) + 1)], [None, *rows]
    return {name: [row[place] for row in rows[1:] if row] for place, name in enumerate(header)}


def exact_cells(original, published):
    """Published cells that are a value of the original column, with how often each is published."""
    known, shown = set(original), collections.Counter(published)
    return {cell: count for cell, count in shown.items() if cell in known and cell not in ("", "*")}


def leaks(truth, proposal, original, published, risks):
    """What the published file shows that no risk names."""
    named = {column for risk in risks for column in risk.get("columns", [])}
    k = proposal.get("k", 5)
    found = []
    for column in truth.identifiers + truth.births:
        rare = sum(count < k for count in exact_cells(original.get(column, []), published.get(column, [])).values())
        if rare and column not in named:
            found.append(f"{rare} exact values of {column}")
    for known, secret in [*truth.pairs, *determining(proposal, original, published)]:
        if known in published and secret in published and known not in named and gives_back(
                original, published, known, secret):
            found.append(f"{known} gives {secret} back")
    for column in published:
        values = original.get(column, [])
        plain = column not in proposal.get("qi", []) + proposal.get("sensitive", [])
        if plain and len(set(values)) > len(values) / 2 and column not in named and len(values) > 20:
            found.append(f"{column} is plain and nearly unique")
    return sorted(set(found))


def determining(proposal, original, published):
    """Plain columns that decide a quasi-identifier in the original, other than by being unique."""
    plain = [name for name in published if name in original
             and name not in proposal.get("qi", []) + proposal.get("sensitive", [])]
    for known in plain:
        if len(set(original[known])) * 3 > len(original[known]):
            continue
        for secret in proposal.get("qi", []):
            pairs = set(zip(original[known], original[secret]))
            if len(pairs) == len(set(original[known])) > 1 and len(set(original[secret])) > 1:
                yield known, secret


def gives_back(original, published, known, secret):
    """Whether the first is published as it was, and the second is not."""
    as_it_was = lambda name: set(published[name]) <= set(original[name])
    return as_it_was(known) and not as_it_was(secret)


def plain_names(proposal):
    """The proposal with names of columns as they are in the file, without the quotes of lists."""
    bare = lambda name: name[1:-1].replace('""', '"') if name[:1] == name[-1:] == '"' else name
    return {key: [bare(name) for name in value] if key in ("qi", "sensitive", "id") else value
            for key, value in proposal.items()}
