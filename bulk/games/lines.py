"""Pasted text cut into lines that carry a verdict each. Pure. The same rules in the browser are
`frontend/src/shared/creation/lines.ts`; `golden/lines.json` drives the tests of both."""

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Self

from bulk.characters import INVISIBLE, LINE_BREAK, WHITE_SPACE
from bulk.errors import COOKIE_REFUSED, LINE_TOO_LONG, TEXT_TOO_LARGE, TOO_MANY_LINES, TextEmpty, TextRefused
from core.errors import Errors
from core.text import identity, thousands

MAX_LINES = 5_000
MAX_BYTES = 2 * 1024 * 1024
MAX_LINE_CHARACTERS = 1_000

LOGIN_FIELDS = ("login", "password", "email_login", "email_password")
COOKIE_MARKERS = ("warning:-do-not-share-this", "roblosecurity")


@dataclass(frozen=True, slots=True, kw_only=True)
class ParsedLine:
    """One non-blank line and its verdict. `line` counts from 1 in the text as it was pasted, blank lines included, or
    among the accounts that came parted. A line with an `error` is never sent; of a malformed or refused one nothing is
    kept. `duplicate_of` is the earlier line that has the same login. `details` is what else the line says of its account,
    as JSON, and `own` the form's fields that hold for this line alone."""

    line: int
    login: str = ""
    password: str = ""
    email_login: str = ""
    email_password: str = ""
    error: str = ""
    duplicate_of: int | None = None
    details: Mapping[str, Any] = field(default_factory=dict)
    own: Mapping[str, Any] = field(default_factory=dict)
    errors: Errors = field(default_factory=dict)

    @property
    def valid(self) -> bool:
        return not self.error

    def with_errors(self, errors: Errors) -> Self:
        """With what is wrong with its fields, if anything; the first text is the line's."""
        return replace(self, errors=errors, error=next(iter(errors.values()))[0]) if errors else self


def visible(text: str) -> str:
    """Without the characters that nobody sees, and without the white space around."""
    return INVISIBLE.sub("", text).strip(WHITE_SPACE)


def numbered_lines(text: str, empty: str, skip: Collection[int]) -> Iterator[tuple[int, str]]:
    """(number, cleaned line) of all lines neither blank nor to `skip`. Refuses a text with none, or too long."""
    check_size(text)
    numbered = enumerate(map(visible, LINE_BREAK.split(text)), start=1)
    lines = [(number, line) for number, line in numbered if line and number not in skip]
    if not lines:
        raise TextEmpty(empty)
    check_count(len(lines))
    yield from lines


def fits(text: str) -> bool:
    return len(text.encode("utf-8", "surrogatepass")) <= MAX_BYTES


def check_size(text: str, refusal: str = TEXT_TOO_LARGE) -> None:
    if not fits(text):
        raise TextRefused(refusal, code="text_too_large")


def check_count(lines: int) -> None:
    if lines > MAX_LINES:
        message = TOO_MANY_LINES.format(lines=thousands(lines), most=thousands(MAX_LINES))
        raise TextRefused(message, code="too_many_lines")


def carries_cookie(text: str) -> bool:
    folded = text.casefold()
    return any(marker in folded for marker in COOKIE_MARKERS)


def refusal(line: str) -> str:
    """Why a line is not read, or "". A Roblox session cookie is one reason (product: creators.cookies)."""
    if carries_cookie(line):
        return COOKIE_REFUSED
    return LINE_TOO_LONG if len(line) > MAX_LINE_CHARACTERS else ""


def fold_login(login: str) -> str:
    """The form in which two logins are compared, within a paste and across runs."""
    return identity(visible(login))
