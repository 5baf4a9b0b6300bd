"""Credentials that a label announces: where the value begins and ends, ranked among all the places where it may."""

import re
from collections.abc import Iterator, Sequence
from itertools import islice
from typing import NamedTuple

from bulk.analysis.context import is_corrected
from bulk.analysis.fields import CREDENTIALS
from bulk.analysis.folding import fold
from bulk.analysis.lexing import Token, Type
from bulk.analysis.page import Page
from bulk.analysis.rows import Placed, find_stacks, parses
from bulk.analysis.shapes import ADDRESS, is_known, is_stated, is_strong, length, shape
from bulk.analysis.vocabulary import ACCOUNT, COMBO, CORRECTING, GATHERED, JOINERS, MAIL_COMBO, SPOKEN

_LINKING = SPOKEN | {"as", "the", "o", "a", "and", "e"}
_IS, _CHUNK = frozenset({"is", "e", "eh"}), re.compile(r"\S+")
_QUOTES = {'"': '"', "'": "'", "`": "`", "“": "”", "‘": "’", "«": "»", "*": "*"}
_CUT = re.compile(r"(?<=\S)[|;,/&)\]}>.](?=\S)")
_PASSWORD = re.compile(r"[^\w.,:;/|<>()\[\]=-]|(?=.*[A-ZÀ-Ý])(?=.*[a-zà-ÿ])(?=.*\d)")
_BLANK, _EITHER = re.compile(r"\s"), re.compile(r"\s+(?:ou|or)\s+(\S{4,80})")
_NO_LOGIN = frozenset(':;|<>",')
_TRAILING = ".,;:)]}|\"'`”»!>?"
_SHORT = dict(zip((*CREDENTIALS, ACCOUNT, COMBO, MAIL_COMBO), "LPEXACM", strict=True))
_MAX_CHUNKS, _MAX_CUTS, _MAX_CHARACTERS, _NEAR, _THEN, _WORDS_OF_SENTENCE = 7, 4, 400, 12, 12, 4

MAX_LABELS, _LEADERS = 12, ("..", "…")
_Seen = set[tuple[int, int, int]]  # (line, start, end) of the values that were looked at


def find_announced(tokens: Sequence[Token], index: int) -> tuple[str, int]:
    """(what is announced, index of the last token) of the credential label at `index`, or ("", 0)."""
    if not _is_credential(tokens[index]):
        return "", 0
    names, last = [tokens[index].value], index
    while last + 2 < len(tokens) and _joins(tokens, last) and _is_credential(tokens[last + 2]):
        if tokens[last + 2].value in names:
            break
        last += 2
        names.append(tokens[last].value)
    if len(names) == 1:
        return tokens[index].value, index
    return GATHERED.get(frozenset(names), ""), last


def _is_credential(token: Token) -> bool:
    return token.type is Type.LABEL and token.value in (*CREDENTIALS, ACCOUNT, COMBO)


def _joins(tokens: Sequence[Token], index: int) -> bool:
    """Whether 'Login/Senha', 'Conta:Senha', 'login e senha' go on after the label at `index`."""
    joiner, other = tokens[index + 1 : index + 3]
    if joiner.type is Type.WORD:
        return joiner.folded in JOINERS
    if joiner.type is Type.ASSIGN:
        is_glued = joiner.folded == ":" and other.start == joiner.end
        only_labels = index + 1 < MAX_LABELS and all(map(_is_credential, tokens[: index + 1 : 2]))
        return (is_glued or joiner.folded.startswith(_LEADERS)) and only_labels
    if joiner.type is not Type.SEPARATOR or joiner.value not in "-.,":
        return joiner.type is Type.SEPARATOR and joiner.value in "/|+&;"
    following = tokens[index + 3 : index + 4]  # 'login - senha: joana / abc#1'
    return bool(following) and following[0].type is Type.ASSIGN and tokens[index].value != other.value


class Option(NamedTuple):
    """One reading of what a label announces; none of it where `placed` is empty."""

    placed: tuple[Placed, ...]
    features: list[str]
    sign: str


class Question(NamedTuple):
    """A label at tokens [first, last] of a line, and what it may announce; the last option is nothing at all."""

    name: str
    line: int
    first: int
    last: int
    options: list[Option]
    corrects: bool


