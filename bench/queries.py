"""How many queries a list costs at 1 row and at 1,000 rows."""

from collections.abc import Iterator
from decimal import Decimal

from bench.django_ground import ready
from bench.figures import Figure

LISTS = ("/api/earnings/all", "/api/earnings/{user}", "/api/tasks", "/api/tasks/assignee/{user}")
ROWS = 1_000


def measure() -> Iterator[Figure]:
    ready()
    from django.core.management import call_command
    from django.db import connection
    from django.test import Client
    from django.test.utils import CaptureQueriesContext, setup_test_environment
    from django.utils import timezone

    from accounts.actions.people import create_person
    from shell.volume import add_earnings, add_tasks

    setup_test_environment()
    call_command("migrate", verbosity=0)
    admin = create_person(by=None, username="medida.admin", password="medida-forte-1", role="admin")
    person = create_person(by=None, username="medida.pessoa", password="medida-forte-1", role="employee")
    client = Client()
    client.force_login(admin)

    def grow(rows: int) -> None:
        add_earnings(person, [Decimal("1.00")] * rows, "Medida")
        task = {
            "title": "Medida",
            "assignee_id": person.id,
            "target_quantity": 5,
            "payment_per_account": Decimal("1.00"),
            "due_at": timezone.now(),
        }
        add_tasks([task] * rows, by=admin)

    def count(path: str) -> int:
        client.get(path)  # the first look at somebody's money writes its audit row
        with CaptureQueriesContext(connection) as captured:
            assert client.get(path).status_code == 200
        return len(captured)

    paths = [path.format(user=person.id) for path in LISTS]
    grow(1)
    at_one = {path: count(path) for path in paths}
    grow(ROWS - 1)
    for path in paths:
        yield Figure(f"queries of {path} at {ROWS} rows against 1 ({at_one[path]})", count(path) / at_one[path], 1.0)
