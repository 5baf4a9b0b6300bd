"""Serializers of bulk runs."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import asdict
from decimal import Decimal
from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from bulk.enums import ROW_SOURCE, Ending, Language, RowState, RunState, Withdrawal
from bulk.errors import NOT_TO_MARKET, TERMS_BOUNDS, UNKNOWN_MARKET
from bulk.games import GAMES, SLUGS, policy
from bulk.games.catalogue import is_game, title_of
from bulk.games.lines import MAX_LINES
from bulk.games.terms import Terms
from bulk.models import Row, Run
from bulk.notices import mendable_key_of, pause_text
from bulk.planning import Plan, PlannedRow, absolute, digest_of, home_of, mask_login, warnings
from bulk.queries import Going, Progress, pay_of, row_url_for
from core.actor import Actor
from core.crypto import mask_secret
from core.money import ZERO, quantize
from core.serializers import AmountField, DayField, Input, Output, PersonOutput, PlainField, fields_of, serializer
from earnings.queries import AccountPay, Credit, credits_of
from marketplace.adapters.registry import MARKETS
from marketplace.enums import Service
from marketplace.queries import service_of

MAX_ASKED_LINE = 10_000_000
MAX_DESCRIPTION = 20_000
VERDICTS = ("valid", "invalid", "duplicate", "warning")
SENDABLE = ("valid", "warning")


@extend_schema_field({"type": "string"})
class GameField(serializers.ChoiceField):
    """The slug of a game, ours or one that somebody has opened."""

    def __init__(self, **options: Any) -> None:
        super().__init__(choices=SLUGS, **options)

    def to_internal_value(self, data: Any) -> Any:
        return data if is_game(data) else super().to_internal_value(data)


class GameTitle(serializers.CharField):
    """The title of a game, from its slug."""

    def to_representation(self, value: str) -> str:
        return title_of(value)


class MarketTitle(serializers.CharField):
    def to_representation(self, value: str) -> str:
        return MARKETS[service_of(value)].title


class FieldErrors(serializers.DictField):
    """{field: [texts]}."""

    child = serializers.ListField(child=serializers.CharField())


class TermsInput(Input):
    """The terms of one marketplace (`games.terms`); a text that is left out is the form's own."""

    factor = AmountField(default=Decimal(1))
    feePercent = AmountField(default=Decimal(0), source="fee_percent")
    ending = serializers.ChoiceField(choices=Ending.choices, required=False)
    floorEur = AmountField(default=Decimal(0), source="floor_eur")
    language = serializers.ChoiceField(choices=Language.choices, required=False)
    title = serializers.CharField(required=False, allow_blank=True)
    description = serializers.CharField(required=False, allow_blank=True)
    deliveryInstructions = serializers.CharField(required=False, allow_blank=True, source="delivery_instructions")

    def validate(self, attrs: dict[str, Any]) -> Any:
        bounds = {"factor": ("0.01", "100"), "feePercent": ("0", "90"), "floorEur": ("0", "10000")}
        wrong = {
            name: [TERMS_BOUNDS.format(least=least, most=most)]
            for name, (least, most) in bounds.items()
            if not Decimal(least) <= attrs[self.fields[name].source or name] <= Decimal(most)
        }
        if wrong:
            raise serializers.ValidationError(wrong)
        return Terms(**attrs)


class StartInput(Input):
    """`{text | accounts, settings, overrides}`; `text` is as pasted, `accounts` are already parted. Lines of the text
    in `skipLines`, counted from 1 with the blank ones, are left out; every other one gets a verdict. `templateVersion` is
    that of the form, of a game that is made from its template. `markets` names several marketplaces, each with its
    terms, in place of the one `service`."""

    text = serializers.CharField(required=False, allow_blank=True, trim_whitespace=False)
    skipLines = serializers.ListField(
        child=serializers.IntegerField(min_value=1), default=list, max_length=MAX_LINES, source="skip_lines"
    )
    accounts = serializers.ListField(child=serializers.JSONField(allow_null=True), required=False)
    settings = serializers.JSONField(default=dict)
    overrides = serializers.JSONField(default=dict)
    userId = serializers.JSONField(allow_null=True, default=None)  # judged by resolve_user_id
    service = serializers.CharField(default=Service.GAMEBOOST)
    markets = serializers.DictField(child=TermsInput(), required=False)
    templateVersion = serializers.IntegerField(required=False, min_value=0, source="template_version")
    previewDigest = serializers.RegexField(r"^[0-9a-f]{64}$", allow_blank=True, default="", source="preview_digest")

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        service = attrs.pop("service")
        attrs["markets"] = attrs.get("markets") or {service: Terms()}
        for slug in attrs["markets"]:
            if slug not in MARKETS:
                raise serializers.ValidationError({"service" if slug == service else "markets": [UNKNOWN_MARKET]})
        return attrs


