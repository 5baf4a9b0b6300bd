"""The ways out of the app: e-mail, Telegram, webhook. HTTP goes through the outbound guard. SMTP is its one exception:
the server is named by the operator (EMAIL_URL) alone, and people choose only whom it writes to."""

import base64
import hashlib
import hmac
import json
import smtplib
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from email.mime.image import MIMEImage
from typing import Any, cast
from urllib.parse import urljoin, urlsplit

from django.conf import settings
from django.core.mail.backends.smtp import EmailBackend
from django.core.mail.message import EmailMultiAlternatives, sanitize_address
from django.template.loader import render_to_string
from django.utils import timezone

from infra.brand import logo_content
from infra.outbound import Destinations, NotSent, OutboundError, OutboundResponse, OutboundSession, Reason
from notifications.enums import ChannelKind
from notifications.models import Channel
from notifications.rules import Outcome

TIMEOUT_S = 10
SETTINGS_PATH = "/profile?tab=avisos"
NEVER_LEAVES = {Reason.DESTINATION_REFUSED, Reason.INVALID_REQUEST}
TURNED_AWAY = range(300, 500)
NOT_NOW = {408: Outcome.UNKNOWN, 429: Outcome.NOT_SENT}


@dataclass(frozen=True)
class Line:
    """A notification as it leaves: never its body, which may quote what people or marketplaces wrote."""

    kind: str
    title: str
    path: str
    at: datetime

    @property
    def url(self) -> str:
        return urljoin(settings.PUBLIC_BASE_URL, self.path)


@dataclass(frozen=True)
class Message:
    """`id` stays the same when it is repeated, so that whoever got both can tell."""

    id: str
    lines: Sequence[Line]

    @property
    def subject(self) -> str:
        title = self.lines[0].title if len(self.lines) == 1 else f"{len(self.lines)} avisos"
        return f"{settings.COMPANY_NAME}: {title}"

    @property
    def text(self) -> str:
        lines = "\n\n".join(f"{line.title}\n{line.url}" for line in self.lines)
        return f"{settings.COMPANY_NAME}\n\n{lines}\n\nMensagem {self.id[:8]}"


def what_is_missing(kind: str) -> str:
    """The sentence that says what an operator has to set before the channel works; empty when it does."""
    if kind == ChannelKind.EMAIL and not settings.EMAIL_SERVER:
        return "Este servidor ainda não envia e-mails. Peça a quem cuida dele que preencha EMAIL_URL e EMAIL_FROM."
    if kind == ChannelKind.TELEGRAM and not (settings.TELEGRAM_BOT_TOKEN and settings.TELEGRAM_BOT_NAME):
        missing = "TELEGRAM_BOT_TOKEN e TELEGRAM_BOT_NAME"
        return f"Este servidor ainda não tem um bot. Peça a quem cuida dele que preencha {missing}."
    return ""


def may_be_called(url: str) -> bool:
    """Whether a webhook can be saved: https at a public name, or a host of OUTBOUND_ALLOWED_HOSTS."""
    with suppress(ValueError):
        return Destinations(frozenset({urlsplit(url).hostname or ""}), settings.OUTBOUND_ALLOWED_HOSTS).permits_url(url)
    return False


def send(channel: Channel, message: Message) -> Outcome:
    return {"email": send_email, "telegram": send_telegram, "webhook": send_webhook}[channel.kind](channel, message)


