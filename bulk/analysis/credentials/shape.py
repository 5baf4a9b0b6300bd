"""What credentials look like, and what only stands in their place."""

import re
from dataclasses import dataclass

from bulk.analysis.folding import words_of
from bulk.analysis.lexicon import Lexicon
from bulk.analysis.lexing import EMAIL

MAX_CHARACTERS = 200
ADDRESS = re.compile(EMAIL, re.IGNORECASE)
PARTED = re.compile(r"[:;|\t]")
LOGIN = re.compile(r"[^\s:;|,=\"<>()\[\]{}]{2,80}")

_NOTHING = re.compile(
    r"^[\W_]*$|^(?:x{3,}|n/?a|nenhuma?|none|null|tbd|vazi[ao]|empty|hidden|oculta|escondida|private|privad[ao]|n[aã]o|no"
    r"|(?:a |o |the )?(?:mesm[ao]|same|igual)(?:\s[^\W\d_]+)*|idem|sim|yes|true|false|pendente|pending|undefined|redacted|censurad[ao]|inclus[ao]|included|ok)$"
    r"|^[<\[{(]{1,2}(?:login|senha|password|pass|user|usu[aá]rio|email|e-mail|your|sua?|seu|mesm[ao]|same)[^>\])}]*[>\])}]{1,2}$",
    re.IGNORECASE,
)
_WORDS = r"(?:\s[^\W\d_]+){0,5}"
_DENIED = re.compile(
    rf"(?:ainda\s|por enquanto\s)?(?:n[aã]o|sem)\s[^\W\d_]+{_WORDS}|ainda{_WORDS}"
    rf"|not\s(?:yet|currently|set|included|available|provided|given|defined|needed|required|known|applicable|linked){_WORDS}"
    rf"|(?:no|without)\s(?:access|e-?mail|mail|pass|password|pw|login){_WORDS}|(?:never|nunca)\s(?:set|had|teve|tive|definid[ao]|criad[ao])",
    re.IGNORECASE,
)
"""'não incluso', 'ainda não definida', 'not set yet'."""
_LATER = re.compile(
    r"\b(?:(?:ap[oó]s|after|upon|quando|when|mediante)(?=\s+\w)|depois d|assim que|na hora|no ato|combinar|no pv|privado|no chat|por chat|via chat"
    r"|in chat|na dm|via dm|in dm|por dm|pela dm|inbox|direct|por mensagem|no zap|whatsapp|on request|sob consulta|a definir|acesso total"
    r"|full access|ser[aá] enviad|will be|to be|envio|enviad[ao]|enviamos|mando|passo|entreg|deliver|sent|purchase|compra\b|payment"
    r"|escolh[ae]|choose|digite|\btype\b|crie\b|pagamento|informad[ao]|fornecid[ao]|troca dispon|sem senha|remember|lembro)"
    r"|(?:\bat least|\bm[ií]nimo|\bminimum|\bpelo menos|\d (?:a|e|to|and) \d).*\b(?:char|caract|let(?:ra|ter)|n[uú]mer|number|d[ií]git|s[ií]mbol|symbol)",
    re.IGNORECASE,
)
_TITLED = re.compile(r"(?=.*[\d#$@!?&*%])(?:[A-ZÀ-Ý][^\W\d_]*|[\W\d_]+)(?:\s+(?:[A-ZÀ-Ý][^\W\d_]*|[\W\d_]+))+[\W\d_]*")
"""'Envio Azul 3', which no promise is written like."""
_NO_STATEMENT = re.compile(r"""[#$@!?&*^~"'`<>{}\[\]\\|;]|(?<!\d),|,(?!\d)""")
"""Signs that nobody puts between a label and its number without a blank: 'Top#4' and 'Emote,3' are no 'Level:4'."""
_EITHER = re.compile(r"(?:^|(?<=\s))(\S{4,80})\s+(?:ou|or)\s+(\S{4,80})(?:\s+\([^()]*\)|\s*\?)?$", re.IGNORECASE)
_TIMES_AND_NUMBERS = re.compile(r"[\d.,:/hH%+-]*")
_SCHEMES = frozenset({"http", "https", "ftp"})


