"""Writes before a run: labels that people teach the analysis, drafts, templates of texts and their lists."""

import json
from collections.abc import Callable, Mapping
from datetime import timedelta
from typing import Any, TypeVar

from django.db import IntegrityError, transaction
from django.db.models import F
from django.db.models.functions import Now
from django.utils import timezone

from bulk import errors
from bulk.analysis.folding import fold_label
from bulk.games.catalogue import game_of
from bulk.games.lines import LINE_BREAK, MAX_LINES, fits
from bulk.games.placeholders import RARE, TEXTS, placeholders_in, text_problems
from bulk.intake.merging import merged_entries, merged_fields, merged_lines
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
MAX_ENTRIES = MAX_LINES
MERGE_TRIES = 5
D = TypeVar("D", QueueDraft, TextDraft)


def save_queue(
    *,
    by: Actor,
    game: str,
    entries: list[dict[str, Any]],
    version: int,
    base: list[dict[str, Any]] | None = None,
) -> None:
    """Replace one's own queue as last read at `version`. When another tab was faster its entries and these are merged
    against `base`, what was read; without one, and where no more fit, QueueChanged."""

    def together(stored: QueueDraft, base: list[dict[str, Any]]) -> dict[str, Any] | None:
        both = merged_entries(base, stored.entries, entries)
        return {"entries": both} if len(both) <= MAX_ENTRIES and fits(json.dumps(both, ensure_ascii=False)) else None

    if not _saved(QueueDraft, {"owner_id": by.id, "game": game}, version, {"entries": entries}, base, together):
        raise errors.QueueChanged


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
    """Replace one's own text as last read at `version`. When another tab was faster both are merged line by line against
    `base`, what was read; without one, and where the two together are too large, TextChanged. An empty text stays as a
    row, so that its version is never given to another."""
    which = {"owner_id": by.id, "game": game}
    content = {"text": text, "overrides": overrides, "settings": settings}
    kept = TextDraft.objects.filter(**which).values_list("conflicts", flat=True).first() or []

    def together(stored: TextDraft, base: dict[str, Any]) -> dict[str, Any] | None:
        both = merged_lines(*(LINE_BREAK.split(each) for each in (base["text"], stored.text, text)))
        new = [[both.lines[one], both.lines[other]] for one, other in both.conflicts]
        own = merged_fields(base["overrides"], stored.overrides, overrides)
        form = merged_fields(base["settings"], stored.settings, settings)
        whole = "\n".join(both.lines)
        conflicts = _standing([*stored.conflicts, *new], whole)
        merged = {"text": whole, "overrides": own, "settings": form, "conflicts": conflicts}
        return merged if fits(whole) else None

    written = content | {"conflicts": _standing(kept, text)}
    if not _saved(TextDraft, which, version, written, base, together):
        raise errors.TextChanged


def _standing(conflicts: list[list[str]], text: str) -> list[list[str]]:
    """The pairs of which both lines still stand in the text."""
    if not conflicts:
        return []
    lines = set(LINE_BREAK.split(text))
    return [pair for pair in conflicts if lines.issuperset(pair)]


def purge_drafts() -> int:
    """Delete what was left alone for a week; how many drafts."""
    return delete_drafts(updated_at__lt=timezone.now() - DRAFTS_KEPT)


def delete_drafts(**which: Any) -> int:
    """Delete what was not sent, of those that the columns say; how many drafts."""
    return sum(drafts._default_manager.filter(**which).delete()[0] for drafts in (QueueDraft, TextDraft))


def _saved(
    drafts: type[D],
    which: dict[str, Any],
    version: int,
    content: dict[str, Any],
    base: Any,
    together: Callable[[D, Any], dict[str, Any] | None],
) -> bool:
    """Whether the draft was written: as `content` where it still was at `version` (0: nobody has written it yet), else
    as what `together` makes of the stored one."""
    for _ in range(MERGE_TRIES):
        if _replaced(drafts, which, version, content):
            return True
        if base is None:
            return False
        stored = drafts._default_manager.filter(**which).first()
        if stored is None:  # left alone for a week, and gone
            version = 0
            continue
        merged = together(stored, base)
        if merged is None:
            return False
        if _replaced(drafts, which, stored.version, merged):
            return True
    return False


def _replaced(drafts: type[Draft], which: dict[str, Any], version: int, content: dict[str, Any]) -> bool:
    if version:
        draft = drafts._default_manager.filter(**which, version=version)
        return bool(draft.update(version=F("version") + 1, updated_at=Now(), **content))
    try:
        with transaction.atomic():
            drafts._default_manager.create(**which, **content)
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
        wrong = text_problems(texts, game_of(kept.game).placeholders)
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
