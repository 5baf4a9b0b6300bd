"""The dry run as the API tells it: every line with its verdict, and what each marketplace gets."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import asdict
from decimal import Decimal
from typing import Any

from rest_framework import serializers

from bulk.errors import NOT_TO_MARKET
from bulk.games import policy
from bulk.planning import Plan, PlannedRow, absolute, digest_of, home_of, masked, warnings
from bulk.queries import pay_of, row_url_for
from bulk.serializers import FieldErrors
from core.actor import Actor
from core.crypto import mask_secret
from core.money import ZERO, quantize
from core.serializers import Output, fields_of, serializer
from earnings.queries import AccountPay

VERDICTS = ("valid", "invalid", "duplicate", "warning")
SENDABLE = ("valid", "warning")


FindingOutput = serializer("FindingOutput", Output, **fields_of(policy.Finding))
TotalsOutput = serializer("TotalsOutput", Output, **fields_of(int, " ".join(("total", *VERDICTS, "sendable"))))


class PreviewRowOutput(Output):
    """`login` is masked; `errors` are by field; `priceEur`, and `pay`, what its account earns with the bonus, are null for
    a line that would not be sent; `duplicateOf` is an earlier line with the same login; `duplicateUrl` leads to an earlier run's that the reader may see. Of several
    marketplaces it is what the first of those says that the account goes to, and `messages` why it goes not to another;
    `services` are all it goes to."""

    shown = fields_of(int, "line") | fields_of(str, "login title error") | fields_of(list[str], "messages services")
    shown |= fields_of(Decimal | None, "priceEur pay") | fields_of(int | None, "duplicateOf")
    shown |= fields_of(str | None, "duplicateUrl")
    verdict = serializers.ChoiceField(choices=VERDICTS)
    findings = FindingOutput(many=True)
    errors = FieldErrors()  # type: ignore[assignment]  # the name of rows; the serializer's own is not used


class MarketPreviewOutput(Output):
    """What one marketplace gets, with which key (masked)."""

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
    """What its first marketplace says of a line, with what the others say beside it."""
    home = home_of(line)
    told = _preview_row(line[home], standard_image, reader, pay)
    told["services"] = [plan.marketplace.slug for plan, row in zip(plans, line, strict=True) if row.goes]
    for plan, row in zip(plans, line, strict=True):
        if line[home].goes and not row.goes:
            refused = row.prepared.errors.values() if row.prepared else [[row.error]]
            why = " ".join(text for texts in refused for text in texts)
            told["messages"].append(NOT_TO_MARKET.format(market=plan.marketplace.title, text=why))
            told["verdict"] = "warning"
    return told


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
        earns = pay.of(game=row.listing.game, price_eur=quantize(row.listing.price_eur)) if pay and row.pays else ZERO
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
        "duplicateUrl": earlier and row_url_for(reader, **earlier._asdict()),
    }


def _amount(value: Decimal | None) -> str | None:
    return None if value is None else f"{value:.2f}"
