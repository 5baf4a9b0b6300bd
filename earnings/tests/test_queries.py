"""Every way of tampering with one row is found."""

from decimal import Decimal
from importlib import import_module
from typing import Any

import pytest
from cryptography.fernet import Fernet
from django.apps import apps
from django.core.management import CommandError, call_command
from django.db import DatabaseError, connection, transaction
from django.db.models import Model

from core import crypto
from core.models import AuditEvent
from earnings import actions, rules
from earnings.models import Balance, Earning, Posting
from earnings.queries import sealing_keys, verify_ledger
from earnings.tests.factories import owe


@pytest.fixture
def history(employee: Any, other_employee: Any, admin: Any) -> None:
    """Two people with credits, a cut, a payment and a correction."""
    for person in (employee, other_employee):
        first = owe(person, "10.00", bonus="5", source_kind="task", source_id=person.id)
        owe(person, "20.00")
        actions.transfer(user_id=person.id, amount=Decimal("5.00"), by=admin)
        rest = Earning.objects.get(split_from=first)
        actions.correct(earning_id=rest.pk, amount=Decimal("4.00"), reason="Conferência", by=admin)


def tamper(statement: str, *values: Any) -> None:
    """Run a statement as somebody with the database in hands would, past the append-only triggers."""
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            cursor.execute("SET LOCAL session_replication_role = replica")
        else:
            for table in ("posting", "payout"):
                for verb in ("update", "delete"):
                    cursor.execute(f"DROP TRIGGER IF EXISTS earnings_{table}_no_{verb}")
        cursor.execute(statement, values)
        if connection.vendor == "postgresql":
            cursor.execute("SET LOCAL session_replication_role = origin")


def alter(row: Model, change: str) -> None:
    table, key = row._meta.db_table, row._meta.pk.column
    tamper(f"UPDATE {table} SET {change} WHERE {key} = %s", row.pk)  # noqa: S608 - the test's own words


def test_untouched_ledger_has_no_fault(history: None) -> None:
    found = verify_ledger()

    assert found.faults == []
    assert (found.postings, found.earnings, found.people) == (12, 6, 2)


def test_empty_ledger_has_no_fault(db: None) -> None:
    found = verify_ledger()

    assert (found.faults, found.postings, found.people) == ([], 0, 0)


@pytest.mark.parametrize(
    "change",
    [
        "amount = amount + 1",
        "reason = 'outro'",
        "kind = 'outro'",
        "by_id = user_id",
        "created_at = '2020-01-01 00:00:00+00:00'",
        "earning_seal = 'x'",
        "previous_hash = 'x'",
        "hash = 'x'",
        "sequence = sequence + 100",
    ],
)
def test_altered_posting_is_found_wherever_it_stands(history: None, employee: Any, change: str) -> None:
    for posting in list(Posting.objects.filter(user=employee)):
        with transaction.atomic():
            alter(posting, change)
            assert verify_ledger().faults, posting
            transaction.set_rollback(True)

    assert verify_ledger().faults == []


def test_removed_posting_is_found_wherever_it_stood(history: None, employee: Any) -> None:
    for posting in list(Posting.objects.filter(user=employee)):
        with transaction.atomic():
            tamper("DELETE FROM earnings_posting WHERE id = %s", posting.pk)
            assert verify_ledger().faults, posting
            transaction.set_rollback(True)

    assert verify_ledger().faults == []


def test_reordered_postings_are_found(history: None, employee: Any) -> None:
    """Two lines change places, hashes and all."""
    tamper("UPDATE earnings_posting SET sequence = -1 WHERE user_id = %s AND sequence = 3", employee.id)
    tamper("UPDATE earnings_posting SET sequence = 3 WHERE user_id = %s AND sequence = 4", employee.id)
    tamper("UPDATE earnings_posting SET sequence = 4 WHERE user_id = %s AND sequence = -1", employee.id)

    assert any("não continua o lançamento anterior" in fault for fault in verify_ledger().faults)


def test_posting_moved_to_another_person_is_found(history: None, employee: Any, other_employee: Any) -> None:
    tamper(
        "UPDATE earnings_posting SET user_id = %s, sequence = 7 WHERE user_id = %s AND sequence = 6",
        other_employee.id,
        employee.id,
    )

    assert verify_ledger().faults


