"""Lines laid out otherwise than 'label: value', as lines that say the same: '139  Outfits', 'joana ← login', 'Buddies · A · B'."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import pairwise

from bulk.analysis.credentials import are_log_in, is_stated
from bulk.analysis.credentials.shape import is_known
from bulk.analysis.fields import CREDENTIALS, Kind
from bulk.analysis.folding import words_of
from bulk.analysis.lexicon import Lexicon
from bulk.analysis.lexing import Type, lex
from bulk.analysis.names import names_in
from bulk.analysis.objects import is_name_key, is_value_key
from bulk.analysis.reading import Line
from bulk.analysis.values import read_value
from bulk.analysis.vocabulary.labels import ACCOUNT, COMBO, OTHER

Stated = tuple[str, str]
"""A label as it is written, and its value."""

MIN_RUN = 2
_GAP = re.compile(r"\s{2,}|\t")
_MARKS = tuple(map(re.compile, (r"\s+[-–—]\s+", r"\s*[·•]\s*", r"\s+[|│]\s+", r"\s*=\s*", r":\s+", r"\s+/\s+")))
_DOTS = (re.compile(r"\s*[·•]\s*"), re.compile(r"\s+[|│]\s+"))
_POINTED = re.compile(r"(.*\S)\s*(?:<[-=–—]+|[←⬅⇐⟵⟸◀◄👈]|\s<(?=\s))\s*([^<>]+)")
_TRAILED = re.compile(
    r"(\S+)(?:\s+[-–—=]\s+|\s*(?:[-=–]+>|[→➡⇒➔➜])\s*|:\s+|\s+(?=[(\[])|\s+(?:é|eh|is)\s+(?:o|a|the)\s+)[(\[]?([^()\[\]]{2,40})[)\]]?"
)
_ACCOUNT = re.compile(r"(?:conta|account|acct|acc|lote|lot)\s?#?([1-9]|[a-i])", re.IGNORECASE)
_OF_DIVISION = re.compile(r"(?:div|divisão|divisao|division)\b\.?\s*[:=]", re.IGNORECASE)
_DIVIDED = re.compile(
    r"(?<!\w)([^\W\d_]+)\s*[,;|/-]?\s*\b(?:div|divisão|divisao|division)\b\.?\s*[:=]?\s*([1-3]|i{1,3})\b", re.IGNORECASE
)
_BROKEN = re.compile(r"\(?(?:[1-3]|i{1,3})\)?(?=$|\s*[,.;|/)(-]|\s+(?:e|and|com|with|mas|but)\s)", re.IGNORECASE)
_KEYED = re.compile(r"([^\W\d][\w ]{0,20}?)\s*[:=]\s*(\S.*)")
_LEADER = re.compile(r"\s*(?:\.{3,}|…+|_{3,}|·{3,})\s*")
_REMARK = re.compile(r"\s*\([^()]*\)$")
_NUMBER = re.compile(r"[x×]?\s?(\d\S*)(?:\s?[x×])?", re.IGNORECASE)
_BRACKETED = re.compile(r"([^()\[\]]*)[(\[]([^()\[\]]+)[)\]]")
_BEHIND = re.compile(r"([^()]{3,60})[(]([^()]{5,80})[)][\s,;|.-]*(.*)")
_REMARKED = re.compile(r"([^()\[\]:=]{2,30}?)\s*[(\[]([^()\[\]]{2,20})[)\]]\s*[:=]\s*(\S.*)")
_QUOTED = re.compile(r"\"([^\"]{2,40})\"\s*[;,:|\t]\s*\"([^\"]+)\"[;,]?")
_JOINED = re.compile(r"\s*[/+&,|;]\s*|\s+(?:e|and)\s+")
_PARTED = tuple(
    map(re.compile, (r"\s+/\s+", r"\s+[|│]\s+", r"\s+\+\s+", r"\s+[-–—]\s+", r"\s+&\s+", r"\s+:\s+", r",\s+"))
)


def laid_out(lines: Sequence[Line], lexicon: Lexicon) -> Iterator[Line]:
    """The lines, in place of each one that is turned round, or holds several labels, those that say it straight."""
    lines = list(_unpaired(_with_divisions(list(_a_column_each(_two_words_each(lines, lexicon))), lexicon)))
    numbered = _numbered(lines, lexicon)
    trailed = _trailed(lines, lexicon)
    for index, line in enumerate(lines):
        if line.heading:
            yield line
            continue
        stated = (
            trailed.get(index)
            or _pointed(line.text, lexicon)
            or ([] if index in numbered else _counted(line, lexicon))
            or _dotted(line, lexicon)
            or _paired(line, lexicon)
            or _paired_behind(line.text, lexicon)
            or _remarked(line.text, lexicon)
            or _quoted(line.text, lexicon)
        )
        yield from _said(line, stated) if stated else (line,)


def _said(line: Line, stated: Sequence[Stated]) -> Iterator[Line]:
    for place, (label, value) in enumerate(stated):
        text = f"{label}: {value}"
        yield replace(line, text=text, cells=(), apart=line.apart and not place, opens=line.opens and not place)


def _field(label: str, lexicon: Lexicon) -> str | None:
    return lexicon.heading(_REMARK.sub("", label).strip())


def _tells(name: str | None, value: str, lexicon: Lexicon) -> bool:
    """Whether a text is a value of this field, and nothing else."""
    kind = lexicon.kind_of(name) if name else None
    if kind is None or lexicon.label(value) is not None:
        return False
    if kind is Kind.SECRET:
        return " " not in value and is_stated(value)
    tokens = lex(value, lexicon)
    read = read_value(kind, tokens, 0) if tokens else None
    return read is not None and read.end == len(tokens)


# A value before its label


def _pointed(text: str, lexicon: Lexicon) -> list[Stated]:
    """'joana_1 ← login', 'Ouro 2 <- elo'."""
    stated: list[Stated] = []
    for part in re.split(r"\s+\|\s+", text):
        pointed = _POINTED.fullmatch(part)
        name = _field(pointed[2], lexicon) if pointed else None
        told = name in (ACCOUNT, COMBO) or (name is not None and lexicon.kind_of(name) is not None)
        if pointed is None or not told or lexicon.label(pointed[1]):
            return []
        stated.append((pointed[2].strip(), pointed[1]))
    return stated


def _trailed(lines: Sequence[Line], lexicon: Lexicon) -> dict[int, list[Stated]]:
    """'joana_1 (login)' over 'abc#12 (senha)': credentials with their labels behind, a line each."""
    found: dict[int, list[Stated]] = {}
    run: dict[int, tuple[str, Stated]] = {}
    for index, line in enumerate((*lines, None)):
        told = _one_trailed(line.text, lexicon) if line and not line.cells else None
        if told and (index == 0 or not run or not line or not line.apart):
            run[index] = told
            continue
        names = {name for name, _ in run.values()}
        values = {value for _, (_, value) in run.values()}
        if "password" in names and names & {"login", "email_login"} and len(values) == len(run):
            found |= {place: [stated] for place, (_, stated) in run.items()}
        run = {index: told} if told else {}
    return found


def _one_trailed(text: str, lexicon: Lexicon) -> tuple[str, Stated] | None:
    trailed = _TRAILED.fullmatch(text)
    name = lexicon.label(trailed[2]) if trailed else None
    if trailed is None or name not in CREDENTIALS or lexicon.label(trailed[1]) or not is_stated(trailed[1]):
        return None
    return name, (trailed[2].strip(), trailed[1])


def _counted(line: Line, lexicon: Lexicon) -> list[Stated]:
    """'139  Outfits', '| 37 | Skins de armas |', 'Ouro 2 - elo': values, each before the label that is theirs."""
    for cells in _cellings(line):
        pairs = [(_plain(value), label) for value, label in zip(cells[::2], cells[1::2], strict=False)]
        if len(cells) % 2 or not pairs:
            continue
        names = [_field(label, lexicon) for _, label in pairs]
        told = [
            (name == OTHER and value[:1].isdigit()) or (name not in CREDENTIALS and _tells(name, value, lexicon))
            for name, (value, _) in zip(names, pairs, strict=True)
        ]
        if all(told) and set(names) != {OTHER}:
            return [(_REMARK.sub("", label), value) for value, label in pairs]
    return []


def _plain(value: str) -> str:
    """'139' of 'x139'."""
    number = _NUMBER.fullmatch(value)
    return number[1] if number else value


def _cellings(line: Line) -> Iterator[Sequence[str]]:
    if line.cells:
        yield line.cells
        return
    yield [cell.strip() for cell in _GAP.split(_LEADER.sub("  ", line.text.strip()))]
    for mark in _MARKS:
        cells = mark.split(line.text)
        if len(cells) == 2:
            yield cells


def _numbered(lines: Sequence[Line], lexicon: Lexicon) -> frozenset[int]:
    """The lines of a numbering: '1 - Skins', and further below '2 - Agentes'."""
    found = {index: told[0][1] for index, line in enumerate(lines) if (told := _counted(line, lexicon))}
    numbers = [int(value) for value in found.values() if value.isdigit()]
    goes_up = numbers[:1] == [1] and all(one + 1 == other for one, other in pairwise(numbers))
    return frozenset(found) if goes_up else frozenset()


# What dots or bars part


def _dotted(line: Line, lexicon: Lexicon) -> list[Stated]:
    """'Buddies · Toast · Anchor', 'Nível · 84'."""
    for mark in _DOTS:
        cells = line.cells or tuple(mark.split(line.text))
        if len(cells) < 2:
            continue
        label, *items = cells
        kind = lexicon.kind_of(lexicon.label(label) or "")
        if kind is Kind.NAMES and names_in(", ".join(items)) and not any(_says(item, lexicon) for item in items):
            return [(label, ", ".join(filter(None, items)))]
        if len(cells) == 2 and _tells(lexicon.label(label), items[0], lexicon):
            return [(label, items[0])]
    return []


def _says(item: str, lexicon: Lexicon) -> bool:
    """Whether an item is none of a list of names: a rank, a number, a label with its value."""
    tokens = lex(item, lexicon)
    signed = any(one.type is Type.LABEL and other.type is Type.ASSIGN for one, other in pairwise(tokens))
    return signed or item.strip().isdigit() or is_known(item, lexicon)


# Accounts below each other, two words each


def _two_words_each(lines: Sequence[Line], lexicon: Lexicon) -> Sequence[Line]:
    """'joana_1 | abc#12' for 'joana_1 abc#12', where more than one line is of that kind."""
    told = {
        index: words
        for index, line in enumerate(lines)
        if not line.cells and len(words := line.text.split(" ")) == 2 and are_log_in(words[0], words[1], lexicon)
    }
    if len(told) < MIN_RUN:
        return lines
    return [replace(line, text=" | ".join(told[index])) if index in told else line for index, line in enumerate(lines)]


# Accounts side by side


def _a_column_each(lines: Sequence[Line]) -> Iterator[Line]:
    """The cells below each other, where a row heads the columns with 'Conta 1 | Conta 2', be there labels before them or not."""
    index = 0
    while index < len(lines):
        header = _cells(lines[index])
        first = next((place for place in (0, 1) if _counts_out(header[place:])), None)
        end = index + 1
        while first is not None and end < len(lines) and len(_cells(lines[end])) == len(header):
            end += 1
        if first is None or end == index + 1:
            yield lines[index]
            index += 1
            continue
        for column in range(first, len(header)):
            for row in lines[index:end]:
                cells = _cells(row)
                label = f"{cells[0]}: " if first and row is not lines[index] else ""
                yield replace(row, text=label + cells[column], cells=(), apart=row is lines[index])
        index = end


def _cells(line: Line) -> Sequence[str]:
    return line.cells or [cell.strip() for cell in line.text.split(" | ")]


def _counts_out(cells: Sequence[str]) -> bool:
    counted = [told[1].lower() for cell in cells if (told := _ACCOUNT.fullmatch(cell))]
    return len(counted) == len(cells) > 1 and any(
        list(order[: len(cells)]) == counted for order in ("123456789", "abcdefghi")
    )


# A division with a label of its own


def _with_divisions(lines: Sequence[Line], lexicon: Lexicon) -> list[Line]:
    """'peak rank = platinum 1' for 'peak rank = platinum, division = 1', be the two on one line or on two."""
    told: list[Line] = []
    for line in lines:
        joined = f"{told[-1].text}, {line.text}" if told and _OF_DIVISION.match(line.text) else ""
        divided = _divided(joined, lexicon)
        if told and _BROKEN.match(line.text) and not line.apart and _ends_in_a_tier(told[-1].text, lexicon):
            told[-1] = replace(told[-1], text=f"{told[-1].text} {line.text}")
        elif divided != joined:
            told[-1] = replace(told[-1], text=divided)
        else:
            told.append(line if line.cells else replace(line, text=_divided(line.text, lexicon)))
    return told


def _ends_in_a_tier(text: str, lexicon: Lexicon) -> bool:
    entry = lexicon.find(words_of(text)[-1:])
    return entry is not None and entry.role == "tier" and not entry.weak


def _divided(text: str, lexicon: Lexicon) -> str:
    divided = _DIVIDED.search(text)
    tier = lexicon.find(words_of(divided[1])) if divided else None
    if divided is None or tier is None or tier.role != "tier":
        return text
    behind = _divided(text[divided.end() :], lexicon)
    return f"{text[: divided.start()]}{divided[1]} {divided[2]}{behind}"


# A name and a value, each under a label of its own


def _unpaired(lines: Sequence[Line]) -> Iterator[Line]:
    """'Skins: 73' for 'Campo: Skins | Valor: 73', be the two on one line or on two."""
    index = 0
    while index < len(lines):
        line, following = lines[index], lines[index + 1] if index + 1 < len(lines) else None
        one, bar, other = line.text.partition(" | ")
        pair = _keyed(one, other) if bar else _keyed(line.text, following.text if following else "")
        yield replace(line, text=": ".join(pair), cells=()) if pair else line
        index += 1 if bar or not pair else 2


def _keyed(one: str, other: str) -> Stated | None:
    name, value = _KEYED.fullmatch(one), _KEYED.fullmatch(other)
    is_pair = name and value and is_name_key(name[1]) and is_value_key(value[1]) and name[1] != value[1]
    return (name[2], value[2]) if is_pair and name and value else None


# Several labels, and their values in the same order


def _paired(line: Line, lexicon: Lexicon) -> list[Stated]:
    """'Acesso (login / senha) | joana / abc#1', '| VP / RP | 150 / 30 |'."""
    return _parallel(*_two_cells(line), lexicon)


def _paired_behind(text: str, lexicon: Lexicon) -> list[Stated]:
    """'45 / 21 / 30 (skins / picaretas / gestos), nível 133'."""
    behind = _BEHIND.fullmatch(text)
    stated = _parallel(behind[2], behind[1].strip(), lexicon) if behind else []
    if stated and behind and behind[3]:
        stated[-1] = (stated[-1][0], f"{stated[-1][1]} | {behind[3]}")
    return stated


def _remarked(text: str, lexicon: Lexicon) -> list[Stated]:
    """'Rank (peak): Gold 2' and 'Points (VP): 60': what a label is with the remark behind it, or the remark alone."""
    remarked = _REMARKED.fullmatch(text)
    if remarked is None:
        return []
    label, remark, value = remarked.groups()
    name = lexicon.label(label)
    longer = f"{label} {remark}"
    if lexicon.kind_of(name or "") is Kind.RANK and lexicon.kind_of(lexicon.label(longer) or "") is Kind.RANK:
        return [(longer, value)]
    is_credential = any(token.value in CREDENTIALS for token in lex(label, lexicon))
    is_told = name in (None, OTHER) and not is_credential and _tells(lexicon.label(remark), value, lexicon)
    return [(remark, value)] if is_told and lexicon.label(longer) is None else []


def _quoted(text: str, lexicon: Lexicon) -> list[Stated]:
    """'"Outfits";"58"', a row of a table that has no header."""
    quoted = _QUOTED.fullmatch(text)
    return [(quoted[1], quoted[2])] if quoted and _tells(lexicon.label(quoted[1]), quoted[2], lexicon) else []


def _parallel(label: str, value: str, lexicon: Lexicon) -> list[Stated]:
    labels = _labels(label, lexicon) if value else []
    if len(labels) < MIN_RUN:
        return []
    for parting in _PARTED:
        values = parting.split(value)
        if len(values) == len(labels):
            fits = all(_tells(_field(each, lexicon), held, lexicon) for each, held in zip(labels, values, strict=True))
            return list(zip(labels, values, strict=True)) if fits else []
    return []


def _two_cells(line: Line) -> Stated:
    """The label and the value of a line, ("", "") where a colon may join labels as well."""
    if line.cells:
        return (line.cells[0], line.cells[1]) if len(line.cells) == 2 else ("", "")
    label, bar, value = line.text.partition(" | ")
    if bar and not _GAP.search(label):
        return label.strip(), value.strip()
    label, sign, value = line.text.partition(":")
    is_plain = sign and (_BRACKETED.fullmatch(label.strip()) or len(_JOINED.split(label)) > MIN_RUN)
    return (label.strip(), value.strip()) if is_plain else ("", "")


def _labels(text: str, lexicon: Lexicon) -> list[str]:
    """The labels that a text joins: 'E-mail (endereço / senha)' is 'E-mail endereço' and 'E-mail senha'."""
    bracketed = _BRACKETED.fullmatch(text)
    shared = bracketed[1].strip() if bracketed else ""
    labels = [f"{shared} {each}".strip() for each in _JOINED.split(bracketed[2] if bracketed else text)]
    names = [_field(label, lexicon) for label in labels]
    return labels if None not in names and len(set(names)) == len(names) else []
