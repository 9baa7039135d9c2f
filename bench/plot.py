"""Draws times against sizes on logarithmic axes, with n log n beside them.

Takes a JSON file, which maps each name to a list of (size, seconds), and the SVG to write.
"""

import json
import math
import sys
from pathlib import Path

import matplotlib

matplotlib.use("svg")
matplotlib.rcParams["svg.hashsalt"] = "incrowd"

from matplotlib import pyplot  # noqa: E402 (the backend is chosen first)


def main():
    points = json.loads(Path(sys.argv[1]).read_text(encoding="utf-8"))
    figure, axes = pyplot.subplots(figsize=(7, 5))
    for marker, (name, line) in zip("osv^", points.items()):
        sizes, times = zip(*line)
        axes.loglog(sizes, times, marker=marker, label=name)
    sizes, times = zip(*next(iter(points.values())))
    scale = times[-1] / (sizes[-1] * math.log(sizes[-1]))
    axes.loglog(sizes, [scale * size * math.log(size) for size in sizes], "--", color="gray",
                label="n log n")
    axes.set_xlabel("people")
    axes.set_ylabel("seconds of search")
    axes.legend()
    axes.grid(True, which="both", alpha=0.3)
    figure.tight_layout()
    figure.savefig(sys.argv[2], metadata={"Date": None})


if __name__ == "__main__":
    main()
