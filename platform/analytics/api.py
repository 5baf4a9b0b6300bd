from typing import Any

from django.http.response import HttpResponseBase
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from analytics import actions, queries, serializers
from analytics.enums import PersonSort, Range
from analytics.rules import BATCH_BYTES
from core.actor import IsAdmin, IsSignedIn, actor
from core.api import Api, call
from core.conditional import etag_of, unless_known
from core.errors import TooLarge

PAGE = 20


class AnalyticsApi(Api):
    permissions_by_action = {"events": IsSignedIn, "summary": IsAdmin, "people": IsAdmin}

    @extend_schema(request=serializers.BatchInput, responses={201: serializers.ReceivedOutput})
    def events(self, request: Request) -> Response:
        """A batch of the browser's events; whose they are is the session's."""
        if int(request.META.get("CONTENT_LENGTH") or 0) > BATCH_BYTES:
            raise TooLarge()
        batch = serializers.BatchInput.read(request.data)
        received = actions.receive(batch["events"], sent_at=batch["sentAt"], by=actor(request))
        return Response({"received": received}, status=201)

    @call(asks=serializers.RangeInput, answers=serializers.SummaryOutput)
    def summary(self, request: Request, query: dict[str, Any]) -> HttpResponseBase:
        """Cards, charts and pages of a range."""
        etag, output = etag_of(query["range"], queries.version()), serializers.SummaryOutput
        return unless_known(request, etag, lambda: Response(output(queries.summary(Range(query["range"]))).data))

    @call(asks=serializers.PeopleInput, lists=serializers.PersonOutput, limit=PAGE)
    def people(self, request: Request, query: dict[str, Any]) -> Any:
        """Those who opened a page in the range, the busiest first. `?range=&search=&sort=&limit=&offset=`."""
        return queries.people(Range(query["range"]), search=query["search"], sort=PersonSort(query["sort"]))
