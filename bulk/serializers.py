"""What of bulk runs is read and written over the API."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import asdict
from decimal import Decimal
from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from bulk.enums import ROW_SOURCE, RowState, RunState, Withdrawal
from bulk.errors import UNKNOWN_MARKET
from bulk.games import GAMES, policy
from bulk.games.catalogue import is_game
from bulk.games.lines import MAX_LINES
from bulk.models import Row
from bulk.notices import mendable_key_of, pause_text
from bulk.planning import Plan, PlannedRow, absolute, digest_of, masked, warnings
from bulk.queries import Progress, pay_of, row_url_for
from core.actor import Actor
from core.money import ZERO, quantize
from core.serializers import AmountField, DayField, Input, Output, PersonOutput, PlainField, camel
from earnings.queries import AccountPay, credits_of
from marketplace.adapters.registry import MARKETS
from marketplace.enums import Service


@extend_schema_field({"type": "string"})
class GameField(serializers.ChoiceField):
    """The slug of a game, ours or one that somebody has opened; `queued` narrows them to ours with a queue."""

    def __init__(self, *, queued: bool = False, **options: Any) -> None:
        slugs = [slug for slug, game in GAMES.items() if game.queued or not queued]
        self._others = not queued
        super().__init__(choices=sorted(slugs), **options)

    def to_internal_value(self, data: Any) -> Any:
        return data if self._others and is_game(data) else super().to_internal_value(data)


class FieldErrors(serializers.DictField):
    """{field: [texts]}."""

    child = serializers.ListField(child=serializers.CharField())


MAX_ASKED_LINE = 10_000_000
MAX_DESCRIPTION = 20_000
VERDICTS = ("valid", "invalid", "duplicate", "warning")
SENDABLE = ("valid", "warning")


class StartInput(Input):
    """`{text | accounts, settings, overrides}`; `text` is as pasted, `accounts` are already parted. Lines of the text
    in `skipLines`, counted from 1 with the blank ones, are left out; every other one gets a verdict. `templateVersion` is
    that of the form, of a game that is made from its template."""

    text = serializers.CharField(required=False, allow_blank=True, trim_whitespace=False)
    skipLines = serializers.ListField(
        child=serializers.IntegerField(min_value=1), default=list, max_length=MAX_LINES, source="skip_lines"
    )
    accounts = serializers.ListField(child=serializers.JSONField(allow_null=True), required=False)
    settings = serializers.JSONField(default=dict)
    overrides = serializers.JSONField(default=dict)
    userId = serializers.JSONField(allow_null=True, default=None)  # judged by resolve_user_id
    service = serializers.CharField(default=Service.GAMEBOOST)
    templateVersion = serializers.IntegerField(required=False, min_value=0, source="template_version")
    previewDigest = serializers.RegexField(r"^[0-9a-f]{64}$", allow_blank=True, default="", source="preview_digest")

    def validate_service(self, service: str) -> str:
        if service not in MARKETS:
            raise serializers.ValidationError(UNKNOWN_MARKET)
        return service


class PreviewInput(StartInput):
    game = GameField()


class RunsQuery(Input):
    """`start` and `end` are days; `search` is found in people's names."""

    game = GameField(required=False)
    state = serializers.ChoiceField(choices=RunState.choices, required=False)
    userId = serializers.CharField(required=False)
    search = serializers.CharField(required=False, max_length=100)
    start = DayField(required=False)
    end = DayField(required=False)


class RowsQuery(Input):
    state = serializers.ChoiceField(choices=RowState.choices, required=False)
    line = serializers.IntegerField(min_value=1, max_value=MAX_ASKED_LINE, required=False)


class ResolveInput(Input):
    outcome = serializers.ChoiceField(choices=[RowState.CREATED.value, RowState.FAILED.value])
    remoteId = serializers.CharField(allow_blank=True, default="")
    reason = PlainField(allow_blank=True, max_length=500, default="")


class WithdrawInput(Input):
    action = serializers.ChoiceField(choices=Withdrawal.choices)


class CountsOutput(Output):
    """How many rows are in each state; they add up to the run's total."""

    def get_fields(self) -> dict[str, serializers.Field[Any, Any, Any, Any]]:
        return {state.value: serializers.IntegerField() for state in RowState}


