"""What customers say of accounts they bought: '★★★★★ “Veio nível 300, show” - cliente'. It is none of the account on offer."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from bulk.analysis.folding import fold
from bulk.analysis.reading import Line

_QUOTED = r"[\"“”«].{8,300}[\"“”»]"
_RATED = r"(?:(?:\d(?:[.,]\d)?\s?/\s?(?:5|10)|nota\s\d+|\d\s(?:estrelas|stars))\W*)?"
_SIGNED = re.compile(
    rf"\W*{_RATED}{_QUOTED}\s*(?:[-~,|]+|\()\s*(?!(?:eu|me|vendedor|seller|loja|shop|dono|owner|anuncio)\b)[^\d\"]{{2,40}}\)?\W*"
)
_REVIEW = re.compile(
    rf"\W*{_RATED}{_QUOTED}\W*|.*[\"”»]\s*[-(].{{0,20}}\b(?:cliente|comprador|buyer|customer|verified|verificad[oa])\b.*"
)
_HEADING = re.compile(
    r"\W*(?:(?:algumas|some|our|nossas|ultimas|last|latest)\s)?(?:avaliac(?:ao|oes)|reviews?|feedbacks?|depoimentos?|testimonials?|vouch(?:es)?"
    r"|o que (?:os )?clientes|(?:what|o que) .{0,20}(?:buyers|customers|compradores|clientes) (?:say|dizem|falam))\b[^\d]{0,40}"
)


def without_reviews(lines: Sequence[Line]) -> Iterator[Line]:
    """The lines, those of customers left out, where others are left."""
    spoken = frozenset(_spoken(lines))
    apart = False
    for index, line in enumerate(lines):
        if index in spoken and len(spoken) < len(lines):
            apart = apart or line.apart
            continue
        yield replace(line, apart=True) if apart else line
        apart = False


def _spoken(lines: Sequence[Line]) -> Iterator[int]:
    under_heading = False
    for index, line in enumerate(lines):
        folded = fold(line.text).text
        under_heading = bool(_HEADING.fullmatch(folded)) or (under_heading and bool(_REVIEW.fullmatch(folded)))
        if under_heading or _SIGNED.fullmatch(folded):
            yield index
