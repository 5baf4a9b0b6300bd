"""Structured logs, one JSON object a line, with secrets removed before anything is written."""

import logging
import re
import sys
from typing import Any

import structlog

REMOVED = "[removido]"
_SECRET_NAME = re.compile(r"pass(word)?|senha|secret|token|api[-_]?key|authorization|cookie|credential|login", re.I)
_SECRET_TEXT = (
    re.compile(r"(?i)(\b(?:bearer|basic)\s+)[^\s\"',]+"),
    re.compile(
        r"(?i)((?:api[-_]?key|token|senha|password|secret|sessionid|authorization)"
        r"[\"']?\s*[=:]\s*[\"']?(?:(?:bearer|basic)\s+)?)[^\s\"',;&}]+"
    ),
    re.compile(r"(?i)(://[^/\s:@]+:)[^@\s/]+(?=@)"),
    re.compile(r"(/by-login/)[^\s?\"']+"),
    re.compile(r"(_\|WARNING:-DO-NOT-SHARE-THIS)\S*"),
)
_SAFE_NAMES = frozenset({"event", "logger", "level", "timestamp", "login_step"})


def scrub(value: Any, name: str = "") -> Any:
    """A value fit for a log, without what is named like a secret, and what looks like one inside texts and reprs."""
    if name not in _SAFE_NAMES and _SECRET_NAME.search(name):
        return REMOVED
    if isinstance(value, dict):
        return {key: scrub(item, str(key)) for key, item in value.items()}
    if isinstance(value, list | tuple | set | frozenset):
        return [scrub(item) for item in value]
    if value is None or isinstance(value, int | float):
        return value
    text = value if isinstance(value, str) else repr(value)
    for pattern in _SECRET_TEXT:
        text = pattern.sub(rf"\1{REMOVED}", text)
    return text


def configure(*, level: str) -> None:
    """Send structlog and the standard library's loggers to standard error as JSON lines."""
    shared: list[Any] = [
        structlog.contextvars.merge_contextvars,
        structlog.stdlib.add_logger_name,
        structlog.stdlib.add_log_level,
        structlog.processors.TimeStamper(fmt="iso", utc=True),
        structlog.processors.format_exc_info,
    ]
    structlog.configure(
        processors=[*shared, structlog.stdlib.ProcessorFormatter.wrap_for_formatter],
        logger_factory=structlog.stdlib.LoggerFactory(),
        wrapper_class=structlog.stdlib.BoundLogger,
        cache_logger_on_first_use=False,
    )
    handler = logging.StreamHandler(sys.stderr)
    handler.name = "core"  # so that configuring twice does not log twice
    handler.setFormatter(
        structlog.stdlib.ProcessorFormatter(
            foreign_pre_chain=[*shared, structlog.stdlib.PositionalArgumentsFormatter()],
            processors=[
                structlog.stdlib.ProcessorFormatter.remove_processors_meta,
                lambda logger, method, event: scrub(event),
                structlog.processors.JSONRenderer(ensure_ascii=False),
            ],
        )
    )
    root = logging.getLogger()
    root.handlers = [other for other in root.handlers if other.name != handler.name]
    root.addHandler(handler)
    root.setLevel(level)
    logging.getLogger("django.request").setLevel(logging.ERROR)
