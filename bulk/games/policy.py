"""What the marketplace fines a seller for, found in a text before it is sent.

By GameBoost's seller guide a warranty beyond 14 days, the promise of a refund or a replacement and a link in a
description each cost the seller money. A finding warns; it never refuses.
"""

import re

WARRANTY_DAYS = 14

_PROMISES = re.compile(
    r"\b(?:refunds?|money[- ]back|replacements?|lifetime|no warranty|voided warranty"
    r"|reembolsos?|devoluç(?:ão|ões)|dinheiro de volta|reposiç(?:ão|ões)|substituiç(?:ão|ões)|vitalíci[ao]s?"
    r"|sem garantia)\b",
    re.IGNORECASE,
)
_WARRANTY = re.compile(
    r"(\d{1,4})[\s-]*(?:dias?|days?)\s+(?:de\s+)?(?:garantia|warranty)"
    r"|(?:garantia|warranty)\s+(?:de|of|por|for)\s+(\d{1,4})[\s-]*(?:dias?|days?)",
    re.IGNORECASE,
)
_LINK = re.compile(r"https?://|\bwww\.", re.IGNORECASE)


def title_warnings(title: str) -> list[str]:
    return _promises(title)


def description_warnings(description: str) -> list[str]:
    found = _promises(description)
    if _LINK.search(description):
        found.append("O marketplace não aceita links na descrição.")
    return found


def _promises(text: str) -> list[str]:
    words = dict.fromkeys(word.lower() for word in _PROMISES.findall(text))
    found = [f"O marketplace multa anúncios que prometem “{word}”." for word in words]
    if any(int(before or after) > WARRANTY_DAYS for before, after in _WARRANTY.findall(text)):
        found.append(f"O marketplace aceita no máximo {WARRANTY_DAYS} dias de garantia.")
    return found
