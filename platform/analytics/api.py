"""Events in, figures out."""

from django.http.response import HttpResponseBase
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from analytics import actions, queries, serializers
from analytics.enums import PersonSort, Range
from analytics.rules import BATCH_BYTES
from core.actor import IsAdmin, IsSignedIn, actor
from core.api import Api, Paging, paginate
from core.conditional import etag_of, unless_known
from core.errors import TooLarge

PAGE = 20


class AnalyticsApi(Api):
    permissions_by_action = {"events": [IsSignedIn], "summary": [IsAdmin], "people": [IsAdmin]}

    @extend_schema(request=serializers.BatchInput, responses={201: serializers.ReceivedOutput})
    def events(self, request: Request) -> Response:
        """A batch of the browser's events; whose they are is the session's."""
        if int(request.META.get("CONTENT_LENGTH") or 0) > BATCH_BYTES:
            raise TooLarge()
        batch = serializers.BatchInput(data=request.data)
        batch.is_valid(raise_exception=True)
        received = actions.receive(batch.new_events(), sent_at=batch.validated_data["sentAt"], by=actor(request))
        return Response({"received": received}, status=201)

    @extend_schema(parameters=[serializers.RangeInput], responses=serializers.SummaryOutput)
    def summary(self, request: Request) -> HttpResponseBase:
        """Cards, charts and pages of a range."""
        query = serializers.RangeInput.read(request.query_params)
        etag, output = etag_of(query["range"], queries.version()), serializers.SummaryOutput
        return unless_known(request, etag, lambda: Response(output(queries.summary(Range(query["range"]))).data))

    @extend_schema(parameters=[serializers.PeopleInput, Paging], responses=serializers.PersonOutput(many=True))
    def people(self, request: Request) -> Response:
        """Those who opened a page in the range, the busiest first. `?range=&search=&sort=&limit=&offset=`."""
        query = serializers.PeopleInput.read(request.query_params)
        found = queries.people(Range(query["range"]), search=query["search"], sort=PersonSort(query["sort"]))
        serialize = serializers.PersonOutput.json_of
        return paginate(found, request, lambda page: serialize(queries.with_users(page)), default_limit=PAGE)
