"""From a pasted text to what it states: unwrapped, cut into lines and counted accounts, questions answered by the model."""

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from bulk.analysis import context, relate
from bulk.analysis.accounts import select_accounts
from bulk.analysis.choose import Features, probabilities, score
from bulk.analysis.credentials import Scores, Secret, Secrets
from bulk.analysis.fields import CREDENTIALS, Kind
from bulk.analysis.folding import fold, fold_cached
from bulk.analysis.lexicon import NO_ALIASES, Lexicon, lexicon_of
from bulk.analysis.lexing import Token, Type
from bulk.analysis.names import find_items, find_lists, list_below
from bulk.analysis.page import Page
from bulk.analysis.reading import Line, read_lines, strip_bullet
from bulk.analysis.records import ASSIGNED, CORRECTED, OF_RANK, WEAK, Fact, Record, Unit, Value, records_of
from bulk.analysis.tables import lines_said, without_tables
from bulk.analysis.vocabulary import ACCOUNT, ORDINALS, SPEAKERS, pattern, phrase


@dataclass(frozen=True, slots=True)
class Statements:
    """What a text states: its accounts, the unrecognised lines, and warnings."""

    records: list[Record]
    unrecognised: list[Line]
    banned_lines: list[int]
    cookie_lines: list[int]
    lines: Sequence[Line]


def by_model(kind: str, features: Sequence[Features], options: Sequence[Any], page: Page) -> list[float]:
    return [*map(score, features)]


def unwrap(text: str, lexicon: Lexicon) -> tuple[Page, list[int]]:
    """(the lines of a text, the lines of sessions that were taken out)."""
    reading = read_lines(text)
    stated = without_speakers(lines_said(reading, lexicon), lexicon)
    lines = [line for line in stated if not _VOID.search(fold_cached(line.text).text)]
    lines = [part for line in without_tables(lines, lexicon) for part in split_labels(line, lexicon)]
    return Page(list(split_counted(lines)), lexicon), reading.cookie_lines


_VOID, _SAME, _OF_ALL = map(phrase, ("void", "same_secret", "of_all"))
_PARTS, _LABELLED = re.compile(r"(?<=\S)[|;](?=\S)"), re.compile(r"([^\W\d][\w '-]{0,30}?)\s?[:=]\s*\S")
_PAIR = re.compile(r"((?:[^\W\d][\w-]*\s){0,2}[^\W\d][\w-]*)\s?[:=]\s*([^\s,;|]\S*(?<![,;|]))(?:\s+|$)")


def split_labels(line: Line, lexicon: Lexicon) -> Iterator[Line]:
    """A line of labels with one word each ('LOGIN: joana SENHA: abc#1 SKINS: 20'), as a line for each; others as they are."""
    parts = _PARTS.split(line.text)
    if len(parts) > 2 and all((part := _LABELLED.match(each)) and lexicon.label(part[1]) for each in parts):
        yield from (line._replace(text=each, apart=line.apart and each is parts[0], whole=True) for each in parts)
        return
    found: list[re.Match[str]] = []
    while (pair := _PAIR.match(line.text, found[-1].end() if found else 0)) and lexicon.label(pair[1]):
        found.append(pair)
    rest = line.text[found[-1].end() :] if found else ""
    names = [lexicon.label(pair[1]) for pair in found]
    goes_on = rest and (rest[0].isalnum() or names[-1] in CREDENTIALS)
    if line.cells or len(found) < 2 or "password" not in names or goes_on:
        yield line
        return
    for pair in found:
        text = line.text[pair.start() :] if pair is found[-1] else pair[0].rstrip()
        yield line._replace(text=text, apart=line.apart and pair is found[0], whole=pair is not found[-1] or not rest)


_SPOKEN = re.compile(r"[~@•\-–—>\s]{0,3}([^\W\d_][\w .~'-]{0,20}?)(?:\s*\([^()\n]{1,20}\))?[^\w:=|,/\n]{0,5}:\s+(?=\S)")


def without_speakers(lines: Sequence[Line], lexicon: Lexicon) -> Iterator[Line]:
    """The lines of a chat without 'Bia: ' before what is said, where the same few say most of them."""
    matches = [_SPOKEN.match(line.text) for line in lines]
    names = Counter(fold(each[1]).text for each in matches if each)
    speakers = {name for name, count in names.items() if count > 1 and lexicon.label(name) is None}
    speakers |= {name for name in names if not SPEAKERS.isdisjoint(name.split())}
    spoken = sum(bool(each) and fold(each[1]).text in speakers for each in matches if each)
    if len(speakers) < 1 or spoken < 3 or spoken * 2 < len(lines):
        yield from lines
        return
    for line, each in zip(lines, matches, strict=True):
        name = fold(each[1]).text if each else ""
        known = next((word for word in name.split() if word in SPEAKERS), name)
        if each and name in speakers:
            text, bullet, picture = strip_bullet(line.text[each.end() :])
            line = line._replace(text=text, bullet=bullet, picture=picture, speaker=known)
        yield line


