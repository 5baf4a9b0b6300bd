"""What of a person goes into their analyses."""

from collections.abc import Mapping
from types import MappingProxyType

from django.db.models import QuerySet

from accounts.queries import upload_settings
from bulk.analysis import Texts
from bulk.models import LabelAlias
from marketplace import queries as marketplace

# The API's names of what the analysis reads as one.
_FIELD_READ: Mapping[str, str] = MappingProxyType({"current_tier": "current", "peak_tier": "peak"})


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
