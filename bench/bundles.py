"""Bytes that a cold visit to each page downloads as JavaScript, gzipped."""

import gzip
import json
from collections.abc import Iterator

from bench.figures import Figure
from bench.installation import ROOT

ORDINARY_KB = 100
BULK_KB = 125
BULK = frozenset({"fortnite-bulk", "valorant-bulk", "roblox-bulk", "war-thunder-bulk", "upload"})


def measure() -> Iterator[Figure]:
    static = ROOT / "static"
    manifest = json.loads((static / "dist/manifest.json").read_text())
    sizes: dict[str, float] = {}

    def size(path: str) -> float:
        if path not in sizes:
            sizes[path] = len(gzip.compress((static / path).read_bytes(), 9)) / 1024
        return sizes[path]

    shell = manifest["entries"]["shell"]
    for name, entry in sorted(manifest["entries"].items()):
        files = {manifest["theme"], *(path for each in (shell, entry) for path in (each["file"], *each["imports"]))}
        bound = BULK_KB if name in BULK else ORDINARY_KB
        yield Figure(f"JavaScript of {name}", sum(map(size, files)), bound, "KB")
