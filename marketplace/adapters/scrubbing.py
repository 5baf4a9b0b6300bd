"""Takes secrets out of what a marketplace answers: those that the call sent, and those that the answer itself names. A
marketplace may repeat a key or a password in a sentence, a field error, a request id or any other text, as it is or
percent-encoded, HTML- or JSON-escaped, or in base64. `core.crypto.MASK` then stands in its place."""

import base64
import re
from collections.abc import Iterable, Iterator
from functools import cached_property, lru_cache
from typing import Any

from core.crypto import MASK

SECRET_NAME = re.compile(r"password|passwd|pwd|secret|token|cookie|credential|mafile|temp_?email", re.IGNORECASE)
"""Fields whose text is a secret."""
LOGIN_DATA = re.compile(r"login_?data", re.IGNORECASE)  # fields in which every text is one
COPY_NAME = re.compile(r"copy_?format", re.IGNORECASE)
"""Fields with the same once more, to be copied, among other texts."""
LOGIN_NAMES = frozenset({"login", "email_login"})
PAIR_NAME = re.compile(r"login_?password|login_?data|credential", re.IGNORECASE)
"""Fields that hold 'login:password', or lines of 'Password: …'."""
STRUCTURE = LOGIN_NAMES | {"id", "item_id", "status", "item_state", "game_slug", "slug", "server"}
"""Fields that adapters tell a listing by. In a success they stay as they are: a password may be a part of its login or
of a game's name, and the listing would not be known any more."""

_is_secret = lru_cache(maxsize=4096)(SECRET_NAME.search)
_is_login_data = lru_cache(maxsize=4096)(LOGIN_DATA.search)

SHORT = 6  # a secret of fewer characters is taken out only where it stands alone: it may be a part of any word
SHORTEST_NAMED = 3  # below it a value under a secret's name is more likely a flag

_BACKSLASH = r"\\|%(?:25)*5[Cc]"
_BACKSLASHES = re.compile(r"\\+")
_BASE64 = re.compile(r"[A-Za-z0-9+/_-]+={0,2}")
_FIELD = re.compile(r"[A-Za-z_]+")
_ALPHANUMERIC = re.compile(r"[A-Za-z0-9]*")


class Secret:
    """One secret, found in every form in which a text may repeat it."""

    def __init__(self, value: str) -> None:
        self.value = value
        # Every form but base64 leaves letters and digits as they are, so most texts need no pattern.
        self._core = max(_ALPHANUMERIC.findall(value), key=len)
        self._encoded = list(_within_base64(value.encode())) if len(value) >= SHORT else []

    def out_of(self, text: str) -> str:
        if self._encoded and any(each in text for each in self._encoded):
            text = _BASE64.sub(lambda word: MASK if any(each in word[0] for each in self._encoded) else word[0], text)
        return self._pattern.sub(MASK, text) if self._core in text else text

    def may_be_in(self, text: str) -> bool:
        return self._core in text or any(each in text for each in self._encoded)

    @property
    def is_a_word(self) -> bool:
        """Whether it may be in a text that does not repeat it."""
        return len(self.value) < SHORT or self.value.isalpha() or self.value.isdigit()

    @cached_property
    def _pattern(self) -> re.Pattern[str]:
        # Several backslashes are matched as one, since patterns of them one after another take for ever to fail.
        body = "".join(map(_forms, _BACKSLASHES.sub(r"\\", self.value)))
        return re.compile(body if len(self.value) >= SHORT else rf"(?:(?<!\w)|(?<=%[0-9A-Fa-f]{{2}})){body}(?!\w)")


class Scrubber:
    """Takes the secrets of one call out of its answer. `body` is what the call sent."""

    def __init__(self, api_key: str, body: Any = None) -> None:
        texts = list(texts_in(body))
        pairs = [pair for name, text in texts for pair in _pairs(name, text)]
        named = (text for name, text in texts if _is_secret(name) or _is_login_data(name))
        self._sent = _secrets([api_key, *named, *(password for _, password in pairs)])
        logins = (text for name, text in texts if name in LOGIN_NAMES)
        self._logins = _secrets([*logins, *(login for login, _ in pairs)])

    def text(self, text: str) -> str:
        return _without(text, self._sent)

    def answer(self, data: Any, *, failed: bool) -> Any:
        """The decoded answer without secrets. What stands under a secret's own name stays for the adapter to read or
        drop. In a failed answer such a name is that of a field, with a sentence about it; and since nothing but texts
        for people is read from it, it loses the logins that were sent too."""
        if failed:
            return _scrub(data, [*self._sent, *self._logins], [], [], frozenset())
        shown, named = _split_secrets(data)
        whole = "\n".join(shown)  # most answers repeat nothing, and to scrub each text of a long list takes a while
        if not any(secret.may_be_in(whole) for secret in [*self._sent, *named]):
            return data
        around = _split_secrets(data, in_lists=False)[1]
        return _scrub(data, self._sent, named, [*around, *(each for each in named if not each.is_a_word)], STRUCTURE)


