"""What the company keeps of people: the page that says it, and a person's own copy."""

import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from django.apps import apps
from django.conf import settings
from django.db import transaction
from django.db.models import Model

from accounts.enums import Audited
from accounts.queries import person_by_id
from core.actor import Actor
from core.audit import record
from core.fields import EncryptedTextField
from core.models import AuditEvent
from infra.schedule import registry

_DECLARED = tomllib.loads(Path(__file__).with_name("privacy.toml").read_text("utf-8"))

# The columns that make a row somebody's own; that a person merely did something to it (`by`) does not.
OWNERS = ("user", "owner", "assignee")
# Rows that are somebody's through another row.
THROUGH = {"bulk.row": "run__owner", "notifications.delivery": "channel__user"}
# Counters and keys of the machinery, which say nothing of a person, and what the company made of accounts.
MACHINERY = frozenset({"core.idempotencyrecord", "accounts.usersession", "marketplace.keybudget", "bulk.result"})
# Encrypted as they are personal, not as nobody may read them.
PERSONAL = frozenset({"notifications.Channel.address"})
HASHES = {"password", "second_password", "session_nonce", "key_hash", "code_hash"}
HASHES |= {"login_index", "account_index", "index", "reference", "lane_key", "connection"}


def all_kept() -> list[dict[str, Any]]:
    """Everything that is kept, as {what, why, how_long}: what stays first, then what goes by itself."""
    forgetting = (job for job in registry.values() if job.forgets)
    return [*_DECLARED["permanent"], *(_DECLARED["purged"][job.name] | {"how_long": job.forgets} for job in forgetting)]


@transaction.atomic
def export_personal_data(*, user_id: int, by: Actor) -> dict[str, list[dict[str, Any]]]:
    """A person's own copy: everything kept about them, as {name of the model: rows}; without secrets, hashes and
    credentials. The person sees who took it. Raises NotFound."""
    person = person_by_id(user_id)
    record(Audited.DATA_EXPORTED, by=by, target=person, subject=person)
    data = {person._meta.label_lower: [_row(person)]}
    for model, lookup in personal_models():
        rows = model._default_manager.filter(**{lookup: user_id}).order_by("pk")
        data[model._meta.label_lower] = [_row(row) for row in rows.iterator()]
    trail = AuditEvent.objects.filter(subject_id=user_id).order_by("pk")
    data[AuditEvent._meta.label_lower] = [_row(event) for event in trail.iterator()]
    return data


def personal_models() -> Iterator[tuple[type[Model], str]]:
    """Models whose rows are somebody's, and the lookup that says whose."""
    person = apps.get_model(settings.AUTH_USER_MODEL)
    for model in apps.get_models():
        label = model._meta.label_lower
        owners = [field.name for field in model._meta.fields if field.name in OWNERS and field.related_model is person]
        if label not in MACHINERY and (owners or label in THROUGH):
            yield model, THROUGH.get(label) or owners[0]


def _row(row: Model) -> dict[str, Any]:
    return {
        field.name: getattr(row, field.attname)
        for field in row._meta.fields
        if field.name not in HASHES and (not isinstance(field, EncryptedTextField) or str(field) in PERSONAL)
    }
