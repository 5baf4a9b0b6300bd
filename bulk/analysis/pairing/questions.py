"""Questions and what is answered: 'Quantas skins? 77.', or 'João: e skins?' and on the next line 'Eu: 66'."""

from collections.abc import Sequence
from dataclasses import replace

from bulk.analysis.fields import Kind
from bulk.analysis.lexicon import Lexicon
from bulk.analysis.lexing import Type
from bulk.analysis.pairing.found import CORRECTED, WEAK, Found
from bulk.analysis.pairing.parting import Tokens
from bulk.analysis.pairing.scopes import correction_in
from bulk.analysis.values import read_value
from bulk.analysis.vocabulary.compounds import CURRENT
from bulk.analysis.vocabulary.words import NO, YES


def asked_in(tokens: Tokens, lexicon: Lexicon) -> str:
    """The one field that a sentence asks about, or ""."""
    names = {token.value for token in tokens if token.type is Type.LABEL and lexicon.kind_of(token.value)}
    asks = bool(tokens) and tokens[-1].type is Type.SEPARATOR and tokens[-1].value == "?"
    return names.pop() if asks and len(names) == 1 else ""


def answered(name: str, found: Sequence[Found], tokens: Tokens, lexicon: Lexicon) -> list[Found]:
    """What was found, with the bare value as the one asked about: 'maior elo?', and on the next line 'imortal 3'."""
    if not found:
        return answer_to(name, tokens, lexicon)
    bare = len(found) == 1 and found[0].name == CURRENT and not any(token.type is Type.LABEL for token in tokens)
    return [replace(found[0], name=name)] if bare and lexicon.kind_of(name) is Kind.RANK else list(found)


def answer_to(name: str, tokens: Tokens, lexicon: Lexicon) -> list[Found]:
    """The bare value that a sentence without a label of its own gives to the field asked about."""
    kind = lexicon.kind_of(name)
    if kind is None or kind is Kind.SECRET or any(token.type is Type.LABEL for token in tokens):
        return []
    spoken = [position + 1 for position, token in enumerate(tokens[:4]) if token.type is Type.ASSIGN]
    start = spoken[-1] if spoken else 0
    if kind is Kind.FLAG and (start >= len(tokens) or tokens[start].folded not in YES | NO):
        return []
    read = read_value(kind, tokens, start)
    if read is None:
        return []
    value = (read.value,) if name == "platforms" and isinstance(read.value, str) else read.value
    return [Found(name, value, tokens[start].start, tokens[read.end - 1].end, WEAK)]


def corrected(said: Sequence[Found], tokens: Tokens, lexicon: Lexicon) -> list[Found]:
    """The bare value that sets right what was said before, the only number of it or the one most like it: '*72'."""
    place = correction_in(tokens)
    numbers = [each for each in said if isinstance(each.value, int) and not isinstance(each.value, bool)]
    for each in numbers if place is not None else ():
        for answer in answer_to(each.name, tokens[place:], lexicon):
            if len(numbers) == 1 or _is_slip(str(each.value), str(answer.value)):
                return [replace(answer, strength=CORRECTED)]
    return []


def _is_slip(wrong: str, right: str) -> bool:
    """Whether one number is the other with a digit mistyped or its digits in another order."""
    differing = sum(one != other for one, other in zip(wrong, right, strict=False))
    return len(wrong) == len(right) and (differing == 1 or sorted(wrong) == sorted(right))
