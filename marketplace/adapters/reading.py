"""Reading and writing values that every vendor takes alike, and our reference line in descriptions."""

import math
import re
import unicodedata
from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any

from core.crypto import blind_index
from core.text import UNSTORABLE


def moment_of(raw: Any) -> datetime | None:
    """Unix seconds."""
    if isinstance(raw, bool) or not isinstance(raw, int | float) or not 0 < raw < 32_503_680_000:
        return None
    return datetime.fromtimestamp(raw, UTC)


AMOUNT = re.compile(r"[0-9]{1,9}(?:\.[0-9]+)?")  # a price as vendors write it, no larger than one that is stored


def storable(value: Any) -> Any:
    """A decoded answer without what no database takes and no JSON writes: NUL, halves of surrogate pairs, infinity."""
    if isinstance(value, dict):
        return {storable(name): storable(item) for name, item in value.items()}
    if isinstance(value, list):
        return [storable(item) for item in value]
    if isinstance(value, float) and not math.isfinite(value):
        return None
    return UNSTORABLE.sub("", value) if isinstance(value, str) else value


def within(value: Any, name: str) -> dict[str, Any]:
    """A nested object; empty where there is none: vendors write an empty one as a list or null too."""
    inner = value.get(name) if isinstance(value, dict) else None
    return inner if isinstance(inner, dict) else {}


def without_names(value: Any, is_left_out: Callable[[str], object]) -> Any:
    """JSON without the keys of those names, however deep."""
    if isinstance(value, dict):
        return {name: without_names(item, is_left_out) for name, item in value.items() if not is_left_out(name)}
    return [without_names(item, is_left_out) for item in value] if isinstance(value, list) else value


def slug_of(title: str) -> str:
    """The slug of a listing that states none: small letters and digits, a dash for anything between."""
    plain = unicodedata.normalize("NFKD", title).encode("ascii", "ignore").decode().lower()
    return re.sub(r"[^a-z0-9]+", "-", plain).strip("-")


REFERENCE_DIGITS = 12
REFERENCE_LINE = re.compile(rf"\bRef\. ([0-9A-F]{{{REFERENCE_DIGITS}}})\b")


def reference_of(login: str) -> str:
    """The public reference of a login in a listing's text: a keyed hash, from which nobody can tell the login."""
    return blind_index("listing-reference", login.casefold())[:REFERENCE_DIGITS].upper()


def reference_in(text: Any) -> str:
    """The reference in a listing's description, if there is one."""
    found = REFERENCE_LINE.findall(text) if isinstance(text, str) else []
    return found[-1] if found else ""


def names_of(login: str) -> set[str]:
    """The names that a listing of this login may have among its `names`."""
    return {login.casefold(), reference_of(login)}
