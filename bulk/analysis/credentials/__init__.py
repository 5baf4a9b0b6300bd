"""Log-ins and passwords of a line: under labels, or bare at its start."""

from collections.abc import Sequence

from bulk.analysis.credentials.bare import bare
from bulk.analysis.credentials.labelled import labelled, read_secret
from bulk.analysis.credentials.shape import ADDRESS, Secret, is_bare_password, is_login, is_stated, is_strong
from bulk.analysis.credentials.value import unquoted
from bulk.analysis.lexicon import Lexicon
from bulk.analysis.lexing import Token

__all__ = [
    "ADDRESS",
    "Secret",
    "is_bare_password",
    "is_login",
    "is_stated",
    "is_strong",
    "labelled",
    "read_secret",
    "secrets_of",
    "unquoted",
]


def secrets_of(text: str, tokens: Sequence[Token], lexicon: Lexicon) -> list[Secret]:
    """Every credential of a line, in its order."""
    found = labelled(text, tokens, lexicon)
    if not any(secret.name in ("login", "password") for secret in found):
        found += [secret for secret in bare(text, lexicon) if not any(map(secret.overlaps, found))]
    return sorted(found, key=lambda secret: secret.start)
