"""From a pasted text to what it states: unwrapped, cut into lines, questions asked of each, and answered by the model."""

import re
from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from bulk.analysis import context, labelled, relate
from bulk.analysis.choose import LEAST, probabilities, score
from bulk.analysis.credentials import Said, Scores, Secrets, best
from bulk.analysis.enumeration import openings, parted
from bulk.analysis.fields import CREDENTIALS, MAX_COUNT, Kind
from bulk.analysis.folding import fold
from bulk.analysis.lexicon import NO_ALIASES, Lexicon, lexicon_of
from bulk.analysis.lexing import Token, Type
from bulk.analysis.lists import list_at
from bulk.analysis.mojibake import repaired
from bulk.analysis.names import listed, names_in
from bulk.analysis.page import Page
from bulk.analysis.pictures import spelled_out
from bulk.analysis.reading import Line, read
from bulk.analysis.records import ASSIGNED, CORRECTED, OF_RANK, WEAK, Fact, Record, Unit, records_of
from bulk.analysis.shapes import is_stated, kind_of_text, leaves_open
from bulk.analysis.structured import lines_said
from bulk.analysis.tables import Table, table_at
from bulk.analysis.values import read_seasons
from bulk.analysis.vocabulary import ACCOUNT, COMBO, OTHER, SPEAKERS


@dataclass(frozen=True, slots=True)
class Statements:
    """What a text states: its accounts, the lines that say nothing that is known, and where to beware."""

    records: list[Record]
    unrecognised: list[Line]
    banned_lines: list[int]
    cookie_lines: list[int]
    lines: Sequence[Line]


def by_model(kind: str, features: Sequence[Sequence[str]], options: Sequence[Any], page: Page) -> list[float]:
    return [score(each) for each in features]


def unwrap(text: str, lexicon: Lexicon) -> tuple[Page, str, list[int]]:
    """(the lines of a text, the text as it was cleaned, the lines of sessions that were taken out)."""
    reading = read(spelled_out(repaired(text), lexicon))
    return (
        Page(list(parted(list(without_speakers(lines_said(reading, lexicon), lexicon)))), lexicon),
        reading.text,
        reading.cookie_lines,
    )


_SPOKEN = re.compile(r"[~@•\-–—>\s]{0,3}([^\W\d_][\w .~'-]{0,20}?)(?:\s*\([^()\n]{1,20}\))?[^\w:=|,/\n]{0,5}:\s+(?=\S)")


def without_speakers(lines: Sequence[Line], lexicon: Lexicon) -> Iterator[Line]:
    """The lines of a chat without 'Bia: ' before what is said, where the same few say most of them."""
    said = [_SPOKEN.match(line.text) for line in lines]
    names = Counter(fold(each[1]).text for each in said if each)
    speakers = {
        name for name, count in names.items() if (count > 1 and lexicon.label(name) is None) or name in SPEAKERS
    }
    spoken = sum(bool(each) and fold(each[1]).text in speakers for each in said if each)
    if len(speakers) < 1 or spoken < 3 or spoken * 2 < len(lines):
        yield from lines
        return
    for line, each in zip(lines, said, strict=True):
        name = fold(each[1]).text if each else ""
        yield replace(line, text=line.text[each.end() :], speaker=name) if each and name in speakers else line


def statements_in(
    text: str, game: str, aliases: Mapping[str, str] = NO_ALIASES, scores: Scores = by_model
) -> Statements:
    page, cleaned, cookie_lines = unwrap(text, lexicon_of(game, aliases))
    walk = Walk(page, scores)
    walk.run()
    return Statements(
        records_of(without_quotes(walk.units, cleaned)), walk.unrecognised, walk.banned, cookie_lines, page.lines
    )