def send_email(channel: Channel, message: Message) -> Outcome:
    server = EmailBackend(timeout=TIMEOUT_S, **settings.EMAIL_SERVER)
    host, settings_url = urlsplit(settings.PUBLIC_BASE_URL).hostname, urljoin(settings.PUBLIC_BASE_URL, SETTINGS_PATH)
    mail: Any = EmailMultiAlternatives(  # whose stubs leave some of it out
        message.subject,
        f"{message.text}\nEscolha o que recebe: {settings_url}\n",
        settings.DEFAULT_FROM_EMAIL,
        [sanitize_address(channel.address, "utf-8")],  # a domain with accents, as SMTP writes it
        headers={"Message-ID": f"<{message.id}@{host}>", "Auto-Submitted": "auto-generated"},
    )
    image = logo_content()
    shown = {"logo": bool(image), "company_name": settings.COMPANY_NAME, "settings_url": settings_url}
    mail.mixed_subtype = "related"
    if image:
        mail.attach(logo := MIMEImage(image))
        logo["Content-ID"] = "<logo>"
    mail.attach_alternative(render_to_string("notifications/email.html", {"message": message, **shown}), "text/html")
    try:
        server.open()
    except (OSError, smtplib.SMTPException):
        return Outcome.NOT_SENT
    connection = cast(smtplib.SMTP, server.connection)
    try:
        connection.sendmail(mail.from_email, mail.to, mail.message().as_bytes(linesep="\r\n"))
    except smtplib.SMTPRecipientsRefused as refused:
        return _refusal(max(code for code, _ in refused.recipients.values()))
    except smtplib.SMTPResponseException as refused:
        return _refusal(refused.smtp_code)
    except (OSError, smtplib.SMTPException):
        return Outcome.UNKNOWN
    finally:
        with suppress(OSError, smtplib.SMTPException):
            server.close()
    return Outcome.SENT


def _refusal(code: int) -> Outcome:
    return Outcome.REFUSED if code >= 500 else Outcome.NOT_SENT


def send_telegram(channel: Channel, message: Message) -> Outcome:
    body = {"chat_id": channel.address, "text": message.text, "link_preview_options": {"is_disabled": True}}
    return _post(_telegram("sendMessage"), json.dumps(body).encode())[0]


def telegram_starts() -> list[tuple[str, str]]:
    """(code, chat) of everybody who pressed the bot's link since it was asked last; the bot then forgets them."""
    url = _telegram("getUpdates")
    _, answer = _post(url, b'{"allowed_updates": ["message"]}')
    updates: list[dict[str, Any]] = []
    with suppress(ValueError):
        updates = (answer and answer.json().get("result")) or []
    if updates:
        _post(url, json.dumps({"offset": updates[-1]["update_id"] + 1, "limit": 1}).encode())
    messages = [update.get("message", {}) for update in updates]
    return [
        (each["text"].removeprefix("/start").strip(), str(each["chat"]["id"]))
        for each in messages
        if each.get("chat", {}).get("type") == "private" and each.get("text", "").startswith("/start ")
    ]


def _telegram(method: str) -> str:
    return f"{settings.TELEGRAM_API_URL}/bot{settings.TELEGRAM_BOT_TOKEN}/{method}"


def send_webhook(channel: Channel, message: Message) -> Outcome:
    """A POST signed as standardwebhooks.com has it: HMAC-SHA256 of id, time and body."""
    items = [
        {"kind": each.kind, "title": each.title, "url": each.url, "createdAt": each.at.isoformat()}
        for each in message.lines
    ]
    body = json.dumps({"id": message.id, "type": "notifications", "notifications": items}).encode()
    sent_at = str(int(timezone.now().timestamp()))
    key = base64.b64decode(channel.secret.removeprefix("whsec_"))
    signature = hmac.digest(key, f"{message.id}.{sent_at}.".encode() + body, hashlib.sha256)
    headers = {
        "Webhook-Id": message.id,
        "Webhook-Timestamp": sent_at,
        "Webhook-Signature": f"v1,{base64.b64encode(signature).decode()}",
    }
    return _post(channel.address, body, headers)[0]


def _post(url: str, body: bytes, headers: dict[str, str] | None = None) -> tuple[Outcome, OutboundResponse | None]:
    hosts = frozenset({urlsplit(url).hostname or ""})
    session = OutboundSession(settings.OUTBOUND_ALLOWED_HOSTS, TIMEOUT_S, public_hosts=hosts)
    headers = {"Content-Type": "application/json", **(headers or {})}
    try:
        answer = session.request("POST", url, headers=headers, body=body)
    except NotSent as failure:
        return Outcome.REFUSED if failure.reason in NEVER_LEAVES else Outcome.NOT_SENT, None
    except OutboundError:
        return Outcome.UNKNOWN, None
    finally:
        session.close()
    if answer.status in TURNED_AWAY:
        return NOT_NOW.get(answer.status, Outcome.REFUSED), None
    return (Outcome.SENT, answer) if answer.status < 300 else (Outcome.UNKNOWN, None)
