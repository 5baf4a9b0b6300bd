"""Notifications on their way out: to a real SMTP server, a webhook and Telegram, all on loopback."""

import base64
import hashlib
import hmac
import io
import json
from collections.abc import Callable, Iterator
from datetime import timedelta
from typing import Any

import pytest
import time_machine
from django.core.cache import cache
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from PIL import Image

from infra import brand, media
from notifications import actions, delivery, senders
from notifications.enums import DeliveryState as State
from notifications.models import Channel, Delivery
from notifications.tests.servers import Heard, Mailbox, http_server, smtp_server

pytestmark = pytest.mark.django_db

SECRET = f"whsec_{base64.b64encode(b'k' * 32).decode()}"


@pytest.fixture
def mailbox(settings: Any) -> Iterator[Mailbox]:
    settings.DEFAULT_FROM_EMAIL = "avisos@casa.example"
    settings.COMPANY_NAME = "Contas & Cia"
    settings.PUBLIC_BASE_URL = "https://casa.example"
    with smtp_server() as box:
        settings.EMAIL_SERVER = {"host": "127.0.0.1", "port": box.port}
        yield box


def channel(person: Any, kind: str = "email", **more: Any) -> Channel:
    values = {"address": "ana@casa.example", "confirmed_at": timezone.now(), "kinds": ["task_assigned"]}
    return Channel.objects.create(user_id=person.id, kind=kind, **values | more)


def tell(person: Any, title: str = "Nova tarefa", kind: str = "task_assigned") -> None:
    actions.notify(user_id=person.id, kind=kind, title=title, body="senha Tr0ca#9 de ana", url="/tasks")


def states() -> list[tuple[str, int]]:
    return list(Delivery.objects.order_by("id").values_list("state", "attempts"))


def test_an_email_tells_the_title_and_never_the_body(employee: Any, mailbox: Mailbox) -> None:
    channel(employee)
    tell(employee)

    assert delivery.deliver_due() == 1

    mail = mailbox.messages[0]
    assert (mail["To"], mail["From"]) == ("ana@casa.example", "avisos@casa.example")
    assert mail["Subject"] == "Contas & Cia: Nova tarefa"
    assert "Nova tarefa\nhttps://casa.example/tasks" in mailbox.texts[0].replace("\r", "")
    assert "Tr0ca" not in mail.as_string()
    assert states() == [(State.SENT, 1)]
    assert delivery.deliver_due() == 0


def test_an_email_ends_each_line_as_mail_servers_demand(employee: Any, mailbox: Mailbox) -> None:
    """A line feed alone is refused by many, since others were led astray by it."""
    channel(employee)
    tell(employee)

    delivery.deliver_due()

    [mail] = mailbox.as_sent
    assert mail.count(b"\n") == mail.count(b"\r\n") > 10


def test_an_email_carries_the_logo_inside(employee: Any, mailbox: Mailbox) -> None:
    image = io.BytesIO()
    Image.new("RGB", (40, 20), "teal").save(image, "PNG")
    name = media.store_avatar(SimpleUploadedFile("logo.png", image.getvalue()), folder="logo")
    brand.change_logo(by=employee, image=name)
    cache.delete("logo")
    channel(employee)
    tell(employee)

    delivery.deliver_due()

    parts = {part["Content-ID"]: part.get_content_type() for part in mailbox.messages[0].walk()}
    assert parts["<logo>"] == "image/png"
    assert "cid:logo" in mailbox.messages[0].get_body(("html",)).get_content()  # type: ignore[attr-defined]  # as in servers


def test_nothing_leaves_of_a_kind_that_is_off_or_to_an_address_unconfirmed(
    employee: Any, other_employee: Any, mailbox: Mailbox
) -> None:
    channel(employee, kinds=["payment_made"])
    channel(other_employee, confirmed_at=None)
    tell(employee)
    tell(other_employee)

    assert (delivery.deliver_due(), states(), mailbox.messages) == (0, [], [])


def test_what_is_undone_is_not_told(employee: Any, mailbox: Mailbox) -> None:
    channel(employee)
    with transaction.atomic():
        tell(employee)
        transaction.set_rollback(True)

    assert (delivery.deliver_due(), mailbox.messages) == (0, [])