PreviewInput = serializer("PreviewInput", StartInput, game=GameField())


class RunsQuery(Input):
    """`start` and `end` are days; `search` is found in people's names."""

    game = GameField(required=False)
    state = serializers.ChoiceField(choices=RunState.choices, required=False)
    userId = serializers.CharField(required=False)
    search = serializers.CharField(required=False, max_length=100)
    start = DayField(required=False)
    end = DayField(required=False)


class ResolveInput(Input):
    outcome = serializers.ChoiceField(choices=[RowState.CREATED.value, RowState.FAILED.value])
    remoteId = serializers.CharField(allow_blank=True, default="")
    reason = PlainField(allow_blank=True, max_length=500, default="")


RowsQuery = serializer(
    "RowsQuery",
    Input,
    state=serializers.ChoiceField(choices=RowState.choices, required=False),
    line=serializers.IntegerField(min_value=1, max_value=MAX_ASKED_LINE, required=False),
)
WithdrawInput = serializer("WithdrawInput", Input, action=serializers.ChoiceField(choices=Withdrawal.choices))
GroupOutput = serializer("GroupOutput", Output, **fields_of(int, "id"), market=MarketTitle(read_only=True))
CountsOutput = serializer("CountsOutput", Output, **fields_of(int, " ".join(RowState)))
GoingOutput = serializer("GoingOutput", Output, **fields_of(Going))
CreditOutput = serializer("CreditOutput", Output, **fields_of(Credit, "id=earning_id amount"))
ListingOutput = serializer(
    "ListingOutput",
    Output,
    **fields_of(Row, "line title remoteId withdrawnAt"),
    createdAt=serializers.DateTimeField(source="settled_at"),
)
CredentialsOutput = serializer("CredentialsOutput", Output, **fields_of(str, "login password emailLogin emailPassword"))
CreatedAccountOutput = serializer("CreatedAccountOutput", Output, **fields_of(Row, "title line remoteId"))
AccountErrorOutput = serializer("AccountErrorOutput", Output, **fields_of(str, "account error"), **fields_of(int, "line"))
UploadedFileOutput = serializer("UploadedFileOutput", Output, **fields_of(str, "url"))


class UploadOutput(Output):
    shown = fields_of(bool, "success") | fields_of(int, "count") | fields_of(str, "message")
    files = UploadedFileOutput(many=True)


class RunFactsOutput(Output):
    """What is certain of a run, from `queries.Progress`. `keyHint` is what of the API key may be shown: '••••1234'."""

    shown = fields_of(Run, "game title market keyHint systemKey createdAt startedAt finishedAt total", within="run")
    by = PersonOutput(source="run.owner")
    state = serializers.ChoiceField(choices=RunState.choices)
    counts = CountsOutput()


class RunOutput(RunFactsOutput):
    """A run's progress for the `reader` of its context. `earned` is what was credited to its owner so far, in R$.
    `group` is the runs that were started at once for several marketplaces, this one included; empty for one alone.
    `keyUserId` is whose configuration the reader can change to end a pause, null where none would."""

    shown = fields_of(Run, "id training pauseCode", within="run")
    shown |= fields_of(Progress, "creatorPath settled earned etaSeconds")
    gameTitle = GameTitle(source="run.game")
    group = GroupOutput(many=True)
    pauseReason = serializers.SerializerMethodField()
    keyUserId = serializers.SerializerMethodField()

    def get_pauseReason(self, progress: Progress) -> str:
        return pause_text(progress.run, reader=self.context["reader"])

    def get_keyUserId(self, progress: Progress) -> int | None:
        return mendable_key_of(progress.run, reader=self.context["reader"])


class RunDetailOutput(RunOutput):
    """From `queries.detail_of`."""

    shown = fields_of(int, "retryable listed drafts withdrawing withdrawn", within="asked")


class RowOutput(Output):
    """One line of a run; its login masked. `duplicateUrl` leads to the earlier line where the reader may see it."""

    shown = fields_of(Row, "id line login=login_hint title error remoteId sentAt settledAt withdrawnAt duplicateOf")
    state = serializers.ChoiceField(choices=RowState.choices)
    errors = FieldErrors()  # type: ignore[assignment]  # the API's name; the serializer's own is not used
    duplicateUrl = serializers.SerializerMethodField()
    earning = CreditOutput(source="credit", allow_null=True)
    canReveal = serializers.BooleanField(source="has_credentials")
    withdrawal = serializers.ChoiceField(choices=Withdrawal.choices, allow_blank=True)

    def get_duplicateUrl(self, row: Any) -> str | None:
        if not row.duplicate_line:
            return None
        where = {"owner_id": row.duplicate_owner_id, "run_id": row.duplicate_run_id, "line": row.duplicate_line}
        return row_url_for(self.context["reader"], **where)


