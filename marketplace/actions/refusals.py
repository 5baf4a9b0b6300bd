"""Keys that a marketplace refuses, told to the admins once, until the key works again."""

from marketplace.adapters.base import CallRecord, Connection, Unauthorized
from marketplace.models import KeyBudget
from marketplace.queries import SYSTEM_KEY, SYSTEM_USER_ID
from marketplace.queries.configurations import owners_of_key
from notifications import actions as notifications
from notifications.enums import NotificationKind

EVERY_CALL = "*"
FORBIDDEN = 403
"""Of GameBoost: the key may not make this call, others it may."""


class RefusalRecorder:
    """What the calls of one adapter say of its key. `for_screen`: a person sees each answer, so a key that they typed to
    try it, and nobody saved, is nobody else's matter."""

    def __init__(self, connection: Connection, *, for_screen: bool) -> None:
        self._connection = connection
        self._for_screen = for_screen
        self._works = False

    def learn(self, record: CallRecord) -> None:
        """Belongs inside a transaction."""
        call = f"{record.method} {record.endpoint}"
        if record.refused and not self._connection.training:
            self._works = False
            self._note_refusal(record.refused, call if record.refused.status == FORBIDDEN else EVERY_CALL)
        elif record.succeeded and not self._works:
            self._works = self._note_success(call)

    def _note_refusal(self, refused: Unauthorized, call: str) -> None:
        owners = owners_of_key(self._connection.lane_key)
        if self._for_screen and not owners:
            return
        KeyBudget.objects.get_or_create(lane_key=self._connection.lane_key)
        budget = KeyBudget.objects.select_for_update().get(lane_key=self._connection.lane_key)
        if {call, EVERY_CALL}.isdisjoint(budget.refusals):
            KeyBudget.objects.filter(pk=budget.pk).update(refusals=[*budget.refusals, call])
            _tell_admins(refused, owners)

    def _note_success(self, call: str) -> bool:
        """Forget refusals that hold no longer; whether none is left."""
        budgets = KeyBudget.objects.select_for_update().filter(lane_key=self._connection.lane_key)
        for pk, refusals in budgets.exclude(refusals=[]).values_list("pk", "refusals"):
            left = [each for each in refusals if each not in (call, EVERY_CALL)]
            if left != refusals:
                KeyBudget.objects.filter(pk=pk).update(refusals=left)
            return not left
        return True


def _tell_admins(refused: Unauthorized, owners: dict[int, str]) -> None:
    """Say whose key it is, and where that is mended."""
    owner_id = next(iter(owners), SYSTEM_USER_ID)
    whose = " e ".join(SYSTEM_KEY if each == SYSTEM_USER_ID else f"de {name}" for each, name in owners.items())
    what, step = "Chave de API recusada", "Corrija a chave"
    if refused.version_gone:
        what, step = "Versão da API desativada", "Mude a chave para a versão 2"
    notifications.notify_admins(
        kind=NotificationKind.KEY_REFUSED,
        title=f"{what}: {whose or 'chave não mais salva'}"[:200],
        body=f"{refused.explanation} {step} em Gerenciar APIs.",
        url=f"/gerenciar-apis?userId={owner_id}",
    )
