"""Reads of what a person keeps before a run: templates and lists, drafts, learned labels."""

from typing import Any, TypeVar

from django.db.models import Q, QuerySet

from bulk.enums import RowState
from bulk.games import GAMES
from bulk.games.catalogue import game_of
from bulk.games.description import describe_game
from bulk.models import ContentTemplate, LabelAlias, OtherGame, QueueDraft, RareItemList, Row, TextDraft
from bulk.planning import default_settings
from core.actor import Actor
from core.errors import Forbidden, ensure
from marketplace.queries import newest_template, template_history

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
    kept = ensure(model._default_manager.filter(_usable(person), pk=content_id).first())
    if not can_edit(kept, person):
        raise Forbidden
    return kept


def can_edit(kept: ContentTemplate | RareItemList, person: Actor) -> bool:
    """One's own; for admins the shared ones as well."""
    return kept.owner_id == person.id or (kept.shared and person.is_admin)


def _usable(person: Actor) -> Q:
    return Q(owner_id=person.id) | Q(shared=True)


def queue_of(owner_id: int, game: str) -> QueueDraft:
    """A person's list of a game, without the accounts that were created since (product: creators.result). Version 0: not
    written yet. Each entry that was sent has the `state`, `error` and `errors` of its row, unless that is somebody
    else's. What was created for practice ('Ensaio') still waits to be created."""
    draft = QueueDraft.objects.filter(owner=owner_id, game=game).first() or QueueDraft(game=game, version=0)
    runs = {entry["sent"]["runId"] for entry in draft.entries if entry.get("sent")}
    rows = Row.objects.filter(run__in=runs, run__owner=owner_id).exclude(state=RowState.CREATED, run__training=True)
    outcomes: dict[tuple[int | None, int | None], dict[str, Any]] = {
        (row.run_id, row.line): {"state": row.state, "error": row.error, "errors": row.errors}
        for row in rows.only("run_id", "line", "state", "error", "errors")
    }
    unsent: dict[str, Any] = {"sent": None, "state": None, "error": "", "errors": {}}
    sent = [entry.get("sent") or {} for entry in draft.entries]
    states = [outcomes.get((each.get("runId"), each.get("line")), unsent) for each in sent]
    entries = [entry | state for entry, state in zip(draft.entries, states, strict=True)]
    draft.entries = [entry for entry in entries if entry["state"] != RowState.CREATED]
    return draft


def text_of(owner_id: int, game: str) -> TextDraft:
    """A person's text of one game; one that nobody has written yet is empty, at version 0."""
    draft = TextDraft.objects.filter(owner=owner_id, game=game).first()
    return draft or TextDraft(game=game, version=0, updated_at=None)  # type: ignore[misc]  # until it is written


def shown_game(user_id: int, slug: str) -> dict[str, Any]:
    """A game for its screen; of one that is not ours its `template`: its version, what changed last and when."""
    game = game_of(slug)
    shown = describe_game(game, default_settings(user_id, game))
    if slug in GAMES:
        return shown
    newest, state = newest_template(slug), template_history(slug)
    known = bool(game.data)
    return shown | {
        "template": {
            "version": newest[0] if newest else 0,
            "known": known,
            "notice": "" if known else NO_FIELDS if newest else FIELDS_UNKNOWN,
            "pinned": OtherGame.objects.filter(slug=slug, pinned=True).exists(),
            "changes": [change.text for change in state.changes] if state else [],
            "changedAt": state.changed_at and state.changed_at.isoformat() if state else None,
        }
    }


NO_FIELDS = "O GameBoost não descreve campos próprios deste jogo: valem os comuns."
FIELDS_UNKNOWN = (
    "Os campos próprios deste jogo não são conhecidos, pois só a API v2 do GameBoost os diz: valem os comuns."
)


def labels_of(user_id: int) -> QuerySet[LabelAlias]:
    return LabelAlias.objects.filter(owner=user_id).order_by("game", "folded")


def aliases_of(user_id: int, game: str) -> dict[str, str]:
    """{label: field} as the analysis wants them: it reads a rank, which the API calls by its tier, as one."""
    taught = labels_of(user_id).filter(game=game).values_list("folded", "field")
    return {folded: field.removesuffix("_tier") for folded, field in taught}
