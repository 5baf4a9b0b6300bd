"""Reads of the money domain."""

from earnings.queries.earnings import (
    ALL_EARNINGS,
    LISTED,
    Credit,
    Statement,
    Totals,
    balances,
    credits_of,
    earnings_of,
    entries_of,
    everyones_earnings,
    narrowed,
    payouts_of_month,
    pending_in_payment_order,
    pending_of,
    person,
    pieces_of,
    stamp_of,
    statement,
    totals_of,
    totals_of_everyone,
    visible_earnings,
)
from earnings.queries.settings import PAYMENT_SCHEDULE, automatic_amount, payment_schedule
from earnings.queries.shapes import earning_json
from earnings.queries.sources import Source, describe
from earnings.queries.verification import Verification, verify_ledger
