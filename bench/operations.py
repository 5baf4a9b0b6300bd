"""Money after 10,000 random operations by 20 clients: every total on every endpoint against the sum of entries.

Runs on the configured DATABASE_URL, which must be empty (`.ci/with-postgres` gives such a one), else on a SQLite file
of its own. A difference ends it with an error.
"""

import csv
import io
import tempfile
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from decimal import Decimal
from pathlib import Path
from random import Random
from threading import Lock
from typing import Any

from bench.figures import Figure
from bench.http import Person
from e2e.installation import Installation
from e2e.people import ADMIN

OPERATIONS = 10_000
CLIENTS = 20
EMPLOYEES = 12
PAGE = 500
CENT = Decimal("0.01")


@dataclass
class Account:
    """What the clients were told of one person's money: entries credited and paid, in R$."""

    credited: Decimal = Decimal(0)
    paid: Decimal = Decimal(0)


@dataclass
class Books:
    """What all clients did together; each change of it under its lock."""

    people: list[int]
    accounts: dict[int, Account] = field(default_factory=lambda: defaultdict(Account))
    tasks: list[int] = field(default_factory=list)
    outcomes: Counter[str] = field(default_factory=Counter)
    lock: Lock = field(default_factory=Lock)


def measure() -> Iterator[Figure]:
    with tempfile.TemporaryDirectory() as var, Installation(Path(var)) as installation:
        installation.manage("seed", "--employees", str(EMPLOYEES))
        clients = [Person(installation.url, *ADMIN) for _ in range(CLIENTS)]
        books = _opened(clients[0])
        started = time.monotonic()
        with ThreadPoolExecutor(CLIENTS) as pool:
            list(pool.map(lambda number: _operate(clients[number], books, Random(number)), range(CLIENTS)))
        elapsed = time.monotonic() - started
        differences = list(_differences(clients[0], books))
        assert not differences, "\n".join(differences)
        installation.manage("verify_ledger")
    yield Figure(f"differences after {OPERATIONS} operations by {CLIENTS} clients", len(differences), 0, "")
    yield Figure("milliseconds an operation", elapsed * 1000 / OPERATIONS, 50, "ms")


def _opened(admin: Person) -> Books:
    """The books as the demo leaves them."""
    people = [row["id"] for row in admin.get("/api/users?role=employee&limit=100&offset=0").json()]
    books = Books(people)
    for person in people:
        for entry in _entries(admin, person):
            books.accounts[person].credited += Decimal(entry["amount"])
            books.accounts[person].paid += Decimal(entry["amount"]) * (entry["status"] == "paid")
    return books


