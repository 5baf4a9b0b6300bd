"""What an account is offered for: an amount in EUR, USD or BRL. V-Bucks and what items are worth are no price."""

import re
from collections.abc import Sequence
from decimal import Decimal
from typing import Any, NamedTuple

from bulk.analysis.folding import fold
from bulk.analysis.numbers import read_number
from bulk.analysis.reading import Line
from bulk.analysis.vocabulary import CURRENCIES, pattern

_PRICE, _NAMED, _LABEL, _NO_PRICE = map(pattern, ("price", "price_named", "price_label", "no_price"))
_BARE = pattern("price_bare")
_CURRENCY = re.compile(r"\b(?:currency|moeda|moneda)\b\W{1,4}(?P<currency>brl|usd|eur)\b")
_WISH = pattern("price_wish")
"""'preço 350' is in reais, unless a line says otherwise: '"price": 84, "currency": "eur"'."""
MAX_OFFERS = 2
"""More different amounts than these are a list of prices."""


class Price(NamedTuple):
    amount: Decimal
    currency: str
    text: str
    line: int

    def as_json(self) -> dict[str, Any]:
        provenance = {"text": self.text, "line": self.line}
        return {"amount": f"{self.amount:.2f}", "currency": self.currency, "provenance": provenance}


def price_in(lines: Sequence[Line]) -> Price | None:
    """The price that a text states, the one that is called so before any other; None where it lists several."""
    found: list[tuple[int, Price]] = []
    told_in = next((said["currency"] for line in lines if (said := _CURRENCY.search(fold(line.text).text))), "")
    if lines and _WISH.match(fold(lines[0].text).text):
        return None
    for line in lines:
        folded = fold(line.text)
        for match in _PRICE.finditer(folded.text):
            before = folded.text[max(0, match.start() - 40) : match.start()]
            amount = _amount(match["one"] or match["other"])
            named, denied = _NAMED.search(before), _NO_PRICE.search(before)
            if amount is None or (denied and not (named and denied.start() < named.start())):
                continue
            currency = CURRENCIES[match["sign"] or match["behind"]]
            rank = 2 if named else 1 if _LABEL.search(before) else 0
            found.append((rank, _stated(amount, currency, line, folded.at[match.start()], folded.at[match.end() - 1])))
        bare = _BARE.search(folded.text)
        amount = _amount(bare["amount"]) if bare else None
        if bare and amount and (bare["name"] != "amount" or told_in):
            currency = (bare["currency"] or told_in or "brl").upper()
            if currency != "BRL" or bare["currency"] or told_in or bare["name"] in ("preco", "quero", "peco"):
                start, end = bare.span("amount")
                found.append((2, _stated(amount, currency, line, folded.at[start], folded.at[end - 1])))
    best = max((rank for rank, _ in found), default=0)
    told = [price for rank, price in found if rank == best]
    return told[0] if told and len({(each.amount, each.currency) for each in told}) <= MAX_OFFERS else None


def _stated(amount: Decimal, currency: str, line: Line, first: int, last: int) -> Price:
    return Price(amount, currency, line.text[first : last + 1], line.number)


def _amount(written: str) -> Decimal | None:
    """'1.250,00', '1,250.00', '89,90' and '350' as an amount."""
    whole, sign, cents = written[:-3], written[-3:-2], written[-2:]
    if sign in (".", ",") and cents.isdigit() and whole:
        return Decimal(f"{re.sub(r'[.,]', '', whole)}.{cents}")
    return read_number(written)
