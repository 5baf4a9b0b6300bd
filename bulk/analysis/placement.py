"""Values that stand elsewhere than behind their label: in the next cell, on the line above or below, in a list, in a row."""

import re
from collections.abc import Mapping, Sequence

from bulk.analysis.credentials import (
    ADDRESS,
    Secret,
    is_bare_password,
    is_login,
    is_stated,
    is_strong,
    read_secret,
    secrets_of,
    unquoted,
)
from bulk.analysis.fields import CREDENTIALS, MAX_NAMES, Kind
from bulk.analysis.folding import words_of
from bulk.analysis.lexing import Token, Type, lex
from bulk.analysis.names import listed, names_in
from bulk.analysis.page import OF_EMAIL, Page
from bulk.analysis.pairing import ADJACENT, ASSIGNED, CORRECTED, WEAK, read_pairs
from bulk.analysis.reading import Line
from bulk.analysis.records import OF_RANK, Fact, Unit
from bulk.analysis.tables import TableRow
from bulk.analysis.values import Value, read_division, read_value
from bulk.analysis.vocabulary.labels import ACCOUNT, COMBO, OTHER
from bulk.analysis.vocabulary.words import KNOWN_NAMES, WITH

MAX_WORDS_OF_ITEM = 36
MAX_WORDS_OF_HEADING = 5
MAX_WORDS_OF_NAMED = 6
MIN_NAMED = 2
MIN_INDENT = 4
_OF_HEADING = (Type.LABEL, Type.WORD, Type.OPEN, Type.CLOSE)
_STANDALONE = (Type.NUMBER, Type.PERCENT, Type.TIER)
_OF_BOTH = {
    ACCOUNT: ("login", "password"),
    COMBO: ("login", "password"),
    "login": ("login", "password"),
    "email_login": ("email_login", "email_password"),
}
_LINES = (CREDENTIALS, ("login", "email_login", "password", "email_password"), CREDENTIALS[:3], CREDENTIALS[:2])
_REMARK = re.compile(r"^\((?:e-?mail|mail|gmail|epic|riot|conta|jogo|game|login|senha|pass)\)\s+", re.IGNORECASE)
_OTHER_LABEL = re.compile(r"[a-z]+(?:[_ ][a-z]+)*: ")
"""'riot_id: …' below 'account:': a key, though not a known one."""
NOTHING = Unit((), 0), 0
NO_LINE = Line(0, "")
MIN_TURNS = 2
_TURNS = tuple(map(re.compile, (r"\t+", r"\s{2,}", r"\s+[|;/•·~-]\s+", r"\s*,\s+")))
"""What parts labels and values that stand by turns on one line."""


def _said(line: Line) -> str:
    """A line without the remark before it: '(e-mail) abc#12'."""
    return _REMARK.sub("", line.text)


