"""A configuration as it holds for somebody."""

from dataclasses import dataclass, field
from datetime import datetime

from marketplace.adapters.base import Connection
from marketplace.rules import is_enabled


@dataclass(frozen=True)
class Effective:
    """The configuration that holds for a person: their own, else the system default; or the sandbox's,
    while they are `training`.

    `key_owner_id` is the only person who may read the key. `resumed_runs` is how many runs went on by saving it.
    """

    user_id: int
    service: str
    base_url: str
    api_key: str = field(repr=False)
    timeout_ms: int
    enabled_endpoints: list[str]
    updated_at: datetime
    is_system_default: bool
    key_owner_id: int
    auth_method: str
    training: bool = False
    resumed_runs: int = 0

    def connection(self) -> Connection:
        return Connection(self.service, self.base_url, self.api_key, self.timeout_ms, self.auth_method, self.training)

    def allows(self, endpoint: str) -> bool:
        """Whether the screens may make this call."""
        return is_enabled(endpoint, self.enabled_endpoints)
