"""The log-linear choice: each option of a question has features, and the file `weights.tsv` says what each is worth."""

from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from math import exp
from pathlib import Path

WEIGHTS = Path(__file__).with_name("data") / "weights.tsv"
Features = Sequence[str]
LEAST = 0.5
"""What is less likely is not filled in."""


@cache
def weights() -> Mapping[str, float]:
    """{feature: weight}; a feature that is not there is worth nothing."""
    rows = (line.rsplit("\t", 1) for line in WEIGHTS.read_text("utf-8").split("\n") if line)
    return {feature: float(weight) for feature, weight in rows}


def score(features: Features) -> float:
    known = weights()
    return sum([known[feature] for feature in features if feature in known])


def probabilities(scores: Iterable[float]) -> list[float]:
    scores = list(scores)
    top = max(scores)
    powers = [exp(each - top) for each in scores]
    total = sum(powers)
    return [power / total for power in powers]


@cache
def _steps() -> Sequence[tuple[float, float]]:
    """(what the model says, how often it is right), from the lowest to the highest; before any is known, as it says."""
    rows = (line.split("\t") for line in WEIGHTS.with_name("calibration.tsv").read_text("utf-8").split("\n") if line)
    return [(float(said), float(right)) for said, right in rows] or [(1.0, 1.0)]


def calibrated(said: float) -> float:
    """How likely a value is right of which the model says so; between two steps in a straight line."""
    low = (0.0, 0.0)
    for high in _steps():
        if said <= high[0]:
            share = (said - low[0]) / ((high[0] - low[0]) or 1)
            return round(low[1] + share * (high[1] - low[1]), 3)
        low = high
    return round(low[1], 3)
