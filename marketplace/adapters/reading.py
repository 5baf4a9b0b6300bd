"""Reading and writing values that every vendor takes alike."""

import re
import unicodedata
from datetime import UTC, datetime
from typing import Any


def moment_of(raw: Any) -> datetime | None:
    """Unix seconds."""
    if isinstance(raw, bool) or not isinstance(raw, int | float) or not 0 < raw < 32_503_680_000:
        return None
    return datetime.fromtimestamp(raw, UTC)


def slug_of(title: str) -> str:
    """The slug of a listing that states none: 'lowercase, non-alphanumerics turned into dashes'."""
    plain = unicodedata.normalize("NFKD", title).encode("ascii", "ignore").decode().lower()
    return re.sub(r"[^a-z0-9]+", "-", plain).strip("-")