class RunFactsOutput(Output):
    """What is certain of a run, from `queries.Progress`. `keyHint` is what of the API key may be shown: '••••1234'."""

    game = serializers.CharField(source="run.game")
    title = serializers.CharField(source="run.title")
    market = serializers.CharField(source="run.market")
    keyHint = serializers.CharField(source="run.key_hint")
    systemKey = serializers.BooleanField(source="run.system_key")
    by = PersonOutput(source="run.owner")
    state = serializers.ChoiceField(choices=RunState.choices)
    createdAt = serializers.DateTimeField(source="run.created_at")
    startedAt = serializers.DateTimeField(source="run.started_at", allow_null=True)
    finishedAt = serializers.DateTimeField(source="run.finished_at", allow_null=True)
    total = serializers.IntegerField(source="run.total")
    counts = CountsOutput()


class RunOutput(RunFactsOutput):
    """A run's progress for the `reader` of its context. `earned` is what was credited to its owner so far, in R$.
    `keyUserId` is whose configuration the reader can change to end a pause, null where none would."""

    id = serializers.IntegerField(source="run.id")
    gameTitle = serializers.CharField(source="game_title")
    creatorPath = serializers.CharField(source="creator_path")
    training = serializers.BooleanField(source="run.training")
    settled = serializers.IntegerField()
    earned = AmountField()
    pauseCode = serializers.CharField(source="run.pause_code")
    pauseReason = serializers.SerializerMethodField()
    keyUserId = serializers.SerializerMethodField()
    etaSeconds = serializers.IntegerField(source="eta_seconds", allow_null=True)

    def get_pauseReason(self, progress: Progress) -> str:
        return pause_text(progress.run, reader=self.context["reader"])

    def get_keyUserId(self, progress: Progress) -> int | None:
        return mendable_key_of(progress.run, reader=self.context["reader"])


class RunDetailOutput(RunOutput):
    """From `queries.Detail`."""

    retryable = serializers.IntegerField()
    listed = serializers.IntegerField()
    withdrawing = serializers.IntegerField()
    withdrawn = serializers.IntegerField()


class CreditOutput(Output):
    id = serializers.IntegerField(source="earning_id")
    amount = AmountField()


class RowOutput(Output):
    """One line of a run; its login masked. Wants `reader`, who asks, and `credits`, what rows earned, as its context.
    `duplicateUrl` leads to the earlier line where the reader may see it."""

    id = serializers.IntegerField()
    line = serializers.IntegerField()
    login = serializers.CharField(source="login_hint")
    title = serializers.CharField()
    state = serializers.ChoiceField(choices=RowState.choices)
    error = serializers.CharField()
    errors = FieldErrors()  # type: ignore[assignment]  # the documented name; the serializer's own is not used
    remoteId = serializers.CharField(source="remote_id")
    duplicateOf = serializers.SerializerMethodField()
    duplicateUrl = serializers.SerializerMethodField()
    earning = serializers.SerializerMethodField()
    canReveal = serializers.BooleanField(source="has_credentials")
    sentAt = serializers.DateTimeField(source="sent_at", allow_null=True)
    settledAt = serializers.DateTimeField(source="settled_at", allow_null=True)
    withdrawal = serializers.ChoiceField(choices=Withdrawal.choices, allow_blank=True)
    withdrawnAt = serializers.DateTimeField(source="withdrawn_at", allow_null=True)

    def get_duplicateOf(self, row: Row) -> str | None:
        return duplicate_of(row)

    def get_duplicateUrl(self, row: Any) -> str | None:
        if not row.duplicate_line:
            return None
        where = {"owner_id": row.duplicate_owner_id, "run_id": row.duplicate_run_id, "line": row.duplicate_line}
        return row_url_for(self.context["reader"], **where)

    @extend_schema_field(CreditOutput(allow_null=True))
    def get_earning(self, row: Row) -> dict[str, Any] | None:
        credit = self.context["credits"].get(row.pk)
        return CreditOutput(credit).data if credit else None


class ListingOutput(Output):
    line = serializers.IntegerField()
    title = serializers.CharField()
    remoteId = serializers.CharField(source="remote_id")
    createdAt = serializers.DateTimeField(source="settled_at")
    withdrawnAt = serializers.DateTimeField(source="withdrawn_at", allow_null=True)


class ReceiptFactsOutput(RunFactsOutput):
    """The same whenever one asks, as long as nothing more happens to the run; wants its `listings` as its context."""

    run = serializers.IntegerField(source="run.id")
    listings = serializers.SerializerMethodField()

    @extend_schema_field(ListingOutput(many=True))
    def get_listings(self, progress: Progress) -> Any:
        return ListingOutput(self.context["listings"], many=True).data


class ReceiptOutput(Output):
    receipt = ReceiptFactsOutput()
    sha256 = serializers.CharField()


