"""Lots and purchases of LZT Market."""

from decimal import Decimal
from typing import Any

from rest_framework import serializers

from core.serializers import Input, MoneyField, Output, said
from marketplace.models import Purchase

LOT_STATES = (
    "active",
    "paid",
    "closed",
    "deleted",
    "awaiting",
    "pre_active",
    "pre_upload",
    "pending_deletion",
    "discount_request",
    "stickied",
    "closed_inactive",
    "auto_bump",
)
BAD_PRICE = "Preço deve ser um valor positivo"
BAD_ITEM = "Informe o lote"


class LotParams(Input):
    """What of `params` a list of lots takes; the words of `state` and `order_by` are the marketplace's own."""

    own = serializers.BooleanField(required=False, default=False)
    state = serializers.ChoiceField(choices=LOT_STATES, required=False, allow_blank=True, default="")
    category = serializers.RegexField(r"\A[a-z0-9-]{1,40}\Z", required=False, allow_blank=True, default="")
    page = serializers.IntegerField(min_value=1, max_value=10_000, required=False, default=1)
    pmin = serializers.IntegerField(min_value=0, max_value=10_000_000, required=False, allow_null=True, default=None)
    pmax = serializers.IntegerField(min_value=0, max_value=10_000_000, required=False, allow_null=True, default=None)
    title = serializers.CharField(max_length=200, required=False, allow_blank=True, default="")
    order_by = serializers.RegexField(r"\A[a-z_]{1,40}\Z", required=False, allow_blank=True, default="")


class PurchaseInput(Input):
    item_id = serializers.IntegerField(
        min_value=1, max_value=10**18, error_messages=said(BAD_ITEM, "min_value", "max_value", "max_string_length")
    )
    price = MoneyField(error_messages=said(BAD_PRICE))
    balance_id = serializers.IntegerField(min_value=1, required=False, allow_null=True, default=None)

    def validate_price(self, price: Decimal) -> Decimal:
        if price <= 0:
            raise serializers.ValidationError(BAD_PRICE)
        return price


class PurchaseResolveInput(Input):
    outcome = serializers.ChoiceField(choices=("bought", "refused"))


class PurchaseOutput(Output):
    dual = ("createdAt",)

    id = serializers.IntegerField()
    userId = serializers.IntegerField(source="user_id")
    itemId = serializers.CharField(source="item_id")
    title = serializers.CharField()
    origin = serializers.CharField()
    price = MoneyField()
    currency = serializers.CharField()
    training = serializers.BooleanField()
    state = serializers.CharField()
    message = serializers.CharField()
    createdAt = serializers.DateTimeField(source="created_at")
    settledAt = serializers.DateTimeField(source="settled_at", allow_null=True)


def purchase_rows(rows: list[Purchase]) -> list[dict[str, Any]]:
    return list(PurchaseOutput(rows, many=True).data)
