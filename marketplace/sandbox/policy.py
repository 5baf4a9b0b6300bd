"""How the sandbox behaves where the vendor's own behaviour is undocumented or a matter of load."""

from __future__ import annotations

from dataclasses import asdict, dataclass, fields, replace
from typing import Any

CHOICES = {
    "duplicate_logins": ("by_version", "accept", "refuse"),
    "lookup_shape": ("single", "list"),
    "price_shape": ("text", "object"),
}


class BadPolicy(ValueError):
    """The description of a policy makes no sense."""


@dataclass
class Policy:
    """`duplicate_logins`: v2 refuses a second listing of a login; v1 does not document it, so it is accepted there unless
    told otherwise.

    `lookup_shape`: v1 answers one account by login (the oldest); "list" answers all of them. `price_shape`: v2's
    recorded answers show an object, its pages a text. The limits are those that the vendors publish, per key; 0 is none.
    `rate_limit_per_minute` is v1's. `latency_ms` is added to every answer. `v1_gone` (1) answers 410 to every call of v1.
    """

    duplicate_logins: str = "by_version"
    lookup_shape: str = "single"
    price_shape: str = "object"
    rate_limit_per_minute: int = 500
    v2_reads_per_minute: int = 1000
    v2_writes_per_minute: int = 500
    v2_resource_writes_per_minute: int = 5
    v2_resource_writes_per_hour: int = 10
    lzt_reads_per_minute: int = 300
    lzt_writes_per_minute: int = 30
    lzt_searches_per_minute: int = 120
    lzt_deletes_per_minute: int = 300
    lzt_checks_per_minute: int = 300
    latency_ms: int = 0
    v1_gone: int = 0

    def update(self, changes: dict[str, Any]) -> None:
        """Take over the named values. Raises BadPolicy and changes nothing when one makes no sense."""
        known = {each.name for each in fields(self)}
        if unknown := set(changes) - known:
            raise BadPolicy(f"unknown policies: {', '.join(sorted(unknown))}")
        for name, value in changes.items():
            choices = CHOICES.get(name)
            if choices and value not in choices:
                raise BadPolicy(f"{name} must be one of {', '.join(choices)}")
            if not choices and (isinstance(value, bool) or not isinstance(value, int) or value < 0):
                raise BadPolicy(f"{name} must be a whole number")
        self.__dict__.update(asdict(replace(self, **changes)))
