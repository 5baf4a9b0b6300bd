from datetime import date
from decimal import ROUND_HALF_EVEN, Decimal
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.money import CENT
from earnings import rules
from earnings.enums import Frequency
from earnings.rules import Parts

cents = st.integers(min_value=0, max_value=999_999_999).map(lambda value: value * CENT)
whole_amounts = st.builds(
    Parts, base=cents.filter(bool), bonus=cents, accounts=st.integers(min_value=0, max_value=10_000)
)


@pytest.mark.parametrize(
    ("base", "percentage", "bonus"),
    [
        ("3.00", "5", "0.15"),
        ("0.10", "5", "0.00"),  # half a cent goes to the even cent
        ("0.30", "5", "0.02"),  # a cent and a half too
        ("0.50", "5", "0.02"),
        ("25.00", "0", "0.00"),
        ("10000.00", "12.34", "1234.00"),
    ],
)
def test_bonus_is_rounded_once_half_to_even(base: str, percentage: str, bonus: str) -> None:
    assert rules.bonus_on(Decimal(base), Decimal(percentage)) == Decimal(bonus)


@given(cents)
def test_bonus_of_five_percent_is_the_exact_half_even_rounding(base: Decimal) -> None:
    exact = (Fraction(base) * 5).limit_denominator()
    expected = (Decimal(exact.numerator) / exact.denominator).quantize(Decimal(1), ROUND_HALF_EVEN) * CENT
    assert rules.bonus_on(base, Decimal("5.00")) == expected


@pytest.mark.parametrize(
    ("pending", "amount", "plan"),
    [
        (["10.00", "5.00"], "10.00", (1, Decimal("0.00"))),
        (["10.00", "5.00"], "12.00", (1, Decimal("2.00"))),
        (["10.00", "5.00"], "0.01", (0, Decimal("0.01"))),
        (["10.00", "5.00"], "15.00", (2, Decimal("0.00"))),
        (["0.00", "5.00"], "5.00", (2, Decimal("0.00"))),
        (["5.00", "0.00"], "5.00", (1, Decimal("0.00"))),
    ],
)
def test_allocation_pays_whole_earnings_then_cuts_the_next(
    pending: list[str], amount: str, plan: tuple[int, Decimal]
) -> None:
    assert rules.allocate([Decimal(value) for value in pending], Decimal(amount)) == plan


def test_allocation_beyond_the_pending_amounts_is_refused() -> None:
    with pytest.raises(ValueError, match="do not cover"):
        rules.allocate([Decimal("1.00")], Decimal("1.01"))


@given(st.lists(cents, min_size=1, max_size=30), st.data())
def test_allocation_meets_the_amount_to_the_cent(pending: list[Decimal], data: st.DataObject) -> None:
    total = sum(pending)
    amount = data.draw(st.integers(min_value=0, max_value=int(total / CENT))) * CENT
    whole, cut = rules.allocate(pending, amount) if amount else (0, amount)

    assert sum(pending[:whole]) + cut == amount
    assert cut == 0 or cut < pending[whole]


@given(whole_amounts, st.data())
def test_cut_never_changes_the_sums(whole: Parts, data: st.DataObject) -> None:
    """The one that the amount cuts is split into a paid and a pending one, so that the sums never change."""
    amount = data.draw(st.integers(min_value=1, max_value=int(whole.amount / CENT))) * CENT
    first, rest = rules.cut(whole, amount)

    assert first.amount == amount
    assert (first.base + rest.base, first.bonus + rest.bonus) == (whole.base, whole.bonus)
    assert first.accounts + rest.accounts == whole.accounts
    assert min(first.base, first.bonus, rest.base, rest.bonus, first.accounts, rest.accounts) >= 0


@given(whole_amounts, cents)
def test_rescaled_parts_are_worth_the_new_amount(whole: Parts, amount: Decimal) -> None:
    rescaled = rules.rescale(whole, amount)

    assert (rescaled.amount, rescaled.accounts) == (amount, whole.accounts)
    assert min(rescaled.base, rescaled.bonus) >= 0


def test_rescaling_a_withdrawn_earning_gives_no_bonus() -> None:
    assert rules.rescale(Parts(Decimal("0.00"), Decimal("0.00"), 3), Decimal("7.00")) == Parts(
        Decimal("7.00"), Decimal("0.00"), 3
    )


@pytest.mark.parametrize(
    ("current", "anchor", "every", "today", "following"),
    [
        ("2026-11-21", 21, Frequency.MONTHLY, "2026-11-21", "2026-11-21"),
        ("2026-11-20", 20, Frequency.MONTHLY, "2026-11-21", "2026-12-20"),
        ("2026-12-31", 31, Frequency.MONTHLY, "2027-01-01", "2027-01-31"),
        ("2027-01-31", 31, Frequency.MONTHLY, "2027-02-01", "2027-02-28"),
        ("2027-02-28", 31, Frequency.MONTHLY, "2027-03-01", "2027-03-31"),
        ("2026-01-31", 31, Frequency.MONTHLY, "2026-11-21", "2026-11-30"),
        ("2026-11-20", 20, Frequency.BIWEEKLY, "2026-11-21", "2026-12-04"),
        ("2026-11-20", 20, Frequency.WEEKLY, "2026-11-21", "2026-11-27"),
        ("2026-11-01", 1, Frequency.WEEKLY, "2026-11-21", "2026-11-22"),
    ],
)
def test_next_payment_date_is_the_first_of_the_rhythm_from_today(
    current: str, anchor: int, every: Frequency, today: str, following: str
) -> None:
    assert rules.next_payment_date(
        date.fromisoformat(current), anchor_day=anchor, every=every, today=date.fromisoformat(today)
    ) == date.fromisoformat(following)


def test_digest_keeps_values_apart() -> None:
    assert rules.digest("ab", "c") != rules.digest("a", "bc")
    assert rules.digest(None) != rules.digest("None")
    assert rules.digest(1) != rules.digest("1")