def _operate(client: Person, books: Books, chance: Random) -> None:
    acts: dict[Callable[[Person, Books, Random], str], int] = {_add: 40, _transfer: 30, _assign: 14, _complete: 13}
    acts |= {_adjust: 3}
    for _ in range(OPERATIONS // CLIENTS):
        (act,) = chance.choices(list(acts), list(acts.values()))
        outcome = act(client, books, chance)
        with books.lock:
            books.outcomes[outcome] += 1


def _add(client: Person, books: Books, chance: Random) -> str:
    user, amount = chance.choice(books.people), _amount(chance, 60)
    body = {"userId": user, "amount": str(amount), "description": "Medida", "status": "pending", "accountsCount": 1}
    client.post("/api/earnings", body)
    with books.lock:
        books.accounts[user].credited += amount
    return "credits"


def _transfer(client: Person, books: Books, chance: Random) -> str:
    user, amount = chance.choice(books.people), _amount(chance, 120)
    if not _done(client.ask("POST", "/api/earnings/transfer", {"userId": user, "amount": str(amount)}), refusal=400):
        return "refused transfers"
    with books.lock:
        books.accounts[user].paid += amount
    return "transfers"


def _assign(client: Person, books: Books, chance: Random) -> str:
    body = {
        "title": "Medida",
        "description": "",
        "assignedTo": chance.choice(books.people),
        "targetQuantity": chance.randint(1, 9),
        "paymentPerAccount": str(_amount(chance, 9)),
        "overrideLimit": True,
    }
    task = client.post("/api/tasks", body).json()["id"]
    with books.lock:
        books.tasks.append(task)
    return "tasks"


def _complete(client: Person, books: Books, chance: Random) -> str:
    with books.lock:
        task = chance.choice(books.tasks[-40:]) if books.tasks else None
    if task is None:
        return "nothing to complete"
    answer = client.ask("POST", f"/api/tasks/{task}/complete", {})
    if not _done(answer, refusal=409):
        return "repeated completions"
    earning = answer.json()["earning"]
    with books.lock:
        books.accounts[earning["userId"]].credited += Decimal(earning["amount"])
    return "completions"


def _adjust(client: Person, books: Books, chance: Random) -> str:
    """Moves people in and out of the tier that has the bonus."""
    path = f"/api/loyalty-points/{chance.choice(books.people)}/adjust"
    client.post(path, {"pointsChange": chance.randint(-60, 60), "reason": "Medida"})
    return "adjustments"


def _amount(chance: Random, most: int) -> Decimal:
    return chance.randint(1, most * 100) * CENT


def _done(answer: Any, *, refusal: int) -> bool:
    """Whether the call was done; False when it was refused as it may be, an error for anything else."""
    if answer.status_code == refusal:
        return False
    answer.raise_for_status()
    return True


def _entries(admin: Person, user: int) -> list[dict[str, Any]]:
    """All earnings of a person, page by page."""
    entries: list[dict[str, Any]] = []
    while True:
        page = admin.get(f"/api/earnings/{user}?limit={PAGE}&offset={len(entries)}").json()
        entries += page
        if len(page) < PAGE:
            return entries


def _differences(admin: Person, books: Books) -> Iterator[str]:
    """Every total that is told, against the entries and against what the clients were told while they worked."""
    balances = {row["user"]["id"]: row for row in admin.get(f"/api/earnings/balances?limit={PAGE}&offset=0").json()}
    pending_of_all = paid_of_all = Decimal(0)
    for user in books.people:
        by_status = {"pending": Decimal(0), "paid": Decimal(0)}
        for entry in _entries(admin, user):
            by_status[entry["status"]] += Decimal(entry["amount"])
        pending, paid = by_status["pending"], by_status["paid"]
        account, balance = books.accounts[user], balances.get(user, {"pending": "0", "paid": "0"})
        told = {
            "what was credited": (account.credited, pending + paid),
            "what was transferred": (account.paid, paid),
            "/pending": (admin.get(f"/api/earnings/{user}/pending?limit=1").json()["total"], pending),
            "/paid": (admin.get(f"/api/earnings/{user}/paid").json()["total"], paid),
            "/balances, pending": (balance["pending"], pending),
            "/balances, paid": (balance["paid"], paid),
            "/statement.csv": (_sum_of_csv(admin.get(f"/api/earnings/{user}/statement.csv").text), pending + paid),
        }
        yield from (
            f"person {user}, {name}: {one} and {other}" for name, (one, other) in told.items() if _differ(one, other)
        )
        pending_of_all, paid_of_all = pending_of_all + pending, paid_of_all + paid
    totals = admin.get("/api/earnings/totals").json()
    for name, told_total, counted in (
        ("pending", totals["pending"], pending_of_all),
        ("paid", totals["paid"], paid_of_all),
    ):
        if _differ(told_total, counted):
            yield f"/totals, {name}: {told_total} and {counted}"


def _differ(told: Decimal | str, counted: Decimal) -> bool:
    return Decimal(told) != counted


def _sum_of_csv(text: str) -> Decimal:
    rows = csv.DictReader(io.StringIO(text.removeprefix("\ufeff")), delimiter=";")
    return sum((Decimal(row["Valor"].replace(",", ".")) for row in rows), Decimal(0))
