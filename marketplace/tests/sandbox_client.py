"""What a test tells the sandbox and asks it. See `sandbox.server` for the calls and `sandbox.faults` for the faults."""

from __future__ import annotations

from collections import Counter, defaultdict
from itertools import pairwise
from typing import Any

import requests

TIMEOUT_S = 60


class SandboxControl:
    """The control API of the sandbox at `url`."""

    def __init__(self, url: str) -> None:
        self._base = f"{url.rstrip('/')}/_control"
        self._session = requests.Session()
        self._session.trust_env = False

    def set_faults(self, *faults: dict[str, Any], seed: int = 0) -> None:
        """Put these faults in force instead of all others; none clears them."""
        self._call("PUT", "/faults", {"faults": list(faults), "seed": seed})

    def set_policy(self, **changes: str | int) -> dict[str, Any]:
        """Change duplicate_logins, lookup_shape, rate_limit_per_minute or latency_ms."""
        policy: dict[str, Any] = self._call("PATCH", "/policy", changes)
        return policy

    def set_listing_status(self, listing_id: str | int, status: str) -> None:
        """Give a listing any status, as the marketplace's own events would."""
        self._call("PATCH", f"/listings/{listing_id}", {"status": status})

    def set_order(self, listing_id: str | int, **order: Any) -> None:
        """Let a listing be bought: {status, is_manual, is_disputed, purchased_at, dispute}, as `gameboost.SCRIPT` says."""
        self._call("PATCH", f"/listings/{listing_id}", {"status": "Sold", "order": order})

    def change_template(self, game: str, **changes: Any) -> None:
        """Let a game's template differ from the recorded one; an entry of account_data that is None goes."""
        self._call("PUT", f"/templates/{game}", changes)

    def log(self, *, after: int = 0) -> list[dict[str, Any]]:
        """Calls in order of arrival."""
        entries: list[dict[str, Any]] = self._call("GET", f"/log?after={after}")
        return entries

    def counters(self) -> dict[str, Any]:
        """Figures that a run is judged by: `creates` listings made by login, `created` in all, `requests` by endpoint, and
        `minCreateGapMs`, the shortest time between two create requests of one key."""
        log = self.log()
        creates = Counter(listing["login"] for listing in self.listings())
        asked: dict[str, list[float]] = defaultdict(list)
        for call in log:
            if call["endpoint"] == "create":
                asked[call["key_hash"]].append(call["at"])
        gaps_s = [later - earlier for times in asked.values() for earlier, later in pairwise(sorted(times))]
        return {
            "creates": creates,
            "created": creates.total(),
            "requests": Counter(call["endpoint"] for call in log),
            "minCreateGapMs": min(gaps_s) * 1000 if gaps_s else None,
        }

    def listings(self) -> list[dict[str, Any]]:
        """Every listing ever created, deleted ones too."""
        listings: list[dict[str, Any]] = self._call("GET", "/listings")
        return listings

    def reset(self) -> None:
        """Forget listings, calls and faults, and return to the first policies."""
        self._call("POST", "/reset")

    def close(self) -> None:
        self._session.close()

    def _call(self, method: str, path: str, body: Any = None) -> Any:
        answer = self._session.request(method, self._base + path, json=body, timeout=TIMEOUT_S)
        answer.raise_for_status()
        return answer.json()
