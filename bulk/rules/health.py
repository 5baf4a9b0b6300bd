"""What a call says of the marketplace and of the key, whatever it was about."""

from dataclasses import dataclass
from enum import Enum

from bulk.enums import PauseCode
from marketplace.adapters.base import (
    Absent,
    Created,
    Done,
    Failure,
    Found,
    LookupFailed,
    NotSent,
    Refused,
    Throttled,
    Unauthorized,
    Unknown,
)

FAILURES_BEFORE_PAUSE = 5
KEY_CODES = (PauseCode.KEY_REFUSED, PauseCode.VERSION_GONE)
"""Pauses that last until somebody changes the key's configuration."""

AnyOutcome = Created | Done | Found | Absent | LookupFailed | Failure


class Service(Enum):
    """Its part in 'five failures of the service in a row pause the run'."""

    SILENT = "says nothing"
    WORKED = "ends a row of failures"
    FAILED = "adds to a row of failures"


@dataclass(frozen=True, slots=True, kw_only=True)
class Pause:
    """Why runs stop by themselves. `reason` is the same for every reader; see `next_step` for what depends on them."""

    code: PauseCode
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class News:
    """What a call changes for the whole lane: `quiet_s` of silence, a failure counted, every run paused."""

    service: Service = Service.SILENT
    reason: str = ""
    quiet_s: float = 0.0
    pause: Pause | None = None


def news_of(outcome: AnyOutcome) -> News:
    """'429 waits for `Retry-After` on the whole key; 5xx backs off with jitter'.

    An absent login says nothing: a marketplace whose look-ups answer while its creates fail is failing.
    """
    match outcome:
        case Created() | Done() | Found() | Refused():
            return News(service=Service.WORKED)
        case Throttled() | LookupFailed(retry_after_s=float()):
            return News(quiet_s=outcome.retry_after_s or 0.0)
        case Unauthorized():
            code = PauseCode.VERSION_GONE if outcome.version_gone else PauseCode.KEY_REFUSED
            return News(pause=Pause(code=code, reason=outcome.explanation))
        case NotSent(withdrawn=True) | Absent():
            return News()
        case NotSent() | Unknown() | LookupFailed():
            return News(service=Service.FAILED, reason=outcome.reason)


def next_step(code: str, *, owns_key: bool, is_admin: bool, whose: str) -> str:
    """What a reader can do about a pause; '' where its reason says it all. `whose` names the key for admins who do not
    own it: 'padrão do sistema', 'de Ana Souza'."""
    if code not in KEY_CODES:
        return ""
    if not owns_key and not is_admin:
        if code == PauseCode.VERSION_GONE:
            return "Avisamos os administradores. A execução continua sozinha quando eles mudarem a chave de versão."
        return "Avisamos os administradores. Retome a execução quando eles corrigirem a chave."
    if code == PauseCode.VERSION_GONE:
        return "Mude a chave para a versão 2: a execução continua sozinha."
    if is_admin:
        return f"Corrija {'sua chave' if owns_key else f'a chave {whose}'} em Gerenciar APIs e retome a execução."
    return "Corrija sua chave em Perfil, aba API GameBoost, e retome a execução."


def service_failing(failures: int, reason: str) -> Pause:
    text = f"O marketplace falhou {failures} vezes seguidas: {sentence(reason)} Retome quando ele voltar a responder."
    return Pause(code=PauseCode.SERVICE_FAILING, reason=text)


def sentence(text: str) -> str:
    """Somebody else's words with one full stop at their end."""
    return f"{text.strip().rstrip('.')}."
