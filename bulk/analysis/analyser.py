"""From a pasted text to what it states, line by line. Deterministic, offline, and free of any default."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from bulk.analysis import context
from bulk.analysis.afterwards import named_first
from bulk.analysis.columns import of_now
from bulk.analysis.context import Topic
from bulk.analysis.credentials import Secret, labelled, leaves_open, secrets_of
from bulk.analysis.enumeration import openings, parted
from bulk.analysis.fields import CREDENTIALS, Kind
from bulk.analysis.layouts import laid_out
from bulk.analysis.lexicon import NO_ALIASES, Lexicon, lexicon_of
from bulk.analysis.lexing import Token, Type, lex
from bulk.analysis.mojibake import repaired
from bulk.analysis.names import listed
from bulk.analysis.ordered import in_order
from bulk.analysis.page import Page
from bulk.analysis.pairing import (
    ASSIGNED,
    BALANCES,
    CORRECTED,
    Found,
    answered,
    asked_in,
    corrected,
    is_priced,
    is_tagged,
    read_pairs,
)
from bulk.analysis.pictures import spelled_out
from bulk.analysis.placement import Placement
from bulk.analysis.reading import Line, read
from bulk.analysis.records import Fact, Record, Unit, records_of
from bulk.analysis.reviews import without_reviews
from bulk.analysis.structured import lines_said
from bulk.analysis.tables import TableRow, table_at

MIN_OF_ACCOUNT = 3
"""An item of a price list that says as much describes an account."""
_OF_LABELS = (":", "=")
"""Signs that, with a blank before them, rather follow a label."""


@dataclass(frozen=True, slots=True)
class Statements:
    """What a text states: its accounts, the lines that say nothing that is known, and where to beware."""

    records: list[Record]
    unrecognised: list[Line]
    banned_lines: list[int]
    cookie_lines: list[int]


def statements_in(text: str, game: str, aliases: Mapping[str, str] = NO_ALIASES) -> Statements:
    """Read a text about one or several accounts of a game; `aliases` are learned labels, {label: field}."""
    lexicon = lexicon_of(game, aliases)
    reading = read(spelled_out(repaired(text), lexicon))
    lines = list(of_now(list(without_reviews(lines_said(reading, lexicon))), game))
    lines = list(named_first(list(in_order(lines, lexicon)), lexicon))
    lines = list(laid_out(lines, lexicon))
    walk = _Walk(Page(list(parted(lines)), lexicon))
    walk.run()
    return Statements(
        records_of(_without_quotes(walk.units, reading.text)), walk.unrecognised, walk.banned, reading.cookie_lines
    )


class _Walk:
    """One pass over the lines. What one leaves for the next is the field that a question was about, and what it said, to be set right."""

    def __init__(self, page: Page) -> None:
        self._page = page
        self._lexicon: Lexicon = page.lexicon
        self._placement = Placement(page)
        self._openings = openings(page.lines)
        self._asked = ""
        self._counts: dict[str, int] = {}
        self._said: list[Found] = []
        self._topic: Topic | None = None
        self.units: list[Unit] = []
        self.unrecognised: list[Line] = []
        self.banned: list[int] = []

    def run(self) -> None:
        index = 0
        while index < len(self._page.lines):
            index = self._step(index)

    def _step(self, index: int) -> int:
        """Read what begins at a line; the index of the next one."""
        table = table_at(self._page.lines, index, self._lexicon)
        if table:
            self.units += map(self._row, table.rows)
            return table.end
        unit, end = self._placement.read(index)
        if not end:
            unit, end = self._placement.named(index, self._counts)
        if not end:
            unit, end = self._line(self._page.lines[index], self._page.tokens(index)), index + 1
        self._keep(self._of_account(replace(unit, opens=True) if self._opens(index) else unit, index))
        return end

    def _of_account(self, unit: Unit, index: int) -> Unit:
        """Without what stands below 'PROCURO:' or is an item of 'Regras da loja'."""
        line = self._page.lines[index]
        topic = context.topic_of(line.text)
        if topic or (line.apart and not self._page.lines[index - 1].heading):
            self._topic = topic
        is_item = line.bullet or line.cells or all(fact.name in BALANCES for fact in unit.facts)
        if self._topic is None or (self._topic is Topic.NEWS and (not is_item or len(unit.facts) >= MIN_OF_ACCOUNT)):
            return unit
        least = CORRECTED if self._topic is Topic.WANTED else ASSIGNED
        stated = (fact for fact in unit.facts if fact.name in CREDENTIALS or fact.strength >= least)
        return replace(unit, facts=tuple(stated))

    def _opens(self, index: int) -> bool:
        return index in self._openings or self._page.lines[index].opens

    def _keep(self, unit: Unit) -> None:
        if unit.opens:
            self._counts = {}
        self._counts |= {
            fact.name: fact.value for fact in unit.facts if fact.slot.endswith("#") and isinstance(fact.value, int)
        }
        if unit.facts or unit.apart or unit.opens:
            self.units.append(unit)

    def _row(self, row: TableRow) -> Unit:
        """What the cells of a row state, and what stands behind them."""
        unit = self._placement.row(row)
        rest = self._line(Line(row.line, row.rest), lex(row.rest, self._lexicon)) if row.rest else unit
        return replace(unit, facts=(*unit.facts, *rest.facts)) if row.rest else unit

    def _line(self, line: Line, tokens: Sequence[Token]) -> Unit:
        """What a line states by itself."""
        find_secrets = labelled if line.heading else secrets_of
        secrets = find_secrets(line.text, tokens, self._lexicon)
        tokens = _parted_alike(line.text, tokens, secrets)
        lists = list(listed(line.text, _outside(tokens, secrets), self._lexicon))
        free = _outside(_outside(tokens, secrets), lists)
        found, is_known = read_pairs(line.text, _with_bars(free, tokens), self._lexicon)
        if line.heading:  # a ruler such as '==== 50+ Skins ====' is no statement
            found = [each for each in found if "+" not in line.text[each.start : each.end + 1]]
        found += [each for each in lists if self._lexicon.kind_of(each.name) is not Kind.COUNT]
        if not secrets:
            found = answered(self._asked, found, tokens, self._lexicon) or corrected(self._said, tokens, self._lexicon)
        self._said = found
        self._asked = asked_in(tokens, self._lexicon)
        is_open = not secrets and leaves_open(line.text)
        self._note(line, secrets, is_known=bool(is_known or found or secrets or lists) and not is_open)
        facts = [self._placement.secret(line, secret) for secret in secrets]
        facts += [self._fact(line, each) for each in sorted(found, key=lambda each: each.start)]
        priced, tagged = is_priced(tokens), is_tagged(tokens, self._lexicon)
        return Unit(tuple(facts), line.number, line.apart, heading=line.heading, priced=priced, tagged=tagged)

    def _note(self, line: Line, secrets: Sequence[Secret], *, is_known: bool) -> None:
        """Keep in mind a line that warns, or that nothing was understood of."""
        if context.is_banned(_blanked(line.text, secrets)):
            self.banned.append(line.number)
        elif not is_known and not line.heading:
            self.unrecognised.append(line)

    def _fact(self, line: Line, found: Found) -> Fact:
        piece = line.text[found.start : found.end]
        slot = self._placement.slot(found.name, found.value)
        return Fact(found.name, found.value, piece, line.number, found.strength, slot)


def _parted_alike(text: str, tokens: Sequence[Token], secrets: Sequence[Secret]) -> Sequence[Token]:
    """With the signs behind 'joana:abc#1:BR:nv 84' and 'joana:abc#1 » BR » nv 84' as what they are, parting ones."""
    end = max((secret.end for secret in secrets), default=len(text))
    first = next((token for token in tokens if token.start >= end), None)
    if first is None or first.type is not Type.ASSIGN or (first.folded.strip() in _OF_LABELS and first.start > end):
        return tokens
    return [
        replace(token, type=Type.SEPARATOR, value="|") if token.start >= end and token.type is Type.ASSIGN else token
        for token in tokens
    ]


def _without_quotes(units: Sequence[Unit], text: str) -> list[Unit]:
    """Without what '> ' quotes, where the same is said anew outside of it; credentials stay."""
    quoting = {number for number, line in enumerate(text.split("\n"), start=1) if line.lstrip().startswith(">")}
    said = {fact.place for unit in units if unit.line not in quoting for fact in unit.firm}
    quoted = {
        fact.place for unit in units if unit.line in quoting for fact in unit.firm if fact.name not in CREDENTIALS
    }
    if said.isdisjoint(quoted):
        return list(units)
    kept = {
        unit.line: tuple(fact for fact in unit.facts if fact.name in CREDENTIALS)
        for unit in units
        if unit.line in quoting
    }
    return [replace(unit, facts=kept[unit.line]) if unit.line in quoting else unit for unit in units]


def _outside(tokens: Sequence[Token], spans: Sequence[Secret] | Sequence[Found]) -> list[Token]:
    covered = {position for span in spans for position in range(span.start, span.end)}
    return [token for token in tokens if token.start not in covered]


def _with_bars(free: Sequence[Token], tokens: Sequence[Token]) -> list[Token]:
    """The free tokens, with a bar where something was taken out from between them."""
    places = {token.start: place for place, token in enumerate(tokens)}
    parted: list[Token] = []
    expected = 0
    for token in free:
        if parted and places[token.start] != expected:
            parted.append(Token(Type.SEPARATOR, token.start, token.start, "|", "|"))
        parted.append(token)
        expected = places[token.start] + 1
    return parted


def _blanked(text: str, secrets: Sequence[Secret]) -> str:
    """The line without what its credentials say."""
    for secret in secrets:
        text = text[: secret.start] + " " * (secret.end - secret.start) + text[secret.end :]
    return text
