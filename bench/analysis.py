"""The text analyser against texts whose reading is known (bench/corpus), and how long it takes.

`python -m bench analysis` prints the figures of every part. `python -m bench.analysis [name …]` lists what is read
wrongly in the parts that may be looked at.
"""

import json
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from statistics import quantiles
from typing import Any

from bench.analysis_corpus import CREDENTIALS, EXAMPLES, GAMES, SEEN, UNSEEN, Case, Gold, cases
from bench.django_ground import ready
from bench.figures import Figure

MAX_FIELDS_WRONG, MAX_CREDENTIALS_WRONG, MAX_FALSELY_FILLED, MAX_MS = 0.02, 0.02, 0.01, 20
WARNINGS = "warnings"
NOTHING: dict[str, Any] = {"credentials": {}, "account_data": {}, "counts": {}}


@dataclass
class Score:
    """Counted over fields, those of credentials and numbers of items included."""

    right: int = 0
    missed: int = 0
    wrong: int = 0
    filled_falsely: int = 0
    with_credentials: int = 0
    credentials_wrong: int = 0
    warnings_wrong: int = 0
    leaks: int = 0
    milliseconds: list[float] = field(default_factory=list)
    faults: list[tuple[str, str]] = field(default_factory=list)

    @property
    def f1(self) -> float:
        return 2 * self.right / (2 * self.right + self.missed + self.wrong or 1)


def measure() -> Iterator[Figure]:
    ready()
    every = cases()
    for part in (EXAMPLES, SEEN, UNSEEN):
        for game in GAMES:
            of_it = [case for case in every if case.part == part and case.game == game]
            yield from _figures(f"{game}, {part} ({len(of_it)} texts)", judge(of_it))


def _figures(name: str, score: Score) -> Iterator[Figure]:
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


def judge(part: Sequence[Case], read: Callable[[str, str], Any] | None = None) -> Score:
    """Compare what is read of each text with its gold; `read` is `analyse` unless the caller has one that remembers."""
    from bulk.analysis import analyse

    read = read or analyse
    score = Score()
    for case in part:
        started = time.perf_counter()
        answer = read(case.text, case.game).as_json()
        score.milliseconds.append((time.perf_counter() - started) * 1000)
        _judge_accounts(case, answer, score)
        warned = {warning["code"] for warning in answer["warnings"]}
        if WARNINGS not in case.accounts[0].ignored and warned != case.warnings:
            score.warnings_wrong += 1
            score.faults.append((case.name, f"warnings {sorted(warned)}, not {sorted(case.warnings)}"))
        if any(secret in json.dumps(answer, ensure_ascii=False) for secret in case.secrets):
            score.leaks += 1
            score.faults.append((case.name, "a session in the answer"))
    return score


def _judge_accounts(case: Case, answer: dict[str, Any], score: Score) -> None:
    read = answer["accounts"]
    if len(read) != len(case.accounts):
        score.faults.append((case.name, f"{len(read)} accounts, not {len(case.accounts)}"))
    for index, gold in enumerate(case.accounts):
        _judge_account(case.name, read[index] if index < len(read) else NOTHING, gold, score)
    for extra in read[len(case.accounts) :]:
        _judge_account(case.name, extra, Gold(), score)


def _judge_account(name: str, account: dict[str, Any], gold: Gold, score: Score) -> None:
    counts = {f"#{item}": number for item, number in account["counts"].items()}
    # How many there are is judged only where the gold says so: beside names it is often neither stated nor denied.
    read = account["credentials"] | account["account_data"] | {key: counts[key] for key in counts if key in gold.values}
    wanted = gold.credentials | gold.values
    credentials_exact = True
    for key in sorted({*read, *wanted} - gold.ignored):
        value, want = read.get(key), wanted.get(key)
        if value == want and key in wanted:
            score.right += 1
            continue
        if key in gold.optional and (key not in read or value in gold.optional[key]):
            continue
        credentials_exact = credentials_exact and key not in CREDENTIALS
        score.missed += key in wanted
        score.wrong += key in read
        score.filled_falsely += key not in wanted
        score.faults.append((name, f"{key}: {value!r}, not {want!r}"))
    if gold.credentials:
        score.with_credentials += 1
        score.credentials_wrong += not credentials_exact


def show_faults(names: Sequence[str]) -> None:
    shown = [case for case in cases() if (case.name in names if names else case.part != UNSEEN)]
    faults = judge(shown).faults
    texts = {case.name: case.text for case in shown}
    for name in dict.fromkeys(name for name, _ in faults):
        print(f"--- {name}\n{texts[name]}")
        print(*(f"    {fault}" for of_text, fault in faults if of_text == name), sep="\n")
    print(f"{len({name for name, _ in faults})} of {len(shown)} texts with faults")


if __name__ == "__main__":
    ready()
    show_faults(sys.argv[1:])
