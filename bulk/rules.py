"""Pure rules of bulk runs: allowed transitions, the meaning of a marketplace's answers, whose turn it is, and waits."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from decimal import ROUND_CEILING, ROUND_FLOOR, ROUND_UP, Decimal
from enum import Enum
from typing import Any

from bulk.enums import PauseCode, RowState, RunState
from core.errors import Errors
from core.money import CENT
from marketplace.adapters import base

S = RowState
REMOTE_ID = re.compile(r"[A-Za-z0-9_-]{1,100}")  # the id of a listing, as the marketplaces write it
OPEN = frozenset({S.QUEUED, S.SENDING, S.VERIFYING})
"""Rows on which the engine still has something to do."""
LIVE = frozenset({S.QUEUED, S.SENDING, S.VERIFYING, S.UNCERTAIN, S.CREATED})
"""Rows that hold their login: no second row of the same market, game and login may be in one of these states."""
NEEDS_A_PERSON = frozenset({S.FAILED, S.UNCERTAIN})

TRANSITIONS: Mapping[RowState, frozenset[RowState]] = {
    # A queued row is found on the marketplace when it is looked up before sending, or that look-up keeps failing.
    S.QUEUED: frozenset({S.SENDING, S.CREATED, S.DUPLICATE, S.FAILED, S.UNCERTAIN, S.UNSENT}),
    # Back to the queue only when no byte left or nothing was done (429, refused key).
    S.SENDING: frozenset({S.CREATED, S.FAILED, S.VERIFYING, S.QUEUED, S.UNSENT}),
    S.VERIFYING: frozenset({S.CREATED, S.QUEUED, S.FAILED, S.UNCERTAIN, S.UNSENT}),
    S.UNCERTAIN: frozenset({S.CREATED, S.FAILED}),
    # A person repeats it; or its listing turns up after all, which is the truth.
    S.FAILED: frozenset({S.QUEUED, S.DUPLICATE, S.CREATED}),
    S.UNSENT: frozenset({S.CREATED}),
    S.CREATED: frozenset(),
    # An admin knows better, or its listing turns up after all.
    S.DUPLICATE: frozenset({S.CREATED}),
}
MAX_BACK_OFF_S = 60.0
MAX_PAUSE_MINUTES = 7 * 24 * 60  # an admin pauses a key for no longer than a week
PACE_WEIGHT = 0.2
"""The share of the newest measurement in a run's pace: one slow answer moves the estimate little."""
_NEVER = datetime.min.replace(tzinfo=UTC)
FAILURES_BEFORE_PAUSE = 5
KEY_CODES = (PauseCode.KEY_REFUSED, PauseCode.VERSION_GONE)
"""Pauses that last until somebody changes the key's configuration."""
AnyOutcome = base.Created | base.Done | base.Found | base.Absent | base.LookupFailed | base.Failure
MISSES_BEFORE_ABSENT = 2
SECONDS_BETWEEN_MISSES = 1.0
MAX_FAILED_LOOKUPS = 5
"""As many in a row pause the lane, so a marketplace that fails as a whole pauses runs and fails no rows."""
LOOKUP_REST_S = 2.0
THROTTLED = "O marketplace limitou os pedidos desta chave várias vezes seguidas. Aguarde alguns minutos e retome."
OTHER_KEY = "Enviada com outra chave de API: não foi possível confirmar se a conta foi criada."
UNCONFIRMED = "Não foi possível confirmar se a conta foi criada: {}"
NOT_ASKED = "Não foi possível conferir se a conta já está no marketplace: {}"
KnownLookup = base.LookupOutcome | base.Unauthorized  # a look-up whose failure was told apart from a refused key


def run_state(counts: Mapping[RowState, int], *, started: bool, paused: bool, cancelled: bool) -> RunState:
    if cancelled:
        return RunState.CANCELLED
    if any(counts.get(state, 0) for state in OPEN):
        if paused:
            return RunState.PAUSED
        return RunState.RUNNING if started else RunState.QUEUED
    if any(counts.get(state, 0) for state in NEEDS_A_PERSON):
        return RunState.FINISHED_WITH_ERRORS
    return RunState.FINISHED


def count_settled(counts: Mapping[RowState, int]) -> int:
    return sum(count for state, count in counts.items() if state not in OPEN)


@dataclass(frozen=True, slots=True)
class Turn:
    """A run that has something to send. `served_at` is when it last sent."""

    run_id: int
    owner_id: int
    served_at: datetime | None