def test_an_unknown_outcome_is_repeated_once_with_the_same_id(employee: Any, mailbox: Mailbox) -> None:
    mailbox.after_data = ["", "", ""]
    channel(employee)
    with time_machine.travel(timezone.now(), tick=False) as clock:
        tell(employee)
        delivery.deliver_due()
        assert (delivery.deliver_due(), states()) == (0, [(State.UNKNOWN, 1)])
        for _ in range(3):
            clock.shift(timedelta(minutes=5))
            delivery.deliver_due()

    assert states() == [(State.LOST, 2)]
    assert len(mailbox.ids) == 2
    assert len(set(mailbox.ids)) == 1


@pytest.mark.parametrize(
    ("said", "state"), [("550 no such box", State.FAILED), ("451 later", State.WAITING)], ids=["refused", "later"]
)
def test_an_answer_that_the_message_was_not_taken_is_believed(
    employee: Any, mailbox: Mailbox, said: str, state: str
) -> None:
    mailbox.at_recipient = said
    channel(employee)
    tell(employee)

    delivery.deliver_due()

    assert (states(), mailbox.messages) == ([(state, 1)], [])


def test_what_could_not_be_handed_over_is_tried_again_and_arrives(employee: Any, mailbox: Mailbox, settings: Any) -> None:
    channel(employee)
    with time_machine.travel(timezone.now(), tick=False) as clock:
        tell(employee)
        settings.EMAIL_SERVER = {"host": "127.0.0.1", "port": 1}
        delivery.deliver_due()
        assert states() == [(State.WAITING, 1)]
        settings.EMAIL_SERVER = {"host": "127.0.0.1", "port": mailbox.port}
        clock.shift(timedelta(minutes=3))
        delivery.deliver_due()

    assert (states(), len(mailbox.messages)) == ([(State.SENT, 2)], 1)


def test_the_attempt_is_written_down_before_a_byte_leaves(
    employee: Any, monkeypatch: pytest.MonkeyPatch, mailbox: Mailbox
) -> None:
    seen = []
    plain = senders.send_email
    monkeypatch.setattr(senders, "send_email", lambda *sent: (seen.append(states()), plain(*sent))[1])
    channel(employee)
    tell(employee)

    delivery.deliver_due()

    assert seen == [[(State.SENDING, 1)]]


def test_what_a_killed_worker_was_sending_is_repeated_once(employee: Any, mailbox: Mailbox) -> None:
    channel(employee)
    tell(employee)
    batch = delivery._claim(Channel.objects.get())
    with time_machine.travel(timezone.now() + timedelta(minutes=3)):
        delivery.deliver_due()
        assert states() == [(State.UNKNOWN, 1)]
    with time_machine.travel(timezone.now() + timedelta(minutes=5)):
        delivery.deliver_due()

    assert states() == [(State.SENT, 2)]
    assert mailbox.ids == [f"<{batch[0].message_id}@casa.example>"]


def test_a_summary_is_one_message_at_its_hour(employee: Any, mailbox: Mailbox) -> None:
    channel(employee, digest_at=18)
    with time_machine.travel("2026-11-24T12:00:00Z", tick=False) as clock:
        tell(employee, "Primeira")
        tell(employee, "Segunda")
        assert delivery.deliver_due() == 0
        clock.shift(timedelta(hours=9))
        assert delivery.deliver_due() == 1

    assert mailbox.messages[0]["Subject"] == "Contas & Cia: 2 avisos"
    assert mailbox.texts[0].index("Primeira") < mailbox.texts[0].index("Segunda")
    assert states() == [(State.SENT, 1)] * 2


def test_what_waits_of_a_kind_that_is_turned_off_does_not_leave(employee: Any, mailbox: Mailbox) -> None:
    channel(employee, kinds=["payment_made", "task_assigned"], digest_at=18)
    with time_machine.travel("2026-11-24T12:00:00Z", tick=False) as clock:
        tell(employee, "Pagamento feito", kind="payment_made")
        tell(employee, "Nova tarefa")
        actions.change_channel(by=employee, kind="email", kinds=["task_assigned"])
        clock.shift(timedelta(hours=9))
        assert delivery.deliver_due() == 1

    assert mailbox.messages[0]["Subject"] == "Contas & Cia: Nova tarefa"
    assert states() == [(State.SENT, 1)]


