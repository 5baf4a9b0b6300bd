"""How what is read of texts differs from what is to be read of them."""

import json
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from bulk.analysis import analyse
from bulk.analysis.tests.corpus import CREDENTIALS, Case, Gold

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


def judge(part: Sequence[Case], read: Callable[[str, str], Any] = analyse) -> Score:
    """Compare what is read of each text with its gold; `read` may be an `analyse` that remembers."""
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
        judge_account(case.name, read[index] if index < len(read) else NOTHING, gold, score)
    for extra in read[len(case.accounts) :]:
        judge_account(case.name, extra, Gold(), score)


def judge_account(name: str, account: dict[str, Any], gold: Gold, score: Score) -> None:
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
