"""Fortnite: accounts of the creation queue, analysed or typed."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from bulk.games import form
from bulk.games.base import INSTRUCTIONS, QUEUED_DESCRIPTION, QueuedGame, QueuedSettings, readers_of
from bulk.games.columns import CREDENTIAL_COLUMNS, DUMP, NOTE, QUEUED, RARE_LIST, columns_of, fields_beside
from bulk.games.form import setting
from bulk.games.lines import ParsedLine
from bulk.games.providers import DEFAULT_PROVIDER
from marketplace.adapters.registry import shipped_templates

PLATFORM_NAMES = tuple(map(str, shipped_templates()["fortnite"].fields["platform"].values))

_FIELDS = fields_beside(__file__)
_COLUMNS = (
    *CREDENTIAL_COLUMNS,
    *QUEUED,
    *columns_of(_FIELDS, platform={"options": PLATFORM_NAMES}).values(),
    *(RARE_LIST, NOTE, DUMP),
)

_REQUIRED: str = _FIELDS["game"]["words"]["missing"]
_TEXTS: dict[str, str] = _FIELDS["texts"]
FALLBACK = _TEXTS["fallback"]
_DATA: Mapping[str, form.Reader] = {**readers_of(_COLUMNS), "battlepass": form.switch, "seasons_played": form.plain}


@form.reads("longtext", lengths=form.description.lengths, error=form.description.error)
def standard_description(value: Any) -> str:
    return FALLBACK if form.is_blank(value) else str(form.description(value))


@dataclass(frozen=True, slots=True, kw_only=True)
class FortniteSettings(QueuedSettings):
    title: str = setting(form.title, _TEXTS["title"])
    description: str = setting(
        standard_description, QUEUED_DESCRIPTION.format(game="Fortnite", stated="As plataformas vinculadas são as")
    )
    email_domain: str = setting(form.provider(_REQUIRED), DEFAULT_PROVIDER, alias="emailProvider", keeps_blank=True)
    delivery_instructions: str = setting(form.instructions, INSTRUCTIONS.format(**_FIELDS["game"]) + _TEXTS["steps"])
    platform: str = setting(form.words("Plataforma", 30), "PC")
    account_data: dict[str, Any] = setting(form.account_data(_DATA), {})  # noqa: RUF009  # a dataclass field


class Fortnite(QueuedGame[FortniteSettings], declared=_FIELDS):
    columns = _COLUMNS
    defaults = FortniteSettings()
    required = price_required = _REQUIRED
    data = _DATA
    lifted = ("platform", "has_2fa")

    def account_data(self, line: ParsedLine, settings: FortniteSettings) -> dict[str, Any]:
        return {"platform": settings.platform, "battlepass": False, **settings.account_data}

    def keywords(self, settings: FortniteSettings) -> list[str]:
        return ["fortnite", settings.platform, *settings.account_data.get("rare_items", ())]


GAME = Fortnite()
