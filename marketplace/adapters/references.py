"""Our reference line in a listing's description ('Ref. 0123456789AB'), by which a listing that we made is recognised."""

import re
from typing import Any

from core.crypto import blind_index

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
