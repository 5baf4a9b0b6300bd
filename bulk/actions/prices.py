"""Other prices for listings: asked for together, sent one by one by the worker, taken back together; and the rules that
propose them, of which an admin asks for some, or the rule itself. Whatever writes for a rule locks the global settings
first, so that the switch and the limits of a day hold for all workers."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime, timedelta
from decimal import ROUND_CEILING, Decimal
from typing import Any
from uuid import UUID, uuid4

from django.db import transaction
from django.db.models import Count, Exists, Max, OuterRef
from django.db.models.functions import Now
from django.utils import timezone

from bulk import errors, rules
from bulk.engine.listings import CLAIMED_FOR_S
from bulk.enums import Audited, Rounding, RuleKind, RuleMode
from bulk.games.catalogue import title_of
from bulk.models import Account, PriceChange, PriceRule, Row
from bulk.queries import ON_SALE, PRICED, PROPOSED, Spent, spent_on
from bulk.transitions import after
from core import audit
from core.actor import Actor, seen_by
from core.dates import midnight
from core.errors import ensure
from core.money import CENT, MAX_AMOUNT, ZERO, format_eur
from core.text import pluralize
from infra.schedule import run_soon
from marketplace.actions.configurations import locked_global_settings
from marketplace.adapters.registry import MARKETS
from marketplace.queries import global_settings, service_of

BATCH = 500
RULES = PriceRule.objects.filter(deleted_at=None)
OPEN_PROPOSALS = PriceChange.objects.filter(PROPOSED)
UNITS = {Rounding.CENTS: (CENT, ZERO), Rounding.NINETY_NINE: (Decimal(1), CENT), Rounding.WHOLE: (Decimal(1), ZERO)}


def change_prices(*, wanted: Iterable[Mapping[str, Any]], by: Actor) -> UUID:
    """Ask for other prices of listings that the person may see, each {id (of its row), before (as it was shown), after};
    what they are undone by. Raises WrongState where one is not on sale, or not at the price shown, and PriceRefused."""
    prices = {each["id"]: each for each in wanted}
    listed = Row.objects.filter(ON_SALE, pk__in=prices, withdrawal="", account__isnull=False)
    visible = seen_by(by, listed, owner="run__owner").select_related("run").defer("credentials", "listing")
    with transaction.atomic():
        rows = list(visible.select_for_update(of=("self",)).order_by("pk"))
        if len(rows) < len(prices) or any(row.price_eur != prices[row.pk]["before"] for row in rows):
            raise errors.WrongState(errors.PRICES_MOVED)
        for row in rows:
            market, price = MARKETS[service_of(row.run.market)], prices[row.pk]["after"]
            if not market.lowest_price_eur <= price <= MAX_AMOUNT or price % market.price_step_eur:
                bounds = map(format_eur, (market.lowest_price_eur, MAX_AMOUNT, market.price_step_eur))
                raise errors.PriceRefused(errors.PRICE_BOUNDS.format(market.title, *bounds))
        return ask([PriceChange(row=row, after_eur=prices[row.pk]["after"]) for row in rows], by=by)


def undo_prices(*, batch: UUID, by: Actor) -> int:
    """Take back what was asked for at once, of those listings whose last change it is; how many. A price that its
    marketplace does not take becomes the next higher one. Raises WrongState where there is nothing to take back."""
    changes = PriceChange.objects.filter(batch=batch).select_related("row__run").order_by("row")
    changes = seen_by(by, changes.defer("row__credentials", "row__listing"), owner="row__run__owner")
    with transaction.atomic():
        asked = list(changes.select_for_update(of=("self",)))
        later = PriceChange.objects.filter(row__in=[each.row_id for each in asked], batch__isnull=False)
        newest = dict(later.order_by("pk").values_list("row", "pk"))
        last = [each for each in asked if newest[each.row_id] == each.pk]
        unsent = [each.pk for each in last if each.due_at and not each.tries]
        PriceChange.objects.filter(pk__in=unsent).update(due_at=None, error=errors.PRICE_UNDONE)
        on_sale = set(Row.objects.filter(ON_SALE, pk__in=[each.row_id for each in last]).values_list("pk", flat=True))
        # One whose answer is not known may have been changed.
        sent = [each for each in last if each.row_id in on_sale and (each.applied_at or (each.due_at and each.tries))]
        before = [(each.row, each.before_eur) for each in sent if each.before_eur is not None]
        back = []
        for row, price_eur in before:
            step = MARKETS[service_of(row.run.market)].price_step_eur
            after_eur = (price_eur / step).to_integral_value(ROUND_CEILING) * step
            back.append(PriceChange(row=row, after_eur=after_eur))
        if not unsent and not back:
            raise errors.WrongState(errors.NOTHING_TO_UNDO)
        if back:
            ask(back, by=by)
        return len(unsent) + len(back)


def ask(changes: Iterable[PriceChange], *, by: Actor | None) -> UUID:
    """Put changes, each with its locked row, into the queue; one waits until a change that may be on its way has ended."""
    batch, changes = uuid4(), list(changes)
    waiting = PriceChange.objects.filter(row__in=[each.row_id for each in changes], due_at__isnull=False)
    on_its_way = set(waiting.filter(tries__gt=0).values_list("row", flat=True))
    waiting.update(due_at=None, error=errors.PRICE_REPLACED)
    for each in changes:
        each.batch, each.by_id, each.before_eur = batch, by.id if by else None, each.row.price_eur
        each.due_at = after(CLAIMED_FOR_S if each.row_id in on_its_way else 0)
    PriceChange.objects.bulk_create(changes)
    prices = {each.row_id: str(each.after_eur) for each in changes}
    audit.record(Audited.PRICES_CHANGED, by=by, subject=by, after={"prices": prices})
    return batch


@transaction.atomic
def save_rule(*, rule_id: int | None, values: Mapping[str, Any], by: Actor, reason: str = "") -> PriceRule:
    locked_global_settings()
    rule = ensure(RULES.filter(pk=rule_id).first()) if rule_id else PriceRule()
    before, after = audit.set_columns(rule, values)
    rule.save()
    OPEN_PROPOSALS.filter(rule=rule).delete()
    was = before if rule_id else None
    audit.record(Audited.PRICE_RULE_SAVED, by=by, target=rule, before=was, after=after, reason=reason)
    run_soon("bulk.propose_prices", "bulk.ask_suggestions")
    return rule


@transaction.atomic
def delete_rule(*, rule_id: int, by: Actor, reason: str = "") -> None:
    """Turn a rule off for good. What it proposed and nobody decided is kept as history; other rules are free to propose."""
    locked_global_settings()
    rule = ensure(RULES.filter(pk=rule_id).first())
    RULES.filter(pk=rule_id).update(mode=RuleMode.OFF, deleted_at=Now())
    OPEN_PROPOSALS.filter(rule=rule).update(error=errors.RULE_DELETED)
    audit.record(Audited.PRICE_RULE_DELETED, by=by, target=rule, before={"name": rule.name}, reason=reason)
    run_soon("bulk.propose_prices")


@transaction.atomic
def decline_proposals(*, ids: Iterable[int], by: Actor) -> None:
    """Decline proposals; their listings then rest as after a change. Raises WrongState where none is open."""
    locked_global_settings()
    declined = list(OPEN_PROPOSALS.filter(pk__in=list(ids)).values_list("pk", flat=True))
    if not declined:
        raise errors.WrongState(errors.NO_PROPOSAL)
    PriceChange.objects.filter(pk__in=declined).update(error=errors.PRICE_DECLINED, asked_at=Now(), by=by.id)
    audit.record(Audited.PRICES_DECLINED, by=by, after={"proposals": declined})


def propose_prices() -> int:
    """Apply the rules to all listings on sale; returns how many prices are proposed, those applied by a rule included."""
    active = list(PriceRule.objects.exclude(mode=RuleMode.OFF))
    if not active or global_settings().price_rules_stopped:
        return 0
    OPEN_PROPOSALS.exclude(Exists(PRICED.filter(pk=OuterRef("row")))).delete()
    unsold: dict[str, int] = {}
    if any(rule.kind == RuleKind.STOCK for rule in active):
        on_sale = Account.objects.filter(Exists(PRICED.filter(account=OuterRef("pk")))).order_by()
        unsold = dict(on_sale.values_list("game").annotate(accounts=Count("pk")))
    proposed, last = 0, 0
    rows = PRICED.select_related("run", "account").defer("credentials", "listing").order_by("pk")
    while batch := list(rows.filter(pk__gt=last)[:BATCH]):
        last = batch[-1].pk
        proposed += _propose(batch, active, unsold)
    own = OPEN_PROPOSALS.filter(rule__mode=RuleMode.APPLY, unknown="").order_by("pk")
    if ids := list(own.values_list("pk", flat=True)[:BATCH]):
        apply_proposals(ids=ids, by=None)
    return proposed


@transaction.atomic
def apply_proposals(*, ids: Iterable[int], by: Actor | None) -> dict[str, Any]:
    """Ask for the prices proposed that still hold, are not under the floor by now and fit into the day; the rest stays
    proposed. {batch, applied}: what they are undone by, and how many. `by` None is the rules themselves. Raises
    WrongState where a person can have none of them."""
    limits = locked_global_settings()
    if by is None and limits.price_rules_stopped:
        return {"batch": None, "applied": 0}
    waiting = PriceChange.objects.filter(row=OuterRef("row"), due_at__isnull=False)
    proposals = OPEN_PROPOSALS.filter(~Exists(waiting), pk__in=list(ids)).select_related("rule").order_by("pk")
    if by is None:
        proposals = proposals.filter(rule__mode=RuleMode.APPLY, unknown="")
    wanted = {each.row_id: each for each in proposals}
    locked = PRICED.filter(pk__in=wanted).select_related("account").defer("credentials", "listing")
    rows = {row.pk: row for row in locked.select_for_update(of=("self",)).order_by("pk")}
    spent = spent_on(row.account for row in rows.values())
    since = midnight(timezone.localdate())
    made = PriceChange.objects.filter(rule__isnull=False, batch__isnull=False, asked_at__gte=since)
    today = Counter(made.values_list("row__account", flat=True))
    left = limits.price_changes_a_day - today.total()
    asked: list[tuple[PriceChange, Row]] = []
    for proposal in wanted.values():
        row, rule = rows.get(proposal.row_id), proposal.rule
        if row is None or row.price_eur != proposal.before_eur or row.account_id is None or rule is None:
            continue
        floor, unknown = _floor(rule, spent[row.account_id])
        if proposal.after_eur < floor or (by is None and unknown) or today[row.account_id] >= rule.daily:
            continue
        if len(asked) < left:
            today[row.account_id] += 1
            asked.append((proposal, row))
    if not asked:
        if by:
            raise errors.WrongState(errors.DAY_IS_FULL if left <= 0 else errors.NO_PROPOSAL)
        return {"batch": None, "applied": 0}
    OPEN_PROPOSALS.filter(pk__in=[proposal.pk for proposal, _ in asked]).delete()
    kept = ("rule", "after_eur", "floor_eur", "reason", "unknown")
    changes = [PriceChange(row=row, **{name: getattr(each, name) for name in kept}) for each, row in asked]
    return {"batch": ask(changes, by=by), "applied": len(asked)}


@transaction.atomic
def _propose(batch: Sequence[Row], active: Sequence[PriceRule], unsold: Mapping[str, int]) -> int:
    """Update the proposals for these listings, in a constant number of queries; returns how many are new."""
    if locked_global_settings().price_rules_stopped:
        return 0
    decided = PriceChange.objects.filter(row__in=batch).exclude(PROPOSED).exclude(error=errors.RULE_DELETED).order_by()
    known = decided.values_list("row").annotate(last=Max("asked_at"), waiting=Count("due_at"))
    changed = {row_id: (last, waiting) for row_id, last, waiting in known}
    spent = spent_on(row.account for row in batch)
    now = timezone.now()
    wanted = {}
    for row in batch:
        last, waiting = changed.get(row.pk, (None, 0))
        rested = [rule for rule in active if last is None or last <= now - timedelta(days=rule.rest_days)]
        made = (_reprice(rule, row, spent[row.account_id or 0], unsold, now) for rule in rested if not waiting)
        if change := next(filter(None, made), None):
            wanted[row.pk] = change
    stale = []
    for each in OPEN_PROPOSALS.filter(row__in=batch):
        change = wanted.get(each.row_id)
        if change and _terms_of(change) == _terms_of(each):
            del wanted[each.row_id]
        else:
            stale.append(each.pk)
    PriceChange.objects.filter(pk__in=stale).delete()
    PriceChange.objects.bulk_create(wanted.values())
    return len(wanted)


def _terms_of(change: PriceChange) -> tuple[Any, ...]:
    return change.rule_id, change.before_eur, change.after_eur, change.floor_eur, change.unknown


def _reprice(rule: PriceRule, row: Row, spent: Spent, unsold: Mapping[str, int], now: datetime) -> PriceChange | None:
    """The price that a rule proposes for a listing; None where the rule does not apply or the floor allows no better one."""
    service, game, price = service_of(row.run.market), row.run.game, row.price_eur
    if price is None or (rule.service or service) != service or (rule.game or game) != game:
        return None
    target = (price * (1 - rule.percentage / 100)).quantize(CENT)
    days = (now - (row.settled_at or now)).days
    if rule.kind == RuleKind.AGE and days >= rule.threshold:
        reason = f"Anunciada há {pluralize(days, 'dia', 'dias')}"
    elif rule.kind == RuleKind.STOCK and unsold.get(game, 0) > rule.threshold:
        reason = f"{pluralize(unsold[game], 'conta', 'contas')} de {title_of(game)} sem vender"
    elif rule.kind == RuleKind.SUGGESTED and row.suggested_eur is not None:
        target, reason = row.suggested_eur, "Sugestão do LZT Market"
    else:
        return None
    floor, unknown = _floor(rule, spent)
    market = MARKETS[service]
    step, less = UNITS[Rounding(rule.rounding)]
    if market.price_step_eur > step or less % market.price_step_eur:
        step, less = market.price_step_eur, ZERO
    after = rules.rule_price(target, floor=max(floor, market.lowest_price_eur), step=step, less=less)
    # The floor, or the rounding, can lead to the other side of today's price, where the rule does not want to go.
    if after == price or (after < price) != (target < price) or after > MAX_AMOUNT:
        return None
    return PriceChange(
        row=row, rule=rule, before_eur=price, after_eur=after, floor_eur=floor, reason=reason, unknown=unknown
    )


def _floor(rule: PriceRule, spent: Spent) -> tuple[Decimal, str]:
    """The least price by what is known of it, and what is not known, '' where nothing is missing. An account never goes
    under what it cost, the marketplace's part and the earning credited for it (docs/product.md, stock.price-rules)."""
    in_reais = spent.pay + (spent.cost or ZERO)
    typed_eur = ZERO if spent.has_cost else rule.cost_eur
    parts = {
        "o custo da conta": typed_eur,
        "a cotação do custo da conta (sem cotação)": spent.cost,
        "a cotação do euro (sem cotação)": spent.rate if in_reais else ZERO,
        "a taxa do marketplace": rule.fee_percentage,
    }
    missing = [part for part, value in parts.items() if value is None]
    costs_eur = (typed_eur or ZERO) + (in_reais / spent.rate if spent.rate else ZERO)
    floor = rules.price_floor(costs_eur=costs_eur, fee_percentage=rule.fee_percentage or ZERO)
    return floor, f"Falta {' e '.join(missing)}." if missing else ""