class Walk:
    """One reading of a page, all credentials first, then line by line."""

    def __init__(self, page: Page, scores: Scores) -> None:
        self.page, self._scores = page, scores
        self._secrets: Mapping[int, list[Said]] = {}
        self.units: list[Unit] = []
        self.unrecognised: list[Line] = []
        self.banned: list[int] = []

    def run(self) -> None:
        lines = self.page.lines
        tables = self._tables()
        self._secrets = defaultdict(list, Secrets(self.page, self._scores).read(tables))
        opened = openings(lines)
        index = 0
        while index < len(lines):
            table = tables.get(index)
            if table:
                self.units += [self._row(row) for row in table.rows]
                index = table.end
                continue
            found = None if self._secrets[index] else list_at(self.page, index)
            if found and not any(self._secrets[line] for line in range(index, found.end)):
                line = lines[index]
                text = ", ".join((line.text, *(each.text for each in lines[index + 1 : found.end])))
                facts = [Fact(found.name, found.names, text, line.number, ASSIGNED)]
                unit, end = Unit(tuple(facts), line.number, apart=line.apart), found.end
            else:
                unit, end = self._line(index), index + 1
            opens = index in opened or lines[index].opens
            if unit.facts or unit.apart or opens:
                self.units.append(replace(unit, opens=True) if opens else unit)
            index = end

    # Tables

    def _tables(self) -> dict[int, Table | None]:
        """{first line: table}, and None for the other lines of one."""
        found: dict[int, Table | None] = {}
        index = 0
        while index < len(self.page.lines):
            table = table_at(self.page.lines, index, self.page.lexicon)
            if table:
                found |= dict.fromkeys(range(index, table.end))
                found[index] = table
                index = table.end
            else:
                index += 1
        return found

    def _row(self, row: Any) -> Unit:
        cells = [(name, cell) for name, cell in row.cells if name != OTHER]
        has_password = any(name == "password" and is_stated(cell) for name, cell in cells)
        if any(name == "login" for name, _ in cells):
            cells = [(name, cell) for name, cell in cells if name != ACCOUNT]
        facts: list[Fact] = []
        for name, cell in cells:
            facts += self._stated("login" if name == ACCOUNT and has_password else name, cell, row.line)
        if row.rest:
            rest = Walk(Page([Line(row.line, row.rest)], self.page.lexicon), self._scores)
            rest.run()
            facts += [fact for unit in rest.units for fact in unit.facts]
        return Unit(tuple(facts), row.line, is_row=True)

    def _stated(self, name: str, cell: str, line: int) -> list[Fact]:
        """What a whole cell says under its column's name."""
        lexicon = self.page.lexicon
        if name in (*CREDENTIALS, ACCOUNT, COMBO):
            page = Page([Line(line, cell)], lexicon)
            options = [
                *labelled._values(page, name, "col", 0, 0, set()),
                labelled.Option(
                    (),
                    [
                        "N|col",
                        f"N|{name}|col",
                        f"N|stated={is_stated(cell)}|col",
                        f"N|col|{kind_of_text(cell, lexicon)}",
                    ],
                    "",
                ),
            ]
            chosen, sure = best(self._scores, "label", [each.features for each in options], options, page)
            placed = options[chosen].placed if sure >= LEAST or name in CREDENTIALS else ()
            return [Fact(each.name, cell[each.start : each.end], cell, line, ASSIGNED, sure=sure) for each in placed]
        kind = lexicon.kind_of(name)
        names = names_in(cell) if kind is Kind.NAMES else ()
        if names:
            return [Fact(name, names, cell, line, ASSIGNED)]
        if kind is None or name == "rare_items":
            return []
        if cell.isdecimal() and kind in (Kind.COUNT, Kind.NAMES) and int(cell) <= MAX_COUNT:
            return [Fact(name, int(cell), cell, line, ASSIGNED, self._slot(name, int(cell)))]
        page = Page([Line(line, f"{lexicon.spelling(name)}: {cell}")], lexicon)
        told = page.tokens(0)
        seasons = read_seasons(told, 2) if kind is Kind.SEASONS else None
        if seasons:
            return [Fact(name, seasons.value, cell, line, ASSIGNED)]
        facts = Walk(page, self._scores)._values(0, told)
        return [replace(fact, text=cell, strength=ASSIGNED) for fact in facts if fact.name == name]

    # Everything else

    def _line(self, index: int) -> Unit:
        page, line = self.page, self.page.lines[index]
        tokens = page.tokens(index)
        secrets = sorted(self._secrets[index], key=lambda each: each.placed.start)
        facts = [self._secret(line, each) for each in secrets]
        covered = [(each.placed.start, each.placed.end) for each in secrets]
        free = _outside(tokens, covered)
        lists = list(listed(line.text, free, page.lexicon)) if not line.heading else []
        free = _outside(free, [(each.start, each.end) for each in lists])
        facts += [
            Fact(
                each.name,
                each.value,
                line.text[each.start : each.end],
                line.number,
                ASSIGNED,
                self._slot(each.name, each.value),
            )
            for each in lists
            if page.lexicon.kind_of(each.name) is not Kind.COUNT
        ]
        free = _with_bars(free, tokens)
        facts += [] if self._is_of_others(index) else self._values(index, free)
        self._note(line, secrets, known=bool(facts) or any(token.type is Type.LABEL for token in tokens))
        return Unit(tuple(facts), line.number, line.apart, heading=line.heading)

    def _is_of_others(self, index: int) -> bool:
        """Whether a line says nothing of this account: a buyer's, one below 'PROCURO:' or of another game, an offer to play."""
        page, line = self.page, self.page.lines[index]
        plain = " ".join(token.folded for token in page.tokens(index))
        _, words = page.section(index)
        is_foreign = context.is_foreign(" ".join(words), page.lexicon.game)
        return (
            is_foreign or page.topics[index] == "wanted" or context.is_service(plain) or context.is_of_buyer(line.text)
        )

    def _values(self, index: int, tokens: Sequence[Token]) -> list[Fact]:
        page, line = self.page, self.page.lines[index]
        asked = list(relate.value_questions(page, index, tokens))
        chances = [
            probabilities(self._scores("value", [each.features for each in question.options], question.options, page))
            for question in asked
        ]
        corrected = page.corrected_from(index)
        facts: list[Fact] = []
        for question, option, chance in sorted(relate.decided(page, asked, chances), key=lambda each: each[0].first):
            start, end = tokens[question.first].start, tokens[question.end - 1].end
            if option.value is None:
                continue
            many = page.lexicon.fields[option.name].many
            value = (option.value,) if many and isinstance(option.value, str) else option.value
            strength = CORRECTED if start >= corrected and option.side != "S" else option.strength
            slot = self._slot(option.name, value)
            if option.label[0] == index:  # the piece is the label with its value
                at = bisect_left(page.tokens(index), option.label[1], key=lambda token: token.start)
                label = page.tokens(index)[at]
                start, end = min(start, label.start), max(end, label.end)
            facts.append(Fact(option.name, value, line.text[start:end], line.number, strength, slot, sure=chance))
        return _joined(facts, page.lexicon)

    def _secret(self, line: Line, said: Said) -> Fact:
        value = line.text[said.placed.start : said.placed.end]
        weak = said.words[:1] == (ACCOUNT,)
        return Fact(
            said.placed.name,
            value,
            value,
            line.number,
            CORRECTED if said.corrects else WEAK if weak and said.sure < 0.8 else ASSIGNED,
            sure=said.sure,
        )

    def _slot(self, name: str, value: Any) -> str:
        """How many agents there are is another thing than who they are, and a division than its tier."""
        kind = self.page.lexicon.kind_of(name) if isinstance(value, int) else None
        return f"{name}#" if kind is Kind.NAMES else f"{name}{OF_RANK}" if kind is Kind.RANK else ""

    def _note(self, line: Line, secrets: Sequence[Said], *, known: bool) -> None:
        text = line.text
        for each in secrets:
            text = text[: each.placed.start] + " " * (each.placed.end - each.placed.start) + text[each.placed.end :]
        if context.is_banned(text):
            self.banned.append(line.number)
        elif (not known or (not secrets and leaves_open(line.text))) and not line.heading:
            self.unrecognised.append(line)


