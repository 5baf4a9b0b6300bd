"""Reads of bulk runs used by more than one caller."""

from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date, datetime, timedelta
from decimal import Decimal
from typing import Any, NamedTuple, TypeVar
from uuid import UUID

from django.db.models import Case, Count, Exists, F, Max, Min, OuterRef, Prefetch, Q, QuerySet, Value, When
from django.db.models.functions import Coalesce, TruncDate
from django.utils import timezone

from accounts.queries import people_called
from bulk import rules
from bulk.enums import ROW_SOURCE, AccountState, RowState, RunState
from bulk.games import GAMES
from bulk.games.base import Game
from bulk.games.catalogue import all_titles, creator_path, title_of
from bulk.games.lines import fold_login
from bulk.models import Account, PriceChange, QueueDraft, Row, Run, TextDraft
from bulk.results.ledger import brl_per_euro, costs_of
from core.actor import Actor, seen_by
from core.crypto import blind_index
from core.dates import created_between, midnight, moment
from core.errors import ensure
from core.money import ZERO
from core.serializers import camel
from core.text import searchable, thousands
from earnings.queries import AccountPay, Kind, Source, credits_of, earned_by_each, scheme_in_force
from loyalty.queries import bonus_percentage
from marketplace.enums import RemoteStatus
from marketplace.queries import is_shown, is_training, respelled_markets

Counts = dict[RowState, int]
MOST_GOING = 200
ON_SALE = Q(state=RowState.CREATED, withdrawn_at=None, sold_at=None, closing_at=None)
"""Of a row: its listing is on the marketplace, and is not to go because of a sale."""
IS_DRAFT = is_shown([RemoteStatus.DRAFT], market=OuterRef("run__market"), remote_id=OuterRef("remote_id"))
LISTING_STATE = Case(
    When(sold_at__isnull=False, then=Value(AccountState.SOLD)),
    When(withdrawn_at__isnull=False, then=Value(AccountState.CLOSED)),
    When(~Q(withdrawal=""), then=Value(AccountState.CLOSING)),
    When(IS_DRAFT, then=Value(AccountState.DRAFT)),
    default=Value(AccountState.ON_SALE),
)
_UNSOLD = Q(ON_SALE, withdrawal="", account__isnull=False, account__sold_at=None)
PRICED = Row.objects.filter(_UNSOLD, ~IS_DRAFT, price_eur__isnull=False)
"""Listings whose price a rule may change; practice has no account."""
PROPOSED = Q(batch=None, error="")  # of a change of a price: a rule proposes it, and nobody decided yet

FIRST_LISTING = Q(account=None) | Q(account__first_row=F("pk"))
"""Of a created row: its account was listed nowhere before, so that it counts as one that was created, once."""
MAKER = Coalesce("account__owner", "run__owner")
"""Of a created row: who created it, and was paid, before its run was handed on."""
K = TypeVar("K", bound=Hashable)
NO_PAY: dict[str, str | None] = {"perAccountWithBonus": "0.00", "label": "Ensaio: nada é pago"}


class Live(NamedTuple):
    """A row that holds its login, with its owner."""

    run_id: int
    line: int
    owner_id: int


@dataclass(frozen=True)
class Progress:
    """A run with how many of its rows are in each state, and what they have earned its owner. `group` are all runs that
    were started with it, itself included; empty for one marketplace alone. `asked`: see `detail_of`."""

    run: Run
    counts: Counts
    earned: Decimal
    group: Sequence[Run] = ()
    asked: Mapping[str, int] = field(default_factory=dict)

    @property
    def state(self) -> RunState:
        started, paused = self.run.started_at is not None, self.run.paused_at is not None
        cancelled = self.run.cancelled_at is not None
        return rules.run_state(self.counts, started=started, paused=paused, cancelled=cancelled)

    @property
    def creator_path(self) -> str:
        return creator_path(self.run.game)

    @property
    def settled(self) -> int:
        return rules.count_settled(self.counts)

    @property
    def eta_seconds(self) -> int | None:
        if self.state is not RunState.RUNNING:
            return None
        return rules.eta_s(self.run.total - self.settled, self.run.pace_s)


def visible_runs(person: Actor) -> QuerySet[Run]:
    """Newest first: one's own runs; every run for an admin."""
    return seen_by(person, Run.objects.select_related("owner").order_by("-id"), owner="owner")


def visible_run(person: Actor, run_id: int) -> Run:
    return ensure(visible_runs(person).filter(pk=run_id).first())


