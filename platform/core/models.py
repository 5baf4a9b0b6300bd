"""The kernel's own rows, and how a row of any model is locked. No domain noun lives here."""

from functools import cache
from typing import Any, ClassVar, TypeVar, cast

from django.conf import settings
from django.db import models

from core.append_only import AppendOnlyModel
from core.fields import EncryptedJSONField, EncryptedTextField
from core.statements import build

PERSON = settings.AUTH_USER_MODEL
Row = TypeVar("Row", bound=models.Model)
_locked = cache(lambda model: build(lambda **key: model.objects.select_for_update().filter(**key)))


class Called(models.Model):
    """A row that people are told of by its columns: `called` is formatted with it."""

    called: ClassVar[str]

    class Meta:
        abstract = True

    def __str__(self) -> str:
        return self.called.format(self)


class KeyMaterial(models.Model):
    """A key the installation made for itself, kept encrypted; see core.crypto.blind_index."""

    name = models.CharField("nome", max_length=40, unique=True)
    value = EncryptedTextField("valor")

    class Meta:
        verbose_name = "material de chave"
        verbose_name_plural = "materiais de chave"


class Stamp(models.Model):
    """A version that grows whenever what it names changes visibly; polled reads take their ETag from it."""

    name = models.CharField("nome", max_length=80, unique=True)
    version = models.BigIntegerField("versão", default=0)

    class Meta:
        verbose_name = "versão de leitura"
        verbose_name_plural = "versões de leitura"


class IdempotencyRecord(models.Model):
    """The first answer to an Idempotency-Key, replayed to every repetition; see core.api."""

    user = models.ForeignKey(PERSON, models.CASCADE, related_name="+", verbose_name="pessoa")
    key = models.CharField("chave", max_length=255)
    body_hash = models.CharField("hash do pedido", max_length=64)
    running_until = models.DateTimeField("em andamento até", null=True)
    status = models.PositiveSmallIntegerField("status", null=True)
    body = EncryptedJSONField("resposta", null=True)
    location = models.CharField("endereço", max_length=200, blank=True)
    created_at = models.DateTimeField("criado em", auto_now_add=True, db_index=True)

    class Meta:
        verbose_name = "pedido repetível"
        verbose_name_plural = "pedidos repetíveis"
        constraints = [models.UniqueConstraint(fields=["user", "key"], name="idempotency_one_answer_per_key")]


class AuditEvent(Called, AppendOnlyModel):
    """Something an operator may be asked about. No foreign keys, so the trail outlives what it names; no secrets."""

    called = "{0.event} por {0.actor_label}"
    event = models.CharField("evento", max_length=60, db_index=True)
    actor_id = models.BigIntegerField("autor", null=True)
    actor_label = models.CharField("nome do autor", max_length=200)
    target_type = models.CharField("tipo do alvo", max_length=60, blank=True)
    target_id = models.CharField("id do alvo", max_length=60, blank=True)
    target_label = models.CharField("alvo", max_length=200, blank=True)
    subject_id = models.BigIntegerField("pessoa envolvida", null=True)
    reason = models.TextField("motivo", blank=True)
    before = models.JSONField("antes", null=True)
    after = models.JSONField("depois", null=True)
    request_id = models.CharField("pedido", max_length=40, blank=True)
    created_at = models.DateTimeField("quando", auto_now_add=True, db_index=True)

    class Meta:
        verbose_name = "evento de auditoria"
        verbose_name_plural = "trilha de auditoria"
        ordering = ["-id"]
        indexes = [
            models.Index(fields=["subject_id", "-id"], name="audit_by_subject"),
            models.Index(fields=["actor_id", "-id"], name="audit_by_actor"),
        ]


class PeriodicJob(Called):
    """When a periodic job runs next; workers claim it by compare-and-set, see infra.schedule."""

    called = "{0.name}"
    name = models.CharField("nome", max_length=80, unique=True)
    due_at = models.DateTimeField("próxima execução")
    last_started_at = models.DateTimeField("último início", null=True)
    last_finished_at = models.DateTimeField("último fim", null=True)
    last_error = models.CharField("último erro", max_length=200, blank=True)

    class Meta:
        verbose_name = "tarefa periódica"
        verbose_name_plural = "tarefas periódicas"


class WorkerHeartbeat(Called):
    called = "{0.worker}"
    worker = models.CharField("processo", max_length=80, unique=True)
    beat_at = models.DateTimeField("último sinal", db_index=True)

    class Meta:
        verbose_name = "sinal de processo"
        verbose_name_plural = "sinais de processos"


def locked_row(model: type[Row], **key: Any) -> Row:
    """Get or create the row of this key, locked until the transaction ends. Raises TransactionManagementError outside
    of one, where the lock would be released at once."""
    if found := _locked(model)(**key):
        return cast("Row", found[0])
    # A row that is inserted here is locked as well: until the commit nobody else sees it, or can insert its like.
    return model._default_manager.select_for_update().get_or_create(**key)[0]
