"""Reading and writing values that every vendor takes alike, and our reference line in descriptions."""

import re
import unicodedata
from datetime import UTC, datetime
from typing import Any

from core.crypto import blind_index


def moment_of(raw: Any) -> datetime | None:
    """Unix seconds."""
    if isinstance(raw, bool) or not isinstance(raw, int | float) or not 0 < raw < 32_503_680_000:
        return None
    return datetime.fromtimestamp(raw, UTC)


def slug_of(title: str) -> str:
    """The slug of a listing that states none: 'lowercase, non-alphanumerics turned into dashes'."""
    plain = unicodedata.normalize("NFKD", title).encode("ascii", "ignore").decode().lower()
    return re.sub(r"[^a-z0-9]+", "-", plain).strip("-")


REFERENCE_DIGITS = 12
REFERENCE_LINE = re.compile(rf"\bRef\. ([0-9A-F]{{{REFERENCE_DIGITS}}})\b")


def reference_of(login: str) -> str:
    """What stands for a login in a public text: a keyed hash, so that nobody can tell the login from it."""
    return blind_index("listing-reference", login.casefold())[:REFERENCE_DIGITS].upper()


def reference_in(text: Any) -> str:
    """The reference in a listing's description, if there is one."""
    found = REFERENCE_LINE.findall(text) if isinstance(text, str) else []
    return found[-1] if found else ""


def names_of(login: str) -> set[str]:
    """What a listing of this login has among its `names`."""
    return {login.casefold(), reference_of(login)}
