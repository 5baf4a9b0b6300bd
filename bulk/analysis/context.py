"""What a sentence is about: whether it states something of the account that is being described."""

import re
from collections.abc import Iterator
from enum import Enum
from functools import cache
from typing import NamedTuple

from bulk.analysis.folding import fold
from bulk.analysis.vocabulary import PHRASES


def _pattern(source: str) -> re.Pattern[str]:
    return re.compile(source, re.VERBOSE)


class Reach(Enum):
    """How much of a sentence is about something else: all of it, what stands between bars, what follows, the same where
    a value follows at once, what stands between commas."""

    SENTENCE = _pattern(PHRASES["nothing_of_it"])
    PART = _pattern(PHRASES["gone"])
    ONWARD = _pattern(PHRASES["for_it"])
    VALUED = _pattern(PHRASES["away"])
    PHRASE = _pattern(PHRASES["aside"])


class Stray(NamedTuple):
    """Where a folded sentence says that it is about something else, and how far that goes; `back` is where it comes back to the account."""

    start: int
    reach: Reach
    back: int


_BACK = _pattern(PHRASES["back"])


@cache
def _foreign(game: str) -> re.Pattern[str]:
    """Where a sentence turns to another game than the one that is read."""
    others = rf"(?!{game}){PHRASES['games']}"
    return _pattern(rf"^\W*{others}(?:\ \w+)?\ (?=:) | \b(?:no|in|on|do|em|e|and|also|com|with)\ (?:o\ )?{others}\b")


_GAME = _pattern(rf"\b{PHRASES['games']}\b")
_OTHER_ACCOUNT = _pattern(PHRASES["other_account"])
_CORRECTION = _pattern(PHRASES["correction"])
_WANTED = _pattern(PHRASES["wanted"])
_NEWS = _pattern(PHRASES["news"])
_OF_BUYER = re.compile(
    r"\W*(?:cliente|comprador|compradora|buyer|customer|client|interessad[oa])(?:\s?\d+)?\s?:\s[^|:=]+$"
)
_SERVICE = _pattern(PHRASES["boosting"])
_BANNED = _pattern(PHRASES["banned"])
_NOT_BANNED = _pattern(PHRASES["not_banned"])
_NOT_BANNED_AFTER = _pattern(PHRASES["not_banned_after"])
_SPENT = _pattern(PHRASES["spent"])
_LEVEL_OF = _pattern(PHRASES["level_of"])
_LEVEL_BEFORE = _pattern(PHRASES["level_before"])
_SENTENCE = re.compile(r"(?<=[.!?;])\s+|\s[|•·]\s|\n|,\s")
_REACH = 30
MAX_HEADING = 60


class Topic(Enum):
    """What a line heads, if it is no account: what somebody wants, or rules, prices and news, an item each."""

    WANTED = "wanted"
    NEWS = "news"


def topic_of(line: str) -> Topic | None:
    """'PROCURO:', 'Regras da loja', 'TABELA DE PREÇOS'."""
    folded = fold(line[: MAX_HEADING + 1]).text
    if ": " in folded or len(folded) > MAX_HEADING:
        return None
    if _WANTED.match(folded):
        return Topic.WANTED
    return Topic.NEWS if _NEWS.match(folded) else None


def is_of_buyer(line: str) -> bool:
    """'Cliente: a minha tem 15 skins': who asks for an account says nothing of it."""
    return _OF_BUYER.match(fold(line).text) is not None


def correction_start(sentence: str) -> int:
    """Where what a folded sentence sets right begins: 'digo, 54 picaretas', '*72'; -1 where it corrects nothing."""
    return max((marked.end() for marked in _CORRECTION.finditer(sentence)), default=-1)


def strays(sentence: str, game: str) -> Iterator[Stray]:
    """Each turn of a folded sentence to a wish, a rule, another account, another time, another game."""
    for reach in Reach:
        for match in reach.value.finditer(sentence):
            backs = [back.end() for turn in (_BACK, _CORRECTION) if (back := turn.search(sentence, match.end()))]
            ends = match.end() if match.lastgroup == "to" else min(backs, default=len(sentence))
            yield Stray(match.start(), reach, ends)
    for match in _foreign(game).finditer(sentence):
        own = sentence.find(game, match.end())
        yield Stray(match.start(), Reach.VALUED, own if own >= 0 else len(sentence))


def is_foreign(words: str, game: str) -> bool:
    """Whether a heading names another game."""
    return game not in words and _GAME.search(words) is not None


def is_service(line: str) -> bool:
    """Whether a folded line offers to play for somebody: 'Boost de elo! Ferro ao ouro. Winrate 90%.'"""
    return bool(_SERVICE.search(line))


def is_banned(text: str) -> bool:
    """Whether a line says that the account is banned or suspended; 'nunca foi banida' and 'banida?' do not."""
    folded = fold(text).text
    for part in _SENTENCE.split(folded):
        if part.rstrip().endswith("?"):
            continue
        for match in _BANNED.finditer(part):
            before = part[max(0, match.start() - _REACH) : match.start()]
            if _OTHER_ACCOUNT.search(before):
                continue
            after = part[match.end() : match.end() + _REACH]
            if not (_NOT_BANNED.search(before) or _NOT_BANNED_AFTER.search(after)):
                return True
    return False


def is_spent(before: str, after: str) -> bool:
    """Whether a balance was spent or is what something is worth: 'gastei 30k vp', '30k vp em skins'."""
    return bool(
        _SPENT.search(before[-_REACH:])
        or _SPENT.search(re.split(r"\b(?:mas|but|e|and)\b|[,;|(]|[.!?](?!\S)", after[:_REACH])[0])
    )


def is_other_level(before: str, after: str) -> bool:
    """Whether a level is the battle pass's, a verification's, a minimum: 'nível 50 no passe de batalha'."""
    return bool(_LEVEL_OF.search(after) or _LEVEL_BEFORE.search(before))
