"""/api/webhooks/…: calls of the marketplaces to us. No session, no CSRF token: their signature says who they are."""

from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from core.actor import Signed
from core.api import Api
from marketplace.actions import webhooks


class WebhookApi(Api):
    operations = "webhooks"
    authentication_classes = ()
    permissions_by_action = {"gameboost": (Signed,)}

    @extend_schema(request=OpenApiTypes.OBJECT, responses=OpenApiTypes.OBJECT)
    def gameboost(self, request: Request) -> Response:
        """GameBoost tells of a purchase (`account.order.purchased`): header `Signature`, the HMAC-SHA256 of the body. We
        ask it for sales at once and take nothing from the body."""
        webhooks.receive_from_gameboost(body=request.body, signature=request.headers.get("Signature", ""))
        return Response({})