class CredentialsOutput(Output):
    login = serializers.CharField()
    password = serializers.CharField()
    emailLogin = serializers.CharField(source="email_login")
    emailPassword = serializers.CharField(source="email_password")


class CreatedAccountOutput(Output):
    title = serializers.CharField()
    line = serializers.IntegerField()
    remoteId = serializers.CharField(source="remote_id")


class AccountErrorOutput(Output):
    account = serializers.CharField()
    error = serializers.CharField()
    line = serializers.IntegerField()


class ResultsOutput(Output):
    """'Bulk result: total, successful, failed, accounts (each with the account title), errors (each
    with account, error)'; here with the line and the listing as well."""

    total = serializers.IntegerField()
    successful = serializers.IntegerField()
    failed = serializers.IntegerField()
    accounts = CreatedAccountOutput(many=True)
    errors = AccountErrorOutput(many=True)  # type: ignore[assignment]  # the documented name


class BulkOutput(Output):
    success = serializers.BooleanField()
    runId = serializers.IntegerField()
    results = ResultsOutput()
    message = serializers.CharField(required=False)


class FindingOutput(Output):
    """Something against the marketplace's rules for sellers; `fine` in euro, null where no amount is documented."""

    rule = serializers.CharField()
    field = serializers.CharField()
    message = serializers.CharField()
    fine = AmountField(allow_null=True)


class PreviewRowOutput(Output):
    """`login` is masked; `errors` are by field; `priceEur`, and `pay`, what its account earns with the bonus, are null for
    a line that would not be sent; `duplicateOf` is an earlier line with the same login; `duplicateUrl` leads to an earlier run's that the reader may see."""

    line = serializers.IntegerField()
    login = serializers.CharField()
    title = serializers.CharField()
    verdict = serializers.ChoiceField(choices=VERDICTS)
    error = serializers.CharField()
    messages = serializers.ListField(child=serializers.CharField())
    priceEur = AmountField(allow_null=True)
    pay = AmountField(allow_null=True)
    findings = FindingOutput(many=True)
    errors = FieldErrors()  # type: ignore[assignment]  # the name of rows; the serializer's own is not used
    duplicateOf = serializers.IntegerField(allow_null=True)
    duplicateUrl = serializers.CharField(allow_null=True)


class TotalsOutput(Output):
    def get_fields(self) -> dict[str, serializers.Field[Any, Any, Any, Any]]:
        return {name: serializers.IntegerField() for name in ("total", *VERDICTS, "sendable")}


class PreviewOutput(Output):
    """`priceEur` is what a listing costs that has no price of its own, `totalEur` what those cost that would be sent
    and `totalPay` what they earn, by the scheme that holds now.
    `digest` holds a creation to what was shown (`previewDigest`). `warnings` refuse nothing."""

    rows = PreviewRowOutput(many=True)
    totals = TotalsOutput()
    priceEur = AmountField()
    totalEur = AmountField()
    totalPay = AmountField()
    warnings = serializers.ListField(child=serializers.CharField())
    digest = serializers.CharField()


class StatsOutput(Output):
    """`byGame` has every game of ours and every other one with accounts, its slug in camelCase."""

    total = serializers.IntegerField()
    today = serializers.IntegerField()
    thisMonth = serializers.IntegerField(source="this_month")
    byGame = serializers.SerializerMethodField()
    failed = serializers.IntegerField()

    def get_byGame(self, stats: Any) -> dict[str, int]:
        return {camel(slug.replace("-", "_")): stats["by_game"].get(slug, 0) for slug in [*GAMES, *stats["by_game"]]}


def description_names() -> dict[str, str]:
    """{name of the API: slug} of the descriptions that a person has for the games."""
    return {f"{game.description_name}Description": slug for slug, game in GAMES.items()}


class DescriptionsOutput(Output):
    """A person's own descriptions of listings, one for each game."""

    dual = ("updatedAt",)

    userId = serializers.IntegerField(source="user_id")
    updatedAt = serializers.DateTimeField(source="updated_at", allow_null=True)

    def get_fields(self) -> dict[str, serializers.Field[Any, Any, Any, Any]]:
        texts = {
            name: serializers.CharField(source=f"descriptions.{slug}", default="", read_only=True)
            for name, slug in description_names().items()
        }
        return super().get_fields() | texts


class DescriptionsInput(Input):
    """Any of the descriptions; a blank one means the system default."""

    userId = serializers.IntegerField(required=False)

    def get_fields(self) -> dict[str, serializers.Field[Any, Any, Any, Any]]:
        return super().get_fields() | {
            name: serializers.CharField(required=False, allow_blank=True, max_length=MAX_DESCRIPTION)
            for name in description_names()
        }


