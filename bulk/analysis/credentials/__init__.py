"""Log-ins and passwords of a line: under labels, or bare at its start."""

import re
from collections.abc import Sequence

from bulk.analysis.credentials.bare import are_log_in, bare
from bulk.analysis.credentials.labelled import labelled, read_secret
from bulk.analysis.credentials.shape import (
    ADDRESS,
    Secret,
    is_bare_password,
    is_login,
    is_stated,
    is_strong,
    leaves_open,
)
from bulk.analysis.credentials.value import unquoted
from bulk.analysis.lexicon import Lexicon
from bulk.analysis.lexing import Token

_OF_A_MACHINE = re.compile(
    r"\W*(?:prox(?:y|ies)|socks\d?|imap|smtp|pop3?|ip|hwid|host|vpn|ssh|ftp)\b\s*(?:[:=]|\d)", re.IGNORECASE
)
"""'Proxy: 192.0.2.1:8080:user:pass' is the way to a machine."""

__all__ = [
    "ADDRESS",
    "Secret",
    "are_log_in",
    "is_bare_password",
    "is_login",
    "is_stated",
    "is_strong",
    "labelled",
    "leaves_open",
    "read_secret",
    "secrets_of",
    "unquoted",
]


def secrets_of(text: str, tokens: Sequence[Token], lexicon: Lexicon) -> list[Secret]:
    """Every credential of a line, in its order."""
    if _OF_A_MACHINE.match(text):
        return []
    found = labelled(text, tokens, lexicon)
    if not any(secret.name in ("login", "password") for secret in found):
        found += [secret for secret in bare(text, lexicon) if not any(map(secret.overlaps, found))]
    return sorted(found, key=lambda secret: secret.start)