def statements_in(text: str, game: str, aliases: Mapping[str, str] = NO_ALIASES, scores: Scores = by_model) -> Statements:
    page, cookie_lines = unwrap(text, lexicon_of(game, aliases))
    walk = Walk(page, scores)
    walk.run()
    records = select_accounts(records_of(walk.units), page, scores)
    for record in records if len(records) > 1 else ():
        record.facts += [fact for fact in walk.of_all if fact.place not in record.known]
    return Statements(records, walk.unrecognised, walk.banned, cookie_lines, page.lines)


SURE_OF_ITEMS = 0.67  # names without a label: people are asked to look
SURE_OF_ACCOUNT = 0.8  # below it what 'ID:' or 'Conta:' gives is a log-in only where a password goes with it


class Walk:
    """One reading of a page, all credentials first, then line by line."""

    def __init__(self, page: Page, scores: Scores) -> None:
        self.page, self._scores = page, scores
        self._secrets: Mapping[int, list[Secret]] = {}
        self._password: Fact | None = None  # the last one
        self.units: list[Unit] = []
        self.of_all: list[Fact] = []
        self.unrecognised: list[Line] = []
        self.banned: list[int] = []

    def run(self) -> None:
        lines = self.page.lines
        self._secrets = defaultdict(list, Secrets(self.page, self._scores).read())
        opened = openings(lines)
        index = 0
        while index < len(lines):
            found = None if self._secrets[index] else list_below(self.page, index)
            if found and not any(self._secrets[line] for line in range(index, found[1])):
                (name, names, _, _), end = found
                line, text = lines[index], ", ".join(each.text for each in lines[index:end])
                unit = Unit((Fact(name, names, text, line.number, ASSIGNED),), line.number, line.apart, line.row)
            else:
                unit, end = self._line(index), index + 1
            if _OF_ALL.search(fold_cached(lines[index].text).text) and not self._secrets[index]:
                self.of_all += unit.facts
            if unit.facts or unit.apart or index in opened:
                self.units.append(unit._replace(opens=True) if index in opened else unit)
            index = end

    def _line(self, index: int) -> Unit:
        page, line, tokens = self.page, self.page.lines[index], self.page.tokens(index)
        secrets = sorted(self._secrets[index], key=lambda each: each.placed.start)
        facts = []
        for secret in secrets:
            is_weak = secret.words[:1] == (ACCOUNT,) and secret.sure < SURE_OF_ACCOUNT
            strength = CORRECTED if secret.corrects else WEAK if is_weak else ASSIGNED
            name, _, start, end = secret.placed
            facts.append(self._fact(line, name, line.text[start:end], start, end, strength, secret.sure))
        free = _without(tokens, [(each.placed.start, each.placed.end) for each in secrets]) if secrets else tokens
        lists = list(find_lists(line.text, free, page.lexicon)) if not line.heading else []
        facts += [self._fact(line, *each) for each in lists]
        if not lists and not secrets:
            facts += [self._fact(line, *each, WEAK, SURE_OF_ITEMS) for each in find_items(line.text, page.lexicon)]
        facts += self._values(index, _without(free, [(each.start, each.end) for each in lists]) if lists else free)
        above = page.lines[index - 1].text if index else ""
        self._password = next((fact for fact in facts if fact.name == "password"), self._password)
        said, names = f"{above} " * above.endswith("?") + line.text, {fact.name for fact in facts}
        if self._password and "email_password" not in names and _SAME.search(fold_cached(said).text):
            facts.append(self._password._replace(name="email_password"))
        is_labelled = any(token.type is Type.LABEL for token in tokens)
        is_secret = any(one.value in CREDENTIALS and other.type is Type.ASSIGN for one, other in pairwise(tokens))
        self._note(line, secrets, known=bool(facts) or (is_labelled and not is_secret))
        return Unit(tuple(facts), line.number, line.apart, line.row, line.heading)

    def _values(self, index: int, tokens: Sequence[Token]) -> list[Fact]:
        page, line = self.page, self.page.lines[index]
        asked = list(relate.value_questions(page, index, tokens))
        options = ((each.options, [option.features for option in each.options]) for each in asked)
        chances = [probabilities(self._scores("value", features, of, page)) for of, features in options]
        facts: list[Fact] = []
        for question, option, chance in sorted(relate.resolve(page, asked, chances), key=lambda each: each[0].first):
            start, end = tokens[question.first].start, tokens[question.end - 1].end
            if option.value is None:
                continue
            many = page.lexicon.fields[option.name].many
            value = (option.value,) if many and isinstance(option.value, str) else option.value
            if option.label[0] == index:  # the piece is the label with its value
                label = page.tokens(index)[page.token_at(*option.label)]
                start, end = min(start, label.start), max(end, label.end)
            facts.append(self._fact(line, option.name, value, start, end, option.strength, chance))
        return _merge_names(facts, page.lexicon)

    def _fact(
        self, line: Line, name: str, value: Value, start: int, end: int, strength: int = ASSIGNED, sure: float = 1.0
    ) -> Fact:
        """A fact of a value; a count of a list and a division have slots of their own."""
        kind = self.page.lexicon.kind_of(name) if isinstance(value, int) else None
        slot = f"{name}#" if kind is Kind.NAMES else f"{name}{OF_RANK}" if kind is Kind.RANK else ""
        return Fact(name, value, line.text[start:end], line.number, strength, slot, sure)

    def _note(self, line: Line, secrets: Sequence[Secret], *, known: bool) -> None:
        text = line.text
        for each in secrets:
            text = text[: each.placed.start] + " " * (each.placed.end - each.placed.start) + text[each.placed.end :]
        if context.is_banned(text):
            self.banned.append(line.number)
        elif not known and not line.heading:
            self.unrecognised.append(line)


