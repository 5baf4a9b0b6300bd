from decimal import Decimal

from django.core.validators import MinValueValidator
from rest_framework import serializers

from core.serializers import AmountField, Input, Output, SortField, fields_of, texts
from marketplace.adapters.base import Listing
from marketplace.adapters.lzt.reading import ITEM_STATES
from marketplace.adapters.reading import slug_of
from marketplace.enums import RemoteStatus, WritableStatus
from marketplace.errors import PRICE_NOT_POSITIVE
from marketplace.models import Purchase
from marketplace.serializers.integration import KeyField, ListingTextField, UrlField, WhoseInput

LIST_STATUSES = tuple(status.value.lower() for status in RemoteStatus)
LIST_SORTS = ("id", "price", "views", "delivery_time", "created_at", "updated_at", "listed_at")

SHORT_TITLE = "Título deve ter pelo menos 3 caracteres"
SHORT_DESCRIPTION = "Descrição deve ter pelo menos 10 caracteres"
POSITIVE = MinValueValidator(Decimal("0.01"), PRICE_NOT_POSITIVE)


class ProxyInput(WhoseInput):
    """A call to make with a person's key, or with the one given.

    `fresh`, ours: the marketplace itself is asked ('Atualizar'), and not what is kept of an earlier answer.
    """

    method = serializers.ChoiceField(choices=("GET", "POST", "PATCH", "DELETE"), default="GET")
    apiKey = KeyField(source="api_key", allow_blank=True, default="")
    baseUrl = UrlField(source="base_url", allow_blank=True, default="")
    params = serializers.DictField(default=dict)
    data = serializers.DictField(default=dict)  # type: ignore[assignment]  # the API's name
    fresh = serializers.BooleanField(default=False)


class ListParams(Input):
    """What of `params` a list takes; the words of status and sort are the marketplace's own."""

    with_data = serializers.BooleanField(default=False)
    page = serializers.IntegerField(min_value=1, max_value=100_000, required=False)
    per_page = serializers.IntegerField(min_value=1, max_value=200, required=False)
    search = serializers.CharField(max_length=200, required=False, allow_blank=True)
    status = serializers.ChoiceField(choices=LIST_STATUSES, required=False, allow_blank=True)
    game_id = serializers.IntegerField(min_value=1, required=False)
    sort = SortField(LIST_SORTS, allow_blank=True)


class StatusInput(Input):
    status = serializers.ChoiceField(choices=[status.value for status in WritableStatus])


class BulkStatusInput(StatusInput):
    accounts = serializers.ListField(child=serializers.IntegerField(min_value=1), min_length=1, max_length=500)


class DeliveryTimeInput(Input):
    duration = serializers.IntegerField(min_value=0, max_value=10_000, default=0)
    unit = serializers.ChoiceField(choices=("minutes", "hours", "days"), default="minutes")


class ListingInput(Input):
    """One account to list by hand, refused in the words of the form in /gameboost."""

    game = serializers.CharField(max_length=50, error_messages=texts("Jogo é obrigatório"))
    title = ListingTextField(
        multiline=False, min_length=3, max_length=300, error_messages=texts(SHORT_TITLE, "min_length")
    )
    price = AmountField(validators=[POSITIVE], error_messages=texts(PRICE_NOT_POSITIVE))
    login = serializers.CharField(
        min_length=3, max_length=300, trim_whitespace=False, error_messages=texts("Login é obrigatório", "min_length")
    )
    password = serializers.CharField(max_length=300, trim_whitespace=False, error_messages=texts("Senha é obrigatória"))
    description = ListingTextField(
        min_length=10, max_length=20_000, error_messages=texts(SHORT_DESCRIPTION, "min_length")
    )
    level_up_method = serializers.ChoiceField(choices=("by_hand", "by_bot"), default="by_hand")
    email_login = serializers.EmailField(allow_blank=True, default="", error_messages=texts("E-mail inválido"))
    email_password = serializers.CharField(allow_blank=True, default="", trim_whitespace=False)
    slug = serializers.CharField(max_length=300, allow_blank=True, default="")
    ign = serializers.CharField(max_length=300, allow_blank=True, default="")
    server = serializers.CharField(max_length=100, allow_blank=True, allow_null=True, default="")
    has_2fa = serializers.BooleanField(default=False)
    is_manual = serializers.BooleanField(allow_null=True, default=None)
    dump = ListingTextField(max_length=5000, allow_blank=True, default="")
    note = ListingTextField(max_length=5000, allow_blank=True, default="")
    delivery_instructions = ListingTextField(max_length=20_000, allow_blank=True, default="")
    delivery_time = DeliveryTimeInput(required=False)
    image_urls = serializers.ListField(child=serializers.CharField(max_length=1000), max_length=10, default=list)
    account_data = serializers.DictField(default=dict)
    game_items = serializers.DictField(default=dict)

    def listing(self) -> Listing:
        """The validated payload as the adapters know it, with the defaults of slug, ign and is_manual."""
        values = dict(self.validated_data)
        delivery = values.pop("delivery_time", None) or {"duration": 0, "unit": "minutes"}
        is_manual = values.pop("is_manual")
        return Listing(
            price_eur=values.pop("price"),
            slug=values.pop("slug") or slug_of(values["title"]),
            ign=values.pop("ign") or values["login"],
            server=values.pop("server") or "",
            is_manual=values["level_up_method"] == "by_hand" if is_manual is None else is_manual,
            delivery_time=(delivery["duration"], delivery["unit"]),
            image_urls=tuple(values.pop("image_urls")),
            **values,
        )


LOT_STATES = (*ITEM_STATES, "discount_request", "stickied", "auto_bump")
BAD_ITEM = "Informe o lote"


class LotParams(Input):
    """What of `params` a list of lots takes; the words of `state` and `order_by` are the marketplace's own."""

    own = serializers.BooleanField(default=False)
    state = serializers.ChoiceField(choices=LOT_STATES, allow_blank=True, default="")
    category = serializers.RegexField(r"\A[a-z0-9-]{1,40}\Z", allow_blank=True, default="")
    page = serializers.IntegerField(min_value=1, max_value=10_000, default=1)
    pmin = serializers.IntegerField(min_value=0, max_value=10_000_000, allow_null=True, default=None)
    pmax = serializers.IntegerField(min_value=0, max_value=10_000_000, allow_null=True, default=None)
    title = serializers.CharField(max_length=200, allow_blank=True, default="")
    order_by = serializers.RegexField(r"\A[a-z_]{1,40}\Z", allow_blank=True, default="")


class PurchaseInput(Input):
    item_id = serializers.IntegerField(
        min_value=1, max_value=10**18, error_messages=texts(BAD_ITEM, "min_value", "max_value", "max_string_length")
    )
    price = AmountField(validators=[POSITIVE], error_messages=texts(PRICE_NOT_POSITIVE))
    balance_id = serializers.IntegerField(min_value=1, allow_null=True, default=None)


class PurchaseResolveInput(Input):
    outcome = serializers.ChoiceField(choices=("bought", "refused"))


class PurchaseOutput(Output):
    dual = ("createdAt",)

    shown = fields_of(Purchase, "id userId itemId title origin price currency training state message createdAt settledAt")
