"""CHANGELOG.md as the page of news shows it."""

import re
from dataclasses import dataclass, field
from datetime import date
from functools import cache

from django.conf import settings

RELEASE = re.compile(r"## \[(\d+\.\d+\.\d+)\] - (\d{4}-\d{2}-\d{2})")
PART, ENTRY, CONTINUED = (re.compile(rf"{mark} (\S.*)") for mark in ("###", "-", " "))


@dataclass
class Part:
    title: str
    entries: list[str] = field(default_factory=list)


@dataclass
class Release:
    version: str
    day: date
    parts: list[Part] = field(default_factory=list)


@cache
def releases() -> list[Release]:
    """The releases of the file beside manage.py, as it was when the process started."""
    return parse_releases((settings.ROOT / "CHANGELOG.md").read_text("utf-8"))


def parse_releases(text: str) -> list[Release]:
    """Newest first, as written, from the first release on. Only releases (`## [1.2.3] - 2026-01-31`), parts (`### …`)
    and entries (`- …`, continued two spaces in) are known; anything else is a ValueError that names the line."""
    found: list[Release] = []
    for number, line in enumerate(text.splitlines(), start=1):
        if not line or (not found and not line.startswith("## ")):
            continue
        parts = found[-1].parts if found else []
        entries = parts[-1].entries if parts else []
        if release := RELEASE.fullmatch(line):
            found.append(Release(release[1], date.fromisoformat(release[2])))
        elif found and (part := PART.fullmatch(line)):
            parts.append(Part(part[1]))
        elif parts and (entry := ENTRY.fullmatch(line)):
            entries.append(entry[1])
        elif entries and (continued := CONTINUED.fullmatch(line)):
            entries[-1] += f" {continued[1]}"
        else:
            raise ValueError(f"CHANGELOG.md, line {number}: {line!r} is no release, part or entry")
    return found