def test_a_posting_removed_with_its_balance_is_noticed_by_its_earning(history: None, employee: Any) -> None:
    *_, before, last = Posting.objects.filter(user=employee)
    tamper("DELETE FROM earnings_posting WHERE id = %s", last.pk)
    Balance.objects.filter(user=employee).update(sequence=before.sequence, head=before.hash, pending=Decimal("25.50"))

    assert [fault.split(":")[0] for fault in verify_ledger().faults] == [f"Ganho {last.earning_id}"] * 2


@pytest.mark.parametrize("change", ["pending = pending + 1", "paid = paid + 1", "sequence = sequence - 1", "head = 'x'"])
def test_altered_balance_is_found(history: None, employee: Any, change: str) -> None:
    alter(employee.balance, change)

    faults = verify_ledger().faults
    assert len(faults) == 1
    assert faults[0].startswith(f"Pessoa {employee.id}: ")


@pytest.mark.parametrize(
    "change",
    [
        "amount = amount + 1, base_amount = base_amount + 1",
        "base_amount = base_amount + 1, bonus_amount = bonus_amount - 1",
        "bonus_percentage = 99",
        "description = 'outra'",
        "accounts_count = accounts_count + 1",
        "source_kind = 'outra'",
        "source_id = 99",
        "split_from_id = id",
        "created_at = '2020-01-01 00:00:00+00:00', updated_at = '2020-01-01 00:00:00+00:00'",
        "status = 'paid', paid_at = updated_at, payout_id = (SELECT min(id) FROM earnings_payout)",
    ],
)
def test_altered_earning_is_found(history: None, employee: Any, change: str) -> None:
    earning = Earning.objects.get(user=employee, split_from__isnull=False)

    alter(earning, change)

    faults = verify_ledger().faults
    assert faults
    assert {fault.split(":")[0] for fault in faults} == {f"Ganho {earning.pk}"}


def test_earning_given_to_another_person_is_found(history: None, employee: Any, other_employee: Any) -> None:
    earning = Earning.objects.filter(user=employee).last()
    assert earning is not None

    alter(earning, f"user_id = {other_employee.id}")

    assert verify_ledger().faults == [f"Ganho {earning.pk}: foi alterado depois do último lançamento."]


def test_earning_without_a_posting_is_found(history: None, employee: Any) -> None:
    forged = Earning.objects.filter(user=employee).first()
    assert forged is not None
    forged.pk, forged.source_kind = None, "forjado"
    forged.save(force_insert=True)

    assert verify_ledger().faults == [f"Ganho {forged.pk}: nenhum lançamento o registra."]


def test_altered_payout_is_found(history: None, employee: Any) -> None:
    payout = employee.payouts.get()

    alter(payout, "amount = amount + 1")

    assert verify_ledger().faults == [f"Pagamento {payout.pk}: de R$ 5,01, quitou R$ 5,00."]


def test_fingerprint_changes_with_every_posting(history: None, employee: Any) -> None:
    before = verify_ledger().fingerprint
    assert verify_ledger().fingerprint == before

    owe(employee)

    assert verify_ledger().fingerprint != before


def test_command_says_that_the_ledger_is_whole(history: None, capsys: Any) -> None:
    call_command("verify_ledger")

    first, second = capsys.readouterr().out.splitlines()
    assert first == "Razão íntegro: 12 lançamentos, 6 ganhos, 2 pessoas."
    assert second == f"Impressão digital: {verify_ledger().fingerprint}"


def test_command_fails_and_names_the_place(history: None, employee: Any, capsys: Any) -> None:
    alter(employee.balance, "pending = pending + 1")

    with pytest.raises(CommandError, match=r"Razão com 1 divergência\(s\)\."):
        call_command("verify_ledger")

    assert capsys.readouterr().err.startswith(f"Pessoa {employee.id}: saldo pendente de ")


def chain_unkeyed(person: Any) -> None:
    """Recompute a person's chain as anybody can who knows how it is built but has no key."""
    head = rules.GENESIS
    for posting in Posting.objects.filter(user=person).order_by("sequence"):
        posting.previous_hash = head
        head = unkeyed_hash(posting)
        alter(posting, f"previous_hash = '{posting.previous_hash}', hash = '{head}'")
    Balance.objects.filter(user=person).update(head=head)


