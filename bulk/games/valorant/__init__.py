"""Valorant: accounts of the creation queue."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from bulk.games import form
from bulk.games.base import INSTRUCTIONS, QUEUED_DESCRIPTION, QueuedGame, QueuedSettings, readers_of
from bulk.games.columns import CREDENTIAL_COLUMNS, DUMP, NOTE, QUEUED, RARE_LIST, columns_of, fields_beside
from bulk.games.form import setting
from bulk.games.lines import ParsedLine
from bulk.games.placeholders import fill_listing
from bulk.games.providers import DEFAULT_PROVIDER
from marketplace.adapters.base import Listing
from marketplace.adapters.reading import slug_of
from marketplace.adapters.registry import shipped_templates

_TEMPLATE = shipped_templates()["valorant"]
SERVER_NAMES = tuple(map(str, _TEMPLATE.servers))
_PLATFORMS = tuple(map(str, _TEMPLATE.fields["platforms"].values))
DIVISION_NAMES = _TEMPLATE.fields["current_division"].values

_FIELDS = fields_beside(__file__)
TIERS: dict[str, str] = _FIELDS["tiers"]
_WORDS: dict[str, str] = _FIELDS["game"]["words"]
_RANK = {"labels": TIERS, "divisions": DIVISION_NAMES}
_OWN = columns_of(
    _FIELDS,
    server={"options": SERVER_NAMES},
    platforms={"options": _PLATFORMS},
    **{"current_tier:current_division": _RANK, "peak_tier:peak_division": _RANK},
)
_COLUMNS = (*CREDENTIAL_COLUMNS, *QUEUED, *_OWN.values(), RARE_LIST, NOTE, DUMP)

_TEXTS: dict[str, str] = _FIELDS["texts"]

DEFAULT_SERVER = "NA"
COLLECTIONS = ("agents", "weapon_skins", "buddies", "cards", "sprays", "titles")
_DATA = {**readers_of(_COLUMNS), "winrate": form.percentage}


@dataclass(frozen=True, slots=True, kw_only=True)
class ValorantSettings(QueuedSettings):
    title: str = setting(form.title, _TEXTS["title"])
    description: str = setting(
        form.paragraphs("Descrição", 10_000, minimum=20),
        QUEUED_DESCRIPTION.format(game="Valorant", stated="Servidor, nível e elo são os"),
    )
    email_domain: str = setting(
        form.provider("Selecione o provedor de e-mail"), DEFAULT_PROVIDER, alias="emailProvider", keeps_blank=True
    )
    delivery_instructions: str = setting(form.instructions, INSTRUCTIONS.format(**_FIELDS["game"]) + _TEXTS["steps"])
    server: str = setting(form.words("Servidor", 60), DEFAULT_SERVER)
    slug: str = setting(form.words("Slug", 200), "")
    account_data: dict[str, Any] = setting(form.account_data(_DATA), {})  # noqa: RUF009  # a dataclass field


class Valorant(QueuedGame[ValorantSettings], declared=_FIELDS):
    """Valorant, whose listings name a server (NA by default) and the agents and skins as `game_items`; what is not
    set here is the default of a Listing."""

    columns = _COLUMNS
    defaults = ValorantSettings()
    key_missing = _WORDS["noKey"]
    required = _WORDS["missing"]
    price_required = form.OVER_ZERO
    data = _DATA
    lifted = ("server", "has_2fa")

    def account_data(self, line: ParsedLine, settings: ValorantSettings) -> dict[str, Any]:
        return {name: value for name, value in settings.account_data.items() if name not in COLLECTIONS}

    def complete(self, listing: Listing, chosen: ValorantSettings) -> Listing:
        items = {name.replace("_", "-"): chosen.account_data.get(name) for name in COLLECTIONS}
        complete = replace(
            super().complete(listing, chosen),
            server=chosen.server or DEFAULT_SERVER,
            game_items={name: value for name, value in items.items() if value},
        )
        return replace(
            complete, slug=chosen.slug or slug_of(fill_listing(complete, self.placeholders, chosen.rare_list).title)
        )

    def keywords(self, settings: ValorantSettings) -> list[str]:
        tier = settings.account_data.get("current_tier")
        return ["valorant", *filter(None, [tier]), *settings.account_data.get("agents", ())]

    def arrange(self, raw: Mapping[str, Any]) -> Mapping[str, Any]:
        """`game_items` are the collections of account_data under the marketplace's spelling."""
        items = raw.get("game_items", raw.get("gameItems"))
        if isinstance(items, Mapping):
            raw = {form.data_name(name): value for name, value in items.items()} | dict(raw)
        return super().arrange(raw)


GAME = Valorant()
