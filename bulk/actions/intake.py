"""Writes before a run: labels that people teach the analysis, drafts, templates of texts and their lists."""

from collections.abc import Mapping
from datetime import timedelta
from typing import Any, TypeVar

from django.db import IntegrityError, transaction
from django.db.models import F
from django.db.models.functions import Now
from django.utils import timezone

from bulk import errors
from bulk.analysis.folding import fold_label
from bulk.games import GAMES
from bulk.games.placeholders import RARE, TEXTS, placeholders_in, text_problems
from bulk.intake.queries import editable, usable_list
from bulk.models import ContentTemplate, Draft, LabelAlias, QueueDraft, RareItemList, TextDraft
from core.actor import Actor
from core.errors import Errors, Forbidden, NotFound

MAX_LABELS = 200  # for each person and game: every analysis reads all of them


@transaction.atomic
def teach_label(*, by: Actor, game: str, label: str, field: str) -> LabelAlias:
    """From now on `label` announces `field` in this person's analyses; what it announced before is forgotten."""
    of_game = LabelAlias.objects.filter(owner=by.id, game=game)
    folded = fold_label(label)
    if not of_game.filter(folded=folded).exists() and of_game.count() >= MAX_LABELS:
        raise errors.TooManyLabels
    taught, _ = LabelAlias.objects.update_or_create(
        owner_id=by.id, game=game, folded=folded, defaults={"label": label, "field": field}
    )
    return taught


def forget_label(*, by: Actor, label_id: int) -> None:
    """NotFound, too, for the label of somebody else."""
    forgotten, _ = LabelAlias.objects.filter(owner=by.id, pk=label_id).delete()
    if not forgotten:
        raise NotFound


DRAFTS_KEPT = timedelta(days=7)
"""Accounts that nobody has touched for as long are not going to be created; what is kept can leak."""


def save_queue(*, by: Actor, game: str, entries: list[dict[str, Any]], version: int) -> None:
    """Replace one's own queue as last read at `version`; QueueChanged when another tab was faster."""
    if not _replaced(QueueDraft, by, game, version, entries=entries):
        raise errors.QueueChanged


def save_text(*, by: Actor, game: str, text: str, overrides: dict[str, Any], version: int) -> None:
    """Replace one's own text as last read at `version`; TextChanged when another tab was faster. An empty text stays
    as a row, so that its version is never given to another."""
    if not _replaced(TextDraft, by, game, version, text=text, overrides=overrides):
        raise errors.TextChanged


def purge_drafts() -> int:
    """Delete what was left alone for a week; how many drafts."""
    return delete_drafts(updated_at__lt=timezone.now() - DRAFTS_KEPT)


def delete_drafts(**which: Any) -> int:
    """Delete what was not sent, of those that the columns say; how many drafts."""
    return sum(drafts._default_manager.filter(**which).delete()[0] for drafts in (QueueDraft, TextDraft))


def _replaced(drafts: type[Draft], by: Actor, game: str, version: int, **content: Any) -> bool:
    """Whether the draft was still at `version`; 0 is that of a draft nobody has written yet."""
    if version:
        draft = drafts._default_manager.filter(owner=by.id, game=game, version=version)
        return bool(draft.update(version=F("version") + 1, updated_at=Now(), **content))
    try:
        with transaction.atomic():
            drafts._default_manager.create(owner_id=by.id, game=game, **content)
    except IntegrityError:
        return False
    return True


T = TypeVar("T", ContentTemplate, RareItemList)

MAX_KEPT = 200  # for each person and game


def create_content(model: type[T], *, by: Actor, game: str, values: Mapping[str, Any]) -> T:
    """Keep a template of texts (`values`: name, title, description, delivery_instructions, rare_list_id, shared), or a
    list of rare items (name, items, shared). Raises TextsInvalid, NameTaken, TooMany, Forbidden (of sharing)."""
    if model._default_manager.filter(owner=by.id, game=game).count() >= MAX_KEPT:
        text = errors.TOO_MANY_TEMPLATES if model is ContentTemplate else errors.TOO_MANY_LISTS
        raise errors.TooMany(text.format(most=MAX_KEPT))
    return _save(model(owner_id=by.id, game=game), values, by)


def change_content(model: type[T], *, by: Actor, content_id: int, values: Mapping[str, Any]) -> T:
    """What `values` does not name stays."""
    return _save(editable(model, by, content_id), values, by)


def delete_content(model: type[T], *, by: Actor, content_id: int) -> None:
    """Templates that used a list lose it, and name no items until they have another."""
    editable(model, by, content_id).delete()


def _save(kept: T, values: Mapping[str, Any], by: Actor) -> T:
    if values.get("shared") and not by.is_admin:
        raise Forbidden
    was_shared = kept.shared
    for name, value in values.items():
        setattr(kept, name, value)
    if isinstance(kept, RareItemList):
        wrong: Errors = {}
        if was_shared and not kept.shared and ContentTemplate.objects.filter(rare_list=kept, shared=True).exists():
            wrong["shared"] = [errors.SHARED_USES]
        kept.items = list(dict.fromkeys(" ".join(item.split()) for item in kept.items if item.strip()))
    else:
        kept.rare_list = usable_list(by, kept.game, kept.rare_list_id)
        texts = {name: getattr(kept, name) for name in TEXTS}
        wrong = text_problems(texts, GAMES[kept.game].placeholders)
        if not any(text.strip() for text in texts.values()):
            wrong["title"] = [errors.NO_TEXT]
        if kept.rare_list is None and any(RARE in placeholders_in(text) for text in texts.values()):
            wrong["rare_list_id"] = [errors.NO_LIST]
        if kept.rare_list and kept.shared and not kept.rare_list.shared:
            wrong["rare_list_id"] = [errors.PRIVATE_LIST]
    if wrong:
        raise errors.TextsInvalid(wrong)
    try:
        with transaction.atomic():
            kept.save()
    except IntegrityError:
        raise errors.NameTaken from None
    return kept
