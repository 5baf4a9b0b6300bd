"""What every viewset of the API starts from."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, ClassVar

from django.db.models import QuerySet
from rest_framework import serializers, viewsets
from rest_framework.permissions import BasePermission
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.utils.mediatypes import media_type_matches

from core.actor import IsSignedIn, Nobody
from core.serializers import Input

MAX_PAGE = 500


class Api(viewsets.GenericViewSet[Any]):
    """A viewset whose every action names its permission; one that is not listed is refused."""

    permissions_by_action: ClassVar[Mapping[str, Sequence[type[BasePermission]]]] = {}
    serializer_class: type[serializers.BaseSerializer[Any]] = serializers.Serializer

    def get_permissions(self) -> list[BasePermission]:
        # No action means a method the route does not have: nothing can run, and signed-in people are told 405.
        unlisted = (Nobody,) if self.action else (IsSignedIn,)
        return [permission() for permission in self.permissions_by_action.get(self.action or "", unlisted)]

    def perform_content_negotiation(self, request: Request, force: bool = False) -> Any:
        """JSON also for a caller who accepts nothing but the file of this action: its refusals are never a file."""
        accepted = request.headers.get("Accept", "").split(",")
        files = getattr(getattr(self, self.action or "", None), "media_types", ())
        force = force or any(media_type_matches(kind, each) for kind in files for each in accepted)
        return super().perform_content_negotiation(request, force)


class Paging(Input):
    """`?limit=&offset=` of the lists."""

    limit = serializers.IntegerField(min_value=1, max_value=MAX_PAGE, required=False)
    offset = serializers.IntegerField(min_value=0, max_value=10_000_000, required=False, default=0)


def paginate(
    queryset: QuerySet[Any] | list[Any],
    request: Request,
    serialize: Callable[[list[Any]], Any],
    *,
    default_limit: int = MAX_PAGE,
    total: Callable[[], int] | None = None,
) -> Response:
    """Answer an array, its whole length in X-Total-Count.

    `serialize` makes the JSON of the rows. `total` replaces the COUNT query. A list costs the same queries however
    many rows it has.
    """
    paging = Paging.read(request.query_params)
    offset = paging["offset"]
    rows = list(queryset[offset : offset + paging.get("limit", default_limit)])
    length = len(queryset) if isinstance(queryset, list) else (total or queryset.count)()
    response = Response(serialize(rows))
    response["X-Total-Count"] = str(length)
    return response
