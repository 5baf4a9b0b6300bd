"""Values in the form of their fields, and facts gathered into accounts: where one ends and the next begins."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from bulk.analysis.fields import CREDENTIALS
from bulk.analysis.lexing import Token, Type, whole
from bulk.analysis.vocabulary import DIVISIONS, FILLERS, NO, UNDIVIDED


class Rank(NamedTuple):
    tier: str
    division: int | None


Value = int | float | bool | str | Rank | tuple[str, ...] | tuple[int, ...]
"""Counts, percentages, switches, places, ranks, lists of names, seasons."""

Tokens = Sequence[Token]
MAX_FILLERS, MAX_SEASON, MAX_GAP = 5, 60, 6
"""The last is between a tier and its division: 'Gold (2)'."""
SPANNING = frozenset({"a", "ate", "to", "until", "through", "-"})
_PASSED_OVER = frozenset('~+-^*"`\t')


class Read(NamedTuple):
    """A value, and the index of the first token after it."""

    value: Value
    end: int


def read_rank(tokens: Tokens, index: int, *, after_label: bool) -> Read | None:
    """The tier at `index` with its division; a short form needs a label or a division, a single letter both."""
    token = tokens[index]
    if token.type is not Type.TIER:
        return None
    is_bracketed = [each.type for each in tokens[index + 1 : index + 4 : 2]] == [Type.OPEN, Type.CLOSE]  # 'Gold (2)'
    division = None if token.value in UNDIVIDED else _division(tokens, index + 1 + is_bracketed)
    if token.weak:
        if len(token.folded) == 1 and not (after_label and division and tokens[index + 1].tight):
            return None
        is_day = token.folded == "dia" and not (division and (tokens[index + 1].tight or len(tokens) == 2))
        if not (after_label or (division and not is_day)):
            return None
    return Read(Rank(token.value, division), index + 1 + (1 + 2 * is_bracketed if division else 0))


def passes(tokens: Tokens, start: int) -> int:
    """The index of the first token that is more than filling: 'acho que uns 24' begins at 24."""
    index = start
    while index < len(tokens) and index - start < MAX_FILLERS:
        token = tokens[index]
        filling = token.type is Type.WORD and token.folded in FILLERS
        if not (filling or (token.type is Type.SEPARATOR and token.value in _PASSED_OVER)):
            break
        index += 1
    return index


def is_no(tokens: Tokens, index: int, start: int) -> bool:
    """Whether a word is a negation; 'no' before another word is Portuguese for 'in the'."""
    token = tokens[index]
    if token.folded != "no" or index == start:
        return token.folded in NO
    return index + 1 >= len(tokens) or tokens[index + 1].is_boundary


def read_seasons(tokens: Tokens, start: int) -> Read | None:
    """Read seasons: '9' is a count, '4, 5, 6, 8 e 9' and '1 a 4' are numbers of seasons."""
    found: list[int] = []
    index, sign = start, ""
    while index < len(tokens) and tokens[index].type in (Type.NUMBER, Type.SEPARATOR, Type.WORD):
        token = tokens[index]
        number = whole(token.number)
        if token.type is not Type.NUMBER:
            sign = (token.folded if token.type is Type.WORD else token.value).strip()
            if sign not in {"", ",", "/", "&", "+", "e", "and", "s", "t", *SPANNING}:
                break
        elif number is not None and number <= MAX_SEASON:
            found += range(found[-1] + 1, number) if found and sign in SPANNING else ()
            found.append(number)
        index += 1
    if not found:
        return None
    return Read(found[0] if len(found) == 1 else tuple(found), index)


def _division(tokens: Tokens, index: int) -> int | None:
    if index >= len(tokens) or tokens[index].start - tokens[index - 1].end > MAX_GAP:
        return None
    token = tokens[index]
    if token.type not in (Type.NUMBER, Type.WORD, Type.TIER):
        return None
    return DIVISIONS.get(token.folded)


CORRECTED, ASSIGNED, ADJACENT, WEAK = 4, 3, 2, 1
"""It sets right what was said before; a sign stands between label and value; they stand beside each other; the one may
not belong to the other."""
_OF_MAILBOX = frozenset({"email_login", "email_password"})
OF_RANK = "/"
"""What ends the slot of a division that is stated apart from its tier."""


class Fact(NamedTuple):
    """A value of a field, the piece of text that states it and its line. Weak ones never stand against others."""

    name: str
    value: Value
    text: str
    line: int
    strength: int

    slot: str = ""
    """Where it goes, if not under its name: how many agents there are is another thing than who they are."""

    sure: float = 1.0
    """How likely it is right, as the model says it."""

    @property
    def place(self) -> str:
        return self.slot or self.name


class Unit(NamedTuple):
    """What one line, or one row of a table, states. `apart`: a blank line, a ruler or a heading stands before;
    `heading`: it is one, and speaks of what follows; `opens`: the next account is counted out here."""

    facts: tuple[Fact, ...]
    line: int
    apart: bool = False
    is_row: bool = False
    heading: bool = False
    opens: bool = False

    @property
    def firm(self) -> list[Fact]:
        return [fact for fact in self.facts if fact.strength > WEAK]


@dataclass(slots=True)
class Record:
    """The facts of one account, in the order of the text."""

    facts: list[Fact] = field(default_factory=list)
    first_line: int = 0
    is_row: bool = False
    is_counted: bool = False
    known: dict[str, Value] = field(default_factory=dict)
    """{slot: first firm value}; passwords left out, since a second one is the e-mail's."""

    def add(self, unit: Unit) -> None:
        self.first_line = self.first_line or unit.line
        self.is_row = self.is_row or unit.is_row
        self.is_counted = self.is_counted or unit.opens
        self.facts += unit.facts
        for fact in unit.firm:
            if fact.name != "password":
                self.known.setdefault(fact.place, fact.value)

    def disagreements(self, facts: Iterable[Fact]) -> tuple[int, int]:
        """(how many of these facts differ from what is known, how many are known at all)."""
        shared = [fact for fact in facts if WEAK < fact.strength < CORRECTED and fact.place in self.known]
        return sum(fact.value != self.known[fact.place] for fact in shared), len(shared)

    def has_other_login(self, facts: Iterable[Fact]) -> bool:
        login = self.known.get("login")
        told = [fact.value for fact in facts if fact.name == "login" and WEAK < fact.strength < CORRECTED]
        return login is not None and any(value != login for value in told)

    def best(self) -> dict[str, Fact]:
        """The strongest fact of each slot, the earliest of equals, the last of corrections."""
        best: dict[str, Fact] = {}
        for fact in self.facts:
            place = fact.place
            if place not in best or fact.strength > best[place].strength or fact.strength == CORRECTED:
                best[place] = fact
            elif fact.strength == WEAK == best[place].strength and isinstance(fact.value, tuple):  # names, a line each
                names = dict.fromkeys((*best[place].value, *fact.value))  # type: ignore[misc]  # of one list
                best[place] = best[place]._replace(value=tuple(names))
        return _complete(best)


