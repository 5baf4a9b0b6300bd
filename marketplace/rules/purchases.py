"""What may be bought on LZT Market."""

from collections.abc import Mapping
from typing import Any

# The vendor's present spellings, and those of its older documents.
REFUSED_ORIGINS: Mapping[str, str] = {
    "brute": "força bruta",
    "phishing": "phishing",
    "fishing": "phishing",
    "stealer": "stealer",
}
SEARCH_WITHOUT = ("brute", "phishing", "stealer")


def origin_refusal(origin: Any) -> str:
    """Why a lot of this origin is not bought; empty when it may be. What does not state its origin cannot be vouched
    for, so it is not bought either."""
    if not isinstance(origin, str) or not origin:
        return "Este lote não informa a origem da conta, então não pode ser comprado aqui."
    if kind := REFUSED_ORIGINS.get(origin.lower()):
        return f"Este lote não pode ser comprado: a origem da conta é {kind}."
    return ""