def questions(page: Page, index: int) -> Iterator[Question]:
    """The credential labels of a line, each with the possible readings of the text around it."""
    tokens = page.tokens(index)
    at = 0
    while at < len(tokens):
        name, last = find_announced(tokens, at) if tokens[at].type is Type.LABEL else ("", at)
        if not name:
            at += 1
            continue
        corrects = not CORRECTING.isdisjoint(tokens[at].folded.split()) or is_corrected(tokens[max(0, at - 20) : at])
        begun = next(_starts(page, index, at, last), None) if name == "email_login" else None
        chunk = _CHUNK.match(page.lines[begun[1]].text, begun[2]) if begun else None
        if chunk and "@" not in chunk[0] and _PASSWORD.search(chunk[0].rstrip(_TRAILING)) and is_strong(chunk[0]):
            name = "email_password"  # 'mail: Abc#12'
        options = list(_options(page, index, name, at, last))
        for option in options[:-1]:
            option.features.extend(_of_label(page, index, name, at, option))
        yield Question(name, index, at, last, options, corrects)
        at = last + 1


def _options(page: Page, index: int, name: str, first: int, last: int) -> Iterator[Option]:
    starts = list(_starts(page, index, first, last))
    seen: _Seen = set()
    for sign, line, start in starts:
        yield from _value_options(page, name, sign, line, start, seen)
    yield from _before(page, index, name, first, last, seen)
    yield Option((), _of_nothing(page, index, name, first, last, starts), "")


def _of_label(page: Page, index: int, name: str, at: int, option: Option) -> Iterator[str]:
    """Features of a label with what it is read to announce: its words, the labels before and behind."""
    tokens, sign, short, (_, line, start, end) = page.tokens(index), option.sign, _SHORT[name], option.placed[-1]
    word, before = tokens[at].folded, tokens[at - 1].folded if at else "^"
    behind = page.token_at(line, end)
    near = tokens[max(0, at - _NEAR) : at][::-1], page.tokens(line)[behind : behind + _NEAR]
    above, below = (next((token.value for token in each if token.type is Type.LABEL), "") for each in near)
    yield from (f"K|{word}|{sign}", f"K|{before}|{sign}", f"K|{word}|{len(option.placed)}")
    yield from (f"K|{short}|prev={above}|{sign}", f"K|{short}|next={below}|{sign}")
    if len(option.placed) == 1:
        text = page.lines[line].text
        form, then = shape(text[start:end]), text[end : end + _THEN].lower().split()[:1]
        yield from (f"K|{word}|{form}", f"K|{short}|{length(text[start:end])}|{form}", f"K|then={''.join(then)}")


