"""Reading values that every vendor writes alike."""

from datetime import UTC, datetime
from typing import Any


def moment_of(raw: Any) -> datetime | None:
    """Unix seconds."""
    if isinstance(raw, bool) or not isinstance(raw, int | float) or not 0 < raw < 32_503_680_000:
        return None
    return datetime.fromtimestamp(raw, UTC)
