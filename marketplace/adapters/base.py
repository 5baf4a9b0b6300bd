"""The interface of an adapter, and every outcome of a call. One vocabulary for all dialects: callers see the
outcomes below, and each of them says what may be done next. All rests on `NotSent` (no byte left, sending again is
safe) against `Unknown` (it may have happened, look it up before anything else)."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from decimal import Decimal
from typing import Any, Generic, NamedTuple, TypeVar

from django.conf import settings

from core.crypto import blind_index
from marketplace.adapters.orders import RemoteDispute, RemoteOrder, RemotePayment
from marketplace.adapters.reading import reference_of
from marketplace.adapters.templates import Template
from marketplace.enums import AuthMethod, Endpoint, WritableStatus
from marketplace.rules.governor import KeyLimits
from marketplace.rules.integration import DEFAULT_TIMEOUT_MS, PROFILE_ENDPOINTS, canonical_origin

OTHER_ACCOUNT = "A resposta da API não confirma de qual conta é o anúncio criado."
LISTED_ALREADY = "Este login já está no marketplace (anúncio {})."
Errors = dict[str, list[str]]
MaySend = Callable[[], bool]
T = TypeVar("T")


@dataclass(frozen=True)
class Connection:
    """How to reach one marketplace with one key. The key never appears in a repr. `training`: what goes out is practice."""

    provider: str
    base_url: str
    api_key: str = field(repr=False)
    timeout_ms: int = DEFAULT_TIMEOUT_MS
    auth_method: str = AuthMethod.API_KEY
    training: bool = False

    @property
    def origin(self) -> str:
        """Scheme, host and port, the same however the address is spelled: "https://api.gameboost.com"."""
        return canonical_origin(self.base_url)

    @property
    def market(self) -> str:
        """The place where a login may be listed once: "gameboost:https://api.gameboost.com". The sandbox is one place
        wherever it runs, so that its port may change, and a second one for those who train."""
        if self.training:
            return f"{self.provider}:ensaio"
        is_sandbox = bool(settings.SANDBOX_ORIGIN) and self.origin == canonical_origin(settings.SANDBOX_ORIGIN)
        return f"{self.provider}:{'sandbox' if is_sandbox else self.origin}"

    @property
    def lane_key(self) -> str:
        """Keyed hash of (provider, origin, API key): people who share a key share its pace."""
        return blind_index("lane", self.provider, self.origin, self.api_key)


@dataclass(frozen=True)
class Listing:
    """One account to be listed, in the words of our own forms, the price in euro; translating them is the adapter's
    work. Empty text and empty collections mean "not stated". Credentials never appear in a repr."""

    game: str
    title: str
    description: str
    price_eur: Decimal
    login: str = field(repr=False)
    password: str = field(repr=False)
    email_login: str = field(default="", repr=False)
    email_password: str = field(default="", repr=False)
    has_2fa: bool = False
    server: str = ""
    level_up_method: str = "by_hand"
    slug: str = ""
    ign: str = field(default="", repr=False)
    dump: str = ""
    delivery_instructions: str = ""
    is_manual: bool = False
    delivery_time: tuple[int, str] = (0, "minutes")
    image_urls: tuple[str, ...] = ()
    account_data: Mapping[str, Any] = field(default_factory=dict)
    game_items: Mapping[str, Any] = field(default_factory=dict)
    note: str = ""
    email_provider: str = ""  # the domain where the e-mail is read: 'firstmail.ltd'
    language: str = ""  # of its texts, where it is not Portuguese: 'en'


@dataclass(frozen=True)
class Prepared:
    """A listing as the marketplace would get it. `errors` ({field: [Portuguese texts]}) name what would be refused;
    `notes` name what was changed or left out."""

    listing: Listing
    errors: Errors
    notes: tuple[str, ...]


@dataclass(frozen=True)
class Rate:
    """The state of a call's bucket, as far as the answer says."""

    limit: int | None = None
    remaining: int | None = None
    reset_at: datetime | None = None
    bucket: str = ""


@dataclass(frozen=True)
class Unauthorized:
    """401 or 403: the key is refused; 410: this version of the API is gone, in the adapter's words. So is every call."""

    status: int
    message: str
    request_id: str = ""

    @property
    def version_gone(self) -> bool:
        return self.status == 410

    @property
    def explanation(self) -> str:
        """The outcome in a sentence, the same for every reader."""
        if self.version_gone:
            return self.message
        return f"O marketplace recusou a chave de API: {self.message.strip().rstrip('.')}."