def _starts(page: Page, index: int, first: int, last: int) -> Iterator[tuple[str, int, int]]:
    """(sign, line, place) of each place behind the label where its value may begin."""
    tokens, text = page.tokens(index), page.lines[index].text
    begins = first == 0 or tokens[first - 1].is_boundary or tokens[first - 1].type is Type.MARK
    lead, at = "^" if begins else "", last + 1
    if at < len(tokens) and tokens[at].type is Type.OPEN:
        near = range(at + 1, min(at + 8, len(tokens)))
        closing = next((place for place in near if tokens[place].type is Type.CLOSE), 0)
        if closing and closing + 1 < len(tokens) and tokens[closing + 1].type in (Type.ASSIGN, Type.SEPARATOR):
            at = closing + 1
        elif tokens[at].end < len(text):
            glued = "" if tokens[at].start > tokens[last].end else "glued"
            yield f"{lead}in{glued}", index, _past_blanks(text, tokens[at].end)
    at += [each.type for each in tokens[at : at + 2]] == [Type.NUMBER, Type.ASSIGN]
    below = page.has(index + 1)
    if at >= len(tokens):
        if below:
            yield ("below" if begins and first == 0 else "..below"), index + 1, 0
        return
    sign = tokens[at]
    if sign.type is Type.ASSIGN:
        bar = tokens[at + 1] if at + 1 < len(tokens) and tokens[at + 1].value in ("|", "-") else sign
        place = _past_blanks(text, bar.end if text[bar.end : bar.end + 1].isspace() else sign.end)
        if place < len(text):
            yield ("=" if sign.folded.strip() in (":", "=") else "=>"), index, place
        elif below:
            yield "=below", index + 1, 0
        return
    if sign.type in (Type.SEPARATOR, Type.CLOSE):
        end = at
        while end + 1 < len(tokens) and tokens[end + 1].type is Type.SEPARATOR:
            end += 1
        spelled = fold(text[sign.start : tokens[end].end]).text.strip()[:1] or "tab"
        is_apart = text[tokens[end].end : tokens[end].end + 1].isspace() or sign.start > tokens[at - 1].end
        start = _past_blanks(text, tokens[end].end)
        if sign.start > tokens[at - 1].end or text[sign.start : sign.start + 1].isspace() or sign.value == '"':
            first = _past_blanks(text, sign.start)
            if first < len(text) and not text[first + 1 : first + 2].isspace():
                yield "blanksign", index, first
        if start < len(text):
            spelled = "emoji" if sign.value == "emoji" else spelled
            how = f"{'' if is_apart else 'glued'}{'cell' if page.lines[index].cells else ''}"
            yield f"{lead}{spelled}{how}", index, start
    else:
        place = at
        while place < len(tokens) and place - at < 3 and tokens[place].folded in SPOKEN:
            place += 1
        if place < len(tokens) and tokens[place].type is Type.ASSIGN and place > at:
            yield "said=", index, _past_blanks(text, tokens[place].end)
        elif place < len(tokens) and tokens[place].start > tokens[place - 1].end:
            yield ("said" if place > at else "blank"), index, tokens[place].start
        if place > at:
            yield "blank", index, tokens[at].start
        later = next((each for each in tokens[at + 1 : at + 10] if each.type is Type.ASSIGN or each.folded in _IS), None)
        if later and later.end < len(text):
            yield "later", index, _past_blanks(text, later.end)
    if below and not any(page.recognised(index)[at:-1]):
        yield ("next?" if "?" in text else "next"), index + 1, 0


def _past_blanks(text: str, position: int) -> int:
    while position < len(text) and text[position].isspace():
        position += 1
    return position


def _value_options(page: Page, name: str, sign: str, line: int, start: int, seen: _Seen) -> Iterator[Option]:
    text = page.lines[line].text
    limit = min(len(text), start + _MAX_CHARACTERS)
    if name in (COMBO, MAIL_COMBO, ACCOUNT, "login", "email_login"):
        yield from _row_options(page, name, sign, line, start)
    if name in (COMBO, MAIL_COMBO):
        return
    ends: list[int] = []
    for count, chunk in enumerate(_CHUNK.finditer(text, start, limit)):
        if count >= _MAX_CHUNKS or (count and name in ("login", "email_login", ACCOUNT)):
            break
        if count == 0 or name != "email_login":
            cuts = _CUT.finditer(text, chunk.start() + 1, chunk.end())
            ends += (*(cut.start() for cut in islice(cuts, _MAX_CUTS)), chunk.end())
    if name not in ("login", "email_login", ACCOUNT) and limit == len(text):
        ends.append(len(text.rstrip()))
    opening = {"(": ")", "[": "]", "{": "}", "`": "`"}.get(text[start - 1 : start])
    if opening and (end := text.find(opening, start + 1, limit)) > 0:
        yield from _value(page, name, sign, line, start, end, seen, "held")
    closing = _QUOTES.get(text[start : start + 1])
    if closing and (end := text.find(closing, start + 2, limit)) > 0:
        yield from _value(page, name, sign, line, start + 1, end, seen, "quoted")
    for end in dict.fromkeys(ends):
        yield from _value(page, name, sign, line, start, end, seen, "")
        bare = end
        while bare > start + 2 and text[bare - 1] in _TRAILING:
            if text[bare - 1] in ")]}" and _is_balanced(text[start:bare]):
                break
            bare -= 1
            yield from _value(page, name, sign, line, start, bare, seen, "bare")
            if end - bare >= 2:
                break


def _is_balanced(value: str) -> bool:
    return value.isalnum() or all(value.count(one) == value.count(other) for one, other in ("()", "[]", "{}"))