def filter_runs(
    runs: QuerySet[Run],
    *,
    state: str = "",
    search: str = "",
    start: date | None = None,
    end: date | None = None,
    **columns: Any,
) -> QuerySet[Run]:
    """Filter by columns, state, words in the person's name, and local days of the start, both included."""
    runs = runs.filter(**columns)
    if state:
        runs = runs.filter(in_state(RunState(state)))
    if search:
        runs = runs.filter(owner__in=people_called(search))
    return created_between(runs, start, end)


def in_state(state: RunState) -> Q:
    """What `rules.run_state` computes, as a condition on runs."""
    rows = Row.objects.filter(run=OuterRef("pk"))
    going = Q(Exists(rows.filter(state__in=rules.OPEN)), cancelled_at=None)
    over = Q(~Exists(rows.filter(state__in=rules.OPEN)), cancelled_at=None)
    needs_a_person = Q(Exists(rows.filter(state__in=rules.NEEDS_A_PERSON)))
    return {
        RunState.CANCELLED: Q(cancelled_at__isnull=False),
        RunState.PAUSED: going & Q(paused_at__isnull=False),
        RunState.RUNNING: going & Q(paused_at=None, started_at__isnull=False),
        RunState.QUEUED: going & Q(paused_at=None, started_at=None),
        RunState.FINISHED_WITH_ERRORS: over & needs_a_person,
        RunState.FINISHED: over & ~needs_a_person,
    }[state]


def visible_row(person: Actor, run_id: int, row_id: int) -> Row:
    return ensure(Row.objects.filter(pk=row_id, run=visible_run(person, run_id)).select_related("run__owner").first())


def shown_rows(run_id: int) -> QuerySet[Row]:
    """In the order of the lines; `duplicate_owner_id` is whose run holds the login. Without the credentials themselves."""
    rows = Row.objects.filter(run=run_id).defer("credentials", "listing").order_by("line").annotate(maker=MAKER)
    return rows.annotate(has_credentials=Q(credentials__isnull=False), duplicate_owner_id=F("duplicate_run__owner_id"))


def counts_of(run_ids: Iterable[int]) -> dict[int, Counts]:
    """How many rows of each run are in each state: {run id: {state: count}}, every state named."""
    counts = {run_id: dict.fromkeys(RowState, 0) for run_id in run_ids}
    grouped = Row.objects.filter(run__in=counts).order_by().values_list("run_id", "state").annotate(rows=Count("pk"))
    for run_id, state, rows in grouped:
        counts[run_id][RowState(state)] = rows
    return counts


def progress_of(runs: Sequence[Run]) -> list[Progress]:
    counts = counts_of(run.pk for run in runs)
    # What was credited to their owners for them, whatever an account earns by now.
    earned = Run.objects.filter(pk__in=counts).order_by().values_list("pk", earned_by_each(ROW_SOURCE, user="owner"))
    amounts = {run_id: amount or ZERO for run_id, amount in earned}
    groups: dict[UUID | None, list[Run]] = {}
    if wanted := {run.group for run in runs if run.group}:
        for run in Run.objects.filter(group__in=wanted).only("group", "market").order_by("pk"):
            groups.setdefault(run.group, []).append(run)
    return [Progress(run, counts[run.pk], amounts[run.pk], groups.get(run.group, ())) for run in runs]


def detail_of(run: Run) -> Progress:
    """A run with the counts of rows for each of its acts: `retryable` failed and can be sent again; of the listings
    created, `listed` stand there (`drafts`: not published), `withdrawing` are being taken back, `withdrawn` are gone."""
    created = Q(state=RowState.CREATED)
    rows = Row.objects.filter(run=run, state__in=(RowState.CREATED, RowState.FAILED)).order_by()
    figures = rows.aggregate(
        retryable=Count("pk", filter=Q(state=RowState.FAILED, credentials__isnull=False)),
        listed=Count("pk", filter=ON_SALE),
        drafts=Count("pk", filter=Q(ON_SALE, IS_DRAFT)),
        withdrawing=Count("pk", filter=created & ~Q(withdrawal="")),
        withdrawn=Count("pk", filter=created & Q(withdrawn_at__isnull=False)),
    )
    return replace(progress_of([run])[0], asked=figures)


def open_runs(owner_id: int) -> QuerySet[Run]:
    return Run.objects.filter(owner=owner_id, finished_at=None, cancelled_at=None)


