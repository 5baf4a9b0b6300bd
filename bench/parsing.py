"""5,000 pasted lines, read and validated on the server."""

import time
from collections.abc import Iterator

from bench.django_ground import ready
from bench.figures import Figure

LINES = 5_000


def measure() -> Iterator[Figure]:
    ready()
    from bulk.games import GAMES

    text = "\n".join(f"jogador{number}:Exemplo#{number}" for number in range(LINES))
    for slug in ("roblox", "war-thunder"):
        started = time.perf_counter()
        parsed = GAMES[slug].parse(text)
        elapsed = time.perf_counter() - started
        assert len(parsed) == LINES
        yield Figure(f"reading {LINES} lines of {slug}", elapsed, 1.0, "s")
