"""Labels and values of one line brought together, whichever comes first and whatever stands between."""

import re
from collections.abc import Iterator
from dataclasses import replace

from bulk.analysis import context
from bulk.analysis.fields import Kind
from bulk.analysis.lexicon import Lexicon
from bulk.analysis.lexing import Token, Type
from bulk.analysis.pairing.amounts import BALANCES, COUNTED, LEVELS, amounts, is_of_something_else
from bulk.analysis.pairing.found import ADJACENT, ASSIGNED, CORRECTED, MIN_OF_CATALOGUE, WEAK, Found, Ground, is_unknown
from bulk.analysis.pairing.parallel import parallel
from bulk.analysis.pairing.parting import Tokens, clauses, parts, plain, segments, ticked, with_signs
from bulk.analysis.pairing.places import places
from bulk.analysis.pairing.questions import answered, asked_in, corrected
from bulk.analysis.pairing.ranks import is_of_act, is_of_division, names_a_peak, ranks
from bulk.analysis.pairing.scopes import correction_in, stated
from bulk.analysis.pairing.switches import switches
from bulk.analysis.values import Rank, Read, Value, passes, read_division, read_value
from bulk.analysis.vocabulary.compounds import CURRENT, PEAK
from bulk.analysis.vocabulary.labels import ACCOUNT
from bulk.analysis.vocabulary.words import FILLERS, LEAST, PURSE, SPEAKERS, TRANSPARENT

_PRICE = re.compile(r"[$€£]|\b(?:reais|brl|usd|eur)\b")

__all__ = [
    "ADJACENT",
    "ASSIGNED",
    "BALANCES",
    "CORRECTED",
    "WEAK",
    "Found",
    "answered",
    "asked_in",
    "corrected",
    "is_priced",
    "is_tagged",
    "read_pairs",
]


def read_pairs(text: str, tokens: Tokens, lexicon: Lexicon) -> tuple[list[Found], bool]:
    """What the tokens of one line state, and whether anything of it is known.

    Credentials and lists have been taken out before: what is left holds counts, ranks, places and switches.
    """
    if context.is_service(plain(tokens)) or context.is_of_buyer(text):
        return [], True
    ground = Ground(text, lexicon)
    found, read = parallel(tokens, lexicon)
    tokens = tokens[read:]
    is_known = bool(read) or any(token.type is Type.LABEL for token in tokens)
    asked = ""
    for clause in clauses(with_signs(ticked(tokens))):
        pieces = list(stated(clause, lexicon.game))
        is_known = is_known or sum(map(len, pieces)) < len(clause)
        said = [each for piece in pieces for each in answered(asked, _clause(ground, piece), piece, lexicon)]
        found += _set_right(said, found, clause, lexicon)
        asked = asked_in(clause, lexicon)
    return _without_price_lists(_without_catalogues(found), tokens), is_known


def _set_right(said: list[Found], before: list[Found], sentence: Tokens, lexicon: Lexicon) -> list[Found]:
    """What a sentence says, sure beyond all others where it corrects: 'são 45 picaretas, digo, 54', 'nível 90... na verdade 92'."""
    place = correction_in(sentence)
    if place is None:
        return said
    right = [each for each in said if place < len(sentence) and each.start >= sentence[place].start]
    right = right or corrected([*before, *said], sentence, lexicon) or said
    names = {each.name for each in right}
    return [each for each in said if each.name not in names] + [replace(each, strength=CORRECTED) for each in right]


def _without_catalogues(found: list[Found]) -> list[Found]:
    """Without what is offered in many sizes: '1000 V-Bucks por R$ 23 | 2800 V-Bucks por R$ 57 | 5000 V-Bucks …'."""
    loose = [each for each in found if each.strength < ASSIGNED and isinstance(each.value, int | Rank)]
    sizes = {each.name: {other.value for other in loose if other.name == each.name} for each in loose}
    offered = {name for name, values in sizes.items() if len(values) >= MIN_OF_CATALOGUE}
    return [each for each in found if each.name not in offered or each not in loose]


def _without_price_lists(found: list[Found], tokens: Tokens) -> list[Found]:
    """Without what a line only puts a price on: 'Ouro - R$ 40'."""
    is_bare = len(found) == 1 and isinstance(found[0].value, Rank) and found[0].value.division is None
    is_only = is_bare and not any(token.type in (Type.LABEL, Type.WORD) for token in tokens)
    return [] if (is_only or _is_climb(tokens)) and is_priced(tokens) else found


def _is_climb(tokens: Tokens) -> bool:
    """Whether a line leads from one rank to another: 'Ferro 1 → Bronze 1 .... R$ 20'."""
    ranks_only = [token for token in tokens if token.type is not Type.NUMBER]
    return [token.type for token in ranks_only[:3]] == [Type.TIER, Type.ASSIGN, Type.TIER]


def is_priced(tokens: Tokens) -> bool:
    """Whether a price is among what a line says."""
    return any(token.type is Type.SKIPPED and _PRICE.search(token.folded) for token in tokens)


