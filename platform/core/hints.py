"""What a screen says first to somebody new: part of the page itself, until that person sends it away."""

from django.http import HttpRequest

from core.actor import actor


def first_hint(request: HttpRequest, name: str, text: str) -> dict[str, str] | None:
    """The prop `hint` of an island, {cookie, text}, drawn by its skeleton and then by `FirstHint`; None once sent away.

    That a cookie of that name is there is all it says: one for each person and hint, so that nothing has to be read.
    """
    cookie = f"hint-{actor(request).id}-{name}"
    return None if cookie in request.COOKIES else {"cookie": cookie, "text": text}
