"""A request of ours against a bare Django view: the same rows of the same table, without middleware, session or serializer.

Processor time of this process, both through the WSGI handler of Django's test client, so without a socket.
"""

import time
from collections.abc import Callable, Iterator
from io import StringIO
from itertools import islice
from statistics import median
from typing import Any

from bench import django_ground
from bench.figures import Figure

ROUNDS = 150
LIST, POLL, PAGE = "/api/tasks?limit=50&offset=0", "/api/earnings/all?limit=50&offset=0", "/tasks"


def measure() -> Iterator[Figure]:
    django_ground.ready()
    from django.core.management import call_command
    from django.http import HttpRequest, JsonResponse
    from django.test import Client, override_settings
    from django.urls import path

    from accounts.queries import person_by_username
    from tasks.models import Task

    call_command("migrate", verbosity=0)
    call_command("seed", "--demo", "--employees", "5", "--tasks", "200", "--earnings", "10", stdout=StringIO())

    def bare(request: HttpRequest) -> JsonResponse:
        return JsonResponse(list(islice(Task.objects.values(), 50)), safe=False)

    person = person_by_username("admin")
    assert person is not None
    client = Client(headers={"host": "localhost"})
    client.force_login(person)
    etag = client.get(POLL).headers["ETag"]
    urls: Any = type("urls", (), {"urlpatterns": [path("bare", bare)]})
    with override_settings(MIDDLEWARE=[], ROOT_URLCONF=urls):
        usual = _cpu_ms(lambda: client.get("/bare"))
    yield Figure("a bare Django view of 50 tasks, processor time", usual, 10, "ms")
    for name, ask in (
        ("our list of 50 tasks", lambda: client.get(LIST)),
        ("an unchanged poll (304)", lambda: client.get(POLL, headers={"if-none-match": etag})),
        ("our page of tasks, with that in it", lambda: client.get(PAGE)),
    ):
        yield Figure(f"{name}, against the bare view", _cpu_ms(ask) / usual, 4)


def _cpu_ms(ask: Callable[[], Any]) -> float:
    spent = []
    for _ in range(ROUNDS):
        began = time.thread_time()
        assert ask().status_code in (200, 304)
        spent.append((time.thread_time() - began) * 1000)
    return median(spent)
