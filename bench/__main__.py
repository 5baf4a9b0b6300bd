"""`python -m bench [name …]`: run the measurements and print a row for each figure."""

import sys
from collections.abc import Callable, Iterator

from bench import (
    adapters,
    analysis,
    analytics,
    bare,
    engine,
    floods,
    lanes,
    load,
    operations,
    pages,
    parsing,
    preview,
    preview_grid,
    queries,
    reads,
    restore,
    rotation,
    sales,
    search,
    wakeups,
)
from bench.figures import Figure

MEASUREMENTS: dict[str, Callable[[], Iterator[Figure]]] = {
    "adapters": adapters.measure,
    "analysis": analysis.measure,
    "analytics": analytics.measure,
    "bare": bare.measure,
    "parsing": parsing.measure,
    "preview": preview.measure,
    "preview-grid": preview_grid.measure,
    "queries": queries.measure,
    "engine": engine.measure,
    "floods": floods.measure,
    "lanes": lanes.measure,
    "load": load.measure,
    "operations": operations.measure,
    "pages": pages.measure,
    "reads": reads.measure,
    "restore": restore.measure,
    "rotation": rotation.measure,
    "sales": sales.measure,
    "search": search.measure,
    "wakeups": wakeups.measure,
}


def main(names: list[str]) -> int:
    unknown = [name for name in names if name not in MEASUREMENTS]
    if unknown:
        print(f"unknown: {', '.join(unknown)}; there are: {', '.join(MEASUREMENTS)}")
        return 2
    for name in names or MEASUREMENTS:
        for figure in MEASUREMENTS[name]():
            print(figure, flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