class UploadedFileOutput(Output):
    url = serializers.CharField()


class UploadOutput(Output):
    success = serializers.BooleanField()
    files = UploadedFileOutput(many=True)
    count = serializers.IntegerField()
    message = serializers.CharField()


def duplicate_of(row: Row) -> str | None:
    """Where the login stands already: 'linha 3', or 'execução 12, linha 4'; None when that is not ours."""
    if row.duplicate_line is None:
        return None
    line = f"linha {row.duplicate_line}"
    return line if row.duplicate_run_id == row.run_id else f"execução {row.duplicate_run_id}, {line}"


class GoingOutput(Output):
    """The runs under way, together: `text` and `href` are empty where there are none."""

    text = serializers.CharField()
    percent = serializers.IntegerField()
    href = serializers.CharField()


def run_json(progress: Progress, *, reader: Actor) -> dict[str, Any]:
    return dict(RunOutput(progress, context={"reader": reader}).data)


def rows_json(rows: Iterable[Row], *, reader: Actor) -> list[dict[str, Any]]:
    """Rows of `queries.shown_rows` as the reader may see them."""
    rows = list(rows)
    context = {"reader": reader, "credits": credits_of(ROW_SOURCE, [row.pk for row in rows])}
    return list(RowOutput(rows, many=True, context=context).data)


def preview_json(plan: Plan, *, reader: Actor) -> dict[str, Any]:
    """The shape of PreviewOutput as the reader may see it, as plain dictionaries: it may have five thousand rows."""
    standard_image = absolute(plan.image_url)
    pay = pay_of(plan.owner_id)
    rows = [_preview_row(row, standard_image, reader, pay) for row in plan.rows]
    totals = Counter(row["verdict"] for row in rows)
    shown = zip(plan.rows, rows, strict=True)
    pays = [Decimal(told["pay"]) for told in rows if told["verdict"] in SENDABLE]
    prices = [row.listing.price_eur for row, told in shown if row.listing and told["verdict"] in SENDABLE]
    return {
        "rows": rows,
        "totals": {"total": len(rows), "sendable": len(prices)} | {name: totals[name] for name in VERDICTS},
        "priceEur": f"{plan.settings.price_in_euros(plan.usd_eur_rate):.2f}",
        "totalEur": f"{sum(prices, Decimal(0)):.2f}",
        "totalPay": f"{sum(pays, Decimal(0)):.2f}",
        "warnings": warnings(plan),
        "digest": digest_of(plan),
    }


def _preview_row(row: PlannedRow, standard_image: str, reader: Actor, pay: AccountPay | None) -> dict[str, Any]:
    """One line with its verdict, in the shape of PreviewRowOutput; findings cost money, and refuse nothing."""
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
        earns = pay.of(game=row.listing.game, price_eur=quantize(row.listing.price_eur)) if pay else ZERO
    return {
        "line": line.line,
        "login": masked(line.login),
        "title": row.title,
        "verdict": verdict,
        "error": error,
        "messages": messages,
        "priceEur": _amount(row.listing.price_eur if row.listing else None),
        "pay": _amount(earns),
        "findings": [asdict(each) | {"fine": _amount(each.fine)} for each in findings],
        "errors": errors,
        "duplicateOf": line.duplicate_of,
        "duplicateUrl": earlier
        and row_url_for(reader, owner_id=earlier.owner_id, run_id=earlier.run_id, line=earlier.line),
    }


def _amount(value: Decimal | None) -> str | None:
    return None if value is None else f"{value:.2f}"


def bulk_json(progress: Progress, rows: Iterable[Row], *, with_message: bool) -> dict[str, Any]:
    """The documented answer of a bulk creation: what was reached so far."""
    created = [row for row in rows if row.state == RowState.CREATED]
    errors = [
        {"account": row.title or f"Linha {row.line}", "error": row.error, "line": row.line}
        for row in rows
        if row.state in (RowState.FAILED, RowState.DUPLICATE, RowState.UNCERTAIN, RowState.UNSENT)
    ]
    total = progress.run.total
    results = {"total": total, "successful": len(created), "failed": len(errors), "accounts": created, "errors": errors}
    answer: dict[str, Any] = {"success": True, "runId": progress.run.pk, "results": results}
    if with_message:
        answer["message"] = f"{len(created)} de {total} contas foram criadas com sucesso."
    return dict(BulkOutput(answer).data)