def test_quiet_hours_hold_messages_until_they_end(employee: Any, mailbox: Mailbox) -> None:
    channel(employee, quiet_from=22, quiet_until=7)
    with time_machine.travel("2026-11-24T02:00:00Z", tick=False) as clock:  # 23:00 in São Paulo
        tell(employee)
        assert delivery.deliver_due() == 0
        clock.shift(timedelta(hours=8))
        assert delivery.deliver_due() == 1

    assert len(mailbox.messages) == 1


@pytest.mark.once
def test_notify_costs_the_same_for_three_channels_as_for_one(employee: Any, other_employee: Any) -> None:
    channel(employee)
    for kind in ("email", "telegram", "webhook"):
        channel(other_employee, kind)
    costs = []
    for person in (employee, other_employee):
        with CaptureQueriesContext(connection) as queries:
            tell(person)
        costs.append(len(queries))

    assert costs[0] == costs[1]


@pytest.fixture
def post(employee: Any, settings: Any) -> Iterator[Callable[[int], Heard]]:
    """Have a webhook that answers with a status told one notification, and run the worker for ten minutes."""
    servers = []

    def told(status: int) -> Heard:
        server = http_server(lambda path, body: (status, {}))
        heard = server.__enter__()
        servers.append(server)
        settings.OUTBOUND_ALLOWED_HOSTS = frozenset({heard.host})
        channel(employee, "webhook", address=f"http://{heard.host}/avisos", secret=SECRET)
        with time_machine.travel(timezone.now()) as clock:
            tell(employee)
            for _ in range(3):
                delivery.deliver_due()
                clock.shift(timedelta(minutes=3))
        return heard

    yield told
    for server in servers:
        server.__exit__(None, None, None)


def test_a_webhook_is_signed_over_its_id_time_and_body(post: Callable[[int], Heard]) -> None:
    heard = post(204)

    path, headers, body = heard.requests[0]
    told = json.loads(body)
    signed = f"{told['id']}.{headers['Webhook-Timestamp']}.".encode() + body
    signature = base64.b64encode(hmac.digest(b"k" * 32, signed, hashlib.sha256)).decode()
    assert (path, headers["Webhook-Id"], headers["Webhook-Signature"]) == ("/avisos", told["id"], f"v1,{signature}")
    assert [(each["kind"], each["title"]) for each in told["notifications"]] == [("task_assigned", "Nova tarefa")]
    assert b"Tr0ca" not in body
    assert abs(int(headers["Webhook-Timestamp"]) - timezone.now().timestamp()) < 3600
    assert states() == [(State.SENT, 1)]


@pytest.mark.parametrize(
    ("status", "times", "state"),
    [(500, 2, State.LOST), (0, 2, State.LOST), (404, 1, State.FAILED), (302, 1, State.FAILED), (429, 2, State.WAITING)],
)
def test_a_webhook_that_fails_hears_a_message_twice_at_most_where_it_may_have_acted(
    post: Callable[[int], Heard], status: int, times: int, state: str
) -> None:
    heard = post(status)

    assert len(heard.requests) == times
    assert len({headers["Webhook-Id"] for _, headers, _ in heard.requests}) == 1
    assert Delivery.objects.get().state == state


def test_a_webhook_inside_the_network_is_never_called(employee: Any) -> None:
    with http_server(lambda path, body: (204, {})) as heard:
        channel(employee, "webhook", address=f"http://{heard.host}/avisos", secret=SECRET)
        tell(employee)
        delivery.deliver_due()

    assert (heard.requests, states()) == ([], [(State.FAILED, 1)])


def test_purge_keeps_what_waits_and_forgets_the_rest_after_30_days(employee: Any) -> None:
    own = channel(employee)
    tell(employee)
    delivery.send_begun(delivery.begin(own), "Teste")
    Delivery.objects.update(created_at=timezone.now() - timedelta(days=31))

    assert delivery.purge_deliveries() == 1

    assert states() == [(State.WAITING, 0)]
