"""Rules of prices and what they propose; for admins."""

from typing import Any

from django.db.models import Count, Q, QuerySet
from rest_framework import serializers
from rest_framework.request import Request

from bulk.actions.price_rules import RULES, apply_proposals, decline_proposals, delete_rule, save_rule
from bulk.enums import Rounding, RuleKind, RuleMode
from bulk.models import PriceChange
from bulk.queries import PROPOSED, row_url
from bulk.serializers import GameField, GameTitle, MarketTitle
from core.actor import IsAdmin, actor
from core.api import Api, call
from core.serializers import AmountField, Input, Output, PlainField, fields_of, required
from marketplace.adapters.registry import MARKETS

DEFAULT_PROPOSALS = 20
MAX_CHOSEN = 200
MOST_DAYS = 365
NO_REDUCTION = "Informe de quanto por cento é a redução."


class PercentageField(serializers.DecimalField):
    def __init__(self, **options: Any) -> None:
        bounds: dict[str, Any] = dict.fromkeys(
            ("invalid", "min_value", "max_value", "max_digits"), "Informe de 0 a 90 por cento."
        )
        super().__init__(max_digits=4, decimal_places=2, min_value=0, max_value=90, error_messages=bounds, **options)


class PriceRuleFields(serializers.Serializer[Any]):
    """What `models.PriceRule` says; `cost` is euro."""

    name = PlainField(max_length=80, error_messages=required("Nome"))
    kind = serializers.ChoiceField(choices=RuleKind.choices)
    mode = serializers.ChoiceField(choices=RuleMode.choices)
    game = GameField(allow_blank=True)
    service = serializers.ChoiceField(choices=list(MARKETS), allow_blank=True)
    threshold = serializers.IntegerField(min_value=0, max_value=100_000)
    percentage = PercentageField()
    rounding = serializers.ChoiceField(choices=Rounding.choices)
    cost = AmountField(source="cost_eur", allow_null=True)
    feePercentage = PercentageField(source="fee_percentage", allow_null=True)
    daily = serializers.IntegerField(min_value=1, max_value=10)
    restDays = serializers.IntegerField(source="rest_days", min_value=0, max_value=MOST_DAYS)


class PriceRuleInput(PriceRuleFields, Input):
    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        if attrs["kind"] != RuleKind.SUGGESTED and not attrs["percentage"]:
            raise serializers.ValidationError({"percentage": NO_REDUCTION})
        if attrs["cost_eur"] is not None and attrs["cost_eur"] < 0:
            raise serializers.ValidationError({"cost": AmountField.default_error_messages["invalid"]})
        return attrs


class PriceRuleOutput(PriceRuleFields, Output):
    """`proposals` is how many wait for an admin."""

    id = serializers.IntegerField()
    proposals = serializers.IntegerField()


class ProposalsInput(Input):
    ids = serializers.ListField(child=serializers.IntegerField(min_value=1), min_length=1, max_length=MAX_CHOSEN)


class AppliedOutput(Output):
    """How many of the proposals hold and fit into the day; `batch` is what they are undone by."""

    batch = serializers.UUIDField()
    applied = serializers.IntegerField()


class ProposalOutput(Output):
    """What a rule proposed, `open` until it is decided: a price not under `floor`, for `reason`. What is not known of the
    floor is `unknown`. Once asked for it has the `batch` that it is undone by; else `error` says why not, or why it waits."""

    shown = fields_of(
        PriceChange,
        "id before=before_eur after=after_eur floor=floor_eur reason unknown askedAt dueAt appliedAt error",
    )
    batch = serializers.UUIDField(allow_null=True)
    rule = serializers.CharField(source="rule.name")
    title = serializers.CharField(source="row.title")
    gameTitle = GameTitle(source="row.run.game", read_only=True)
    market = MarketTitle(source="row.run.market", read_only=True)
    url = serializers.SerializerMethodField()
    open = serializers.BooleanField(source="is_open")

    def get_url(self, change: PriceChange) -> str:
        return row_url(change.row.run_id, change.row.line)


class PriceRuleApi(Api):
    permissions_by_action = dict.fromkeys(("list", "create", "update", "destroy"), (IsAdmin,))

    @call(lists=PriceRuleOutput)
    def list(self, request: Request) -> Any:
        """The rules of prices, the oldest first, each with how many of its proposals wait."""
        return _rules()

    @call(takes=PriceRuleInput, answers=PriceRuleOutput, status=201)
    def create(self, request: Request, values: dict[str, Any]) -> Any:
        """Write a rule; what it proposes comes within seconds."""
        return _rules().get(pk=save_rule(rule_id=None, values=values, by=actor(request)).pk)

    @call(takes=PriceRuleInput, answers=PriceRuleOutput)
    def update(self, request: Request, values: dict[str, Any], rule_id: int) -> Any:
        """Change a rule; what it proposed is looked at anew."""
        return _rules().get(pk=save_rule(rule_id=rule_id, values=values, by=actor(request)).pk)

    @call(status=204)
    def destroy(self, request: Request, rule_id: int) -> None:
        """Delete a rule; what it proposed stays in the list of proposals."""
        delete_rule(rule_id=rule_id, by=actor(request))


class ProposalApi(Api):
    permissions_by_action = dict.fromkeys(("list", "apply", "decline"), (IsAdmin,))

    @call(lists=ProposalOutput, limit=DEFAULT_PROPOSALS)
    def list(self, request: Request) -> Any:
        """What waits for a decision first, then what was decided, the latest first."""
        changes = PriceChange.objects.filter(rule__isnull=False).select_related("rule", "row__run")
        changes = changes.defer("row__credentials", "row__listing").annotate(decided=~PROPOSED)
        return changes.order_by("decided", "-pk")

    @call(takes=ProposalsInput, answers=AppliedOutput, status=202)
    def apply(self, request: Request, chosen: dict[str, Any]) -> Any:
        """Ask for the prices of these proposals, as far as they still hold and the day's limits reach; they go like those that
        people ask for, and are taken back by /api/stock/prices/undo."""
        return apply_proposals(**chosen, by=actor(request))

    @call(takes=ProposalsInput, status=204)
    def decline(self, request: Request, chosen: dict[str, Any]) -> None:
        """Leave these listings alone for the days between two changes."""
        decline_proposals(**chosen, by=actor(request))


def _rules() -> QuerySet[Any]:
    waiting = Q(changes__batch=None, changes__error="", changes__isnull=False)
    return RULES.annotate(proposals=Count("changes", filter=waiting)).order_by("pk")
