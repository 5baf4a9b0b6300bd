"""What other apps answer of an earning."""

from typing import Any

from earnings.models import Earning
from earnings.serializers.money import EarningOutput


def earning_json(earning: Earning) -> dict[str, Any]:
    """An earning as every call about money answers it."""
    shape: dict[str, Any] = EarningOutput(earning).data
    return shape
