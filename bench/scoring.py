"""Scores the reader on a sealed set, in figures alone: no text, no answer and no name of a text is shown.

`python -m bench.scoring sealed-one sealed-two` prints F1 of fields, credentials exact, values invented,
values whose origin is a piece of the text, prices, warnings, how often values said to be sure are right, and time.
"""

import gzip
import itertools
import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from bench.django_ground import ready

SETS = Path(__file__).with_name("analysis_sets")
BANDS = (0.0, 0.5, 0.7, 0.9, 0.94, 0.96, 0.98, 1.01)


def texts(name: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in gzip.decompress((SETS / f"{name}.jsonl.gz").read_bytes()).splitlines()]


def cases_of(rows: list[dict[str, Any]]) -> list[Any]:
    from bulk.analysis.tests.corpus import CREDENTIALS, Case, Gold

    def gold(told: dict[str, Any]) -> Any:
        expected = told["expected"]
        secrets = {name: expected[name] for name in CREDENTIALS if name in expected}
        values = {name: value for name, value in expected.items() if name not in CREDENTIALS}
        optional = {name: each if isinstance(each, list) else [each] for name, each in told.get("optional", {}).items()}
        return Gold(
            secrets, values, {name: [*each, each] for name, each in optional.items()}, set(told.get("ignored", ()))
        )

    return [
        Case(row["name"], row["game"], "sealed", row["text"], [gold(row), *(gold(each) for each in row.get("more", ()))],
             set(row.get("warnings", ())), list(row.get("secrets", ())))
        for row in rows
    ]  # fmt: skip


def figures(rows: list[dict[str, Any]]) -> Iterator[str]:
    from bulk.analysis import analyse
    from bulk.analysis.tests.judge import judge

    cases = cases_of(rows)
    answers: dict[tuple[str, str], Any] = {}

    def read(text: str, game: str) -> Any:
        return answers.setdefault((text, game), analyse(text, game))

    for case in cases[:20]:
        analyse(case.text, case.game)
    score = judge(cases, read)
    filled = score.right + score.wrong or 1
    times = sorted(score.milliseconds)
    yield f"{len(cases)} texts · F1 {score.f1:.3f}"
    exact = score.with_credentials - score.credentials_wrong
    yield f"credentials exact {exact}/{score.with_credentials} = {exact / (score.with_credentials or 1):.3f}"
    yield f"invented {score.filled_falsely}/{filled} = {100 * score.filled_falsely / filled:.2f} %"
    yield f"warnings wrong {score.warnings_wrong} · leaks {score.leaks}"
    yield f"ms p50 {times[len(times) // 2]:.1f} p95 {times[int(len(times) * 0.95)]:.1f}"
    spans = [
        origin["text"] in row["text"]
        for row in rows
        for account in answers[row["text"], row["game"]].as_json()["accounts"]
        for origin in account["provenance"]
    ]
    yield f"provenance {sum(spans)}/{len(spans)} = {sum(spans) / (len(spans) or 1):.4f}"
    yield _prices(rows, answers)
    yield from _bands(cases, answers)


def _prices(rows: list[dict[str, Any]], answers: dict[tuple[str, str], Any]) -> str:
    right = missed = invented = 0
    for row in rows:
        want = row.get("price")
        read = answers[row["text"], row["game"]].as_json().get("price")
        same = (
            bool(want and read)
            and float(want["amount"]) == float(read["amount"])
            and want["currency"] == read["currency"]
        )
        right += same
        missed += bool(want) and not same
        invented += bool(read) and not same
    return f"prices right {right} missed {missed} invented {invented}"


def _bands(cases: list[Any], answers: dict[tuple[str, str], Any]) -> Iterator[str]:
    """Of values of a confidence, how many are right."""
    told = list(confidences(cases, answers))
    for low, high in itertools.pairwise(BANDS):
        inside = [right for said, right in told if low <= said < high]
        if inside:
            yield f"  said {low:.2f}-{min(high, 1):.2f}: {sum(inside)}/{len(inside)} = {sum(inside) / len(inside):.3f}"


def confidences(cases: list[Any], answers: dict[tuple[str, str], Any]) -> Iterator[tuple[float, bool]]:
    for case in cases:
        for account, gold in zip(answers[case.text, case.game].as_json()["accounts"], case.accounts, strict=False):
            for origin in account["provenance"]:
                name, value = origin["field"], origin["value"]
                key = f"#{name}" if name in account["counts"] and not isinstance(value, list) else name
                if key in gold.ignored or "confidence" not in origin or (key.startswith("#") and key not in gold.values):
                    continue
                wanted = gold.credentials | gold.values
                if key in wanted or key not in gold.optional:
                    yield origin["confidence"], wanted.get(key) == value


if __name__ == "__main__":
    ready()
    for name_ in sys.argv[1:]:
        print(name_, *figures(texts(name_)), sep="\n  ")