def next_turn(waiting: Iterable[Turn]) -> Turn | None:
    """People who share a key take turns row by row; a person's own runs go one after the other, oldest first."""
    waiting = list(waiting)
    served: dict[int, datetime] = {}
    for turn in waiting:
        served[turn.owner_id] = max(served.get(turn.owner_id, _NEVER), turn.served_at or _NEVER)
    return min(waiting, key=lambda turn: (served[turn.owner_id], turn.run_id), default=None)


def back_off_s(failures: int, *, jitter: float) -> float:
    """Seconds of silence after this many failures in a row: 1, 2, 4 … 60, each between half and whole by `jitter`, a
    random number in [0, 1), so that keys that failed together do not come back together."""
    return min(MAX_BACK_OFF_S, 2.0 ** min(failures - 1, 10)) * (0.5 + jitter / 2)


def smoothed_pace_s(known: float | None, measured: float) -> float:
    return measured if known is None else known + PACE_WEIGHT * (measured - known)


def eta_s(open_rows: int, pace_s: float | None) -> int | None:
    """Seconds until the last open row is settled; None while nothing was measured."""
    return None if pace_s is None else round(open_rows * pace_s)


class Service(Enum):
    """What an outcome says of the marketplace itself; five failures in a row pause the key's runs (product: runs.pauses)."""

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
    """The news of a call for its key (product: runs.pauses); a 5xx backs off with jitter. An absent login says nothing: a
    marketplace whose look-ups answer while its creates fail is failing."""
    match outcome:
        case base.Created() | base.Done() | base.Found() | base.Refused():
            return News(service=Service.WORKED)
        case base.Throttled() | base.LookupFailed(retry_after_s=float()):
            return News(quiet_s=max(outcome.retry_after_s or 0.0, 1.0))  # a date may be past, or a number 0
        case base.Unauthorized():
            code = PauseCode.VERSION_GONE if outcome.version_gone else PauseCode.KEY_REFUSED
            return News(pause=Pause(code=code, reason=outcome.explanation))
        case base.NotSent(withdrawn=True) | base.Absent():
            return News()
        case base.NotSent() | base.Unknown() | base.LookupFailed():
            return News(service=Service.FAILED, reason=outcome.reason)


def next_step(code: str, *, owns_key: bool, is_admin: bool, whose: str, market: base.Market) -> str:
    """What a reader can do about a pause, if anything. `whose` key, for admins: 'padrão do sistema', 'de Ana Souza'."""
    if code not in KEY_CODES:
        return ""
    if not owns_key and not is_admin:
        return "Avisamos os administradores. Se a execução não continuar sozinha depois da correção, retome-a."
    key, place = "sua chave" if owns_key else f"a chave {whose}", f"Gerenciar APIs, aba {market.title}"
    step = f"Corrija {key} em {place if is_admin else market.own_key_screen}."
    if not is_admin and not market.own_key_screen:
        step = f"Peça a um administrador que corrija sua chave em {place}."
    return f"{step} Se a execução não continuar sozinha, retome-a."


def service_failing(failures: int, reason: str) -> Pause:
    text = f"O marketplace falhou {failures} vezes seguidas: {sentence(reason)} Retome quando ele voltar a responder."
    return Pause(code=PauseCode.SERVICE_FAILING, reason=text)


def sentence(text: str) -> str:
    return f"{text.strip().rstrip('.')}."


@dataclass(frozen=True, slots=True, kw_only=True)
class Policy:
    """The global settings retryAttempts and errorHandling, as they act on a run; see `policy_of`."""

    max_sends: int
    resends: bool
    stops_at_first_error: bool
    quiet: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Facts:
    """What is known of the row that was asked about. `attempts` counts its sends. `in_doubt`: some send had an unknown
    outcome, so a listing of this login may be ours. `same_key`: the key that asks is the one that sent. `since`: no
    listing of the run is older. `taken`: ids of the listings found that somebody is known to have listed.
    `others_work`: the look-up failed MAX_FAILED_LOOKUPS times, and another question was answered."""

    line: int
    game: str
    attempts: int = 0
    misses: int = 0
    failed_lookups: int = 0
    in_doubt: bool = False
    same_key: bool = True
    since: datetime | None = None
    taken: frozenset[str] = frozenset()
    others_work: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Decision:
    """The row's next state, what changes with it, and the news for its lane. QUEUED means that the row waits for its
    turn; settling makes that UNSENT in a run that was cancelled meanwhile. `rest_s`: its rest before a look-up."""

    state: RowState
    attempts: int
    in_doubt: bool
    error: str = ""
    errors: Errors = field(default_factory=dict)
    remote_id: str = ""
    request_id: str = ""
    misses: int = 0
    failed_lookups: int = 0
    rest_s: float | None = None
    news: News
    pause: Pause | None = None