def _merge_names(facts: Sequence[Fact], lexicon: Lexicon) -> list[Fact]:
    """'Plataformas: PC, Xbox' names two."""
    found: dict[str, Fact] = {}
    for place, fact in enumerate(facts):
        if lexicon.fields[fact.name].many:
            before = found.get(fact.name)
            names = (*before.value, *fact.value) if before else fact.value  # type: ignore[misc]  # both are names
            found[fact.name] = (before or fact)._replace(value=tuple(dict.fromkeys(names)))  # type: ignore[arg-type]  # both are names
        else:
            found[f"{fact.name} {place}"] = fact
    return list(found.values())


def _without(tokens: Sequence[Token], spans: Sequence[tuple[int, int]]) -> list[Token]:
    """The tokens that no span holds, with a bar where something was taken out from between them."""
    free: list[Token] = []
    spans, at, gap = sorted(spans), 0, False
    for token in tokens:
        while at < len(spans) and spans[at][1] <= token.start:
            at += 1
        if at < len(spans) and token.end > spans[at][0]:
            gap = bool(free)
            continue
        free += [Token(Type.SEPARATOR, token.start, token.start, "|", "|")] if gap else []
        free.append(token)
        gap = False
    return free


_SAID_OF = r"\s?(?:[:=]|->|\s(?:e|eh|is|tem|has|ta|esta|vem)(?!\w))"
_COUNTED = re.compile(
    rf"(?<!\w)(?:(?:conta|account|acct|acc)\s?#?(\d{{1,2}})"
    rf"|(?:(?:a|o|the)\s)?({'|'.join(ORDINALS)})(?:\s(?:conta|account|acct|acc|one))?){_SAID_OF}"
)
_OPENING = pattern("opening")
_LEADING, _BETWEEN = 60, " ,;|"


def openings(lines: Sequence[Line]) -> frozenset[int]:
    """The indices of lines that begin a further account by counting it; what stands before them is the first one's."""
    heads = ((index, fold(line.text[:_LEADING]).text) for index, line in enumerate(lines))
    counted = ((index, _COUNTED.match(head) or _OPENING.match(head)) for index, head in heads)
    found = {index: _account_number(each) for index, each in counted if each}
    return frozenset([*found][1:] if _goes_up([*found.values()]) else ())


def split_counted(lines: Sequence[Line]) -> Iterator[Line]:
    """The lines, one that counts out several accounts as a line for each: 'a primeira é …; a segunda é …'."""
    for line in lines:
        text, at = fold_cached(line.text)
        found = [] if line.cells else list(_COUNTED.finditer(text))
        numbers = [_account_number(each) for each in found]
        starts = [at[each.start()] for each in found[1:]] if numbers[:1] == [1] and _goes_up(numbers) else []
        if not starts:
            yield line
        for start, end in pairwise((0, *starts, len(line.text)) if starts else ()):
            yield line._replace(text=line.text[start:end].rstrip(_BETWEEN), apart=line.apart and not start)


def _account_number(counted: re.Match[str]) -> int:
    """The number that opens an account, or the place of the letter."""
    digits = next(filter(None, counted.groups()))
    return int(digits) if digits.isdigit() else ORDINALS.get(digits) or ord(digits)


def _goes_up(numbers: Sequence[int]) -> bool:
    return all(one + 1 == other for one, other in pairwise(numbers))
