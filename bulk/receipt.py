"""The receipt of a run: what was counted and what was created, under a seal that anyone can compute again."""

import hashlib
import json
from collections.abc import Iterable
from typing import Any

from bulk.models import Row
from bulk.queries import Progress
from bulk.serializers import ReceiptFactsOutput


def receipt_json(progress: Progress, listings: Iterable[Row]) -> dict[str, Any]:
    """{receipt, sha256}; the latter is what `jq -cjS .receipt recibo.json | sha256sum` prints."""
    receipt = dict(ReceiptFactsOutput({"progress": progress, "listings": listings}).data)
    return {"receipt": receipt, "sha256": hashlib.sha256(canonical(receipt)).hexdigest()}


def canonical(receipt: dict[str, Any]) -> bytes:
    """JSON in the one form that is sealed: keys sorted, no white space, UTF-8."""
    return json.dumps(receipt, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode()
