"""What is known of the request being served, for logs and the audit trail."""

from contextvars import ContextVar

_request_id: ContextVar[str] = ContextVar("request_id", default="")


def current_request_id() -> str:
    return _request_id.get()


def set_request_id(value: str) -> None:
    _request_id.set(value)
