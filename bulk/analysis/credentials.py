"""The credentials of a page: behind labels, in rows without labels, on their own; and to which account each belongs."""

import re
from bisect import bisect_left, insort
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence, Set
from itertools import accumulate, pairwise
from typing import Any, NamedTuple

from bulk.analysis import labelled
from bulk.analysis.choose import LEAST, Features, Prefixed, probabilities
from bulk.analysis.fields import CREDENTIALS
from bulk.analysis.folding import cache_for_reading
from bulk.analysis.lexing import Token, Type
from bulk.analysis.page import Page
from bulk.analysis.rows import Parse, Placed, find_stacks, parses
from bulk.analysis.shapes import ADDRESS, LOGIN, is_known, is_stated, is_strong, length, shape
from bulk.analysis.vocabulary import ACCOUNT, BUYERS, MAIL_WORDS, pattern

_FORMER, _PLAIN_PAIR = pattern("former"), pattern("plain_pair", 0)
_PLAIN_PAIR_COUNTS = 2.0
"""What the score of no row loses where a line begins with 'joana_1 / Abc#12'."""
_PASSWORDS = ("password", "email_password")
_SAID = (Type.WORD, Type.LABEL)
_AGREEMENT, _AFTER_LOGIN, _LEADS, _NEVER = 0.5, 1.5, 3.0, 9.0
_SURE_OF_LOOSE, _NEAR, _NO_LETTER = 0.6, 4, re.compile(r"[\W_]")
Scores = Callable[[str, Sequence[Features], Sequence[Any], Page], list[float]]
"""(kind of question, features of each option, the options, page) → a score each."""


class Secret(NamedTuple):
    """A credential that is read: how likely, the sign that gives it, and whether it corrects another."""

    placed: Placed
    sure: float
    sign: str
    corrects: bool = False
    words: tuple[str, ...] = ()


def likely(readings: Iterable[tuple[Sequence[Placed], float]]) -> dict[Placed, float]:
    """{credential: the chances of all the readings that have it}, of those that are likely."""
    sums: dict[Placed, float] = defaultdict(float)
    for placed, chance in readings:
        for each in placed:
            sums[each] += chance
    return {each: chance for each, chance in sums.items() if chance >= LEAST}


def _clamp(score: float) -> float:
    return max(-4.0, min(4.0, score))


def _agree(questions: Sequence[tuple[Sequence[tuple[str, ...]], list[float]]], least: float) -> None:
    """Add to the scores of options what the other questions of the text say for their structure; nothing, the last
    option, has none."""
    support: dict[tuple[str, ...], tuple[float, int]] = {}
    for keys, scores in questions:
        best: dict[tuple[str, ...], float] = {}
        for key, at in zip(keys[:-1], scores, strict=False):
            best[key] = max(at, best.get(key, at))
        for key, at in best.items():
            total, count = support.get(key, (0.0, 0))
            support[key] = total + _clamp(at - scores[-1]), count + 1
    for keys, scores in questions:
        for place, key in enumerate(keys[:-1]):
            total, count = support[key]
            if count > 1:
                scores[place] += max(least, _AGREEMENT * (total - _clamp(scores[place] - scores[-1])) / (count - 1))