def unkeyed_hash(posting: Posting) -> str:
    return rules.digest(
        posting.previous_hash,
        posting.user_id,
        posting.sequence,
        str(posting.kind),
        rules.to_cents(posting.amount),
        posting.earning_id,
        posting.payout_id,
        posting.by_id,
        posting.reason,
        posting.created_at.timestamp(),
        posting.earning_seal,
    )


def test_chain_recomputed_without_the_key_is_found(history: None, employee: Any) -> None:
    alter(Posting.objects.filter(user=employee)[1], "reason = 'outro'")
    chain_unkeyed(employee)

    faults = verify_ledger().faults

    assert [fault for fault in faults if fault.startswith(f"Pessoa {employee.id}, lançamento 2:")] == [
        f"Pessoa {employee.id}, lançamento 2: o conteúdo não confere com o hash."
    ]
    assert len(faults) == 6


def test_ledger_verifies_after_its_keys_were_rotated(history: None, settings: Any) -> None:
    before = verify_ledger().fingerprint
    new = Fernet.generate_key().decode()
    settings.FIELD_ENCRYPTION_KEYS = [new, *settings.FIELD_ENCRYPTION_KEYS]
    call_command("rotate_keys")
    settings.FIELD_ENCRYPTION_KEYS = [new]
    crypto.index_key.cache_clear()

    found = verify_ledger()

    assert (found.faults, found.fingerprint) == ([], before)


@pytest.fixture
def two_keys(history: None, employee: Any) -> None:
    """A chain whose key was replaced after six postings a person, with a posting more."""
    call_command("verify_ledger", "--new-key")
    owe(employee, "7.00")


def test_ledger_verifies_across_a_new_key_of_its_own(two_keys: None, employee: Any, settings: Any, capsys: Any) -> None:
    call_command("verify_ledger", "--new-key")
    owe(employee, "8.00")
    new = Fernet.generate_key().decode()
    settings.FIELD_ENCRYPTION_KEYS = [new, *settings.FIELD_ENCRYPTION_KEYS]
    call_command("rotate_keys")
    settings.FIELD_ENCRYPTION_KEYS = [new]

    found = verify_ledger()

    first, last = Posting.objects.order_by("pk")[12], Posting.objects.latest("pk")
    assert (found.faults, found.postings) == ([], 14)
    assert f"Chave nova a partir do lançamento {last.pk}." in capsys.readouterr().out
    assert [event.after for event in AuditEvent.objects.filter(event="earnings.ledger_sealed").order_by("pk")] == [
        {"fromPosting": first.pk},
        {"fromPosting": last.pk},
    ]


def test_posting_sealed_with_a_key_that_was_replaced_is_found(two_keys: None, employee: Any) -> None:
    (_, former), (_, present) = sealing_keys()
    newest, older = Posting.objects.filter(user=employee).order_by("-sequence")[:2]

    for posting, key in ((newest, former), (older, present)):
        with transaction.atomic():
            alter(posting, f"hash = '{posting.computed_hash(key)}'")
            faults = verify_ledger().faults
            transaction.set_rollback(True)
        place = f"Pessoa {employee.id}, lançamento {posting.sequence}"
        assert f"{place}: o conteúdo não confere com o hash." in faults


def test_ledger_with_faults_gets_no_new_key(history: None, employee: Any) -> None:
    alter(employee.balance, "pending = pending + 1")

    with pytest.raises(CommandError, match="Razão com 1 divergência"):
        call_command("verify_ledger", "--new-key")

    assert len(sealing_keys()) == 1


def test_migration_seals_sound_chains_and_leaves_altered_ones_to_be_found(
    history: None, employee: Any, other_employee: Any
) -> None:
    """As an installation of the release before comes here."""
    for person in (employee, other_employee):
        chain_unkeyed(person)
    alter(Posting.objects.filter(user=employee)[1], "reason = 'outro'")
    import_module("earnings.migrations.0004_key_of_the_ledger").seal_with_key(apps, connection.schema_editor())

    faults = verify_ledger().faults

    assert faults
    assert all(fault.startswith(f"Pessoa {employee.id},") for fault in faults)
    assert AuditEvent.objects.get(event="earnings.ledger_sealed").after == {
        "postings": 6,
        "peopleWithFaults": [employee.id],
    }
    with pytest.raises(DatabaseError, match="append-only"), transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("UPDATE earnings_posting SET reason = 'x'")
