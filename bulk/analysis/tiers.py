"""Tiers with a slip of the finger in them: 'Platnum', 'Dimond', 'Ascendete'."""

from bulk.analysis.folding import words_of
from bulk.analysis.spelling import Speller
from bulk.analysis.vocabulary.ranks import NO_TIERS, TIERS

MIN_UNTOLD = 6
"""Shorter ones are other words, unless they follow the label of a rank."""
_TIER_OF = {
    word: tier for tier, spellings in TIERS.items() for spelling in spellings.split(",") for word in words_of(spelling)[:1]
    if len(words_of(spelling)) == 1
}  # fmt: skip
_SPELLER = Speller((*_TIER_OF, *NO_TIERS))


def misspelt_tier(word: str) -> str:
    """The one tier that a word is with a slip in it, or ""."""
    if not word.isalpha() or word in _TIER_OF or word in NO_TIERS:
        return ""
    meant = {_TIER_OF.get(each, "") for each in _SPELLER.meant(word)}
    return meant.pop() if len(meant) == 1 else ""
