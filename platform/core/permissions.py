"""Deny by default: a view that names no permission is open to nobody."""

from typing import Any

from rest_framework.permissions import AllowAny, BasePermission
from rest_framework.request import Request

from core.actor import actor

__all__ = ["Anyone", "IsAdmin", "IsSignedIn", "Nobody"]

Anyone = AllowAny


class Nobody(BasePermission):
    def has_permission(self, request: Request, view: Any) -> bool:
        return False


class IsSignedIn(BasePermission):
    def has_permission(self, request: Request, view: Any) -> bool:
        return bool(request.user and request.user.is_authenticated)


class IsAdmin(IsSignedIn):
    def has_permission(self, request: Request, view: Any) -> bool:
        return super().has_permission(request, view) and actor(request).is_admin
