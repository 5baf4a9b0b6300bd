"""Facts gathered into accounts: where one account of a text ends and the next begins."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace

from bulk.analysis.fields import CREDENTIALS
from bulk.analysis.values import Rank, Value, ranked

CORRECTED, ASSIGNED, ADJACENT, WEAK = 4, 3, 2, 1
"""It sets right what was said before; a sign stands between label and value; they stand beside each other; the one may not
belong to the other."""
_OF_MAILBOX = frozenset({"email_login", "email_password"})
OF_RANK = "/"
"""What ends the slot of a division that is stated apart from its tier."""


@dataclass(frozen=True, slots=True)
class Fact:
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


@dataclass(frozen=True, slots=True)
class Unit:
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
    known: dict[str, Value] = field(default_factory=dict)
    """{slot: first firm value}; passwords left out, since a second one is the e-mail's."""

    def add(self, unit: Unit) -> None:
        self.first_line = self.first_line or unit.line
        self.is_row = self.is_row or unit.is_row
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
        return login is not None and any(
            fact.name == "login" and fact.value != login for fact in facts if WEAK < fact.strength < CORRECTED
        )

    def best(self) -> dict[str, Fact]:
        """The strongest fact of each slot, the earliest of equals, the last of corrections."""
        best: dict[str, Fact] = {}
        for fact in self.facts:
            held = best.get(fact.place)
            if held is None or fact.strength > held.strength or fact.strength == CORRECTED:
                best[fact.place] = fact
        return _completed(best)


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
        following = block[index + 1] if index + 1 < len(block) else None
        if record.facts and _restarts(record, unit, following):
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


def _completed(best: dict[str, Fact]) -> dict[str, Fact]:
    """Without a weak log-in that no password goes with; with the address as log-in where only that and a password are."""
    login, address = best.get("login"), best.get("email_login")
    if login is not None and login.strength <= WEAK and "password" not in best:
        del best["login"]
    if "login" not in best and address is not None and "password" in best:
        best["login"] = replace(address, name="login")
        if "email_password" not in best:
            del best["email_login"]
    login = best.get("login")
    if "email_password" in best and address is None and login is not None and "@" in str(login.value):
        best["email_login"] = replace(login, name="email_login")
    if "email_password" in best and "email_login" not in best and "password" not in best and login is not None:
        best["password"] = replace(best.pop("email_password"), name="password")
    for place in [place for place in best if place.endswith(OF_RANK)]:
        division, tier = best.pop(place), best.get(place.removesuffix(OF_RANK))
        if tier and isinstance(tier.value, Rank) and isinstance(division.value, int):
            told = replace(tier, value=ranked(tier.value, division.value), text=f"{tier.text} {division.text}")
            best[tier.place] = told
    return {
        name: best[name] for name in (*CREDENTIALS, *(slot for slot in best if slot not in CREDENTIALS)) if name in best
    }
