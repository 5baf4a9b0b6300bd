"""Which of the accounts told apart are accounts: one may correct, repeat or replace another, a wish or a price list is none."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

from bulk.analysis.choose import LEAST, Prefixed, probabilities
from bulk.analysis.credentials import Scores
from bulk.analysis.fields import CREDENTIALS
from bulk.analysis.lexing import Type
from bulk.analysis.page import Page
from bulk.analysis.records import CORRECTED, Fact, Record
from bulk.analysis.shapes import ADDRESS

Facts = Mapping[str, Fact]
_WAYS = ("another", "same", "corrects", "values", "mail", "none", "instead")
_MANY, _LINES, _WORDS = 40, 40, 10
"""So many accounts are a list, in which none speaks of another; the lines and the words of the first that a text is judged by."""


class Way(NamedTuple):
    """How a record relates to the account before it: another account, the same, a correction and so on."""

    name: str
    before: Record
    record: Record

    @property
    def accounts(self) -> tuple[Record, ...]:
        """The accounts that are left of the two."""
        if self.name in ("another", "instead"):
            return (self.before, self.record) if self.name == "another" else (self.record,)
        facts = self.record.facts
        if self.name == "corrects":
            facts = [fact._replace(strength=CORRECTED) for fact in facts]
        elif self.name == "mail":
            facts = [each._replace(name=f"email_{each.name}") if each.name in CREDENTIALS[:2] else each for each in facts]
        elif self.name != "same":
            facts = [fact for fact in facts if self.name == "values" and fact.name not in CREDENTIALS]
        return (replace(self.before, facts=[*self.before.facts, *facts]),)


def select_accounts(records: Sequence[Record], page: Page, scores: Scores) -> list[Record]:
    """The records that are accounts, each with what others say of it; one without a fact where there is none."""
    index_of = {line.number: index for index, line in reversed([*enumerate(page.lines)])}
    kept = [*records] if len(records) > _MANY else [records[0]]
    for record in records[len(kept) :]:
        names = {fact.name for fact in (*kept[-1].facts, *record.facts)} if kept[-1].facts and record.facts else set()
        one, other = _form(kept[-1]), _form(record)
        plain = all(len(page.context(index_of.get(at, 0))) == 1 for _, at in (one, other))
        is_next = plain and one[0] == other[0] and 0 < other[1] - one[1] <= 2
        if record.is_counted or names.isdisjoint(CREDENTIALS) or is_next:
            kept.append(record)
            continue
        ways = [Way(name, kept[-1], record) for name in _WAYS]
        shared = list(_of_two(kept[-1], record, page, index_of))
        features = [Prefixed(f"A|{way.name}|", shared) for way in ways]
        chances = probabilities(scores("account", features, ways, page))
        of, facts = kept[-1].best(), record.best()
        others = {each for each, fact in facts.items() if fact.sure > 0.9 and each in of and fact.value != of[each].value}
        chances[0] += (chances[1] + chances[3]) * ({"login", "password"} <= others)
        at = 0 if chances[0] >= LEAST else max(range(1, len(ways)), key=chances.__getitem__)
        kept[-1:] = ways[at].accounts
    if any(record.facts for record in kept):
        shared = list(_of_text(kept, page))
        features = [Prefixed(f"T|{way}|", shared) for way in ("some", "none")]
        chances = probabilities(scores("text", features, [("some",), ("none",)], page))
        kept = kept if chances[0] >= LEAST else [Record()]
    return kept


def _form(record: Record) -> tuple[list[str], int]:
    """The credentials of an account in the order of the line that states them all, and the line; of others nothing."""
    secrets = [fact for fact in record.facts if fact.name in CREDENTIALS]
    names = [f"{fact.name}{'@' in str(fact.value)}" if fact.name == "login" else fact.name for fact in secrets]
    is_whole = len({fact.line for fact in secrets}) == 1 and {"login", "password"} <= {fact.name for fact in secrets}
    return (names, secrets[0].line) if is_whole else ([], 0)


def _of_two(before: Record, record: Record, page: Page, index_of: Mapping[int, int]) -> Iterator[str]:
    """Features of a record and the account before it: what each has, what differs, how sure it is."""
    one, other = before.best(), record.best()
    letters = f"{_letters(one)}>{_letters(other)}"
    same = {name for name in one.keys() & other.keys() if one[name].value == other[name].value}
    pair = "".join(f"{name in one:d}{name in other:d}{name in same:d}" for name in CREDENTIALS)
    values = (one.keys() & other.keys()) - {*CREDENTIALS}
    overlap = f"{min(len(values & same), 2)}{min(len(values - same), 2)}"
    yield from ("", letters, f"pair={pair}", f"pair={pair}|{overlap}", f"values={overlap}|{min(len(other), 5)}")
    yield f"began={before.facts[0].place == record.facts[0].place}|{letters}"
    names = [{str(facts[name].value).lower() for name in CREDENTIALS[::2] if name in facts} for facts in (one, other)]
    forms = "".join("@" if any(map(ADDRESS.fullmatch, each)) else "w" if each else "-" for each in names)
    stems = [{name.partition("@")[0] for name in each} for each in names]
    yield f"mail={forms}{names[0].isdisjoint(names[1])}{stems[0].isdisjoint(stems[1])}"
    for side, of, best in (("sure", record, other), ("bsure", before, one)):
        sure = int(10 * min((fact.sure for fact in of.facts if fact.name in CREDENTIALS), default=0))
        yield from (f"{side}={sure}|{letters}", f"{side}={sure}|{_letters(best)}")
    yield f"sec={page.section(index_of.get(record.facts[0].line, 0))[0]}"


def _letters(facts: Facts) -> str:
    return "".join(letter for letter, name in zip("LPEX", CREDENTIALS, strict=True) if name in facts)


def _of_text(records: Sequence[Record], page: Page) -> Iterator[str]:
    """Features of a whole text: what was read of it, prices, how it begins."""
    facts = [fact for record in records for fact in record.facts]
    letters = _letters({fact.name: fact for fact in facts})
    lines = range(min(len(page.lines), _LINES))
    values = {fact.name for fact in facts} - {*CREDENTIALS}
    priced = sum(map(page.is_priced, lines))
    yield from ("", f"has={letters}|{min(len(values), 4)}", f"priced={min(priced, 3)}|{letters}")
    sure = int(10 * max(fact.sure for fact in facts))
    yield from (f"sure={sure}|{letters}", f"records={min(len(records), 4)}|{letters}")
    yield from (f"x={manner}|{letters}" for manner in sorted({each for index in lines for each in page.context(index)}))
    yield from (f"fact={name}" for name in sorted(values))
    words = [token.folded for token in page.tokens(0) if token.type in (Type.WORD, Type.LABEL)]
    yield from (f"first={word}" for word in words[:_WORDS])
