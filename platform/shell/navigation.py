"""The sidebar: who sees which entry, and which one is active; and what else every template of the shell needs."""

import tomllib
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from django.conf import settings
from django.http import HttpRequest
from django.utils.functional import SimpleLazyObject

from bulk.games import GAMES
from bulk.games.catalogue import pinned_games
from bulk.queries import going_runs, going_summary
from core.actor import Actor, role_of
from core.pages import EVERYONE, answer
from infra.brand import logo
from marketplace.queries import is_training, training_is_possible
from notifications.queries import unread_count
from shell.pages import ME
from shell.queries import needing_attention

_DECLARED = tomllib.loads(Path(__file__).with_suffix(".toml").read_text("utf-8"))
STORED = ("id", "username", "fullName", "role", "profileImage", "lastLogin")


def sections(pinned: Sequence[tuple[str, str]] = ()) -> list[dict[str, Any]]:
    """Every section, {title, items}, with its entries, {label, href, icon, roles}; `pinned` are other games, (slug, title)."""
    games = [{"label": game.title, "href": f"/{game.page}", "icon": game.slug} for game in GAMES.values()]
    games += [{"label": title, "href": f"/criar/{slug}", "icon": "store"} for slug, title in pinned]
    return [
        {"title": each["title"], "items": [*(games if each.get("games_first") else ()), *each["items"]]}
        for each in _DECLARED["sections"]
    ]


def is_active(href: str, path: str) -> bool:
    """Whether an item is the one in use (product: shell.navigation); paths are compared by segments."""
    return path == href or (href != "/" and path.startswith(f"{href}/"))


def navigation(person: Actor, path: str) -> list[dict[str, Any]]:
    """What this person's sidebar shows: of each entry whether it is `active` as well."""
    shown = sections(pinned_games())
    for section in shown:
        own = (item for item in section["items"] if role_of(person) in item.get("roles", EVERYONE))
        section["items"] = [item | {"active": is_active(item["href"], path)} for item in own]
    return [section for section in shown if section["items"]]


def page_titles() -> dict[str, str]:
    """What each path is called, by its route: of the sidebar, and of what it does not show."""
    shown = {item["href"]: item["label"] for section in sections() for item in section["items"]}
    return {**shown, **_DECLARED["titles"]}


def shell(request: HttpRequest) -> dict[str, Any]:
    """A context processor: `navigation` and `games` for the menus, `app_context` for the scripts; all of a person."""
    person = getattr(request, "user", None)
    brand = {"company_name": settings.COMPANY_NAME, "logo": logo}
    if person is None or not person.is_authenticated:
        return brand | {"app_context": {"user": None, "unreadCount": 0}, "navigation": ()}

    def app_context() -> dict[str, Any]:
        me = answer(request, ME).data
        return {
            "user": {name: me[name] for name in STORED},
            "unreadCount": unread_count(user_id=person.id),
            "gameboostBaseUrl": settings.GAMEBOOST_BASE_URL,
            "training": {"available": training_is_possible(), "active": is_training(person.id)},
        }

    return brand | {
        "app_context": SimpleLazyObject(app_context),
        "navigation": SimpleLazyObject(lambda: navigation(person, request.path)),
        "games": tuple(GAMES.values()),
        "pinned_games": pinned_games,
        "going": lambda: going_summary(going_runs(person)),
        "attention": needing_attention if person.is_admin else 0,  # counted where a page shows it
    }