def _value(page: Page, name: str, sign: str, line: int, start: int, end: int, seen: _Seen, how: str) -> Sequence[Option]:
    text = page.lines[line].text
    value = text[start:end]
    is_part = value[-1:] == "`" == text[start - 1 : start] or 0 < value.count(" | ") < text.count(" | ") - 1
    if end - start < 2 or (line, start, end) in seen or value != value.strip() or len(value) > 200 or is_part:
        return ()
    if value[-1] == "." and text[end : end + 1] in ("", " ") and text.count(" ", 0, start) >= _WORDS_OF_SENTENCE:
        return ()
    seen.add((line, start, end))
    is_label = sign not in ("=", "=>", "col") and page.lexicon.label(value) is not None
    if is_label or (not is_stated(value) and ("*" in value or value[0] == "(" or not value.strip("xX"))):
        return ()
    if name == "email_login" and not ADDRESS.fullmatch(value) and not (" " not in value and sign in ("=", "=>")):
        return ()
    if name in ("login", ACCOUNT) and not _NO_LOGIN.isdisjoint(value):
        return ()
    begun = (_EITHER.match(text, blank.start()) for blank in _BLANK.finditer(text, start, end + 1))
    either = next(filter(None, begun), None)  # 'Senha: abc#1 ou abc#2': which one is right is not said
    if either and is_strong(either[1]) and is_strong(text[start : either.start()]):
        return ()
    field = "login" if name == ACCOUNT else name
    return (Option((Placed(field, line, start, end),), _features(page, name, sign, line, start, end, how), sign),)


def _features(page: Page, name: str, sign: str, line: int, start: int, end: int, how: str) -> list[str]:
    text, lexicon = page.lines[line].text, page.lexicon
    value, short = text[start:end], _SHORT[name]
    chunks = min(len(value.split()), 5)
    form = shape(value)
    follow, rest = _behind(page, line, end)
    first = "w" if value[0].isalnum() else value[0]
    last = "w" if value[-1].isalnum() else value[-1]
    own = f"V|{short}"
    features = [f"{own}|{sign}", f"{own}|{form}", f"{own}|{form}|{sign}", f"{own}|c{chunks}|{follow}"]
    features += (f"{own}|c{chunks}", f"{own}|{length(value)}", f"V|{follow}|{how}", f"V|{follow}|{last}")
    features += (f"V|{rest}|c{min(chunks, 2)}|{short}", f"V|strong={is_strong(value)}|{sign}|{short}")
    features += (f"V|stated={is_stated(value)}", f"V|whole={page.lines[line].whole}|{follow == '$'}")
    features += (f"V|{how}|{first}{last}", f"V|inside={page.recognised_within(line, start + 1, end)}")
    features += [f"V|holds{each}{f' {each} ' in value}" for each in "|;,/" if each in value]
    if is_known(value, lexicon) or lexicon.label(value):
        features.append(f"V|known|{short}|c{chunks}")
    if not _is_balanced(value) or value.count('"') % 2:
        features.append(f"V|unbalanced|{value[-1] in ')]}'}|{follow}")
    if name in ("login", ACCOUNT) and value.isalpha() and value in (value.lower(), value.upper(), value.title()):
        features.append(f"V|{short}|word|{sign}|{follow}")
    return features


def _behind(page: Page, line: int, end: int) -> tuple[str, str]:
    """(the sign after a value with what follows it, the kind of the rest of the line)."""
    text = page.lines[line].text
    place = _past_blanks(text, end)
    if place >= len(text):
        return "$", "$"
    spaced = " " if place > end else ""
    sign = "" if text[place].isalnum() else text[place] if text[place].isascii() else "*"
    after = _past_blanks(text, place + 1) if sign else place
    wide = " " if sign and after > place + 1 else ""
    known = page.recognised_at(line, place)
    return f"{spaced}{sign}{wide}{known}", f"rest{known}{sign in '(['}"


