"""Templates and lists: one's own and the shared ones. What is neither is answered as absent."""

from typing import TypeVar

from django.db.models import Q, QuerySet

from bulk.models import ContentTemplate, RareItemList
from core.actor import Actor
from core.errors import Forbidden, NotFound

T = TypeVar("T", ContentTemplate, RareItemList)


def usable_templates(person: Actor, game: str) -> QuerySet[ContentTemplate]:
    """By name, with their list and owner."""
    return ContentTemplate.objects.filter(_usable(person), game=game).select_related("rare_list", "owner")


def usable_lists(person: Actor, game: str) -> QuerySet[RareItemList]:
    return RareItemList.objects.filter(_usable(person), game=game).select_related("owner")


def usable_list(person: Actor, game: str, list_id: int | None) -> RareItemList | None:
    """None for no id, and for a list that this person may not use."""
    return None if list_id is None else usable_lists(person, game).filter(pk=list_id).first()


def editable_template(person: Actor, template_id: int) -> ContentTemplate:
    """NotFound for somebody else's own; Forbidden for a shared one that is only to be used."""
    template = ContentTemplate.objects.filter(_usable(person), pk=template_id).select_related("rare_list").first()
    return _editable(template, person)


def editable_list(person: Actor, list_id: int) -> RareItemList:
    return _editable(RareItemList.objects.filter(_usable(person), pk=list_id).first(), person)


def can_edit(found: ContentTemplate | RareItemList, person: Actor) -> bool:
    """One's own; for admins the shared ones as well."""
    return found.owner_id == person.id or (found.shared and person.is_admin)


def _editable(found: T | None, person: Actor) -> T:
    if found is None:
        raise NotFound
    if not can_edit(found, person):
        raise Forbidden
    return found


def _usable(person: Actor) -> Q:
    return Q(owner_id=person.id) | Q(shared=True)
