"""Program code, commands and addresses with a user in them: they name passwords and state nothing of an account."""

import re

from bulk.analysis.vocabulary import pattern

_CODE = pattern("code")
_ADDRESS = re.compile(
    r"\b[a-z][a-z0-9+.-]{1,20}://[^\s/@]+@\S+|\b[\w.-]+@[\w.-]+:[\w./~-]+\.git\b|\bgit@[\w.-]+:[\w.~-]+/\S+",
    re.IGNORECASE,
)


def is_code(line: str) -> bool:
    """Whether a line is an instruction to a machine: 'password = os.environ["KEY"]', 'def login(user: str, …)'."""
    return _CODE.search(line) is not None


def without_addresses(line: str) -> str:
    """Without 'postgres://user:pass@host/base' and 'git@host:joana/repo.git', whose users are of no game."""
    return _ADDRESS.sub("", line)
