"""A proxied call: 'All are POST with body {userId, method, optional apiKey, baseUrl, params, data}'."""

from collections.abc import Callable
from typing import Any

from rest_framework.exceptions import MethodNotAllowed
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.queries import person_by_id
from core.actor import actor, resolve_user_id
from marketplace import actions
from marketplace.adapters.base import Connection, Listing
from marketplace.adapters.registry import MARKETS
from marketplace.enums import Service
from marketplace.errors import ConfigurationMissing
from marketplace.queries import Effective, configuration_in_effect
from marketplace.serializers.proxy import ProxyInput


def person_id(request: Request, raw: object) -> int:
    """The actor's own id, or that of an active person an admin names; 403 and 404 otherwise."""
    user_id = resolve_user_id(request, raw)
    return user_id if user_id == actor(request).id else person_by_id(user_id).id


class ProxyRequest:
    """A validated call: whose configuration, over which connection, what."""

    def __init__(self, request: Request, service: Service, *methods: str) -> None:
        values = ProxyInput.read(request.data)
        self.method: str = values["method"]
        if self.method not in methods:
            raise MethodNotAllowed(self.method)
        self.params: dict[str, Any] = values["params"]
        self.data: dict[str, Any] = values["data"]
        self.fresh: bool = values["fresh"]
        self.by = actor(request)
        user_id = person_id(request, values["userId"])
        effective = configuration_in_effect(user_id, service)
        if effective is None:
            raise ConfigurationMissing(MARKETS[service].title)
        self.effective: Effective = effective
        # In training nothing goes elsewhere, whatever was typed.
        self.connection: Connection = (
            effective.connection()
            if effective.training
            else actions.unsaved_connection(
                effective,
                service=service,
                api_key=values["apiKey"],
                base_url=values["baseUrl"],
                timeout_ms=None,
                by=self.by,
            )
        )

    def read(
        self, endpoint: str, perform: Callable[[Any], Any], *, cached_as: tuple[Any, ...] | None = None
    ) -> Response:
        """The answer to a read; see actions.proxied_read."""
        answer = actions.proxied_read(
            effective=self.effective,
            connection=self.connection,
            endpoint=endpoint,
            perform=perform,
            cached_as=cached_as,
            fresh=self.fresh,
        )
        return Response(answer)

    def write(
        self, endpoint: str, perform: Callable[[Any], Any], *, changes_others: bool = False, status: int = 200
    ) -> Response:
        """The answer to a write; see actions.proxied_write."""
        answer = actions.proxied_write(
            effective=self.effective,
            connection=self.connection,
            endpoint=endpoint,
            perform=perform,
            by=self.by,
            changes_others=changes_others,
        )
        return Response(answer, status=status)

    def create(self, listing: Listing) -> Response:
        """The answer to the creation of one listing; see actions.proxied_creation."""
        answer = actions.proxied_creation(
            effective=self.effective, connection=self.connection, listing=listing, by=self.by
        )
        return Response(answer, status=201)