def is_tagged(tokens: Tokens, lexicon: Lexicon) -> bool:
    """Whether a line is a thing and what it costs in the money of the game: 'Vandal Saqueadora: 1.242 VP'."""
    sign = next((index for index, token in enumerate(tokens) if token.type is Type.ASSIGN), 0)
    named = [token for token in tokens[:sign] if token.folded not in FILLERS]
    is_thing = any(map(is_unknown, named)) and PURSE.isdisjoint(token.folded for token in named)
    cost = [(token.type, token.value if token.type is Type.LABEL else "") for token in tokens[sign + 1 :]]
    return is_thing and [kind for kind, _ in cost] == [Type.NUMBER, Type.LABEL] and cost[1][1] in BALANCES


def _clause(ground: Ground, tokens: Tokens) -> list[Found]:
    found: list[Found] = []
    for part in parts(tokens):
        of_act = is_of_act(part)
        linkable = context.is_about_links(plain(_outside_brackets(part)))
        for segment in segments(part):
            if any(token.folded in LEAST for token in segment):
                continue
            read = list(_segment(ground, segment))
            if found and found[-1].name == "platforms" and _is_platform_alone(segment):
                found[-1] = replace(found[-1], value=_joined(found[-1].value, segment[0].value))
                continue
            read = [each for each in read if not (of_act and ground.lexicon.kind_of(each.name) is Kind.RANK)]
            found += [each for each in read if not (linkable and ground.lexicon.kind_of(each.name) is Kind.PLATFORM)]
            if names_a_peak(segment) and found and found[-1].name == CURRENT and found[-1].strength < ASSIGNED:
                found[-1] = replace(found[-1], name=PEAK)
    return found


def _outside_brackets(part: Tokens) -> list[Token]:
    """A part of a line up to a remark in brackets, where a platform stands before: 'PC (pode vincular PSN)'."""
    opening = next((index for index, token in enumerate(part) if token.type is Type.OPEN), len(part))
    is_told = any(token.type is Type.PLATFORM for token in part[:opening])
    return list(part[:opening] if is_told else part)


def _is_platform_alone(segment: Tokens) -> bool:
    return len(segment) == 1 and segment[0].type is Type.PLATFORM


def _joined(names: Value, name: str) -> tuple[str, ...]:
    """'Plataformas: PC, Xbox' names two."""
    known = names if isinstance(names, tuple) else ()
    return tuple(dict.fromkeys([*map(str, known), name]))


def _segment(ground: Ground, tokens: Tokens) -> Iterator[Found]:
    """Labels with a sign and a value; what stands between those is read by what stands beside each other."""
    waiting: list[Token] = []
    index = 0
    while index < len(tokens):
        signed = index + 1 < len(tokens) and tokens[index + 1].type is Type.ASSIGN
        if tokens[index].type is Type.LABEL and signed:
            yield from _unsigned(ground, waiting, tokens)
            waiting = []
            found, index = _signed(ground, tokens, index)
            yield from found
        else:
            waiting.append(tokens[index])
            index += 1
    yield from _unsigned(ground, waiting, tokens)


def _signed(ground: Ground, tokens: Tokens, index: int) -> tuple[list[Found], int]:
    """The value of the label at `index`, and the index after it. What other labels are given is passed over."""
    label = tokens[index]
    kind = ground.lexicon.kind_of(label.value)
    if label.folded in SPEAKERS | TRANSPARENT or label.value == ACCOUNT:
        return [], index + 2
    if kind is None or kind is Kind.SECRET:
        return [], _next_signed(tokens, index + 2)
    read = _platforms(tokens, index + 2) if label.value == "platforms" else read_value(kind, tokens, index + 2)
    if read is None and kind is Kind.RANK and is_of_division(label.folded):
        read = read_division(tokens, index + 2)
    if read is None:
        return [], index + 2
    end = read.end
    if kind is Kind.FLAG and end < len(tokens) and tokens[end].type is Type.WORD:
        end = _next_signed(tokens, end)  # 'yes, current season' is one answer
    last = tokens[read.end - 1].end
    is_part = index > 0 and kind in COUNTED and is_unknown(tokens[index - 1])
    if label.value == "rare_items" or (read.value and is_of_something_else(ground, label.value, label.start, last)):
        return [], end
    if is_part and label.value in LEVELS:
        return [], end
    return [Found(label.value, read.value, label.start, last, WEAK if is_part else ASSIGNED)], end


def _next_signed(tokens: Tokens, start: int) -> int:
    pairs = zip(tokens[start:], tokens[start + 1 :], strict=False)
    signed = (one.type is Type.LABEL and other.type is Type.ASSIGN for one, other in pairs)
    return next((start + position for position, is_signed in enumerate(signed) if is_signed), len(tokens))


def _platforms(tokens: Tokens, start: int) -> Read | None:
    """Every platform of a list: 'PC e PS5'."""
    index = passes(tokens, start)
    names: list[str] = []
    while index < len(tokens) and tokens[index].type in (Type.PLATFORM, Type.WORD):
        if tokens[index].type is Type.PLATFORM:
            names.append(tokens[index].value)
        index += 1
    return Read(tuple(dict.fromkeys(names)), index) if names else None


def _unsigned(ground: Ground, tokens: list[Token], segment: Tokens) -> Iterator[Found]:
    if not tokens:
        return
    found = list(ranks(tokens, ground.lexicon))
    yield from found
    covered = {position for each in found for position in range(each.start, each.end)}
    left = [token for token in tokens if token.type is Type.LABEL or token.start not in covered]
    yield from places(ground, left, segment)
    yield from switches(left, segment, ground.lexicon)
    yield from amounts(ground, left)
