"""Lists of names that stand below their label: an item a line, or carried on from the line of the label."""

from typing import NamedTuple

from bulk.analysis.fields import Kind
from bulk.analysis.lexing import Type
from bulk.analysis.names import listed, names_in
from bulk.analysis.page import Page

MAX_WORDS_OF_ITEM, MIN_INDENT = 36, 4


class Listed(NamedTuple):
    """The names of a field on lines [first, end)."""

    name: str
    names: tuple[str, ...]
    first: int
    end: int


def list_at(page: Page, index: int) -> Listed | None:
    """The list that begins at a line: under the label that it holds, or carried on."""
    return _below(page, index) or _carried_on(page, index)


def _below(page: Page, index: int) -> Listed | None:
    tokens = page.tokens(index)
    told = [token for token in tokens if token.type not in (Type.OPEN, Type.CLOSE, Type.ASSIGN, Type.SEPARATOR)]
    is_bulleted = page.has(index + 1) and page.lines[index + 1].bullet
    label = next(
        (token for token in told if token.type is Type.LABEL and page.lexicon.kind_of(token.value) is Kind.NAMES), None
    )
    rest = [token for token in told if token is not label]
    number = next((token for token in rest if token.type is Type.NUMBER), None)
    words = [token for token in rest if token is not number]
    if page.lines[index].bullet and is_bulleted and page.lines[index].indent >= page.lines[index + 1].indent:
        return None
    if label is None or not page.has(index + 1) or (words and not (is_bulleted and tokens[-1].type is Type.ASSIGN)):
        return None
    count = int(number.number or 0) if number else 0
    if (
        number
        and tokens[-1].type is Type.NUMBER
        and any(token.type is Type.ASSIGN for token in tokens)
        and not is_bulleted
    ):
        return None
    end = index + 1
    while page.has(end) and _is_item(page, end, bulleted=is_bulleted):
        end += 1
    items = [line.text for line in page.lines[index + 1 : end]]
    names = names_in("\n".join(items), count)
    if not names or (number and not is_bulleted and len(names) != count):
        return None
    return Listed(label.value, names, index, end)


def _carried_on(page: Page, index: int) -> Listed | None:
    """'Agentes: Jett, Sage,' with more names on the next line, or on lines that are indented to stand below them."""
    line, tokens = page.lines[index], page.tokens(index)
    if not tokens or page.lexicon.kind_of(tokens[0].value) is not Kind.NAMES:
        return None
    lists, end = list(listed(line.text, tokens, page.lexicon)), index + 1
    while len(lists) == 1 and page.has(end) and _goes_on(page, end, line.indent):
        end += 1
    more = names_in("\n".join(item.text for item in page.lines[index + 1 : end]))
    if not more or not isinstance(lists[0].value, tuple) or lists[0].start:
        return None
    return Listed(lists[0].name, tuple(dict.fromkeys((*map(str, lists[0].value), *more))), index, end)


def _goes_on(page: Page, index: int, indent: int) -> bool:
    before, line = page.lines[index - 1 : index + 1]
    is_below = before.text.endswith(",") or line.indent >= indent + MIN_INDENT
    return is_below and not line.bullet and _is_item(page, index, bulleted=False)


def _is_item(page: Page, index: int, *, bulleted: bool) -> bool:
    line = page.lines[index]
    if (
        line.text.endswith(":")
        or line.heading
        or (bulleted and not line.bullet)
        or len(line.text.split()) > MAX_WORDS_OF_ITEM
    ):
        return False
    tokens = page.tokens(index)
    if page.lone_label(index) or any(page.recognised(index)[:-1]):
        return False
    return not (tokens and tokens[0].type is Type.LABEL and len(tokens) > 1 and tokens[1].type is Type.ASSIGN)