def _joined(facts: Sequence[Fact], lexicon: Lexicon) -> list[Fact]:
    """'Plataformas: PC, Xbox' names two."""
    found: dict[str, Fact] = {}
    for place, fact in enumerate(facts):
        if lexicon.fields[fact.name].many:
            before = found.get(fact.name)
            names = (*before.value, *fact.value) if before else fact.value  # type: ignore[misc]  # both are names
            found[fact.name] = replace(before or fact, value=tuple(dict.fromkeys(names)))  # type: ignore[arg-type]  # both are names
        else:
            found[f"{fact.name} {place}"] = fact
    return list(found.values())


def _outside(tokens: Sequence[Token], spans: Sequence[tuple[int, int]]) -> list[Token]:
    """The tokens that no span holds; both are in the order of the line."""
    free: list[Token] = []
    spans = sorted(spans)
    at = 0
    for token in tokens:
        while at < len(spans) and spans[at][1] <= token.start:
            at += 1
        if at == len(spans) or token.end <= spans[at][0]:
            free.append(token)
    return free


def _with_bars(free: Sequence[Token], tokens: Sequence[Token]) -> list[Token]:
    """The free tokens, with a bar where something was taken out from between them."""
    places = {token.start: place for place, token in enumerate(tokens)}
    parted_: list[Token] = []
    expected = 0
    for token in free:
        if parted_ and places[token.start] != expected:
            parted_.append(Token(Type.SEPARATOR, token.start, token.start, "|", "|"))
        parted_.append(token)
        expected = places[token.start] + 1
    return parted_


def without_quotes(units: Sequence[Unit], text: str) -> list[Unit]:
    """Without what '> ' quotes, where the same is said anew outside of it; credentials stay."""
    quoting = {number for number, line in enumerate(text.split("\n"), start=1) if line.lstrip().startswith(">")}
    said = {fact.place for unit in units if unit.line not in quoting for fact in unit.firm}
    kept = []
    for unit in units:
        again = unit.line in quoting and any(fact.place in said for fact in unit.facts)
        kept.append(
            replace(unit, facts=tuple(fact for fact in unit.facts if fact.name in CREDENTIALS)) if again else unit
        )
    return kept
