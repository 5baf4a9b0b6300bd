"""What is known of the work being done, for logs and the audit trail. structlog's context is where it is kept."""

import structlog


def current_request_id() -> str:
    """The id of the request being served; empty outside of one."""
    return str(structlog.contextvars.get_contextvars().get("request_id", ""))
