"""What an analysis answers."""

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any

from bulk.analysis.analyser import statements_in
from bulk.analysis.choose import calibrated
from bulk.analysis.fields import CREDENTIALS, GAMES
from bulk.analysis.folding import fold, forgetting
from bulk.analysis.lexicon import NO_ALIASES
from bulk.analysis.price import Price, price_in
from bulk.analysis.reading import Line
from bulk.analysis.records import Fact, Record
from bulk.analysis.values import Rank
from bulk.characters import LINE_BREAK

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
class Account:
    """One account that a text states. `account_data` has the API's names and only what is stated;
    `counts` says how many agents, skins or cards there are where the text gives a number."""

    game: str
    credentials: Mapping[str, str]
    account_data: Mapping[str, Any]
    counts: Mapping[str, int]
    provenance: Sequence[Origin]
    warnings: Sequence[Warned]
    price: Price | None = None

    def with_values(self, origins: Iterable[Origin]) -> "Account":
        """With the values of these origins, where it has none yet."""
        added = [origin for origin in origins if origin.field not in self.account_data]
        data = _ordered(self.game, {**self.account_data, **{origin.field: origin.value for origin in added}})
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

    accounts: Sequence[Account]
    unrecognized: Sequence[Line] = ()
    warnings: Sequence[Warned] = ()
    source: str = LOCAL

    def as_json(self) -> dict[str, Any]:
        """'Several accounts in one text are several results: `data.accounts`, the first one also at the
        top'. The warnings at the top are those of all of them."""
        accounts = [account.as_json() for account in self.accounts]
        left_over = [{"line": line.number, "text": line.text[:MAX_PIECE_CHARACTERS]} for line in self.unrecognized]
        return accounts[0] | {
            "warnings": [warned.as_json() for warned in self.warnings],
            "unrecognized": left_over,
            "source": self.source,
            "accounts": accounts,
        }


@forgetting()
def analyse(text: str, game: str, aliases: Mapping[str, str] = NO_ALIASES) -> Analysis:
    """Read a pasted text; `aliases` are learned labels, {label: field}. Pure: no database, no clock, no network."""
    stated = statements_in(text, game, aliases)
    found = {Warned(IS_BANNED, line) for line in stated.banned_lines}
    found |= {Warned(SESSION_COOKIE, line) for line in stated.cookie_lines}
    warnings = sorted(found, key=lambda warned: (warned.line, warned.code))
    source = LINE_BREAK.sub("\n", text).split("\n")
    began = [record.first_line for record in stated.records]
    lines: dict[int, list[Line]] = defaultdict(list)
    for line in stated.lines:
        lines[_holder(began, line.number)].append(line)
    warned: dict[int, list[Warned]] = defaultdict(list)
    for warning in warnings:
        warned[_holder(began, warning.line)].append(warning)
    accounts = [
        _account(record, game, warned[index], lines[index], source) for index, record in enumerate(stated.records)
    ]
    return Analysis(accounts, stated.unrecognised, warnings)


def _account(
    record: Record, game: str, warnings: Sequence[Warned], lines: Sequence[Line], source: Sequence[str]
) -> Account:
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
            provenance.append(Origin(name, value, piece, fact.line, calibrated(fact.sure)))
    price = price_in(lines)
    if price:
        price = price._replace(text=_span(price.text, source[price.line - 1]))
    return Account(game, credentials, _ordered(game, data), counts, provenance, warnings, price)


def _span(piece: str, line: str) -> str:
    """The piece, or its value, as it stands in the pasted line; the line itself where what was read was written otherwise."""
    folded = fold(line)
    for each in filter(None, (piece, piece.partition(": ")[2])):
        if each in line:
            return each[:MAX_PIECE_CHARACTERS]
        sought = fold(each).text
        start = folded.text.find(sought)
        if sought and start >= 0:
            return line[folded.at[start] : folded.at[start + len(sought) - 1] + 1][:MAX_PIECE_CHARACTERS]
    return line.strip()[:MAX_PIECE_CHARACTERS]


def _named_values(fact: Fact) -> list[tuple[str, Any]]:
    """A fact under the API's names: a rank is a tier and, where there is one, a division."""
    if isinstance(fact.value, Rank):
        named: list[tuple[str, Any]] = [(f"{fact.name}_tier", fact.value.tier)]
        return [*named, (f"{fact.name}_division", fact.value.division)] if fact.value.division else named
    return [(fact.name, list(fact.value) if isinstance(fact.value, tuple) else fact.value)]


def _ordered(game: str, data: Mapping[str, Any]) -> dict[str, Any]:
    """In the order of the form, whatever the order of the text."""
    order = [name for field_ in GAMES[game].fields for name in (field_, f"{field_}_tier", f"{field_}_division")]
    return {name: data[name] for name in order if name in data}


def _holder(began: Sequence[int], line: int) -> int:
    """The account that a line belongs to: the last one that begins at or before it."""
    return max(0, bisect_right(began, line) - 1)
