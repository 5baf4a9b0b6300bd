"""What Ctrl+K waits for at 2,000 people, 20,000 tasks, 100,000 earnings and 100,000 listed accounts.

On the server of DATABASE_URL when that is PostgreSQL, on a SQLite file otherwise.
"""

import os
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from statistics import quantiles

from bench import django_ground
from bench.figures import Figure
from bench.http import Person
from bench.reads import fill
from bench.storm import fresh_database
from e2e.installation import Installation
from e2e.people import ADMIN, ANA

RUNS, ROWS = 100, 1_000
ROUNDS = 30
WARM_S = 60
"""What a worker does when it begins is over then."""
TYPED = {
    "a name": "funcionário 01234",
    "a name with a typing error": "fucnionario 1234",
    "a task": "tarefa de medição 777",
    "an exact login": "medida70x500",
    "an exact title": "Conta medida 70-500",
    "nothing there is": "xilofone quadrado",
}
BOUND_MS = 100


def measure() -> Iterator[Figure]:
    with tempfile.TemporaryDirectory() as name, fresh_database(Path(name)) as database_url:
        installation = Installation(Path(name), DATABASE_URL=database_url)
        os.environ |= installation.environment
        fill(installation)
        django_ground.ready()
        _list_accounts(installation.sandbox_url)
        with installation:
            time.sleep(WARM_S)
            for who, person in (("admin", ADMIN), ("employee", ANA)):
                asking = Person(installation.url, *person)
                for kind, typed in TYPED.items():
                    waits_ms = [_ms(asking, typed) for _ in range(ROUNDS)]
                    yield Figure(f"{who} searches {kind}, p95 of {ROUNDS}", quantiles(waits_ms, n=20)[-1], BOUND_MS, "ms")


def _ms(person: Person, typed: str) -> float:
    started = time.perf_counter()
    person.get(f"/api/search?q={typed}")
    return (time.perf_counter() - started) * 1000


def _list_accounts(sandbox_url: str) -> None:
    """Runs of created accounts, like one that was started, but for their people, titles and logins."""
    from django.db import connections
    from django.utils import timezone

    from accounts.queries import active_people
    from bulk.actions.runs import start_runs
    from bulk.enums import RowState
    from bulk.games.terms import Terms
    from bulk.models import Row, Run
    from bulk.queries import account_index
    from infra.jobs import refresh_statistics

    ana = active_people().get(username=ANA[0])
    django_ground.connect(ana, key="sandbox-search", base_url=f"{sandbox_url}/v1")
    start_runs(owner=ana, game="roblox", by=ana, text="medida:Senha#1", settings={}, markets={"gameboost": Terms()})
    like = Row.objects.select_related("run").latest("pk")
    owners = list(active_people().filter(role="employee").order_by("pk")[:50])
    columns = {"credentials": None, "listing": None, "details": like.details, "state": RowState.CREATED}
    for number in range(RUNS):
        run = like.run
        run.pk, run.owner, run.total, run.created_at = None, owners[number % len(owners)], ROWS, timezone.now()
        run.finished_at = run.created_at
        run.save(force_insert=True)
        Row.objects.bulk_create(
            Row(
                run=run,
                line=line,
                title=f"Conta medida {number}-{line}",
                account_index=account_index("roblox", f"medida{number}x{line}"),
                remote_id=f"medida-{number}-{line}",
                settled_at=timezone.now(),
                **columns,
            )
            for line in range(ROWS)
        )
    assert Run.objects.count() > RUNS
    refresh_statistics()
    connections.close_all()