@dataclass(frozen=True)
class CallRecord:
    """One outbound call, without secrets. `status` is None when no status line was read; `failure` then says why."""

    service: str
    endpoint: str
    method: str
    status: int | None
    response_time_ms: int
    request_id: str
    started_at: datetime
    failure: str = ""
    rate: Rate = Rate()
    retry_after_s: float | None = None  # how long the marketplace asked the key to wait (429)
    found_nothing: bool = False  # a question about one listing that the marketplace answered with 404: there is none
    refused: Unauthorized | None = None

    @property
    def succeeded(self) -> bool:
        return self.found_nothing or (self.status is not None and self.status < 400 and not self.failure)


OnCall = Callable[[CallRecord], None]


@dataclass(frozen=True)
class Hold:
    """Not now. `of_listing`: the key may be used, one of the listings may not be written to."""

    seconds: float
    of_listing: bool = False


Gate = Callable[[tuple[str, ...], tuple[str, ...]], Hold | None]
"""Asked before each call, with its buckets and the ids of the listings it writes to; None lets it out and counts it."""


@dataclass(frozen=True)
class Created:
    """The listing exists. `status` is a RemoteStatus where one was told: Draft where publishing it failed."""

    remote_id: str
    request_id: str = ""
    status: str = ""


@dataclass(frozen=True)
class Done:
    """The call succeeded. `data` is the vendor's answer with credentials taken out."""

    data: Any = None
    status: int = 200
    request_id: str = ""


@dataclass(frozen=True)
class Refused:
    """The marketplace understood and said no: nothing changed, and the same again will be refused again."""

    status: int
    message: str
    errors: Errors = field(default_factory=dict)
    request_id: str = ""
    retry_after_s: float | None = None


@dataclass(frozen=True)
class Throttled:
    """429: nothing happened, the whole key waits this many seconds. `held`: our own count said so, nothing went out."""

    retry_after_s: float
    request_id: str = ""
    held: bool = False


@dataclass(frozen=True)
class NotSent:
    """No byte left; sending again is safe. `withdrawn` when the caller's own `may_send` said no."""

    reason: str
    withdrawn: bool = False


@dataclass(frozen=True)
class Unknown:
    """It may or may not have happened (timeout, dropped connection, 5xx, unreadable success)."""

    reason: str
    status: int | None = None
    request_id: str = ""


Failure = Refused | Throttled | Unauthorized | NotSent | Unknown


@dataclass(frozen=True)
class RemoteListing:
    """A listing as read, without its credentials. `status` is a RemoteStatus, or the vendor's word when it is new."""

    remote_id: str
    title: str
    game: str
    status: str
    price_eur: Decimal | None
    login: str = field(repr=False)
    created_at: datetime | None = None
    reference: str = ""  # of a listing that we made: see `reference_of`
    order_id: str = ""  # of the last purchase, where the marketplace names it

    @property
    def names(self) -> set[str]:
        """The names by which a listing's login is recognised, as far as the marketplace shows them: see `names_of`."""
        return {self.login.casefold(), self.reference} - {""}

    def is_of(self, login: str) -> bool:
        """Whether the marketplace says that it is a listing of this login."""
        by_login = self.login.casefold() == login.casefold()
        return by_login or (self.reference != "" and self.reference == reference_of(login))


@dataclass(frozen=True)
class Found:
    listings: list[RemoteListing]


@dataclass(frozen=True)
class Absent:
    """The marketplace says that nothing is listed under this login."""


@dataclass(frozen=True)
class LookupFailed:
    """No answer, which says nothing about the login. `failure` came instead, where a call was made: of Unauthorized no
    other question will be answered either."""

    reason: str
    retry_after_s: float | None = None
    failure: Failure | None = field(default=None, compare=False)


def of_game(outcome: Found | Absent | LookupFailed, game: str) -> list[RemoteListing]:
    """What was found of a game, the oldest first, which is the one that a look-up answers where it answers only one."""
    shown = outcome.listings if isinstance(outcome, Found) else []
    return sorted((it for it in shown if it.game in ("", game)), key=lambda it: (len(it.remote_id), it.remote_id))