def _scrub(value: Any, sent: list[Secret], named: list[Secret], around: list[Secret], kept: frozenset[str]) -> Any:
    """`named` are the secrets that the answer names. A listing of a list, which names its own, is held against these and
    those `around` it: a word that is one account's password may stand in another one's title, what is no word may not.
    Fields of the names `kept` stay as they are."""
    if isinstance(value, dict):
        return {
            name if _FIELD.fullmatch(name) else _without(name, [*sent, *named]): item
            if name in kept and not isinstance(item, dict | list)
            else _scrub(item, sent, *(([], []) if _is_private(name) else (named, around)), kept)
            for name, item in value.items()
        }
    if isinstance(value, list):
        return [_scrub_item(item, sent, named, around, kept) for item in value]
    if isinstance(value, str):
        return _without(value, [*sent, *named])
    if isinstance(value, int) and not isinstance(value, bool):
        return MASK if any(len(each.value) >= SHORT and str(value) == each.value for each in [*sent, *named]) else value
    return value


def _scrub_item(item: Any, sent: list[Secret], named: list[Secret], around: list[Secret], kept: frozenset[str]) -> Any:
    own = _split_secrets(item)[1] if isinstance(item, dict) else []
    if not own:
        return _scrub(item, sent, named, around, kept)
    return _scrub(item, sent, [*around, *own], [*around, *own], kept)


def _without(text: str, secrets: Iterable[Secret]) -> str:
    for secret in secrets:
        text = secret.out_of(text)
    return text


def _secrets(values: Iterable[str]) -> list[Secret]:
    """Longest first, so that a secret is gone before another one that is a part of it."""
    return [Secret(value) for value in sorted({each.strip() for each in values} - {""}, key=len, reverse=True)]


def _pairs(name: str, text: str) -> list[tuple[str, str]]:
    """The two parts around the first colon of each line in a field of PAIR_NAME; both are secret."""
    lines = text.splitlines() if PAIR_NAME.search(name) else []
    return [(before, behind) for before, colon, behind in (line.partition(":") for line in lines) if colon]


def texts_in(value: Any, name: str = "") -> Iterator[tuple[str, str]]:
    """Every text of a JSON value, with the name of its field."""
    if isinstance(value, dict):
        for each, item in value.items():
            yield from texts_in(item, each)
    elif isinstance(value, list | tuple):
        for item in value:
            yield from texts_in(item, name)
    elif isinstance(value, str):
        yield name, value


def _split_secrets(value: Any, *, in_lists: bool = True) -> tuple[list[str], list[Secret]]:
    """The texts and names outside an answer's private fields, and the secrets in these; of lists if `in_lists`."""
    shown: list[str] = []
    named: list[str] = []
    ahead: list[tuple[Any, str, object, object]] = [(value, "", False, False)]
    while ahead:
        item, name, is_private, is_login_data = ahead.pop()
        if isinstance(item, dict):
            shown += item
            ahead += [
                (each, within, is_private or _is_private(within), is_login_data or _is_login_data(within))
                for within, each in item.items()
            ]
        elif isinstance(item, list):
            listed = (each for each in item if in_lists or not isinstance(each, dict))
            ahead += [(each, name, is_private, is_login_data) for each in listed]
        elif isinstance(item, str):
            if not is_private:
                shown.append(item)
            elif (is_login_data or _is_secret(name)) and len(item) >= SHORTEST_NAMED:
                named.append(item)
        elif item is not None and not isinstance(item, bool):
            (named if is_login_data and len(str(item)) >= SHORT else shown).append(str(item))
    return shown, _secrets(named)


@lru_cache(maxsize=4096)
def _is_private(name: str) -> bool:
    return bool(_is_secret(name) or _is_login_data(name) or COPY_NAME.search(name))


def _forms(character: str) -> str:
    """A pattern of the ways in which a character may be written."""
    if character.isascii() and character.isalnum():
        return character
    if character == "\\":
        return f"(?:{_BACKSLASH})+"
    percent = "".join(f"%(?:25)*{byte:02x}" for byte in character.encode())
    utf16 = character.encode("utf-16-be")
    units = "".join(f"(?:{_BACKSLASH})+u{utf16[at : at + 2].hex()}" for at in range(0, len(utf16), 2))
    numbered = f"0*{ord(character)}|x0*{ord(character):x}"
    named = {"&": "|amp", "<": "|lt", ">": "|gt", '"': "|quot", "'": "|apos"}.get(character, "")
    blank = r"|\+" if character == " " else ""
    # An ampersand also begins its own longer form, which has to go with it.
    entity = rf"&(?:amp;)*(?:\#(?:{numbered}){named});"
    return f"(?:(?i:{units})|(?:{_BACKSLASH})*(?:(?i:{entity}|{percent})|{re.escape(character)}{blank}))"


def _within_base64(secret: bytes) -> Iterator[str]:
    """The part of a secret's base64 that does not depend on its neighbours, for each of the three alignments."""
    for before in range(3):
        whole = base64.b64encode(bytes(before) + secret).decode().rstrip("=")
        open_end = (before + len(secret)) % 3 != 0
        same = whole[(0, 2, 3)[before] : len(whole) - open_end]
        yield same
        if "+" in same or "/" in same:
            yield same.translate(str.maketrans("+/", "-_"))