# The same whenever one asks, as long as nothing more happens to the run.
ReceiptFactsOutput = serializer(
    "ReceiptFactsOutput", RunFactsOutput, **fields_of(int, "run"), listings=ListingOutput(many=True, read_only=True)
)
ReceiptOutput = serializer("ReceiptOutput", Output, receipt=ReceiptFactsOutput(), **fields_of(str, "sha256"))


class ResultsOutput(Output):
    """What a creation came to: counts, the accounts that were created, and the errors of those that were not, each
    with its title, line and listing."""

    shown = fields_of(int, "total successful failed")
    accounts = CreatedAccountOutput(many=True)
    errors = AccountErrorOutput(many=True)  # type: ignore[assignment]  # the API's name


class BulkOutput(Output):
    """Of several marketplaces `runIds` are the runs by their slugs, `runId` the first one, and `results` those of all."""

    success = serializers.BooleanField()
    runId = serializers.IntegerField()
    runIds = serializers.DictField(child=serializers.IntegerField(), required=False)
    results = ResultsOutput()
    message = serializers.CharField(required=False)


class StatsOutput(Output):
    """`byGame` has every game of ours and every other one with accounts, its slug in camelCase."""

    shown = fields_of(int, "total today thisMonth failed")
    byGame = serializers.DictField(child=serializers.IntegerField())


def _descriptions(**options: Any) -> dict[str, serializers.Field[Any, Any, Any, Any]]:
    """{name of the API: field} of the descriptions that a person has for the games."""
    named = {f"{game.description_name}Description": f"descriptions.{slug}" for slug, game in GAMES.items()}
    return {name: serializers.CharField(source=source, **options) for name, source in named.items()}


class DescriptionsOutput(Output):
    """A person's own descriptions of listings, one for each game."""

    dual = ("updatedAt",)

    userId = serializers.IntegerField(source="user_id")
    updatedAt = serializers.DateTimeField(source="updated_at", allow_null=True)

    def get_fields(self) -> dict[str, serializers.Field[Any, Any, Any, Any]]:
        return super().get_fields() | _descriptions(default="", read_only=True)


class DescriptionsInput(Input):
    """Any of the descriptions; a blank one means the system default."""

    userId = serializers.IntegerField(required=False)

    def get_fields(self) -> dict[str, serializers.Field[Any, Any, Any, Any]]:
        return super().get_fields() | _descriptions(required=False, allow_blank=True, max_length=MAX_DESCRIPTION)


def rows_json(rows: Iterable[Any], *, reader: Actor) -> list[dict[str, Any]]:
    """Rows of `queries.shown_rows` as the reader may see them; who took over a run does not see what others earned."""
    rows = list(rows)
    credited = credits_of(ROW_SOURCE, [row.pk for row in rows if reader.is_admin or row.maker == reader.id])
    for row in rows:
        row.credit = credited.get(row.pk)
    return RowOutput.json_of(rows, context={"reader": reader})


FindingOutput = serializer("FindingOutput", Output, **fields_of(policy.Finding))
TotalsOutput = serializer("TotalsOutput", Output, **fields_of(int, " ".join(("total", *VERDICTS, "sendable"))))


class PreviewRowOutput(Output):
    """`login` is masked; `errors` are by field; `priceEur`, and `pay`, what its account earns with the bonus, are null
    for a line that would not be sent; `duplicateOf` is an earlier line with the same login; `duplicateUrl` leads to an
    earlier run's that the reader may see. Of several marketplaces it is what the first of those says that the account
    goes to, and `messages` why it goes not to another; `services` are all it goes to."""

    shown = fields_of(int, "line") | fields_of(str, "login title error") | fields_of(list[str], "messages services")
    shown |= fields_of(Decimal | None, "priceEur pay") | fields_of(int | None, "duplicateOf")
    shown |= fields_of(str | None, "duplicateUrl")
    verdict = serializers.ChoiceField(choices=VERDICTS)
    findings = FindingOutput(many=True)
    errors = FieldErrors()  # type: ignore[assignment]  # the name of rows; the serializer's own is not used


class MarketPreviewOutput(Output):
    """The part of one marketplace, and its masked key."""

    shown = fields_of(str, "service title keyHint") | fields_of(int, "sendable")
    shown |= fields_of(Decimal, "priceEur totalEur")


class PreviewOutput(Output):
    """`priceEur` is what a listing costs that has no price of its own, `totalEur` what those cost that would be sent, each
    account once, and `totalPay` what they earn, by the scheme that holds now; `markets` says it of each marketplace. `digest` holds a creation to what was shown (`previewDigest`). `warnings` refuse nothing."""

    shown = fields_of(Decimal, "priceEur totalEur totalPay") | fields_of(str, "digest")
    shown |= fields_of(list[str], "warnings")
    rows = PreviewRowOutput(many=True)
    totals = TotalsOutput()
    markets = MarketPreviewOutput(many=True)


