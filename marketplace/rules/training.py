"""The sandbox as a place to practise."""

from collections.abc import Mapping

from marketplace.enums import Service

SANDBOX_PATHS: Mapping[Service, str] = {Service.GAMEBOOST: "/v1", Service.LZTMARKET: "/lzt"}


def training_key(user_id: int) -> str:
    """A key that the sandbox takes. It opens nothing and is no secret."""
    return f"sandbox-ensaio-{user_id}"