def records_of(units: Sequence[Unit]) -> list[Record]:
    """The accounts of a text, at least one."""
    records = [Record()]
    for block in _blocks(units):
        for position, part in enumerate(_parts(block)):
            if records[-1].facts and _begins_another(records[-1], part, separate=position > 0):
                records.append(Record())
            for unit in part:
                records[-1].add(unit)
    return records


def _blocks(units: Sequence[Unit]) -> Iterator[list[Unit]]:
    block: list[Unit] = []
    for unit in units:
        if (unit.apart or unit.opens) and not all(before.heading for before in block):
            yield block
            block = []
        block.append(unit)
    if block:
        yield block


def _parts(block: Sequence[Unit]) -> Iterator[list[Unit]]:
    """A block cut where an account begins inside of it: a row, another login, a line that says it all anew."""
    part: list[Unit] = []
    record = Record()
    for index, unit in enumerate(block):
        if record.facts and _restarts(record, unit, block[index + 1] if index + 1 < len(block) else None):
            yield part
            part, record = [], Record()
        part.append(unit)
        record.add(unit)
    if part:
        yield part


def _restarts(record: Record, unit: Unit, following: Unit | None) -> bool:
    if record.has_other_login(unit.firm) or (record.is_row and unit.is_row):
        return True
    differing, shared = record.disagreements(unit.firm)
    if differing >= 2 and differing * 2 >= shared:
        return True
    if not unit.firm or following is None or differing == 0 or unit.firm[0].place != record.facts[0].place:
        return False
    return record.disagreements(following.firm)[0] > 0


def _begins_another(record: Record, part: Sequence[Unit], *, separate: bool) -> bool:
    facts = [fact for unit in part for fact in unit.firm]
    names = {fact.name for fact in facts}
    if names & _OF_MAILBOX and "login" in record.known and names.isdisjoint({"login", "password", *record.known}):
        return False  # a table of its own says the mailbox
    if record.has_other_login(facts) or separate or any(unit.opens for unit in part):
        return True
    if record.is_row and any(unit.is_row for unit in part):
        return True
    differing, shared = record.disagreements(facts)
    return differing >= 2 and differing * 2 >= shared


def _complete(best: dict[str, Fact]) -> dict[str, Fact]:
    """Without a weak log-in that no password goes with; with the address as log-in where only that and a password are."""
    login, address = best.get("login"), best.get("email_login")
    if login is not None and login.strength <= WEAK and "password" not in best:
        del best["login"]
    if "login" not in best and address is not None and "password" in best:
        best["login"] = address._replace(name="login")
        if "email_password" not in best:
            del best["email_login"]
    login = best.get("login")
    if "email_password" in best and address is None and login is not None and "@" in str(login.value):
        best["email_login"] = login._replace(name="email_login")
    if "email_password" in best and "email_login" not in best and "password" not in best and login is not None:
        best["password"] = best.pop("email_password")._replace(name="password")
    for place in [place for place in best if place.endswith(OF_RANK)]:
        division, tier = best.pop(place), best.get(place.removesuffix(OF_RANK))
        rank = tier.value if tier else None
        if tier and isinstance(rank, Rank) and isinstance(division.value, int) and rank.tier not in UNDIVIDED:
            whole_rank = Rank(rank.tier, rank.division or division.value)
            best[tier.place] = tier._replace(value=whole_rank, text=f"{tier.text} {division.text}")
    return {name: best[name] for name in dict.fromkeys((*CREDENTIALS, *best)) if name in best}
