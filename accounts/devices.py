"""Devices somebody has signed in from. One of them is not held up when others guess at its owner's password elsewhere."""

from datetime import timedelta

from django.core import signing
from django.http import HttpResponse
from django.utils.crypto import constant_time_compare
from rest_framework.request import Request

from accounts.models import User

COOKIE = "device"
SALT = "accounts.devices"
LIFE = timedelta(days=180)


def trust(response: HttpResponse, person: User) -> None:
    """Remember the device for half a year, or until the person's password changes or their sessions are ended."""
    response.set_cookie(
        COOKIE,
        signing.dumps({"user": person.id, "auth": person.get_session_auth_hash()}, salt=SALT),
        max_age=LIFE,
        path="/api/auth/login",
        httponly=True,
        samesite="Lax",
    )


def is_trusted(request: Request, person: User | None) -> bool:
    """Whether this person signed in from here before."""
    cookie = request.COOKIES.get(COOKIE)
    if cookie is None or person is None:
        return False
    try:
        device = signing.loads(cookie, salt=SALT, max_age=LIFE)
    except signing.BadSignature:
        return False
    return device["user"] == person.id and constant_time_compare(device["auth"], person.get_session_auth_hash())