@dataclass(frozen=True)
class Page(Generic[T]):
    """The listings of one page. `has_more` says whether asking for the next one makes sense."""

    items: list[T]
    has_more: bool


def created_for(listing: Listing, answer: RemoteListing, request_id: str) -> Created | Unknown:
    """The success of a create, which is believed only where it names the account that was sent."""
    if not answer.is_of(listing.login):
        return Unknown(OTHER_ACCOUNT, request_id=request_id)
    return Created(answer.remote_id, request_id, answer.status)


CreateOutcome = Created | Failure
Outcome = Done | Failure
LookupOutcome = Found | Absent | LookupFailed


def wordless(status: int) -> str:
    """The sentence for an answer without one of its own."""
    return f"Erro HTTP {status}"


def not_found() -> Refused:
    return Refused(404, wordless(404))


def lookup_failed(failure: Failure) -> LookupFailed:
    wait_s = failure.retry_after_s if isinstance(failure, Throttled) else None
    return LookupFailed(reason_of(failure), wait_s, failure)


def reason_of(failure: Failure) -> str:
    match failure:
        case NotSent(reason=text) | Unknown(reason=text) | Refused(message=text) | Unauthorized(message=text):
            return text
        case Throttled():
            return "Muitas tentativas. Aguarde um momento e tente novamente."


class Watcher:
    """Told of what an adapter listed, published and took back. This one does nothing with it."""

    def note_created(self, listing: Listing, created: Created) -> None: ...

    def note_deleted(self, remote_id: str) -> None: ...

    def status_set(self, remote_ids: list[str], status: WritableStatus) -> None: ...


class ListingAdapter(ABC):
    """One marketplace behind one key. Calls are synchronous and end within the connection's timeout."""

    withdrawn_at_once = 0  # by `withdraw_many`
    latest_bought_first = True  # of `bought_page` and `orders_page`; else they are read to the end
    default_image_url = ""  # of a listing that states no image, where the marketplace wants one

    def __init__(self, connection: Connection) -> None:
        self.connection = connection
        self.watcher = Watcher()

    @abstractmethod
    def test(self) -> Outcome:
        """The cheapest call that proves the key."""

    @abstractmethod
    def close(self) -> None:
        """Let go of kept connections."""

    @abstractmethod
    def prepare(self, listing: Listing) -> Prepared:
        """Translate and check, without any call."""

    def create(
        self, listing: Listing, *, may_send: MaySend | None = None, as_is: bool = False, unless_listed: bool = False
    ) -> CreateOutcome:
        """List one account. What `prepare` finds wrong is Refused (422) and not sent, as `unless_listed` is a login that is
        listed. `may_send` is asked right before the first byte; False gives NotSent(withdrawn=True). `as_is`: as
        confirmed, checked but not translated again."""
        prepared = self.prepare(listing)
        if prepared.errors:
            return Refused(422, next(iter(prepared.errors.values()))[0], prepared.errors)
        going = listing if as_is else prepared.listing
        if unless_listed and (refusal := self._why_not_again(going)):
            return refusal
        outcome = self._create(going, may_send)
        if isinstance(outcome, Created):
            self.watcher.note_created(going, outcome)
        return outcome

    def _why_not_again(self, listing: Listing) -> Failure | None:
        shown = self.find_by_login(listing.login)
        if isinstance(shown, LookupFailed):
            return shown.failure or NotSent(shown.reason)
        texts = [LISTED_ALREADY.format(known.remote_id) for known in of_game(shown, listing.game)[:1]]
        return Refused(422, texts[0], {"login": texts}) if texts else None

    @abstractmethod
    def find_by_login(self, login: str) -> LookupOutcome:
        """Every listing of this login under the key, whatever its status."""

    @abstractmethod
    def find_by_id(self, remote_id: str) -> LookupOutcome:
        """The listing with this id, read. Absent only where the marketplace itself says that there is none."""

    def withdraw_many(self, remote_ids: Sequence[str], *, delete: bool) -> Outcome:
        """Ask for at most `withdrawn_at_once` to be deleted or made drafts; Done says that this was understood."""
        return Refused(404, "A API deste marketplace não retira vários anúncios de uma vez.")

    def delete(self, remote_id: str) -> Outcome:
        outcome = self._delete(remote_id)
        if isinstance(outcome, Done):
            self.watcher.note_deleted(remote_id)
        return outcome

    @abstractmethod
    def _create(self, listing: Listing, may_send: MaySend | None) -> CreateOutcome:
        """List one account that was translated and found right."""

    @abstractmethod
    def _delete(self, remote_id: str) -> Outcome: ...

    def set_status(self, remote_id: str, status: WritableStatus) -> Outcome:
        outcome = self._set_status(remote_id, status)
        if isinstance(outcome, Done):
            self.watcher.status_set([remote_id], status)
        return outcome

    @abstractmethod
    def _set_status(self, remote_id: str, status: WritableStatus) -> Outcome: ...

    def set_price(self, remote_id: str, price_eur: Decimal) -> Outcome:
        """Ask another price for a listing, whatever else it says stays; may be repeated."""
        return Refused(404, "A API deste marketplace não muda preços.")

    def suggest_price(self, remote_id: str) -> Outcome:
        """The price that the marketplace suggests for a listing: Done.data is in euro, None for another currency."""
        return Refused(404, "A API deste marketplace não sugere preços.")

    @abstractmethod
    def list_page(self, page: int) -> Page[RemoteListing] | LookupFailed:
        """One page (from 1) of the key's listings, read; for finding extra listings of a login."""

    def bought_page(self, page: int) -> Page[RemoteListing] | LookupFailed | None:
        """One page (from 1) of the key's listings that were bought; None where that cannot be asked."""
        return None

    def orders_page(self, page: int, *, ids: Sequence[str] = ()) -> Page[RemoteOrder] | LookupFailed | None:
        """One page (from 1) of the key's orders, or of those with these ids; None as above."""
        return None

    def payments_page(self, page: int) -> Page[RemotePayment] | LookupFailed | None:
        """One page (from 1) of what was paid for orders of accounts, the latest first; None as above."""
        return None

    def disputes(self) -> list[RemoteDispute] | LookupFailed:
        """The open disputes of the key's orders."""
        return []


