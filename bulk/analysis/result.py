"""What an analysis answers, and what an account is offered for; V-Bucks and what items are worth are no price."""

import re
from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from decimal import Decimal
from typing import Any, NamedTuple

from bulk.analysis.analyser import statements_in
from bulk.analysis.choose import calibrate
from bulk.analysis.fields import CREDENTIALS, GAME_WORDS
from bulk.analysis.folding import clear_after_reading, fold, fold_cached
from bulk.analysis.lexicon import NO_ALIASES
from bulk.analysis.lexing import read_number
from bulk.analysis.reading import Line, without_cookies
from bulk.analysis.records import Fact, Rank, Record
from bulk.analysis.vocabulary import CURRENCIES, pattern
from bulk.characters import LINE_BREAK

_PRICE, _BARE, _NAMED, _LABEL = (pattern(f"price{each}", 0) for each in ("", "_bare", "_named", "_label"))
_NO_PRICE = pattern("no_price", 0)
_DIGIT, _CURRENCY = map(re.compile, (r"\d", r"\b(?:currency|moeda|moneda)\b\W{1,4}(?P<currency>brl|usd|eur)\b"))
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
    told_in = next((hit["currency"] for line in lines if (hit := _CURRENCY.search(fold_cached(line.text).text))), "")
    if lines and _WISH.match(fold_cached(lines[0].text).text):
        return None
    for line in lines:
        text, at = fold_cached(line.text)
        if not _DIGIT.search(text):
            continue
        for match in _PRICE.finditer(text):
            before = text[max(0, match.start() - 40) : match.start()]
            amount = _amount(match["one"] or match["other"])
            named, denied = _NAMED.search(before), _NO_PRICE.search(before)
            if amount is None or (denied and not (named and denied.start() < named.start())):
                continue
            currency = CURRENCIES[match["sign"] or match["behind"]]
            rank = 2 if named else 1 if _LABEL.search(before) else 0
            written = line.text[at[match.start()] : at[match.end() - 1] + 1]
            found.append((rank, Price(amount, currency, written, line.number)))
        bare = _BARE.search(text)
        amount = _amount(bare["amount"]) if bare else None
        if bare and amount and (bare["name"] != "amount" or told_in):
            currency = (bare["currency"] or told_in or "brl").upper()
            if currency != "BRL" or bare["currency"] or told_in or bare["name"] in ("preco", "quero", "peco"):
                start, end = bare.span("amount")
                found.append((2, Price(amount, currency, line.text[at[start] : at[end - 1] + 1], line.number)))
    best = max((rank for rank, _ in found), default=0)
    prices = [price for rank, price in found if rank == best]
    return prices[0] if prices and len({(each.amount, each.currency) for each in prices}) <= MAX_OFFERS else None


def _amount(written: str) -> Decimal | None:
    """'1.250,00', '1,250.00', '89,90' and '350' as an amount."""
    whole, sign, cents = written[:-3], written[-3:-2], written[-2:]
    if sign in (".", ",") and cents.isdigit() and whole:
        return Decimal(f"{re.sub(r'[.,]', '', whole)}.{cents}")
    return read_number(written)


IS_BANNED, SESSION_COOKIE = "banned", "session_cookie"
WARNINGS: Mapping[str, str] = {
    IS_BANNED: "O texto diz que a conta está banida ou suspensa.",
    SESSION_COOKIE: "O texto traz um cookie de sessão. Ele foi descartado e não aparece em lugar nenhum.",
}
LOCAL = "local"
MAX_PIECE_CHARACTERS = 300
SURE = 0.97


@dataclass(frozen=True, slots=True)
class Origin:
    """Which piece of the text, on which line, gave a field its value."""

    field: str
    value: Any
    text: str
    line: int
    confidence: float = 1.0
    """How likely the value is right; below SURE people are asked to look."""

    def as_json(self) -> dict[str, Any]:
        return asdict(self) | {"check": self.confidence < SURE}


@dataclass(frozen=True, slots=True)
class Warned:
    """A reason to beware, by its code in WARNINGS, and the line that gives it."""

    code: str
    line: int

    def as_json(self) -> dict[str, Any]:
        return {"code": self.code, "message": WARNINGS[self.code], "line": self.line}


@dataclass(frozen=True, slots=True)
class ParsedAccount:
    """One account: `account_data` by the API's names, `counts` of agents, skins or cards where the text gives a number."""

    game: str
    credentials: Mapping[str, str]
    account_data: Mapping[str, Any]
    counts: Mapping[str, int]
    provenance: Sequence[Origin]
    warnings: Sequence[Warned]
    price: Price | None = None

    def with_values(self, origins: Iterable[Origin]) -> "ParsedAccount":
        """With the values of these origins, where it has none yet."""
        added = [origin for origin in origins if origin.field not in self.account_data]
        data = _in_form_order(self.game, {**self.account_data, **{origin.field: origin.value for origin in added}})
        return replace(self, account_data=data, provenance=[*self.provenance, *added])

    def as_json(self) -> dict[str, Any]:
        return {
            "account_data": dict(self.account_data),
            "counts": dict(self.counts),
            "credentials": dict(self.credentials),
            "provenance": [origin.as_json() for origin in self.provenance],
            "warnings": [warned.as_json() for warned in self.warnings],
            "price": self.price and self.price.as_json(),
        }