def policy_of(retry_attempts: int, error_handling: str) -> Policy:
    """What the two global settings make of a failure (product: market.global-settings). 'Log and retry' is the default.

    - 'Log and retry': a row whose account turns out not to exist is sent again, up to retryAttempts more times; every
      try is logged.
    - 'Log and continue': nothing is sent a second time; such a row fails, and the run goes on with the next one.
    - 'Log and throw': as 'Log and continue', and the first row that fails pauses the run until a person decides.
    - 'Silent retry': as 'Log and retry' without a log line per try. Rows, activities and pauses stay visible.
    """
    return Policy(
        max_sends=1 + retry_attempts,
        resends=error_handling in ("Log and retry", "Silent retry"),
        stops_at_first_error=error_handling == "Log and throw",
        quiet=error_handling == "Silent retry",
    )


def after_create(outcome: base.CreateOutcome, facts: Facts, policy: Policy, *, rest_s: float) -> Decision:
    """What becomes of a row that was just sent. `facts.attempts` counts this send; `rest_s` is BULK_VERIFY_AFTER_S."""
    news = news_of(outcome)
    undone = _decision(S.QUEUED, facts, news, error=getattr(outcome, "reason", ""))
    undone = replace(undone, attempts=facts.attempts - 1)
    match outcome:
        case base.Created():
            return _decision(S.CREATED, facts, news, remote_id=outcome.remote_id, request_id=outcome.request_id)
        case base.Refused():
            pause = _first_error(facts, policy, outcome.message)
            answer = {"error": outcome.message, "errors": outcome.errors, "request_id": outcome.request_id}
            return _decision(S.FAILED, facts, news, pause=pause, **answer)
        case base.Throttled(held=True):  # by the key's own budget: nothing went out
            return undone
        case base.Throttled() if facts.attempts < policy.max_sends:
            return replace(undone, attempts=facts.attempts)
        case base.Throttled():
            # The row is no failure and waits; but no row is sent more often than retryAttempts allows without a person.
            return replace(undone, attempts=0, pause=Pause(code=PauseCode.THROTTLED, reason=THROTTLED))
        case base.Unauthorized() | base.NotSent():
            return undone
        case base.Unknown():
            text = f"Resultado desconhecido: {sentence(outcome.reason)} A conta será procurada no marketplace."
            # A dropped answer may be the network's doing; a 5xx is the service saying that it fails.
            news = news if (outcome.status or 0) >= 500 else News()
            doubt = _decision(S.VERIFYING, facts, news, error=text, request_id=outcome.request_id, rest_s=rest_s)
            return replace(doubt, in_doubt=True)


def before_send(outcome: KnownLookup, facts: Facts, policy: Policy) -> Decision | None:
    """What a look-up right before sending says; None clears the row to be sent. A login that was listed before
    our first send is a duplicate (product: runs.duplicates). One that came there since the run was made, by
    nobody who is known, was sent by it before an older copy of the database was restored: it is the row's. A row whose
    look-up keeps failing rests while others go on, and ends at last."""
    waits = _decision(S.QUEUED, facts, News() if facts.others_work else news_of(outcome))
    match outcome:
        case base.Found() if listings := base.of_game(outcome, facts.game):
            own = [each for each in listings if each.remote_id not in facts.taken]
            if own and (facts.in_doubt or _made_by_the_run(listings, facts)):
                return replace(waits, state=S.CREATED, remote_id=own[0].remote_id, in_doubt=True)
            return replace(waits, state=S.DUPLICATE, error=base.LISTED_ALREADY.format(listings[0].remote_id))
        case base.Found() | base.Absent():
            return None
        case base.Unauthorized():
            return waits
        case base.LookupFailed(retry_after_s=None):
            # One failure more than pauses the lane sets the row aside; as many do where other questions are answered.
            rests, text = 0 if facts.others_work else MAX_FAILED_LOOKUPS, UNCONFIRMED if facts.in_doubt else NOT_ASKED
            return _failed_again(waits, outcome.reason, facts, policy, rests=rests, text=text)
        case base.LookupFailed():
            return replace(waits, failed_lookups=facts.failed_lookups, error=outcome.reason)


