"""Errors nobody caught: written to the log, kept for admins, and sent to Sentry where SENTRY_DSN is set: their type and
where in the code they happened, not their text, which may name somebody."""

import re
import sys
import traceback
from datetime import timedelta
from typing import Any, cast

import sentry_sdk
import structlog
from django.conf import settings
from django.db import transaction
from django.http import HttpRequest
from django.utils import timezone
from sentry_sdk.transport import HttpTransport
from urllib3 import HTTPResponse

from core.handlers import outage_detail
from infra.logs import scrub
from infra.models import ErrorReport
from infra.outbound import OutboundSession

log = structlog.get_logger(__name__)

KEPT = timedelta(days=30)
MOST_AN_HOUR = 500
MAX_STACK = 8_000
SENTRY_TIMEOUT_S = 10
_QUOTED = re.compile(r'"[^"\n]*"')  # browsers quote the text that could not be read
_ID = re.compile(r"(?<=/)\d+(?=/|$)")
_TYPE = re.compile(r"(?:Uncaught )?(\w*(?:Error|Exception))\b")
_SENT = {"event_id", "timestamp", "level", "platform", "release", "exception", "message", "tags", "sdk", "type"}


def record(*, source: str, message: str, stack: str = "", page: str = "", release: str = "") -> None:
    """Log an error and keep it, with secrets, quoted texts and ids removed. Beyond MOST_AN_HOUR it is only logged."""
    message, stack = _scrub_text(message)[:300], _scrub_text(stack)[:MAX_STACK]
    page = _scrub_text(_ID.sub(":id", re.split(r"[?#]", page)[0]))[:200]
    log.warning("error_reported", source=source, message=message, page=page, release=release[:40])
    if ErrorReport.objects.filter(created_at__gte=timezone.now() - timedelta(hours=1)).count() < MOST_AN_HOUR:
        ErrorReport.objects.create(source=source, message=message, stack=stack, page=page, release=release[:40])


def record_browser_error(*, message: str, **context: str) -> None:
    record(source=ErrorReport.Source.BROWSER, message=message, **context)
    kind = _TYPE.match(message)
    sentry_sdk.capture_message(f"Browser: {kind[1] if kind else 'Error'}", level="error")


def record_server_error(sender: Any, request: HttpRequest | None = None, **kwargs: Any) -> None:
    """Receive Django's `got_request_exception`. Nothing is kept while it is the database or the disk that fails."""
    error = sys.exc_info()[1]
    if error is None or outage_detail(error):
        return
    sentry_sdk.capture_exception(error)
    try:
        with transaction.atomic():
            stack, page = "".join(traceback.format_exception(error)), request.path if request else ""
            record(source=ErrorReport.Source.SERVER, message=f"{type(error).__name__}: {error}", stack=stack, page=page)
    except Exception:
        log.exception("error_report_not_kept")


def purge() -> int:
    return ErrorReport.objects.filter(created_at__lt=timezone.now() - KEPT).delete()[0]


def _scrub_text(text: str) -> str:
    return str(scrub(_QUOTED.sub('"…"', text)))


class GuardedTransport(HttpTransport):
    """Sentry's transport through the outbound guard."""

    def _make_pool(self) -> Any:
        hosts = frozenset({self.parsed_dsn.host} if self.parsed_dsn else ())
        return OutboundSession(settings.OUTBOUND_ALLOWED_HOSTS, SENTRY_TIMEOUT_S, public_hosts=hosts)

    def _request(self, method: str, endpoint_type: Any, body: Any, headers: Any) -> Any:
        session = cast(OutboundSession, self._pool)
        answer = session.request(method, self._auth.get_api_url(endpoint_type), headers=headers, body=body)
        return HTTPResponse(answer.body, headers=dict(answer.headers), status=answer.status)


def without_personal_data(event: Any, hint: Any) -> Any:
    """Sentry's `before_send`: the type of the error and its frames, without values, and nothing of the request."""
    kept = {name: value for name, value in event.items() if name in _SENT}
    for error in kept.get("exception", {}).get("values", ()):
        error["value"] = ""
        for frame in (error.get("stacktrace") or {}).get("frames", ()):
            frame.pop("vars", None)
    return kept


def start_sentry(dsn: str, **options: Any) -> None:
    """Send errors to Sentry, those recorded above alone: no integration listens to anything else."""
    defaults: dict[str, Any] = {
        "transport": GuardedTransport,
        "before_send": without_personal_data,
        "default_integrations": False,
        "auto_enabling_integrations": False,
        "send_default_pii": False,
        "include_local_variables": False,
        "include_source_context": False,
        "max_request_body_size": "never",
        "max_breadcrumbs": 0,
        "server_name": "",
        "send_client_reports": False,
        "auto_session_tracking": False,
    }
    sentry_sdk.init(dsn=dsn, **defaults | options)
