"""Templates of texts and lists of rare items, as people keep and share them."""

from collections.abc import Mapping
from typing import Any, TypeVar

from django.db import IntegrityError, transaction

from bulk.content.queries import editable_list, editable_template, usable_list
from bulk.content.rendering import placeholders_in
from bulk.errors import (
    NO_LIST,
    NO_TEXT,
    PRIVATE_LIST,
    SHARED_USES,
    TOO_MANY_LISTS,
    TOO_MANY_TEMPLATES,
    NameTaken,
    TextsInvalid,
    TooMany,
)
from bulk.games import GAMES
from bulk.games.placeholders import RARE, text_problems
from bulk.models import ContentTemplate, RareItemList
from core.actor import Actor
from core.errors import Errors, Forbidden

T = TypeVar("T", ContentTemplate, RareItemList)

MAX_KEPT = 200
"""For each person and game."""


def create_template(*, by: Actor, game: str, values: Mapping[str, Any]) -> ContentTemplate:
    """`values`: name, title, description, delivery_instructions, rare_list_id, shared.

    Raises TextsInvalid, NameTaken, TooMany, Forbidden (sharing is for admins).
    """
    if ContentTemplate.objects.filter(owner=by.id, game=game).count() >= MAX_KEPT:
        raise TooMany(TOO_MANY_TEMPLATES.format(most=MAX_KEPT))
    return _save_template(ContentTemplate(owner_id=by.id, game=game), values, by)


def change_template(*, by: Actor, template_id: int, values: Mapping[str, Any]) -> ContentTemplate:
    """What `values` does not name stays."""
    return _save_template(editable_template(by, template_id), values, by)


def delete_template(*, by: Actor, template_id: int) -> None:
    editable_template(by, template_id).delete()


def create_list(*, by: Actor, game: str, values: Mapping[str, Any]) -> RareItemList:
    """`values`: name, items, shared. Raises NameTaken, TooMany, Forbidden (sharing is for admins)."""
    if RareItemList.objects.filter(owner=by.id, game=game).count() >= MAX_KEPT:
        raise TooMany(TOO_MANY_LISTS.format(most=MAX_KEPT))
    return _save_list(RareItemList(owner_id=by.id, game=game, items=[]), values, by)


def change_list(*, by: Actor, list_id: int, values: Mapping[str, Any]) -> RareItemList:
    kept = editable_list(by, list_id)
    served = ContentTemplate.objects.filter(rare_list=kept, shared=True)
    if values.get("shared") is False and kept.shared and served.exists():
        raise TextsInvalid({"shared": [SHARED_USES]})
    return _save_list(kept, values, by)


def delete_list(*, by: Actor, list_id: int) -> None:
    """Templates that used it lose it, and name no items until they have another."""
    editable_list(by, list_id).delete()


def _save_template(template: ContentTemplate, values: Mapping[str, Any], by: Actor) -> ContentTemplate:
    _check_sharing(values, by)
    for name, value in values.items():
        setattr(template, name, value)
    chosen = usable_list(by, template.game, template.rare_list_id)
    errors = _problems(template, chosen)
    if errors:
        raise TextsInvalid(errors)
    template.rare_list = chosen
    return _saved(template)


def _save_list(kept: RareItemList, values: Mapping[str, Any], by: Actor) -> RareItemList:
    _check_sharing(values, by)
    for name, value in values.items():
        setattr(kept, name, value)
    kept.items = list(dict.fromkeys(" ".join(item.split()) for item in kept.items if item.strip()))
    return _saved(kept)


def _problems(template: ContentTemplate, chosen: RareItemList | None) -> Errors:
    texts = {name: getattr(template, name) for name in ("title", "description", "delivery_instructions")}
    errors = text_problems(texts, GAMES[template.game].placeholders)
    if not any(text.strip() for text in texts.values()):
        errors["title"] = [NO_TEXT]
    if chosen is None and any(RARE in placeholders_in(text) for text in texts.values()):
        errors["rare_list_id"] = [NO_LIST]
    if chosen is not None and template.shared and not chosen.shared:
        errors["rare_list_id"] = [PRIVATE_LIST]
    return errors


def _check_sharing(values: Mapping[str, Any], by: Actor) -> None:
    if values.get("shared") and not by.is_admin:
        raise Forbidden


def _saved(kept: T) -> T:
    try:
        with transaction.atomic():
            kept.save()
    except IntegrityError:
        raise NameTaken from None
    return kept