@dataclass(frozen=True, slots=True)
class Analysis:
    """A text read: its accounts, at least one, the lines that say nothing known, and the reasons to beware."""

    accounts: Sequence[ParsedAccount]
    unrecognized: Sequence[Line] = ()
    warnings: Sequence[Warned] = ()
    source: str = LOCAL

    def as_json(self) -> dict[str, Any]:
        """All accounts, the first one also at the top, with the warnings of all of them."""
        accounts = [account.as_json() for account in self.accounts]
        left_over = [{"line": line.number, "text": line.text[:MAX_PIECE_CHARACTERS]} for line in self.unrecognized]
        warnings = [warned.as_json() for warned in self.warnings]
        of_all = {"warnings": warnings, "unrecognized": left_over, "source": self.source, "accounts": accounts}
        return accounts[0] | of_all


@clear_after_reading()
def analyse(text: str, game: str, aliases: Mapping[str, str] = NO_ALIASES) -> Analysis:
    """Read a pasted text; `aliases` are learned labels, {label: field}. Pure: no database, no clock, no network."""
    stated = statements_in(text, game, aliases)
    found = {Warned(IS_BANNED, line) for line in stated.banned_lines}
    found |= {Warned(SESSION_COOKIE, line) for line in stated.cookie_lines}
    warnings = sorted(found, key=lambda warned: (warned.line, warned.code))
    source = LINE_BREAK.sub("\n", text).split("\n")
    # Where each account begins; whatever stands before the second is of the first.
    began = [0, *(record.first_line for record in stated.records[1:])]
    lines: dict[int, list[Line]] = defaultdict(list)
    for line in stated.lines:
        lines[bisect_right(began, line.number) - 1].append(line)
    warned: dict[int, list[Warned]] = defaultdict(list)
    for warning in warnings:
        warned[bisect_right(began, warning.line) - 1].append(warning)
    accounts = [account_of(record, game, warned[at], lines[at], source) for at, record in enumerate(stated.records)]
    return Analysis(accounts, stated.unrecognised, warnings)


def account_of(
    record: Record, game: str, warnings: Sequence[Warned], lines: Sequence[Line], source: Sequence[str]
) -> ParsedAccount:
    facts = record.best()
    credentials: dict[str, str] = {}
    data: dict[str, Any] = {}
    counts: dict[str, int] = {}
    provenance: list[Origin] = []
    for slot, fact in facts.items():
        is_count = slot.endswith("#")
        if is_count and fact.name in facts:  # the names have their origin
            counts[fact.name] = int(str(fact.value))
            continue
        for name, value in _named_values(fact):
            if name in CREDENTIALS:
                credentials[name] = str(value)
            elif is_count:
                counts[name] = value
            else:
                data[name] = value
            piece = _span(fact.text, source[fact.line - 1])
            provenance.append(Origin(name, value, piece, fact.line, calibrate(fact.sure)))
    price = price_in(lines)
    if price:
        price = price._replace(text=_span(price.text, source[price.line - 1]))
    return ParsedAccount(game, credentials, _in_form_order(game, data), counts, provenance, warnings, price)


def _span(piece: str, line: str) -> str:
    """The piece, or its value, as it stands in the pasted line; else the line, where it holds no session."""
    for each in filter(None, (piece, piece.partition(": ")[2])):
        if each in line:
            return each[:MAX_PIECE_CHARACTERS]
        (text, at), sought = fold_cached(line), fold(each).text
        start = text.find(sought)
        if sought and start >= 0:
            return line[at[start] : at[start + len(sought) - 1] + 1][:MAX_PIECE_CHARACTERS]
    return "" if without_cookies(line)[1] else line.strip()[:MAX_PIECE_CHARACTERS]


def _named_values(fact: Fact) -> list[tuple[str, Any]]:
    """A fact under the API's names: a rank is a tier and, where there is one, a division."""
    if isinstance(fact.value, Rank):
        named: list[tuple[str, Any]] = [(f"{fact.name}_tier", fact.value.tier)]
        return [*named, (f"{fact.name}_division", fact.value.division)] if fact.value.division else named
    return [(fact.name, list(fact.value) if isinstance(fact.value, tuple) else fact.value)]


def _in_form_order(game: str, data: Mapping[str, Any]) -> dict[str, Any]:
    """In the order of the form, whatever the order of the text."""
    order = [name for field_ in GAME_WORDS[game].fields for name in (field_, f"{field_}_tier", f"{field_}_division")]
    return {name: data[name] for name in order if name in data}
