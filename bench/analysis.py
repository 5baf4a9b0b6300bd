"""The text analyser against texts whose reading is known (bulk/analysis/tests/texts), and how long it takes.

`python -m bench analysis` prints the figures of every part. `python -m bench.analysis [name …]` lists what is read
wrongly in the parts that may be looked at.
"""

import sys
from collections.abc import Iterator, Sequence
from statistics import quantiles
from typing import Any

from bench.django_ground import ready
from bench.figures import Figure

MAX_FIELDS_WRONG, MAX_CREDENTIALS_WRONG, MAX_FALSELY_FILLED, MAX_MS = 0.02, 0.02, 0.01, 20


def measure() -> Iterator[Figure]:
    ready()
    from bulk.analysis.tests.corpus import EXAMPLES, GAMES, SEEN, UNSEEN, cases
    from bulk.analysis.tests.judge import judge

    every = cases()
    for part in (EXAMPLES, SEEN, UNSEEN):
        for game in GAMES:
            of_it = [case for case in every if case.part == part and case.game == game]
            yield from _figures(f"{game}, {part} ({len(of_it)} texts)", judge(of_it))


def _figures(name: str, score: Any) -> Iterator[Figure]:
    texts = len(score.milliseconds)
    shares = {
        "fields missed or wrong, 1 - F1": (1 - score.f1, MAX_FIELDS_WRONG),
        "credentials not exact": (score.credentials_wrong / (score.with_credentials or 1), MAX_CREDENTIALS_WRONG),
        "filled, not stated": (score.filled_falsely / (score.right + score.wrong or 1), MAX_FALSELY_FILLED),
        "texts with wrong warnings": (score.warnings_wrong / texts, MAX_FIELDS_WRONG),
        "sessions in the answer": (score.leaks, 0),
    }
    for what, (value, bound) in shares.items():
        yield Figure(f"{name}: {what}", value, bound, "")
    yield Figure(f"{name}: time of a text, p95", quantiles(score.milliseconds, n=20)[-1], MAX_MS, "ms")


def show_faults(names: Sequence[str]) -> None:
    ready()
    from bulk.analysis.tests.corpus import UNSEEN, cases
    from bulk.analysis.tests.judge import judge

    shown = [case for case in cases() if (case.name in names if names else case.part != UNSEEN)]
    faults = judge(shown).faults
    texts = {case.name: case.text for case in shown}
    for name in dict.fromkeys(name for name, _ in faults):
        print(f"--- {name}\n{texts[name]}")
        print(*(f"    {fault}" for of_text, fault in faults if of_text == name), sep="\n")
    print(f"{len({name for name, _ in faults})} of {len(shown)} texts with faults")


if __name__ == "__main__":
    show_faults(sys.argv[1:])