class Secrets:
    """Reads them once."""

    def __init__(self, page: Page, scores: Scores) -> None:
        self.page, self._scores = page, scores
        self._lines = [at for at, line in enumerate(page.lines) if line.speaker not in BUYERS]
        self._secrets: dict[int, list[Secret]] = defaultdict(list)
        self._taken: dict[int, list[tuple[int, int]]] = defaultdict(list)
        labels = [tuple([each.value for each in page.tokens(at) if each.type is Type.LABEL]) for at in self._lines]
        of_game = page.lexicon.fields.keys() - {*CREDENTIALS}
        forms = Counter(form for form in labels if "password" in form and of_game & {*form})
        self._peers = {at for at, form in zip(self._lines, labels, strict=True) if forms[form] > 1}  # an account each

    def read(self) -> Mapping[int, list[Secret]]:
        """{index of the line: its credentials}."""
        self._read_labelled()
        self._read_rows()
        self._read_loose()
        self._read_only_address()
        self._own()
        self._correct()
        return self._secrets

    def _read_labelled(self) -> None:
        found: list[tuple[float, list[Secret]]] = []
        asked: list[tuple[labelled.Question, tuple[str, str], list[float]]] = []
        for question in (each for index in self._lines for each in labelled.questions(self.page, index)):
            tokens = self.page.tokens(question.line)[question.first : question.last + 1]
            words = (question.name, " ".join(token.folded for token in tokens))
            features = [each.features for each in question.options]
            asked.append((question, words, self._scores("label", features, question.options, self.page)))
        _agree([([(*words, each.sign) for each in told.options], scores) for told, words, scores in asked], 0.0)
        after_login = -2
        for question, words, scores in asked:
            options = question.options
            follows = question.name == "password" and 0 <= question.line - after_login <= 1
            leads = question.name == ACCOUNT and self._leads(question.line)
            for place, option in enumerate(options[:-1] if follows or leads else ()):
                value = self.page.lines[option.placed[0].line].text[option.placed[0].start : option.placed[0].end]
                if option.sign in ("=", "=>") and is_stated(value):
                    scores[place] += _AFTER_LOGIN if follows else _LEADS
            after_login = question.line if question.name == "login" and max(scores) > scores[-1] else -2
            sure = likely(zip((option.placed for option in options), probabilities(scores), strict=True))
            signs = {each: next(one.sign for one in options if each in one.placed) for each in sure}
            told = [Secret(each, at, signs[each], question.corrects, words) for each, at in sure.items()]
            found.append((max(sure.values(), default=0.0), told))
        for _, secret in sorted(found, key=lambda each: -each[0]):
            if not any(self._is_taken(each.placed) for each in secret):
                for each in secret:
                    self._keep(each)

    def _leads(self, index: int) -> bool:
        """Whether the line below begins with the label of a password; an address under a name leads to the mailbox's."""
        lines, near = self.page.lines, range(index - _NEAR, index)
        above = [lines[at].text for at in near for each in self._secrets.get(at, ()) if each.placed.name == "login"]
        is_mailbox = "@" in lines[index].text and any("@" not in text for text in above)
        below = self.page.tokens(index + 1)[:1] if self.page.has(index + 1) else []
        return [each.value for each in below] == ["password"] and not is_mailbox

    def _is_taken(self, placed: Placed) -> bool:
        """Whether a credential that is read overlaps this place."""
        spans = self._taken[placed.line]
        at = bisect_left(spans, (placed.start, placed.end))
        return (at > 0 and spans[at - 1][1] > placed.start) or (at < len(spans) and spans[at][0] < placed.end)

    def _keep(self, secret: Secret) -> None:
        self._secrets[secret.placed.line].append(secret)
        insort(self._taken[secret.placed.line], (secret.placed.start, secret.placed.end))

    def _read_rows(self) -> None:
        groups: list[tuple[int, list[Parse | None], list[float]]] = []
        for index in self._lines:
            if {secret.placed.name for secret in self._secrets[index]} & {"login", "password"}:
                continue
            options: list[Parse | None] = [*self._rows(index)]
            if options:
                options.append(None)
                features = [each.features if each else self._of_no_row(index) for each in options]
                scores = self._scores("row", features, options, self.page)
                scores[-1] -= _PLAIN_PAIR_COUNTS * bool(_PLAIN_PAIR.match(self.page.lines[index].text))
                groups.append((index, options, scores))
        _agree([([each.key if each else () for each in options], scores) for _, options, scores in groups], -4.0)
        taken: set[int] = set()
        for index, options, scores in groups:
            if index in taken:
                continue
            sure = likely(zip((row.placed if row else () for row in options), probabilities(scores), strict=True))
            logins = [each for each in sure if each.name == "login"]
            of_mail = {each.name for each in sure} == {"login", "password"} and self._is_mailbox(index, logins[0])
            for placed, chance in sure.items():
                taken.add(placed.line)
                owned = placed._replace(name=f"email_{placed.name}") if of_mail else placed
                if not self._is_taken(owned):
                    self._keep(Secret(owned, chance, "row"))

    def _read_loose(self) -> None:
        """Read the unclaimed chunks that look like secrets; one without a password begins no account."""
        placed = [each.placed for secret in self._secrets.values() for each in secret]
        read = sorted(Held(line, at, name, self.page.lines[line].text[at:end]) for name, line, at, end in placed)
        users = {each.text.partition("@")[0].lower() for each in read if "@" in each.text}
        for index in self._lines:
            leads = self._leads(index)
            for options, features in loose(self.page, index, self._is_taken, read, users, leads):
                scores = self._scores("loose", features, options, self.page)
                for place, option in enumerate(options):
                    scores[place] -= _NEVER * (index in self._peers and bool(option and option.name in CREDENTIALS[2:]))
                    scores[place] += _LEADS * (leads and bool(option and option.name == "login"))
                chances = probabilities(scores)
                found, chance = max(zip(options, chances, strict=True), key=lambda each: each[1])
                if found and chance >= _SURE_OF_LOOSE:
                    corrects = any(each.name == found.name for each in read) and self.page.is_corrected(index)
                    text = self.page.lines[index].text[found.start : found.end]
                    insort(read, Held(index, found.start, found.name, text))
                    self._keep(Secret(found, chance, "row", corrects, (ACCOUNT,)))

    def _read_only_address(self) -> None:
        """The one address of a text that states passwords and no log-in is the log-in."""
        names = {secret.placed.name for each in self._secrets.values() for secret in each}
        is_asked = "password" in names and names.isdisjoint({"login", "email_login"})
        lines = ((index, self.page.lines[index].text) for index in (self._lines if is_asked else ()))
        found = {each[0]: Placed("login", at, *each.span()) for at, text in lines for each in ADDRESS.finditer(text)}
        if len(found) == 1:
            [placed] = found.values()
            if not self._is_taken(placed):
                self._keep(Secret(placed, _SURE_OF_LOOSE, "row"))

    def _is_mailbox(self, index: int, login: Placed) -> bool:
        """Whether an address and a password are the mailbox of the log-in above: named like it, or under such a heading."""
        _, line, start, end = login
        address = self.page.lines[line].text[start:end].lower()
        if not ADDRESS.fullmatch(address):
            return False
        near = [secret for at in range(max(0, index - _NEAR), index) for secret in self._secrets[at]]
        for _, at, *span in (secret.placed for secret in near if secret.placed.name == "login"):
            above = self.page.lines[at].text[slice(*span)].lower()
            if address == above or ("@" not in above and _are_alike(above, address)):
                return True
        has_password = any(secret.placed.name == "password" for each in self._secrets.values() for secret in each)
        words = {word for token in self.page.tokens(line) if token.end <= start for word in token.folded.split()}
        return has_password and (not words.isdisjoint(MAIL_WORDS) or self.page.section(index)[0] == "mail")

    def _rows(self, index: int) -> Iterator[Parse]:
        yield from parses(self.page.lines[index].text, self.page.lexicon, index)
        above = self.page.lines[index - 1].text if index else ""
        begins = not above or self.page.lines[index].apart or not self.page.is_one_word(index - 1)
        if begins or above.strip(":!,.").isalpha():
            yield from find_stacks(self.page, index)

    def _of_no_row(self, index: int) -> list[str]:
        line, tokens = self.page.lines[index], self.page.tokens(index)
        words = sum(token.type is Type.WORD and len(token.folded) > 1 for token in tokens)
        labels = sum(token.type is Type.LABEL for token in tokens)
        begun = [one for one, other in pairwise(tokens) if other.type is Type.ASSIGN]
        signed = any(token.type in (Type.LABEL, Type.WORD) for token in begun)
        chunks, lone = len(line.text.split()), len(self.page.lines) == 1
        features = ["Q|", f"Q|w{min(words, 8)}", f"Q|l{min(labels, 4)}", f"Q|chunks{min(chunks, 8)}"]
        features += (f"Q|signed={signed}", f"Q|url={'//' in line.text}", f"Q|?={'?' in line.text}", f"Q|lone={lone}")
        features += (f"Q|bullet={line.bullet}|{line.heading}", f"Q|first={tokens[0].type if tokens else ''}")
        features += [f"Q|sec={word}" for word in self.page.section(index)[1]]
        features += [f"Q|said={token.folded}" for token in tokens[:4] if token.type in (Type.WORD, Type.LABEL)]
        return [*features, *(f"Q|{each}" for each in self.page.context(index))]

    # Whose a credential is

    def _own(self) -> None:
        """Credentials that a label calls log-in or password, as the account's, the mailbox's or nobody's."""
        pairs = ((line, secret) for line, each in self._secrets.items() for secret in each)
        order = sorted(pairs, key=lambda one: (one[0], one[1].placed.start))
        names = [secret.placed.name for _, secret in order]
        counts = Counter(names)
        blocks = list(accumulate(int(line.apart or line.heading) for line in self.page.lines))
        in_block = {(blocks[line], secret.placed.name) for line, secret in order}
        before_in_block: set[tuple[int, str]] = set()
        owned: list[tuple[int, Secret, str]] = []
        seen: set[str] = set()
        for place, (line, secret) in enumerate(order):
            text = self.page.lines[line].text[secret.placed.start : secret.placed.end]
            here = [(blocks[line], name) for name in CREDENTIALS] if secret.sign != "row" else []
            block = "block=" + "".join([f"{at in before_in_block:d}{at in in_block:d}" for at in here])
            before_in_block.add((blocks[line], secret.placed.name))
            said = (*secret.words[:1], *map(self.page.lexicon.label, secret.words[1:]))
            if secret.sign == "row" or line in self._peers or said == ("email_password", "email_login"):  # 'mail: Abc#12'
                owned.append((line, secret, secret.placed.name))
                seen.add(text)
                continue
            before = [name for _, _, name in owned[-3:]]
            shape = "addr" if ADDRESS.fullmatch(text) else "word"
            label, of = secret.words[1] if secret.words else secret.sign, secret.placed.name
            features = self._of_owner(place, order, names, counts, before)
            features += [f"{of}|same={text in seen}|{before[-1] if before else '^'}", f"{of}|{shape}|{block}"]
            features += [f"{label}|{shape}", f"{label}|{shape}|{block}"]
            seen.add(text)
            options = ("account", "mail", "none")
            whose = [Prefixed(f"O|{option}|", features) for option in options]
            asked = [(option, secret.placed, text) for option in options]
            chances = probabilities(self._scores("owner", whose, asked, self.page))
            chance, chosen = max(zip(chances, options, strict=True))
            short = secret.placed.name.removeprefix("email_")
            name = {"account": short, "mail": f"email_{short}", "none": ""}[chosen]
            owned.append((line, secret._replace(sure=secret.sure * chance), name))
        kept = {name for _, _, name in owned}
        is_all = not kept & {"login", "password"} and any(secret.placed.name == "password" for _, secret, _ in owned)
        self._secrets = defaultdict(list)
        for line, secret, name in owned:
            if name:
                name = name.removeprefix("email_") if is_all else name
                self._secrets[line].append(secret._replace(placed=secret.placed._replace(name=name)))

    def _correct(self) -> None:
        """Let a value that is nearly an earlier password correct it: 'perdón! es pao2002'."""
        known: dict[str, tuple[int, str]] = {}
        for index in self._lines:
            line, secrets = self.page.lines[index], self._secrets[index]
            if line.whole or line.cells or _FORMER.search(line.text):
                continue
            above, here = ({each.placed.name for each in self._secrets.get(at, ())} for at in (index - 1, index))
            is_others = "login" in here or "email_login" in here | above or above == {"login"}
            chunks = [] if secrets else [_bare(line.text, *chunk.span()) for chunk in _CHUNK.finditer(line.text)]
            loose = [Placed("", index, *span) for span in chunks if _is_secret(line.text[slice(*span)], self.page)]
            for each in [*secrets, *(Secret(place, _SURE_OF_LOOSE, "row") for place in loose)]:
                value, name = line.text[each.placed.start : each.placed.end], each.placed.name
                near = [old for old, (at, held) in known.items() if at < index and _is_nearly(held, value)][-1:]
                is_others = is_others or each.words[:1] == ("email_password",)
                if near and name in ("", *_PASSWORDS) and value[-1] != "?" and not (is_others and near == ["password"]):
                    fixed = each._replace(placed=each.placed._replace(name=(name := near[0])), corrects=True)
                    self._secrets[index] = [*(one for one in self._secrets[index] if one != each), fixed]
                known = {} if name == "login" else known | ({name: (index, value)} if name in _PASSWORDS else {})

    def _of_owner(
        self, place: int, order: Sequence[tuple[int, Secret]], names: list[str], counts: Counter[str], owned: list[str]
    ) -> list[str]:
        line, secret = order[place]
        name, text = secret.placed.name, self.page.lines[line].text[secret.placed.start : secret.placed.end]
        section, words = self.page.section(line)
        before = owned[-1] if owned else "^"
        after = names[place + 1] if place + 1 < len(names) else "$"
        recent = [each for each in owned if each]
        is_address = "addr" if ADDRESS.fullmatch(text) else "word"
        label = secret.words[1] if secret.words else secret.sign
        near = line - order[place - 1][0] if place else 9
        has = f"{'password' in recent}{'email_password' in recent}"
        has_mail, follows = counts["email_login"] > 0, "email_password" in names[place + 1 : place + 3]
        wide, near_by, next_to = (self._signature(names, place, reach) for reach in (9, 2, 1))
        cues = [is_address, label, f"prev={before}", f"prev={before}|next={after}", f"prev={before}|{section}"]
        cues += [f"has={has}{'login' in recent}", f"prev={before}|has={has}|X={follows}", f"sec={section}|{is_address}"]
        cues += [f"near={min(near, 3)}|{before}", f"E={has_mail}|{is_address}|L={counts['login'] > 0}"]
        cues.append(f"E={has_mail}|X={counts['email_password'] > 0}|n={min(counts[name], 3)}")
        cues += [f"sig={wide}", f"sig={near_by}", f"sig={next_to}|{is_address}|{secret.sign == 'row'}"]
        cues += [f"corrects={secret.corrects}", *(f"w={word}" for word in words)]
        features = [*(f"{name}|{each}" for each in cues), *(f"w={each}" for each in self.page.context(line))]
        tokens = self.page.tokens(line)
        at = self.page.token_at(line, secret.placed.start)
        features += [f"b={token.folded}" for token in tokens[max(0, at - 5) : at] if token.type in _SAID]
        features += [f"sw={word}" for word in self.page.section(line)[1]]
        return features

    @staticmethod
    def _signature(names: Sequence[str], place: int, reach: int) -> str:
        """The credentials around one, a letter each, its own in capitals."""
        first = max(0, place - reach)
        letters = ["x" if name == "email_password" else name[0] for name in names[first : place + reach + 1]]
        letters[place - first] = letters[place - first].upper()
        ends = "$" if place + reach >= len(names) - 1 else ""
        return f"{'^' if place <= reach else ''}{''.join(letters)}{ends}"


