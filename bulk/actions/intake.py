"""Writes before a run: labels that people teach the analysis, drafts, templates of texts and their lists."""

import json
from collections.abc import Mapping
from datetime import timedelta
from typing import Any, TypeVar

from django.db import IntegrityError, transaction
from django.db.models import F
from django.db.models.functions import Now
from django.utils import timezone

from bulk import errors
from bulk.analysis.folding import fold_label
from bulk.characters import LINE_BREAK
from bulk.games.catalogue import game_of
from bulk.games.lines import MAX_LINES, fits
from bulk.games.placeholders import RARE, TEXTS, placeholders_in, text_problems
from bulk.intake.merging import merge_entries, merge_fields, merge_lines
from bulk.intake.queries import editable, usable_list
from bulk.models import ContentTemplate, Draft, LabelAlias, QueueDraft, RareItemList, TextDraft
from core.actor import Actor
from core.errors import Errors, Forbidden, NotFound
from core.serializers import camel

MAX_ALIASES = 200  # for each person and game: every analysis reads all of them
DRAFTS_KEPT = timedelta(days=7)
"""Accounts that nobody has touched for as long are not going to be created; what is kept can leak."""
MAX_ENTRIES = MAX_LINES
D = TypeVar("D", QueueDraft, TextDraft)
T = TypeVar("T", ContentTemplate, RareItemList)
MAX_KEPT = 200  # for each person and game


@transaction.atomic
def teach_label(*, by: Actor, game: str, label: str, field: str) -> LabelAlias:
    """From now on `label` announces `field` in this person's analyses; what it announced before is forgotten."""
    of_game = LabelAlias.objects.filter(owner=by.id, game=game)
    folded = fold_label(label)
    if not of_game.filter(folded=folded).exists() and of_game.count() >= MAX_ALIASES:
        raise errors.TooManyLabels
    taught, _ = LabelAlias.objects.update_or_create(
        owner_id=by.id, game=game, folded=folded, defaults={"label": label, "field": field}
    )
    return taught


def forget_label(*, by: Actor, label_id: int) -> None:
    """Delete a taught label. Raises NotFound, for somebody else's as well."""
    forgotten, _ = LabelAlias.objects.filter(owner=by.id, pk=label_id).delete()
    if not forgotten:
        raise NotFound


@transaction.atomic
def save_queue(
    *, by: Actor, game: str, entries: list[dict[str, Any]], version: int, base: list[dict[str, Any]] | None = None
) -> None:
    """Replace one's own queue as last read at `version`. When another tab was faster its entries and these are merged
    against `base`, what was read; without one, and where no more fit, QueueChanged."""
    stored = _lock_draft(QueueDraft, by, game)
    if stored.version != version:
        if base is None:
            raise errors.QueueChanged
        if stored.version:  # else it was left alone for a week, and is gone
            entries = merge_entries(base, stored.entries, entries)
        if len(entries) > MAX_ENTRIES or not fits(json.dumps(entries, ensure_ascii=False)):
            raise errors.QueueChanged
    _write_draft(stored, entries=entries)


@transaction.atomic
def save_text(
    *,
    by: Actor,
    game: str,
    text: str,
    overrides: dict[str, Any],
    settings: dict[str, Any],
    version: int,
    base: dict[str, Any] | None = None,
) -> None:
    """Replace the unread text, merged by lines as `save_queue` merges entries. An empty one keeps its row and version."""
    stored = _lock_draft(TextDraft, by, game)
    conflicts = stored.conflicts
    if stored.version != version and base is None:
        raise errors.TextChanged
    if base is not None and stored.version not in (0, version):  # 0: it was left alone for a week, and is gone
        both = merge_lines(*(LINE_BREAK.split(each) for each in (base["text"], stored.text, text)))
        text = "\n".join(both.lines)
        if not fits(text):
            raise errors.TextChanged
        conflicts = [*conflicts, *([both.lines[one], both.lines[other]] for one, other in both.conflicts)]
        overrides = merge_fields(base["overrides"], stored.overrides, overrides)
        settings = merge_fields(base["settings"], stored.settings, settings)
    lines = set(LINE_BREAK.split(text)) if conflicts else set()
    standing = [pair for pair in conflicts if lines.issuperset(pair)]
    _write_draft(stored, text=text, overrides=overrides, settings=settings, conflicts=standing)


def _lock_draft(drafts: type[D], by: Actor, game: str) -> D:
    """A person's draft of a game; at version 0 where nobody has written it yet."""
    rows = drafts._default_manager.select_for_update()
    draft, _ = rows.get_or_create(owner_id=by.id, game=game, defaults={"version": 0})
    return draft


def _write_draft(draft: Draft, **content: Any) -> None:
    type(draft)._default_manager.filter(pk=draft.pk).update(version=F("version") + 1, updated_at=Now(), **content)


def purge_drafts() -> int:
    return delete_drafts(updated_at__lt=timezone.now() - DRAFTS_KEPT)


def delete_drafts(**which: Any) -> int:
    """Delete what was not sent, of those that the columns say; how many drafts."""
    return sum(drafts._default_manager.filter(**which).delete()[0] for drafts in (QueueDraft, TextDraft))


def create_content(model: type[T], *, by: Actor, game: str, values: Mapping[str, Any]) -> T:
    """Keep a template of texts (`values`: name, title, description, delivery_instructions, rare_list_id, shared), or a
    list of rare items (name, items, shared). Raises TextsInvalid, NameTaken, TooMany, Forbidden (of sharing)."""
    if model._default_manager.filter(owner=by.id, game=game).count() >= MAX_KEPT:
        text = errors.TOO_MANY_TEMPLATES if model is ContentTemplate else errors.TOO_MANY_LISTS
        raise errors.TooMany(text.format(most=MAX_KEPT))
    return _save(model(owner_id=by.id, game=game), values, by)


def change_content(model: type[T], *, by: Actor, content_id: int, values: Mapping[str, Any]) -> T:
    return _save(editable(model, by, content_id), values, by)


def delete_content(model: type[T], *, by: Actor, content_id: int) -> None:
    """Delete a template of texts or a list of items; templates that used the list are left without one."""
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
        wrong = text_problems(texts, game_of(kept.game).placeholders)
        if not any(text.strip() for text in texts.values()):
            wrong["title"] = [errors.NO_TEXT]
        if kept.rare_list is None and any(RARE in placeholders_in(text) for text in texts.values()):
            wrong["rare_list_id"] = [errors.NO_LIST]
        if kept.rare_list and kept.shared and not kept.rare_list.shared:
            wrong["rare_list_id"] = [errors.PRIVATE_LIST]
    if wrong:
        raise errors.TextsInvalid(errors={camel(name): texts for name, texts in wrong.items()})
    try:
        with transaction.atomic():
            kept.save()
    except IntegrityError:
        raise errors.NameTaken from None
    return kept