def preview_json(plans: Sequence[Plan], *, reader: Actor) -> dict[str, Any]:
    """The shape of PreviewOutput as the reader may see it, as plain dictionaries: it may have five thousand rows."""
    standard_image = absolute(plans[0].image_url)
    lines = list(zip(*(plan.rows for plan in plans), strict=True))
    pay = pay_of(plans[0].owner_id)
    rows = [_preview_line(plans, line, standard_image, reader, pay) for line in lines]
    totals = Counter(row["verdict"] for row in rows)
    sent = [line[home_of(line)] for line in lines if any(row.goes for row in line)]
    markets = [_market_preview(plan) for plan in plans]
    # What the marketplaces beside a line's first one change or leave out, once each.
    beside = (row for line in lines for at, row in enumerate(line) if at != home_of(line) and row.goes)
    notes = dict.fromkeys(note for row in beside if row.prepared for note in row.prepared.notes)
    return {
        "rows": rows,
        "totals": {"total": len(rows), "sendable": len(sent)} | {name: totals[name] for name in VERDICTS},
        "priceEur": markets[0]["priceEur"],
        "totalEur": _total(sent),
        "totalPay": f"{sum((Decimal(row['pay'] or 0) for row in rows if row['verdict'] in SENDABLE), ZERO):.2f}",
        "markets": markets,
        "warnings": [*warnings(plans), *notes],
        "digest": digest_of(plans),
    }


def _market_preview(plan: Plan) -> dict[str, Any]:
    sent = [row for row in plan.rows if row.goes]
    return {
        "service": plan.marketplace.slug,
        "title": plan.marketplace.title,
        "keyHint": mask_secret(plan.effective.connection.api_key),
        "sendable": len(sent),
        "priceEur": f"{plan.terms.price_eur(plan.settings.price_in_euros(plan.usd_eur_rate)):.2f}",
        "totalEur": _total(sent),
    }


def _total(rows: Iterable[PlannedRow]) -> str:
    return f"{sum((row.listing.price_eur for row in rows if row.listing), Decimal(0)):.2f}"


def _preview_line(
    plans: Sequence[Plan], line: Sequence[PlannedRow], standard_image: str, reader: Actor, pay: AccountPay | None
) -> dict[str, Any]:
    """A line as its first marketplace judges it, with the others' verdicts beside."""
    home = home_of(line)
    fields = _preview_row(line[home], standard_image, reader, pay)
    fields["services"] = [plan.marketplace.slug for plan, row in zip(plans, line, strict=True) if row.goes]
    for plan, row in zip(plans, line, strict=True):
        if line[home].goes and not row.goes:
            refused = row.prepared.errors.values() if row.prepared else [[row.error]]
            why = " ".join(text for texts in refused for text in texts)
            fields["messages"].append(NOT_TO_MARKET.format(market=plan.marketplace.title, text=why))
            fields["verdict"] = "warning"
    return fields


def _preview_row(row: PlannedRow, standard_image: str, reader: Actor, pay: AccountPay | None) -> dict[str, Any]:
    """One line with its verdict, in the shape of PreviewRowOutput; findings may be fined, and refuse nothing."""
    line, earlier, earns = row.line, row.earlier, None
    if row.listing is None or row.prepared is None:
        repeated = earlier is not None or line.duplicate_of is not None
        verdict, errors, messages = "duplicate" if repeated else "invalid", line.errors, []
        error = row.error
        findings = [policy.duplicate_listing(error)] if repeated else []
    else:
        errors = row.prepared.errors
        findings = policy.lint(row.listing, standard_image=standard_image)
        refused = [f"{name}: {text}" for name, texts in errors.items() for text in texts]
        messages = refused or [*row.prepared.notes, *(finding.message for finding in findings)]
        verdict = "invalid" if refused else "warning" if messages else "valid"
        error = refused[0] if refused else ""
        earns = pay.of(game=row.listing.game, price_eur=quantize(row.listing.price_eur)) if pay and row.pays else ZERO
    return {
        "line": line.line,
        "login": mask_login(line.login),
        "title": row.title,
        "verdict": verdict,
        "error": error,
        "messages": messages,
        "priceEur": _format_amount(row.listing.price_eur if row.listing else None),
        "pay": _format_amount(earns),
        "findings": [asdict(each) | {"fine": _format_amount(each.fine)} for each in findings],
        "errors": errors,
        "duplicateOf": line.duplicate_of,
        "duplicateUrl": earlier and row_url_for(reader, **earlier._asdict()),
    }


def _format_amount(value: Decimal | None) -> str | None:
    return None if value is None else f"{value:.2f}"