_SITE = re.compile(r"[a-z-]+\.(?:com|gg|io|net|org|store)")
_CHUNK, _LETTER = re.compile(r"\S{4,80}"), re.compile(r"(?<!\S)[^\W\d]\s?[:=]\s*$")
_FAR, _WORDS_NEAR, _AROUND, _LEADING, _TRAILING = 3, 8, 20, "\"'`“”«»‘’()[]<>*~,;:", ".,;:!?)]>}\"'`”»’*~"


class Held(NamedTuple):
    """A credential that is read already, in the order of the text."""

    line: int
    start: int
    name: str
    text: str


Loose = tuple[list[Placed | None], list[Prefixed]]


def loose(
    page: Page, index: int, is_taken: Callable[[Placed], bool], read: Sequence[Held], users: Set[str], leads: bool
) -> Iterator[Loose]:
    """The readings, with features, of each unclaimed chunk of a line that looks like a secret, is one of the users of the
    addresses, or all of a line that leads to a password; the last is nothing."""
    text = page.lines[index].text
    for chunk in _CHUNK.finditer(text):
        end = chunk.end()
        start, bare = _bare(text, chunk.start(), end)
        is_asked = (leads and " " not in text) or text[start:bare].lower() in users or _is_secret(text[start:bare], page)
        if not is_asked or is_taken(Placed("", index, start, end)):
            continue
        if _LETTER.search(text[max(0, start - 4) : start]):
            continue
        shared = _around(page, index, start, bare, read)
        options: list[Placed | None] = []
        features: list[Prefixed] = []
        for stop in sorted({bare, end, min(end, bare + 1)}):
            value = text[start:stop]
            form, behind = shape(value), f"{text[bare:stop][-1:]}|{text[stop : stop + 1]}"
            for name in CREDENTIALS:
                if ADDRESS.fullmatch(value) if name == "email_login" else name != "login" or LOGIN.fullmatch(value):
                    options.append(Placed(name, index, start, stop))
                    own = (form, length(value), f"end={behind}", f"{form}|end={behind}")
                    features.append(Prefixed(f"F|{name}|", (*own, *shared)))
        yield [*options, None], [*features, Prefixed("F|none|", (shape(text[start:bare]), *shared))]


