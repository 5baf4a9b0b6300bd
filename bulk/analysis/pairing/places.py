"""Regions and platforms without a sign before them: '[BR]', 'servidor europa', '900 vbucks no xbox'."""

from collections.abc import Iterator

from bulk.analysis.fields import Kind
from bulk.analysis.folding import words_of
from bulk.analysis.lexing import Token, Type
from bulk.analysis.pairing.found import ADJACENT, Found, Ground
from bulk.analysis.pairing.parting import Tokens
from bulk.analysis.values import Value
from bulk.analysis.vocabulary.words import NEUTRAL, PLAYED, PREPOSITIONS, SPOKEN, word_set

PLACE_REACH = 4
ACCOUNTS = frozenset({"conta", "account", "acc"})
PLAIN_CODES = frozenset({"eu", "na", "ap", "us", "sea"})
SERVER_NOUNS = frozenset({"server", "servers", "shard", "region", "acc", "account"})
"""'eu server' is a region in any case of letters."""
UNMISTAKABLE = frozenset({"eu", "ap"})
ALL = word_set("tudo toda todo everything all inteira whole completa")
"""'tudo no xbox' says where the account is."""
ON = frozenset({"on", "na", "no"})
PORTUGUESE_NEIGHBOURS = word_set("sem com uma outra nao tem conta nivel")
"""Beside these '…, no Xbox' is where the account is; in English it is where it isn't."""
_KINDS = {Type.SERVER: Kind.SERVER, Type.PLATFORM: Kind.PLATFORM}


def places(ground: Ground, tokens: Tokens, segment: Tokens) -> Iterator[Found]:
    """Places that a label names, that are all a segment says, or that end what was counted."""
    for index, token in enumerate(tokens):
        kind = _KINDS.get(token.type)
        if kind is None:
            continue
        nearby = tokens[max(0, index - PLACE_REACH) : index]
        label = next((each for each in nearby if ground.lexicon.kind_of(each.value) is kind), None)
        name = label.value if label else _field(ground, kind)
        told = (
            _stands_alone(ground, token, segment) or _ends_a_count(token, segment) or _is_where(ground, token, segment)
        )
        if not name or not (label or told):
            continue
        value: Value = (token.value,) if name == "platforms" else token.value
        yield Found(name, value, label.start if label else token.start, token.end, ADJACENT)


def _field(ground: Ground, kind: Kind) -> str:
    return next((field.name for field in ground.lexicon.fields.values() if field.kind is kind), "")


def _stands_alone(ground: Ground, token: Token, segment: Tokens) -> bool:
    """Codes that are words as well must be in capitals, and 'EU:' is somebody speaking."""
    others = [each for each in segment if each is not token and each.type is not Type.NUMBER]
    if not all(each.folded in NEUTRAL for each in others):
        return False
    return not token.weak or len(segment) == 1 or ground.text[token.start : token.end].isupper()


def _is_where(ground: Ground, token: Token, segment: Tokens) -> bool:
    """'the acc is on PC', 'conta no ps4', 'gold 1 eu', 'it's on EU'."""
    before = [each for each in segment if each.start < token.start]
    after = next((each for each in segment if each.start > token.start), None)
    if token.weak:
        ranked = bool(before) and before[-1].type in (Type.TIER, Type.NUMBER, Type.PERCENT)
        if token.folded in PLAIN_CODES and after is not None and after.folded in SERVER_NOUNS:
            return True
        is_code = token.folded in PLAIN_CODES and ground.text[token.start : token.end].isupper()
        if is_code and after is None and before and before[-1].folded == "on":
            return True
        return ranked and token.folded in UNMISTAKABLE and (after is None or after.type in (Type.LABEL, Type.NUMBER))
    if after is not None and after.folded in ACCOUNTS:
        return True
    if token.type is Type.SERVER and all(
        each.type in (Type.TIER, Type.NUMBER) for each in segment if each is not token
    ):
        return True
    if after is not None and after.type is Type.LABEL and after.folded in SERVER_NOUNS:
        return True
    if before and before[-1].folded in ACCOUNTS:
        return True
    if not before or before[-1].folded not in PREPOSITIONS | {"de", "da"}:
        return False
    if len(segment) == len(before) + 1 == 2 and token.type is Type.PLATFORM and before[0].folded in ON:
        return before[0].folded != "no" or not PORTUGUESE_NEIGHBOURS.isdisjoint(words_of(ground.text))
    named = [each for each in before[:-1] if each.folded not in SPOKEN]
    return bool(named) and named[-1].folded in NEUTRAL | PLAYED | ALL


def _ends_a_count(token: Token, segment: Tokens) -> bool:
    before = [each for each in segment if each.start < token.start]
    while before and before[-1].folded in PREPOSITIONS:
        before.pop()
    return not token.weak and {each.type for each in before[-2:]} == {Type.LABEL, Type.NUMBER}