def _of_nothing(
    page: Page, index: int, name: str, first: int, last: int, starts: Sequence[tuple[str, int, int]]
) -> list[str]:
    tokens, text, short = page.tokens(index), page.lines[index].text, _SHORT[name]
    before = tokens[first - 1].folded if first else "^"
    features = [f"N|{short}", f"N|{short}|{tokens[first].folded}", f"N|{short}|b={before}"]
    two, (earlier, later) = tokens[first - 2].folded if first > 1 else "^", page.alike(index, first)
    features += [f"N|?={text.rstrip().endswith('?')}", f"N|bb={two} {before}"]
    features.append(f"N|{short}|nth={min(earlier, 2)}|{min(later, 3)}")
    features += [f"N|{short}|w={each.folded}" for each in tokens[max(0, first - 6) : first] if each.type is Type.WORD]
    features += [f"N|{short}|a{place}={each.folded}" for place, each in enumerate(tokens[last + 1 : last + 4])]
    for sign, line, start in starts[:1]:
        value = page.lines[line].text[start : start + _MAX_CHARACTERS]
        words = len(value.split())
        chunk = value.split()[0] if words else ""
        word = chunk.lower() if chunk.isalpha() and len(chunk) < 12 else shape(chunk)
        features += [f"N|{short}|{sign}", f"N|stated={is_stated(value)}|{is_stated(chunk)}", f"N|next={word}"]
        features += [f"N|{short}|strong={is_strong(chunk)}|{sign}", f"N|words{min(words, 6)}|{sign}"]
    if not starts:
        features.append("N|nowhere")
    features += [f"N|sw={word}" for word in page.section(index)[1]]
    return [*features, *page.context(index)]


def _row_options(page: Page, name: str, sign: str, line: int, start: int) -> Iterator[Option]:
    """Read what follows the label as a row, of cells or of lines below each other."""
    below = sign.endswith("below")
    text = page.lines[line].text
    closing = _QUOTES.get(text[start : start + 1])
    if closing and (end := text.find(closing, start + 6)) > 0:
        text, start = text[:end], start + 1
    found = parses(text, page.lexicon, line, start, len(text) if below else start + 2)
    for parse in [*found, *(find_stacks(page, line) if below else ())]:
        if parse.placed[0].start - start > 2 and not below:
            continue
        placed = parse.placed
        if name in ("email_login", MAIL_COMBO) and parse.key[1] == "LP":
            names = ("email_login", "email_password" if name == "email_login" else "password")
            placed = tuple([each._replace(name=told) for each, told in zip(placed, names, strict=True)])
        last = placed[-1]
        follow, rest = _behind(page, last.line, last.end)
        short = _SHORT[name]
        own = (f"{short}|{sign}|{parse.key[1]}", f"{short}|{parse.key[0]}", follow, f"{rest}|{parse.key[0]}")
        yield Option(placed, [*parse.features, *(f"C|{each}" for each in own)], sign)


def _before(page: Page, index: int, name: str, first: int, last: int, seen: _Seen) -> Iterator[Option]:
    """'joana_1 ← login', 'abc#1 (senha)': the chunk before the label."""
    tokens, text = page.tokens(index), page.lines[index].text
    if first == 0 or name in (COMBO, MAIL_COMBO):
        return
    at = first - 1
    while at > 0 and first - at <= 3 and tokens[at].type is Type.WORD and tokens[at].folded in _LINKING:
        at -= 1
    between = tokens[at]
    stop = between.start if between.type in (Type.OPEN, Type.ASSIGN, Type.SEPARATOR) else tokens[at + 1].start
    end = len(text[:stop].rstrip())
    start = max(text.rfind(" ", 0, end), text.rfind("\t", 0, end)) + 1
    is_end = last + 1 == len(tokens) or tokens[last + 1].is_boundary
    sign = f"left{'(' if between.type is Type.OPEN else '=' if between.type is Type.ASSIGN else between.value if between.type is Type.SEPARATOR else ''}{'s' if at < first - 1 else ''}{is_end}{start == 0}"
    quote = {'"': '"', "”": "“", "'": "'"}.get(text[end - 1 : end])
    if quote and (opening := text.rfind(quote, 0, end - 1)) >= 0 and end - opening < 60:
        yield from _value(page, name, sign, index, opening + 1, end - 1, seen, "quoted")
    if end - start >= 3:
        yield from _value(page, name, sign, index, start, end, seen, "left")