def _bare(text: str, start: int, end: int) -> tuple[int, int]:
    while start < end and (text[start] in _LEADING or not (text[start].isascii() or text[start].isalnum())):
        start += 1
    while end > start and text[end - 1] in _TRAILING:
        end -= 1
    return start, end


def _is_nearly(one: str, other: str) -> bool:
    """Whether a password is another one with a few signs changed."""
    same = [left == right for left, right in zip(one.lower(), other.lower(), strict=False)]
    return [*same, False].index(False) * 2 > max(len(one), len(other))


def _is_secret(value: str, page: Page) -> bool:
    is_odd = len(value) > 3 and is_strong(value) and is_stated(value) and "//" not in value and not _SITE.fullmatch(value)
    is_free = is_odd and page.lexicon.label(value) is None and not is_known(value, page.lexicon)
    return is_free or bool(ADDRESS.fullmatch(value))


def _word(token: Token) -> str:
    return token.value if token.type is Type.LABEL else "#" if token.number is not None else token.folded


def _around(page: Page, index: int, start: int, end: int, read: Sequence[Held]) -> list[str]:
    """Features of the place of a chunk: its words, the credentials before and behind it, the line above."""
    line, tokens = page.lines[index], page.tokens(index)
    first, last = page.token_at(index, start), page.token_at(index, end)
    before = ["^", "^", "^", *map(_word, tokens[max(0, first - 3) : first])][-3:]
    after = [*map(_word, tokens[last : last + 2]), "$", "$"][:2]
    form = shape(line.text[start:end])
    at = bisect_left(read, (index, start))
    previous, following = (read[each] if 0 <= each < len(read) else None for each in (at - 1, at))
    prev = f"{previous.name}{min(index - previous.line, _FAR)}" if previous else "^"
    next_ = f"{following.name}{min(following.line - index, _FAR)}" if following else "$"
    read = read[max(0, at - _AROUND) : at + _AROUND]
    names = {each.name for each in read}
    flags = "".join(f"{name in names:d}" for name in CREDENTIALS)
    above = [_word(token) for token in page.tokens(index - 1) if token.type in (Type.LABEL, Type.WORD)] if index else []
    alone = start == 0 and end >= len(line.text) - 1
    picture = line.picture if start == 0 else line.text[start - 1]
    kind = next((token.type for token in tokens[first:last]), "")
    near = {_word(token) for token in tokens[max(0, first - _WORDS_NEAR) : first] if token.type in _SAID}
    features = [f"{sign}={each}" for sign, each in zip(("bbb", "bb", "b", "a", "aa"), (*before, *after), strict=True)]
    features += [f"b={before[1]} {before[2]}", f"alone={alone}|{form}|{flags}", f"alone={alone}|{form}|prev={prev}"]
    features += [f"prev={prev}|{form}", f"next={next_}|{form}", f"prev={prev}|next={next_}|{form == 'addr'}"]
    features += [f"has={flags}|{form}", f"picture={'' if picture.isascii() else picture}"]
    features += [f"kind={kind}|{form}", f"spoken={bool(line.speaker)}|{alone}|{form}"]
    features += [*(f"near={each}" for each in near), *(f"above={each}" for each in above[-4:])]
    value, size, around = line.text[start:end], len(tokens), page.lines[max(0, index - _AROUND) : index + _AROUND]
    below = page.tokens(index + 1)[:3] if page.has(index + 1) else []
    features += [f"below{place}={_word(token)}" for place, token in enumerate(below)]
    features += [f"a={after[0]} {after[1]}", f"ba={before[2]} {after[0]}", f"above={' '.join(above[:3])}|{alone}"]
    alike = {held.name for held in read if _are_alike(value, held.text)}
    features += [f"alike={each}|{form}" for each in sorted(alike) or ("",)]
    features += [f"size={min(size, 7)}|{form}", f"{flags}|size={min(size, 4)}", f"{form}|{length(value)}|alone={alone}"]
    features.append(f"again={sum(value in each.text for each in around) > 1}")
    features += [f"first={_word(each)}" for each in tokens[:1]]
    return features


@cache_for_reading
def _stem(value: str) -> str:
    return _NO_LETTER.sub("", value.partition("@")[0].lower())


def _are_alike(one: str, other: str) -> bool:
    """Whether two names are alike: 'ana.sol', 'anasol@example.com'."""
    one, other = _stem(one), _stem(other)
    return min(len(one), len(other)) > 3 and (one in other or other in one)