class EndpointChoice(NamedTuple):
    """The endpoints that a screen lets people enable, and those enabled by default."""

    options: tuple[Endpoint, ...]
    defaults: tuple[Endpoint, ...]


@dataclass(frozen=True)
class Market:
    """A marketplace. `slug` is stored, and stands in the paths of the API; `title` is what people read. `unsupported`
    says why it cannot list these games of ours; others than `games` are refused in general, none where that is None.
    `own_key_screen` is where others than admins change their key, if anywhere; `templates` are those that are shipped,
    and `field_names` its names of our fields, by game; `version_of` tells an address's version. `sync_endpoints` have to
    be enabled for its listings to be watched; `profile_endpoints` are what the profile screen saves under other names."""

    slug: str
    title: str
    hosts: frozenset[str]
    sandbox_path: str
    games: frozenset[str] | None
    limits: KeyLimits
    endpoints: tuple[str, ...]
    choice: EndpointChoice
    default_endpoints: tuple[str, ...]
    sync_endpoints: tuple[str, ...]
    open: Callable[[Connection, OnCall, Gate], ListingAdapter]
    prepare: Callable[[Listing, Connection], Prepared]  # without a call; a confirmed listing is checked again as it is
    profile_endpoints: tuple[str, ...] = ()
    own_key_screen: str = ""
    templates: Mapping[str, Template] = field(default_factory=dict)
    field_names: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    version_of: Callable[[str], object] = lambda base_url: None
    unsupported: Mapping[str, str] = field(default_factory=dict)
    lowest_price_eur: Decimal = Decimal("0.01")
    price_step_eur: Decimal = Decimal("0.01")  # of a price that is changed

    def required_fields(self, game: str) -> set[str]:
        """The required fields of account_data, under our own names."""
        ours = {theirs: name for name, theirs in self.field_names.get(game, {}).items()}
        return {ours.get(name, name) for name in self.templates.get(game, Template(game)).required}

    def knows_endpoint(self, name: str) -> bool:
        """Whether some screen offers this name of a call."""
        return name in self.endpoints or name in PROFILE_ENDPOINTS

    def refusal_of(self, game: str, title: str) -> str:
        """Why accounts of a game, which people know by this title, cannot be listed here; '' where they can."""
        if self.games is None or game in self.games:
            return ""
        return self.unsupported.get(game, f"O {self.title} não aceita contas de {title}.")
