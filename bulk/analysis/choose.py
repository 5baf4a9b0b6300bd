"""The log-linear choice: each option of a question has features, and the file `weights.tsv` says what each is worth."""

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import chain, repeat
from math import exp
from pathlib import Path
from typing import Any

WEIGHTS = Path(__file__).with_name("data") / "weights.tsv"
Features = Iterable[str]
_NOTHING = repeat(0.0)
LEAST = 0.5
"""What is less likely is not filled in."""


@cache
def weights() -> Mapping[str, float]:
    """{feature: weight}. A row has the number of characters shared with the row above, the others, and hundredths."""
    known: dict[str, float] = {}
    numbers: dict[str, float] = {}  # each once: what is looked up all the time is to stay near
    feature = ""
    for row in filter(None, WEIGHTS.read_text("utf-8").split("\n")):
        shared, _, values = row.partition("\t")
        rest, _, weight = values.rpartition("\t")
        feature = feature[: int(shared)] + rest
        known[feature] = numbers.setdefault(weight, int(weight) / 100)
    return known


def score(features: Features) -> float:
    if isinstance(features, Parts):
        return sum([weight for _, weight in features.parts])
    if isinstance(features, Prefixed):
        return sum(map(tables()[features.prefix].get, features.rests, _NOTHING))
    return sum(map(weights().get, features, _NOTHING))


@dataclass(slots=True)
class Parts:
    """The features of an option, in parts that many options share, each with the sum of its weights."""

    parts: Sequence[tuple[Sequence[str], float]]

    def __iter__(self) -> Iterator[str]:
        return chain.from_iterable(features for features, _ in self.parts)


@dataclass(slots=True)
class Prefixed:
    """The features of an option that begin alike, as one prefix and the rests, which other options may share."""

    prefix: str
    rests: Sequence[str]

    def __iter__(self) -> Iterator[str]:
        return (f"{self.prefix}{rest}" for rest in self.rests)


@cache
def tables() -> Mapping[str, Mapping[str, float]]:
    """{prefix, as 'F|login|': {what follows it in a feature: weight}}."""
    tables: dict[str, dict[str, float]] = defaultdict(dict)
    for (kind, name, rest), weight in ((each.split("|", 2), at) for each, at in weights().items() if each[0] in "AFOT"):
        tables[f"{kind}|{name}|"][rest] = weight
    return tables


def summed(tell: Callable[..., Sequence[str]]) -> Callable[..., tuple[Sequence[str], float]]:
    """Cache features with the sum of their weights. It outlives the text: they are told by shapes and signs, never words."""

    @lru_cache(maxsize=20_000)
    def sum_up(*told: object) -> tuple[Sequence[str], float]:
        features = tell(*told)
        return features, score(features)

    CACHES.append(sum_up)
    return sum_up


def probabilities(scores: Iterable[float]) -> list[float]:
    scores = list(scores)
    top = max(scores)
    powers = [exp(each - top) for each in scores]
    total = sum(powers)
    return [power / total for power in powers]


@cache
def _calibration() -> Sequence[tuple[float, ...]]:
    """Calibration steps (the model's probability, how often it is right), ascending; the identity without a file."""
    rows = (line.split("\t") for line in WEIGHTS.with_name("calibration.tsv").read_text("utf-8").split("\n") if line)
    return [(float(score), float(right)) for score, right in rows] or [(1.0, 1.0)]


def calibrate(score: float) -> float:
    """The probability that a value is right, given the model's own; interpolated linearly between two steps."""
    steps = _calibration()
    at = bisect_left(steps, (score,))
    low = steps[at - 1] if at else (0.0, 0.0)
    high = steps[at] if at < len(steps) else low
    share = (score - low[0]) / ((high[0] - low[0]) or 1)
    return round(low[1] + share * (high[1] - low[1]), 3)


CACHES: list[Any] = [weights, tables, _calibration]
"""What holds weights, for whoever writes new ones."""