@dataclass(frozen=True, slots=True)
class Secret:
    """A credential: its value, where that stands in the line, and where the label before it begins.

    `weak` counts only beside a password, since what its label names may be another thing; what `corrects` another
    counts instead of it.
    """

    name: str
    value: str
    start: int
    end: int
    weak: bool = False
    corrects: bool = False

    def overlaps(self, other: "Secret") -> bool:
        return self.start < other.end and other.start < self.end


def is_stated(value: str) -> bool:
    """Whether a value is one, and no 'a combinar', '******', 'sent after purchase' or 'abc#1 ou abc#2'."""
    if _NOTHING.match(value) or _DENIED.fullmatch(value) or leaves_open(value):
        return False
    return " " not in value or not _LATER.search(value) or _TITLED.fullmatch(value) is not None


def leaves_open(text: str) -> bool:
    """Whether a text ends in two secrets of which one is right: 'Senha: abc#1 ou abc#2'."""
    either = _EITHER.search(text)
    return either is not None and all(map(is_strong, either.groups()))


def is_login(login: str, lexicon: Lexicon) -> bool:
    """Whether this may be a log-in: no label, no number, no address of a page."""
    if ADDRESS.fullmatch(login):
        return True
    if not LOGIN.fullmatch(login) or login.isdigit() or login.lower() in _SCHEMES:
        return False
    words = words_of(login)
    known = lexicon.longest(words) if words else None
    return known is None or known[0] < len(words) or known[1].role != "label"


def is_pair(login: str, password: str, *, has_more: bool) -> bool:
    """Whether 'x:y' is a log-in and a password: a bare word before a colon is more often a label."""
    marked = any(not character.isalpha() for character in login)
    if password.startswith("//") or (
        _TIMES_AND_NUMBERS.fullmatch(password) and not (marked and len(password) >= 6 and password.isdigit())
    ):
        return False
    return marked or is_strong(password) or (has_more and len(password) >= 6)


def is_strong(value: str) -> bool:
    """Whether letters, digits and signs are mixed as nobody writes words."""
    letters, digits = any(map(str.isalpha, value)), any(map(str.isdigit, value))
    signs = any(not character.isalnum() for character in value)
    cased = value != value.lower() and value != value.upper() and not value.istitle()
    return len(value) >= 4 and (letters + digits + signs >= 2 or cased)


def is_bare_password(value: str) -> bool:
    """Whether a chunk that nothing announces is a password: no address, no label, no remark."""
    has_more_than_letters = any(not character.isalpha() for character in value)
    return is_strong(value) and has_more_than_letters and not ADDRESS.search(value) and value[-1] not in ":=,"


def is_known(field: str, lexicon: Lexicon) -> bool:
    """Whether a bare field says something else than a secret: a region, a rank, a level, a number."""
    words = words_of(field)
    if not words or field.isdigit():
        return bool(words)
    if not any(map(str.isspace, field)) and _NO_STATEMENT.search(field):
        return False
    entry = lexicon.longest(words)
    if entry is None:
        return words[0].isdigit() and lexicon.longest(words[1:]) is not None
    count, found = entry
    if found.role == "label":
        return count < len(words) and words[count].isdigit()
    if found.weak and not (found.role == "server" and field.isupper()):
        return found.role == "tier" and len(words) == count + 1 and words[count].isdigit()
    return count == len(words) or (found.role == "tier" and len(words) == count + 1)


def without_known(fields: list[str], keep: int, lexicon: Lexicon) -> list[str]:
    """Without the last fields that are a region, a level, a rank: they belong to no password."""
    kept = list(fields)
    while len(kept) > keep and is_known(kept[-1].strip(), lexicon):
        kept.pop()
    taken = fields[len(kept) :]
    return fields if all(field.strip().isdigit() for field in taken) else kept


def placed(text: str, *found: tuple[str, str], offset: int = 0) -> list[Secret]:
    """Secrets for these names and values, found one after the other in a text that begins at `offset` of its line."""
    secrets, position = [], 0
    for name, value in found:
        start = max(text.find(value, position), position)
        position = start + len(value)
        secrets.append(Secret(name, value, offset + start, offset + position))
    return secrets
