"""Program code, commands and addresses with a user in them: they name passwords and state nothing of an account."""

import re

_CODE = re.compile(
    r"""
    ^\s*(?:>>>\s*|\$\s*|\#\s*)?(?:
        (?:(?:export|default|public|private|protected|static|async|final)\s+)*(?:def|function|func|fn)\s+\w*\s*\(
      | class\s+\w+\s*(?:\([\w., ]*\))?\s*[:{]\s*$
      | return\s+[\w.]+[(\[]
      | (?:if|for|while|elif|switch)\s*\(.*[{)]\s*$
      | (?-i:SELECT\s.+\sFROM|INSERT\s+INTO|UPDATE\s+\S+\s+SET|DELETE\s+FROM|(?:CREATE|ALTER|DROP)\s+TABLE)\s
      | (?:select\s.+\sfrom|insert\s+into|update\s+\S+\s+set|delete\s+from|(?:create|alter|drop)\s+table)\s.*;\s*$
      | git\s+(?:clone|remote|push|pull|fetch)\b | (?:ssh|scp|sftp|rsync|mysql|psql|curl)\s.*(?:\S@\S|\s-\w)
    )
  | \b(?:os\.environ|os\.getenv|process\.env|System\.getenv|import\.meta\.env)\b
  | \b(?:user(?:name)?|login|e?mail|pass(?:word|wd)?|pwd|senha|usuario)\b["']?\??\s*[:=]\s*
      (?:(?:Optional\[)?(?:str|string|text|varchar|char|bytes|any|SecretStr)\b(?:\(\d+\))?\s*(?:[,;)=|\]{}]|$)
        | (?:input|prompt|getpass|getenv|env|request|req|form)[(\[] | (?:self|this|req|request)\.[\w.]+[(\[;)])
  | [\w.]\((?:.*[(,\s])?(\w+)=\1\b
    """,
    re.IGNORECASE | re.VERBOSE,
)
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
