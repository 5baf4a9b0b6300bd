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

AnyOutcome = Created | Done | Found | Absent | LookupFailed | Failure


class Service(Enum):
    """Its part in 'five failures of the service in a row pause the run'."""

    SILENT = "says nothing"
    WORKED = "ends a row of failures"
    FAILED = "adds to a row of failures"


@dataclass(frozen=True, slots=True, kw_only=True)
class Pause:
    """Why runs stop by themselves, and the sentence that tells people what to do."""

    code: PauseCode
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class News:
    """What a call changes for the whole lane: `quiet_s` of silence, a failure counted, every run paused."""

    service: Service = Service.SILENT
    reason: str = ""
    quiet_s: float = 0.0
    pause: Pause | None = None


def news_of(outcome: AnyOutcome, *, system_key: bool) -> News:
    """Decisions §9: '429 waits for `Retry-After` on the whole key; 5xx backs off with jitter'.

    An absent login says nothing: a marketplace whose look-ups answer while its creates fail is failing.
    """
    match outcome:
        case Created() | Done() | Found() | Refused():
            return News(service=Service.WORKED)
        case Throttled() | LookupFailed(retry_after_s=float()):
            return News(quiet_s=outcome.retry_after_s or 0.0)
        case Unauthorized():
            return News(pause=key_refused(outcome.message, system_key=system_key))
        case NotSent(withdrawn=True) | Absent():
            return News()
        case NotSent() | Unknown() | LookupFailed():
            return News(service=Service.FAILED, reason=outcome.reason)


def key_refused(answer: str, *, system_key: bool) -> Pause:
    """A wrong key shows the marketplace's own answer, and who can mend it."""
    what_to_do = (
        "A chave é a padrão do sistema: peça a um administrador que a corrija e retome a execução."
        if system_key
        else "Corrija a chave de API e retome a execução."
    )
    reason = f"O marketplace recusou a chave de API: {sentence(answer)} {what_to_do}"
    return Pause(code=PauseCode.KEY_REFUSED, reason=reason)


def service_failing(failures: int, reason: str) -> Pause:
    text = f"O marketplace falhou {failures} vezes seguidas: {sentence(reason)} Retome quando ele voltar a responder."
    return Pause(code=PauseCode.SERVICE_FAILING, reason=text)


def sentence(text: str) -> str:
    """Somebody else's words with one full stop at their end."""
    return f"{text.strip().rstrip('.')}."
