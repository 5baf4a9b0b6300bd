"""What an account is offered for: an amount in EUR, USD or BRL. V-Bucks and what items are worth are no price."""

import re
from collections.abc import Sequence
from decimal import Decimal
from typing import NamedTuple

from bulk.analysis.folding import fold
from bulk.analysis.numbers import read_number
from bulk.analysis.reading import Line

_SIGNS = {"r$": "BRL", "brl": "BRL", "reais": "BRL", "real": "BRL", "conto": "BRL", "contos": "BRL", "pila": "BRL",
          "pilas": "BRL", "€": "EUR", "eur": "EUR", "euro": "EUR", "euros": "EUR", "$": "USD", "us$": "USD", "usd": "USD",
          "u$": "USD", "dolar": "USD", "dolares": "USD", "dollar": "USD", "dollars": "USD", "bucks": "USD"}  # fmt: skip
_AMOUNT = r"\d{1,3}(?:[.,]\d{3})+(?:[.,]\d{1,2})?|\d+(?:[.,]\d{1,2})?"
_BEFORE = r"r\$|us\$|u\$|[$€]|(?<![a-z])(?:brl|usd|eur)\b"
_BEHIND = r"r\$|us\$|[$€]|(?:brl|usd|eur|euros?|reais|real|contos?|pilas?|dolar(?:es)?|dollars?|bucks)\b"
_PRICE = re.compile(
    rf"(?:(?P<sign>{_BEFORE})\s?(?P<one>{_AMOUNT})(?!\d)|(?<![\d.,])(?P<other>{_AMOUNT})\s?(?P<behind>{_BEHIND}))(?!\s?/)"
)
_LABEL = re.compile(
    r"\b(?:preco|price|precio|prix|preis|cena|prezzo|цена|fiyat|pido|last|venda|valor|por|for|asking|vendo|sell\w*|quero|peco|custa|sai|promocao|hoje|agora|now)\b[^\d]{0,20}$"
)
_NO_PRICE = re.compile(
    r"\b(?:inventario|inventory|billing|card|balance|saldo|gast\w+|spent|worth|vale|frete|taxa|fee|cupom|coupon|desconto|off"
    r"|premi\w+|sinal|antes|was|era|ate|max|budget|presupuesto|orcamento|budzet|pago|pay|pagou|pagamos|pagamento|up to|hasta|custo|cost"
    r"|reembols\w*|devolver|refund\w*|vendas|ventas|for about|minimo|min|gift|boost|elo\s?job|garantia|multa|tax|subtotal|comprei|bought|paguei|paid)\b[^\d]{0,14}$|\bde\s(?:r\$\s)?$"
)
_NAMES = "preco|price|precio|prix|preis|cena|prezzo|цена|fiyat"
_NAMED = re.compile(rf"\b(?:{_NAMES}|valor)\b[^\d]{{0,24}}$")
_BARE = re.compile(
    rf"\b(?P<name>{_NAMES}|quero|peco|amount)(?:[ _](?P<currency>brl|usd|eur))?\s?[:=]?\s?(?P<amount>{_AMOUNT})(?=\s*(?:$|[,.;)]\s|[,.;)]$))"
)
_CURRENCY = re.compile(r"\b(?:currency|moeda|moneda)\b\W{1,4}(?P<currency>brl|usd|eur)\b")
_WISH = re.compile(
    r"\W*(?:\w+\W+){0,3}?(?:procur[oa]\w*|busc[oa]|compro|wtb|wanted|looking|suche|ищу|куплю|wishlist|lista de desejos|encomendas|alguem)\b"
)
"""'preço 350' is in reais, unless a line says otherwise: '"price": 84, "currency": "eur"'."""
MAX_OFFERS = 2
"""More different amounts than these are a list of prices."""


class Price(NamedTuple):
    amount: Decimal
    currency: str
    text: str
    line: int


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
            currency = _SIGNS[match["sign"] or match["behind"]]
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