def going_runs(person: Actor) -> list[Run]:
    """The newest runs under way that a person may see: their accounts are being sent or wait."""
    runs = visible_runs(person).select_related(None)
    return list(runs.filter(finished_at=None, cancelled_at=None, paused_at=None)[:MOST_GOING])


class Going(NamedTuple):
    """Runs under way as the header shows them together; no `text` where there are none."""

    text: str = ""
    percent: int = 0
    href: str = ""


def going_summary(runs: Sequence[Run]) -> Going:
    if not runs:
        return Going()
    counts = counts_of(run.pk for run in runs)
    settled, total = sum(map(rules.count_settled, counts.values())), sum(run.total for run in runs)
    named, href = f"{thousands(len(runs))} execuções", "/runs"
    if len(runs) == 1:
        named, href = title_of(runs[0].game), f"/runs/{runs[0].pk}"
    elif runs[0].group and {run.group for run in runs} == {runs[0].group}:
        named = f"{title_of(runs[0].game)} em {len(runs)} marketplaces"
    return Going(f"{named}: {thousands(settled)} de {thousands(total)}", 100 * settled // total, href)


def newest_run(owner_id: int, game: str, *, over: bool) -> Progress | None:
    runs = Run.objects.filter(owner=owner_id, game=game, finished_at__isnull=not over).select_related("owner")
    return next(iter(progress_of(list(runs.order_by("-id")[:1]))), None)


def live_rows(login_indexes: Mapping[K, Sequence[str]]) -> dict[K, Live]:
    """{key: the row that holds its login already, in the first of its spellings}; one query for at most 5,000 lines."""
    wanted = sorted({index for each in login_indexes.values() for index in each})
    live = Row.objects.filter(login_index__in=wanted, state__in=rules.LIVE, withdrawn_at=None)
    held = {index: Live(*place) for index, *place in live.values_list("login_index", "run_id", "line", "run__owner_id")}
    return {key: held[index] for key, each in login_indexes.items() for index in reversed(each) if index in held}


def is_leaving(market: str, remote_id: str) -> bool:
    """Whether a listing's account was sold elsewhere, or somebody asked to take it down."""
    return Row.objects.filter(run__market=market, remote_id=remote_id).exclude(withdrawal="").exists()


def doubled_rows() -> QuerySet[Row]:
    """Rows of one account that are live together, since their market was taken for several when they were started."""
    live = Row.objects.filter(state__in=rules.LIVE, withdrawn_at=None, run__market__in=respelled_markets())
    live = live.exclude(account_index="")
    twins = live.filter(account_index=OuterRef("account_index"), run__market=OuterRef("run__market"))
    return live.filter(Exists(twins.exclude(pk=OuterRef("pk")))).order_by("account_index", "pk")


def queue_figures() -> dict[str, int]:
    """Rows open by state, how long the oldest queued one has waited since its run began (seconds, 0 for none), and what
    was settled in the last hour. Looks only into recent runs, so its cost does not grow with the history."""
    hour_ago = timezone.now() - timedelta(hours=1)
    recent = Row.objects.filter(Q(run__finished_at=None) | Q(run__finished_at__gte=hour_ago)).order_by()
    settled = Q(settled_at__gte=hour_ago)
    open_by_state = {state.value: Count("pk", filter=Q(state=state)) for state in sorted(rules.OPEN)}
    figures: dict[str, int] = recent.aggregate(
        **open_by_state,
        created_last_hour=Count("pk", filter=settled & Q(state=RowState.CREATED)),
        failed_last_hour=Count("pk", filter=settled & Q(state=RowState.FAILED)),
    )
    queued = Row.objects.filter(run=OuterRef("pk"), state=RowState.QUEUED)
    waiting = Run.objects.filter(Exists(queued), finished_at=None, paused_at=None)
    oldest = waiting.aggregate(oldest=Min("created_at"))["oldest"]
    return figures | {"oldest_queued_s": round((timezone.now() - oldest).total_seconds()) if oldest else 0}


def needing_people() -> dict[str, int]:
    """{paused runs, uncertain rows, first_uncertain_run} of everybody, practice left out."""
    paused = Run.objects.filter(paused_at__isnull=False, cancelled_at=None, finished_at=None, training=False).count()
    rows = Row.objects.filter(state=RowState.UNCERTAIN, run__training=False).order_by()
    return {"paused": paused} | rows.aggregate(uncertain=Count("pk"), first_uncertain_run=Min("run"))


def needing_owner(owner_id: int) -> dict[str, int]:
    """The same of one person, with `refused` lines of the last week that could be sent again, and the `last_refused_run`."""
    paused = open_runs(owner_id).filter(paused_at__isnull=False, training=False).count()
    recent = timezone.now() - timedelta(days=7)
    uncertain = Q(state=RowState.UNCERTAIN)
    refused = Q(state=RowState.FAILED, credentials__isnull=False, settled_at__gte=recent)
    rows = Row.objects.filter(uncertain | refused, run__owner=owner_id, run__training=False).order_by()
    return {"paused": paused} | rows.aggregate(
        uncertain=Count("pk", filter=uncertain),
        first_uncertain_run=Min("run", filter=uncertain),
        refused=Count("pk", filter=refused),
        last_refused_run=Max("run", filter=refused),
    )


def unsent_games(owner_id: int) -> list[str]:
    texts, queues = TextDraft.objects.filter(owner=owner_id), QueueDraft.objects.filter(owner=owner_id)
    kept = {draft.game for draft in texts if draft.text.strip()}
    kept |= {draft.game for draft in queues if not all(entry.get("sent") for entry in draft.entries)}
    return sorted(kept)


class Made(NamedTuple):
    day: date
    owner_id: int
    game: str
    accounts: int


def made_since(day: date, *, owner_id: int | None) -> list[Made]:
    """By one person or by all, practice left out, whenever their run ended."""
    since = {"settled_at__gte": midnight(day), "settled_at__isnull": False}
    rows = Row.objects.filter(FIRST_LISTING, state=RowState.CREATED, run__training=False, **since)
    rows = rows.order_by().annotate(maker=MAKER)
    if owner_id is not None:
        rows = rows.filter(maker=owner_id)
    grouped = rows.annotate(day=TruncDate("settled_at")).values_list("day", "maker", "run__game")
    return [Made(*figures) for figures in grouped.annotate(accounts=Count("pk"))]


def account_stats(owner_id: int) -> dict[str, Any]:
    """{total, today, this_month, failed, byGame} by local days of the accounts that a person created, without practice and
    what somebody else had created before a run was handed on."""
    today = midnight(timezone.localdate())
    created = Q(FIRST_LISTING, state=RowState.CREATED)
    counted = {
        "total": Count("pk", filter=created),
        "today": Count("pk", filter=created & Q(settled_at__gte=today)),
        "this_month": Count("pk", filter=created & Q(settled_at__gte=today.replace(day=1))),
        "failed": Count("pk", filter=Q(state=RowState.FAILED)),
    }
    own = Q(run__owner=owner_id, run__training=False) & (Q(account=None) | Q(account__owner=owner_id))
    rows = Row.objects.filter(own, state__in=(RowState.CREATED, RowState.FAILED))
    games: list[Any] = list(rows.order_by().values("run__game").annotate(**counted))
    sums = {name: sum(figures[name] for figures in games) for name in counted}
    by_game = dict.fromkeys(GAMES, 0) | {figures["run__game"]: figures["total"] for figures in games}
    return sums | {"byGame": {camel(slug.replace("-", "_")): total for slug, total in by_game.items()}}


def pay_of(user_id: int) -> AccountPay | None:
    """What created accounts earn this person now, as they are credited; None in practice."""
    if is_training(user_id):
        return None
    scheme = scheme_in_force()
    rate = brl_per_euro() if scheme.profit_percent is not None else None
    return AccountPay(scheme, bonus_percentage(user_id), rate)


def account_index(game: str, login: str) -> str:
    """The blind index of an account, the same in all markets; none of a lot of another game, or without a login."""
    return blind_index("account", game, fold_login(login)) if game and login else ""


def known_accounts(indexes: Iterable[str]) -> dict[str, datetime | None]:
    """{index: when it was sold, if it was} of those among these accounts that were listed before, in whatever market."""
    return dict(Account.objects.filter(index__in=sorted(set(indexes))).values_list("index", "sold_at"))


def accounts_called(text: str, reader: Actor) -> QuerySet[Row]:
    """The rows of one's own runs, of all for an admin, that have exactly this login or title; newest first."""
    indexes = [account_index(game, text) for game, _ in all_titles()]
    rows = Row.objects.select_related("run").filter(Q(account_index__in=indexes) | Q(title=text)).order_by("-pk")
    return seen_by(reader, rows, owner="run__owner")


def shown_listings(reader: Actor) -> QuerySet[Row]:
    """One's own rows, all for an admin, as listings of an account: with `listing_state`, and the prices asked for them."""
    rows = Row.objects.select_related("run").defer("credentials", "listing").order_by("settled_at", "pk")
    rows = rows.annotate(listing_state=LISTING_STATE)
    asked = Prefetch("price_changes", PriceChange.objects.filter(batch__isnull=False))
    return seen_by(reader, rows, owner="run__owner").prefetch_related(asked)


def accounts_in_stock(reader: Actor) -> QuerySet[Account]:
    """Accounts with `state` and listings, newest first: all for an admin, else those one owns or listed, with one's own."""
    listings = Row.objects.filter(account=OuterRef("pk"))
    standing = listings.filter(withdrawn_at=None, sold_at=None)
    state = Case(
        When(sold_twice_at__isnull=False, then=Value(AccountState.SOLD_TWICE)),
        When(Exists(standing.exclude(withdrawal="")), then=Value(AccountState.CLOSING)),
        When(sold_at__isnull=False, then=Value(AccountState.SOLD)),
        When(Exists(standing.filter(~IS_DRAFT)), then=Value(AccountState.ON_SALE)),
        When(Exists(standing), then=Value(AccountState.DRAFT)),
        default=Value(AccountState.CLOSED),
    )
    accounts = Account.objects.annotate(state=state).select_related("owner").order_by("-pk")
    if not reader.is_admin:
        accounts = accounts.filter(Q(owner=reader.id) | Q(Exists(listings.filter(run__owner=reader.id))))
    return accounts.prefetch_related(Prefetch("listings", shown_listings(reader)))


def filter_stock(
    accounts: QuerySet[Account], *, search: str = "", service: str = "", days: int = 0, **columns: Any
) -> QuerySet[Account]:
    """Filter by columns, marketplace, days since it was first listed, and words of the title or a whole login."""
    accounts = accounts.filter(**columns)
    if service:
        there = Row.objects.filter(account=OuterRef("pk"), run__market__startswith=f"{service}:")
        accounts = accounts.filter(Exists(there))
    if days:
        accounts = accounts.filter(listed_at__lte=timezone.now() - timedelta(days=days))
    if search:
        indexes = [account_index(game, search) for game, _ in all_titles()]
        accounts = accounts.filter(Q(search__contains=searchable(search)) | Q(index__in=indexes))
    return accounts


class Spent(NamedTuple):
    """In R$: what an account cost, zero without a stated cost, and its pay; R$ for a euro. None is not known."""

    cost: Decimal | None
    pay: Decimal
    rate: Decimal | None
    has_cost: bool


def spent_on(accounts: Iterable[Account | None]) -> dict[int, Spent]:
    paid_by = {account.pk: account.first_row_id for account in accounts if account}
    costs, rate = costs_of(paid_by)
    pay = {row_id: credit.amount for row_id, credit in credits_of(ROW_SOURCE, paid_by.values()).items()}
    return {pk: Spent(costs.get(pk, ZERO), pay.get(of, ZERO), rate, pk in costs) for pk, of in paid_by.items()}


def account_url(account_id: int | None) -> str:
    return f"/contas?id={account_id}"


def row_url_for(reader: Actor, *, owner_id: int | None, run_id: int, line: int) -> str | None:
    """None where the run is somebody else's and would be a 404."""
    return f"/runs/{run_id}?line={line}" if reader.is_admin or owner_id == reader.id else None


def describe_runs(run_ids: Iterable[int]) -> Kind:
    runs = Run.objects.filter(pk__in=run_ids)
    return Kind("Contas criadas", {run.pk: Source(f"{run} · {title_of(run.game)}", f"/runs/{run.pk}") for run in runs})


def describe_row(row_id: int) -> Source | None:
    row = Row.objects.filter(pk=row_id).select_related("run").first()
    if row is None:
        return None
    game, created = title_of(row.run.game), moment(row.settled_at)
    facts = (("Jogo", game), ("Conta", row.login_hint), ("Anúncio", row.remote_id), ("Criada em", created))
    return Source(f"{row.run}, linha {row.line}", row.url, facts)


def game_named(*texts: str) -> Game[Any] | None:
    """The first game whose title occurs in the first of the texts that names one."""
    names = map(searchable, texts)
    return next((game for text in names for game in GAMES.values() if searchable(game.title) in text), None)


def creator_named(*texts: str) -> dict[str, str] | None:
    game = game_named(*texts)
    return None if game is None else {"title": game.title, "href": f"/{game.page}"}
