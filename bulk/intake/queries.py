"""What a person keeps before a run: templates and lists, drafts, what goes into their analyses."""

from typing import Any, TypeVar

from django.db.models import Q, QuerySet

from accounts.queries import upload_settings
from bulk.analysis import Texts
from bulk.enums import RowState, Screen
from bulk.models import ContentTemplate, LabelAlias, QueueDraft, RareItemList, Row, TextDraft
from core.actor import Actor
from core.errors import Forbidden, found
from marketplace import queries as marketplace

T = TypeVar("T", ContentTemplate, RareItemList)


def usable(model: type[T], person: Actor, game: str) -> QuerySet[T]:
    """Templates or lists of a game by name, with their list and owner: one's own and the shared ones."""
    related = ("owner", "rare_list") if model is ContentTemplate else ("owner",)
    return model._default_manager.filter(_usable(person), game=game).select_related(*related)


def usable_list(person: Actor, game: str, list_id: int | None) -> RareItemList | None:
    """None for no id, and for a list that this person may not use."""
    return None if list_id is None else usable(RareItemList, person, game).filter(pk=list_id).first()


def editable(model: type[T], person: Actor, content_id: int) -> T:
    """NotFound for somebody else's own; Forbidden for a shared one that is only to be used."""
    kept = found(model._default_manager.filter(_usable(person), pk=content_id).first())
    if not can_edit(kept, person):
        raise Forbidden
    return kept


def can_edit(kept: ContentTemplate | RareItemList, person: Actor) -> bool:
    """One's own; for admins the shared ones as well."""
    return kept.owner_id == person.id or (kept.shared and person.is_admin)


def _usable(person: Actor) -> Q:
    return Q(owner_id=person.id) | Q(shared=True)


def queue_of(owner_id: int, game: str) -> QueueDraft:
    """'Accounts created successfully are removed from the queue …; failed ones stay.' Version 0: not written yet.

    Each entry that was sent has the `state`, `error` and `errors` of its row, unless that is somebody else's. What
    was created for practice ('Ensaio') still waits to be created.
    """
    draft = QueueDraft.objects.filter(owner=owner_id, game=game).first() or QueueDraft(game=game, version=0)
    runs = {entry["sent"]["runId"] for entry in draft.entries if entry.get("sent")}
    rows = Row.objects.filter(run__in=runs, run__owner=owner_id).exclude(state=RowState.CREATED, run__training=True)
    outcomes: dict[tuple[int | None, int | None], dict[str, Any]] = {
        (row.run_id, row.line): {"state": row.state, "error": row.error, "errors": row.errors}
        for row in rows.only("run_id", "line", "state", "error", "errors")
    }
    unsent: dict[str, Any] = {"sent": None, "state": None, "error": "", "errors": {}}
    told = []
    for entry in draft.entries:
        sent = entry.get("sent") or {}
        told.append(entry | outcomes.get((sent.get("runId"), sent.get("line")), unsent))
    draft.entries = [entry for entry in told if entry["state"] != RowState.CREATED]
    return draft


def text_of(owner_id: int, game: str, screen: str = Screen.CREATOR) -> TextDraft:
    """A person's text of one game; one that nobody has written yet is empty, at version 0."""
    draft = TextDraft.objects.filter(owner=owner_id, game=game, screen=screen).first()
    return draft or TextDraft(game=game, screen=screen, version=0, updated_at=None)  # type: ignore[misc]  # until written


_FIELD_READ = {"current_tier": "current", "peak_tier": "peak"}
"""The API's names of what the analysis reads as one."""


def labels_of(user_id: int) -> QuerySet[LabelAlias]:
    return LabelAlias.objects.filter(owner=user_id).order_by("game", "folded")


def aliases_of(user_id: int, game: str) -> dict[str, str]:
    """{label: field} as the analysis wants them."""
    taught = labels_of(user_id).filter(game=game).values_list("folded", "field")
    return {folded: _FIELD_READ.get(field, field) for folded, field in taught}


def texts_of(user_id: int, game: str) -> Texts:
    """The person's own description, else the global one; the instructions are the global ones."""
    known = marketplace.global_settings()
    own: str = upload_settings(user_id).descriptions.get(game, "")
    return Texts(own or known.default_description, known.default_instructions)