def after_lookup(outcome: KnownLookup, facts: Facts, policy: Policy) -> Decision:
    """What becomes of a row that rested with an unknown outcome: found, it is created; absent twice, it is sent again;
    where the look-up keeps failing, it is uncertain (product: runs.unknown). Absence under another key than the one that
    sent proves nothing, so it is uncertain as well."""
    news = News() if facts.others_work else news_of(outcome)
    rests = _decision(S.VERIFYING, facts, news, misses=facts.misses, failed_lookups=facts.failed_lookups, rest_s=0.0)
    rests = replace(rests, in_doubt=True)
    match outcome:
        case base.Found() if listings := base.of_game(outcome, facts.game):
            if own := [each for each in listings if each.remote_id not in facts.taken]:
                return _decision(S.CREATED, facts, news, remote_id=own[0].remote_id)
            return replace(rests, state=S.QUEUED, rest_s=None)  # of somebody else: its next look-up says so
        case base.Found() | base.Absent():
            return _count_miss(rests, facts, policy)
        case base.Unauthorized(status=410):
            # Nothing sent by a version that is gone can be looked up by it ever again.
            text = UNCONFIRMED.format(sentence(outcome.message))
            return _end_row(replace(rests, rest_s=None), RowState.UNCERTAIN, text, facts, policy)
        case base.Unauthorized():
            return rests
        case base.LookupFailed(retry_after_s=None):
            return _failed_again(rests, outcome.reason, facts, policy, rests=MAX_FAILED_LOOKUPS - 1, text=UNCONFIRMED)
        case base.LookupFailed():
            return replace(rests, error=outcome.reason)


def _decision(state: RowState, facts: Facts, news: News, **changes: Any) -> Decision:
    return Decision(state=state, attempts=facts.attempts, in_doubt=facts.in_doubt, news=news, **changes)


def _count_miss(rests: Decision, facts: Facts, policy: Policy) -> Decision:
    misses = facts.misses + 1
    if misses < MISSES_BEFORE_ABSENT:
        return replace(rests, misses=misses, rest_s=SECONDS_BETWEEN_MISSES)
    absent = replace(rests, misses=0, failed_lookups=0, rest_s=None)
    if not facts.same_key:
        return _end_row(absent, RowState.UNCERTAIN, OTHER_KEY, facts, policy)
    if policy.resends and facts.attempts < policy.max_sends:
        return replace(absent, state=RowState.QUEUED)
    sends = "1 envio" if facts.attempts == 1 else f"{facts.attempts} envios"
    text = f"A conta não foi criada: o marketplace não a mostra após {sends}."
    return _end_row(absent, RowState.FAILED, text, facts, policy)


def _failed_again(decision: Decision, reason: str, facts: Facts, policy: Policy, *, rests: int, text: str) -> Decision:
    """The decision after one more failed look-up: a longer wait, up to `rests` times, then a person decides."""
    failed = facts.failed_lookups + 1
    if failed <= rests:
        return replace(decision, error=reason, failed_lookups=failed, rest_s=LOOKUP_REST_S * 2 ** (failed - 1))
    return _end_row(replace(decision, rest_s=None), RowState.UNCERTAIN, text.format(sentence(reason)), facts, policy)


def _end_row(decision: Decision, state: RowState, error: str, facts: Facts, policy: Policy) -> Decision:
    return replace(decision, state=state, error=error, pause=_first_error(facts, policy, error))


def _first_error(facts: Facts, policy: Policy, error: str) -> Pause | None:
    if not policy.stops_at_first_error:
        return None
    return Pause(code=PauseCode.FIRST_ERROR, reason=f"Parada no primeiro erro (linha {facts.line}): {error}")


def _made_by_the_run(of_game: list[base.RemoteListing], facts: Facts) -> bool:
    return facts.since is not None and all(
        listing.created_at is not None and listing.created_at >= facts.since and listing.remote_id not in facts.taken
        for listing in of_game
    )


def price_floor(*, costs_eur: Decimal, fee_percentage: Decimal) -> Decimal:
    """The least price that covers the costs after the marketplace's fee."""
    return (costs_eur / (1 - fee_percentage / 100)).quantize(CENT, ROUND_UP)


def rule_price(target: Decimal, *, floor: Decimal, step: Decimal, less: Decimal) -> Decimal:
    """The highest price up to `target` that is a multiple of `step` less `less`; under the floor, the lowest that is not."""
    steps = ((target + less) / step).to_integral_value(ROUND_FLOOR)
    least = ((floor + less) / step).to_integral_value(ROUND_CEILING)
    return (max(steps, least) * step - less).quantize(CENT)