class Placement:
    """Reads what the place of a value tells. Under a heading that says e-mail, log-in and password are the e-mail's."""

    def __init__(self, page: Page) -> None:
        self._page = page
        self._lexicon = page.lexicon
        self._under_email = False

    def read(self, index: int) -> tuple[Unit, int]:
        """What begins at a line and where it ends; (nothing, 0) where the line has to be read by itself."""
        line = self._page.lines[index]
        if line.apart or line.heading:
            self._under_email = False
        for reader in (self._in_turns, self._beside, self._above, self._below, self._carried_on, self._a_line_each):
            unit, end = reader(index)
            if end:
                return unit, end
        return NOTHING

    def row(self, row: TableRow) -> Unit:
        line = Line(row.line, row.text)
        cells = [(name, cell) for name, cell in row.cells if name != OTHER]
        has_password = any(name == "password" and is_stated(cell) for name, cell in cells)
        facts: list[Fact] = []
        for name, cell in cells:
            if (
                name == "login" and has_password and is_stated(cell) and " " not in cell
            ):  # no pair, whatever sign it holds
                facts.append(Fact(name, unquoted(cell), cell, row.line, ASSIGNED))
            else:
                facts += self._stated(name, cell, line, cell)
        return Unit(tuple(facts), row.line, is_row=True)

    def secret(self, line: Line, secret: Secret) -> Fact:
        piece = line.text[secret.start : secret.end]
        strength = WEAK if secret.weak else CORRECTED if secret.corrects else ASSIGNED
        return Fact(self._owned(secret.name), secret.value, piece, line.number, strength)

    def slot(self, name: str, value: Value) -> str:
        """How many agents there are is another thing than who they are, and a division than its tier."""
        kind = self._lexicon.kind_of(name) if isinstance(value, int) else None
        return f"{name}#" if kind is Kind.NAMES else f"{name}{OF_RANK}" if kind is Kind.RANK else ""

    def _owned(self, name: str) -> str:
        return OF_EMAIL.get(name, name) if self._under_email else name

    # Where a value may stand

    def _in_turns(self, index: int) -> tuple[Unit, int]:
        """'| Skins | 77 | Gestos | 58 |': labels and values by turns, whatever parts them."""
        line = self._page.lines[index]
        for cells in (line.cells, *(tuple(map(str.strip, mark.split(line.text))) for mark in _TURNS)):
            pairs = list(zip(cells[::2], cells[1::2], strict=False))
            if len(pairs) < MIN_TURNS or len(cells) % 2:
                continue
            named = [(self._lexicon.heading(label) or "", value) for label, value in pairs]
            if all(name and self._may_be(name, value) for name, value in named):
                facts = [fact for name, value in named for fact in self._stated(name, value, line, line.text)]
                return self._unit(facts, line), index + 1
        return NOTHING

    def _may_be(self, name: str, value: str) -> bool:
        if not value or self._lexicon.label(value):
            return False
        return self._lexicon.kind_of(name) in (None, Kind.SECRET) or bool(self._stated(name, value, NO_LINE, value))

    def _beside(self, index: int) -> tuple[Unit, int]:
        """'| Senha | a|b |': the first cell is the label, what follows is its value."""
        line = self._page.lines[index]
        cells = line.cells or tuple(line.text.split(" | "))
        name = self._lexicon.heading(cells[0]) if len(cells) > 1 else None
        if name is None or self._lexicon.label(cells[1]):
            return NOTHING
        if len(cells) > 2 and (not line.cells or self._lexicon.label(cells[2])):
            return NOTHING
        value = line.text[line.text.index(cells[0]) + len(cells[0]) :].lstrip(" |│║┃")
        if name in CREDENTIALS and len(cells) > 2 and self._is_remarked(index):
            value = cells[1]
        return self._unit(self._stated(name, value, line, line.text), line), index + 1

    def _is_remarked(self, index: int) -> bool:
        """Whether the third cell of a row is a remark: its neighbour has one as well, or it is none of what a value ends in."""
        lines, width = self._page.lines, len(self._page.lines[index].cells)
        beside = [lines[place].cells for place in (index - 1, index + 1) if 0 <= place < len(lines)]
        is_column = any(len(cells) == width and self._lexicon.heading(cells[0]) for cells in beside)
        return is_column or not is_strong(lines[index].cells[2])

    def _above(self, index: int) -> tuple[Unit, int]:
        """'84' over 'Nível': a value above its label, where the lines go on like this or end."""
        page, tokens = self._page, self._page.tokens(index)
        kind = self._lexicon.kind_of(page.lone_label(index + 1)) if page.has(index + 1) else None
        if kind is None or kind is Kind.SECRET or not 0 < len(tokens) <= 2 or tokens[0].type not in _STANDALONE:
            return NOTHING
        if page.has(index + 2) and (page.lone_label(index + 2) or not page.lone_label(index + 3)):
            return NOTHING
        line = page.lines[index]
        facts = self._stated(page.lone_label(index + 1), line.text, line, line.text)
        return (self._unit(facts, line), index + 2) if facts else NOTHING

    def _below(self, index: int) -> tuple[Unit, int]:
        """A label that has its line to itself, and its value, or its list, on the lines below."""
        page = self._page
        if self._heads_a_login(index):
            self._under_email = self._is_about_email(index)
            return Unit((), page.lines[index].number, apart=page.lines[index].apart), index + 1
        both = self._two_below(index)
        if both:
            return both, index + 3
        counted, end = self._counted_list(index)
        if end:
            return counted, end
        name = page.lone_label(index)
        if not name or index + 1 >= len(page.lines):
            return NOTHING
        kind = self._lexicon.kind_of(name)
        if [token.type for token in page.tokens(index)].count(Type.ASSIGN) > 1:  # 'Senha: ........', to be filled in
            return NOTHING
        if kind is Kind.NAMES:
            return self._list(index, name)
        if (kind is None and name == OTHER) or page.lone_label(index + 1) or page.speaks_for_itself(index + 1):
            return NOTHING
        line, following = page.lines[index], page.lines[index + 1]
        if name in _OF_BOTH and _OTHER_LABEL.match(following.text):
            return NOTHING
        facts = self._stated(name, following.text, following, f"{line.text} {following.text}")
        return (Unit(tuple(facts), following.number, apart=line.apart), index + 2) if facts else NOTHING

    def _two_below(self, index: int) -> Unit | None:
        """'Login e senha:', 'Conta' or 'E-mail', and below it the log-in and the password, a line each."""
        page, names = self._page, _OF_BOTH.get(self._page.lone_label(index))
        if names is None or not (page.has(index + 1) and page.has(index + 2)):
            return None
        lines = page.lines[index + 1 : index + 3]
        login, password = (line.text for line in lines)
        if " " in login + password or not is_login(login, self._lexicon) or not is_bare_password(password):
            return None
        if any(page.speaks_for_itself(index + place) or page.lone_label(index + place) for place in (1, 2)):
            return None
        facts = [
            Fact(name, line.text, line.text, line.number, ASSIGNED) for name, line in zip(names, lines, strict=True)
        ]
        return self._unit(facts, page.lines[index])

    def _a_line_each(self, index: int) -> tuple[Unit, int]:
        """Log-in, password, address and its password, or an address and its password, a line each and nothing else."""
        lines = [self._page.lines[index]]
        while len(lines) < len(CREDENTIALS) and self._page.has(index + len(lines)):
            lines.append(self._page.lines[index + len(lines)])
        names = next((names for names in _LINES if self._are(names, lines, index)), ())
        if not names:
            return NOTHING
        pairs = zip(names, lines, strict=False)
        facts = [Fact(name, _said(line), line.text, line.number, ASSIGNED) for name, line in pairs]
        return self._unit(facts, lines[0]), index + len(names)

    def _are(self, names: Sequence[str], lines: Sequence[Line], index: int) -> bool:
        """Whether these lines begin with such credentials; a log-in is the address where no other line is one."""
        if len(lines) < len(names):
            return False
        for place, (name, line) in enumerate(zip(names, lines, strict=False)):
            text = _said(line)
            is_address = ADDRESS.fullmatch(text) is not None
            if name.endswith("login") and is_address != (name == "email_login" or "email_login" not in names):
                return False
            if name.endswith("password") and (" " in text or not is_bare_password(text)):
                return False
            if not is_login(lines[0].text, self._lexicon) or self._page.speaks_for_itself(index + place):
                return False
            if self._lexicon.label(line.text):
                return False
        return True

    def _list(self, index: int, name: str) -> tuple[Unit, int]:
        line, end = self._page.lines[index], index + 1
        bulleted = self._page.has(end) and self._page.lines[end].bullet
        while self._page.has(end) and self._is_item(end, bulleted=bulleted):
            end += 1
        items = [item.text for item in self._page.lines[index + 1 : end]]
        counted = next((int(token.number or 0) for token in self._page.tokens(index) if token.type is Type.NUMBER), 0)
        names = names_in("\n".join(items), counted)
        if not names:
            return NOTHING if items else (self._unit([], line), index + 1)
        fact = Fact(name, names, f"{line.text} {', '.join(items)}", line.number, ASSIGNED)
        return self._unit([fact], line), end

    def _counted_list(self, index: int) -> tuple[Unit, int]:
        """'Skins (3)' over as many lines."""
        line, tokens = self._page.lines[index], self._page.tokens(index)
        told = [token for token in tokens if token.type not in (Type.OPEN, Type.CLOSE, Type.ASSIGN)]
        if [token.type for token in told] != [Type.LABEL, Type.NUMBER]:
            return NOTHING
        label, number = told
        count = int(number.number or 0)
        items = range(index + 1, index + 1 + min(count, MAX_NAMES))
        if self._lexicon.kind_of(label.value) is not Kind.NAMES or count < MIN_NAMED or not self._page.has(items[-1]):
            return NOTHING
        if not all(self._page.has(item) and self._is_item(item, bulleted=False) for item in items):
            return NOTHING
        names = names_in("\n".join(self._page.lines[item].text for item in items), count)
        is_all = not self._page.has(items[-1] + 1) or not self._is_item(items[-1] + 1, bulleted=False)
        if len(names) != count or not is_all:
            return NOTHING
        return self._unit([Fact(label.value, names, line.text, line.number, ASSIGNED)], line), items[-1] + 1

    def _carried_on(self, index: int) -> tuple[Unit, int]:
        """'Agentes: Jett, Sage,' with more names on the next line, or on lines that are indented to stand below them."""
        line, tokens = self._page.lines[index], self._page.tokens(index)
        if not tokens or self._lexicon.kind_of(tokens[0].value) is not Kind.NAMES:
            return NOTHING
        lists, end = list(listed(line.text, tokens, self._lexicon)), index + 1
        while len(lists) == 1 and self._page.has(end) and self._goes_on(end, line.indent):
            end += 1
        more = names_in("\n".join(item.text for item in self._page.lines[index + 1 : end]))
        if not more or not isinstance(lists[0].value, tuple) or lists[0].start:
            return NOTHING
        names = tuple(dict.fromkeys((*map(str, lists[0].value), *more)))
        return self._unit([Fact(lists[0].name, names, line.text, line.number, ASSIGNED)], line), end

    def _goes_on(self, index: int, indent: int) -> bool:
        before, line = self._page.lines[index - 1 : index + 1]
        is_below = before.text.endswith(",") or line.indent >= indent + MIN_INDENT
        return is_below and not line.bullet and self._is_item(index, bulleted=False)

    def named(self, index: int, counts: Mapping[str, int]) -> tuple[Unit, int]:
        """A block of as many lines as there are things of one kind ('Skins: 3'): their names, a line each."""
        lines, end = self._page.lines, index
        while lines[index].apart and self._page.has(end + 1) and self._is_item(end, bulleted=False):
            end += 1
        end += 1
        of_it = [name for name, count in counts.items() if count == end - index >= MIN_NAMED]
        names = names_in("\n".join(line.text for line in lines[index:end]), end - index) if len(of_it) == 1 else ()
        is_list = self._is_item(end - 1, bulleted=False) and len(names) == end - index
        known = sum(not KNOWN_NAMES.isdisjoint(words_of(name)) for name in names)
        if not is_list or known * 2 < len(names) or any(len(name.split()) > MAX_WORDS_OF_NAMED for name in names):
            return NOTHING
        piece = ", ".join(names)
        return self._unit([Fact(of_it[0], names, piece, lines[index].number, ASSIGNED)], lines[index]), end

    def _is_item(self, index: int, *, bulleted: bool) -> bool:
        line = self._page.lines[index]
        if (
            line.text.endswith(":")
            or line.heading
            or (bulleted and not line.bullet)
            or len(line.text.split()) > MAX_WORDS_OF_ITEM
        ):
            return False
        return not self._page.lone_label(index) and not self._page.speaks_for_itself(index)

    def _heads_a_login(self, index: int) -> bool:
        """'Dados do e-mail', and on the next line a log-in of its own."""
        tokens = self._page.tokens(index)
        tokens = tokens[:-1] if tokens and tokens[-1].type is Type.ASSIGN else tokens
        is_heading = 0 < len(tokens) <= MAX_WORDS_OF_HEADING and all(token.type in _OF_HEADING for token in tokens)
        is_all = is_heading and not self._page.speaks_for_itself(index)
        below = index + 1
        return is_all and self._page.has(below) and (self._begins_a_login(below) or self._is_mailbox(index, below))

    def _is_about_email(self, index: int) -> bool:
        """Whether a heading is the e-mail's; 'Conta Epic com e-mail incluso' is not."""
        before: list[Token] = []
        for token in self._page.tokens(index):
            if token.value == "email_login":
                return WITH.isdisjoint(each.folded for each in before)
            before.append(token)
        return False

    def _is_mailbox(self, index: int, below: int) -> bool:
        """Whether a heading that says e-mail stands over an address and its password."""
        names = {token.value for token in self._page.tokens(index) if token.type is Type.LABEL}
        secrets = secrets_of(self._page.lines[below].text, self._page.tokens(below), self._lexicon)
        is_pair = [secret.name for secret in secrets] == ["login", "password"]
        return "email_login" in names and is_pair and ADDRESS.fullmatch(secrets[0].value) is not None

    def _begins_a_login(self, index: int) -> bool:
        tokens = self._page.tokens(index)
        if len(tokens) < 2 or tokens[0].type is not Type.LABEL or tokens[0].value not in OF_EMAIL:
            return False
        return tokens[1].type in (Type.ASSIGN, Type.SEPARATOR, Type.WORD)

    # A value by itself, under a known label

    def _unit(self, facts: list[Fact], line: Line) -> Unit:
        return Unit(tuple(facts), line.number, apart=line.apart)

    def _stated(self, name: str, value: str, line: Line, piece: str) -> list[Fact]:
        """What a whole cell or line says under a label; `piece` is what is shown as its origin."""
        if name in (*CREDENTIALS, ACCOUNT, COMBO):
            secrets = read_secret(name, value)
            return [
                Fact(self._owned(each.name), each.value, piece, line.number, WEAK if each.weak else ASSIGNED)
                for each in secrets
            ]
        kind = self._lexicon.kind_of(name)
        names = names_in(value) if kind is Kind.NAMES else ()
        if names:
            return [Fact(name, names, piece, line.number, ASSIGNED)]
        tokens = lex(value, self._lexicon) if kind else []
        read = read_value(kind, tokens, 0) if kind and tokens else None
        read = read or (read_division(tokens, 0) if kind is Kind.RANK and tokens else None)
        if read is None or name == "rare_items":
            return []
        single = (read.value,) if name == "platforms" and isinstance(read.value, str) else read.value
        facts = [Fact(name, single, piece, line.number, ASSIGNED, self.slot(name, single))]
        if kind is Kind.RANK:  # 'Ouro 2 (pico Platina 1)' in one cell
            also, _ = read_pairs(value, tokens[read.end :], self._lexicon)
            facts += [Fact(each.name, each.value, piece, line.number, ADJACENT) for each in also if each.name == "peak"]
        return facts
