"""Valorant: accounts of the creation queue."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from bulk.games import form
from bulk.games.base import INSTRUCTIONS, QUEUED_DESCRIPTION, QueuedGame, QueuedSettings, readers_of, shipped_template
from bulk.games.columns import (
    CREDENTIAL_COLUMNS,
    DUMP,
    NOTE,
    QUEUED,
    RARE_LIST,
    ColumnKind,
    Place,
    chosen,
    data,
    rank_data,
)
from bulk.games.form import setting
from bulk.games.lines import ParsedLine
from bulk.games.placeholders import RARE_ITEMS, Facts, Placeholder, number, words_in, written
from bulk.games.providers import DEFAULT_PROVIDER
from marketplace.adapters.base import Listing
from marketplace.adapters.reading import slug_of

_TEMPLATE = shipped_template("valorant")
SERVERS = tuple(map(str, _TEMPLATE.servers))
_PLATFORMS = tuple(map(str, _TEMPLATE.fields["platforms"].values))
DIVISIONS = _TEMPLATE.fields["current_division"].values
SERVER_WORDS = {
    "Brazil": "brasil, br",
    "North America": "américa do norte, estados unidos, us",
    "Europe": "europa, eu",
    "Latin America": "américa latina, latam",
    "Asia Pacific": "ásia, asia, ap, ásia-pacífico",
    "Korea": "coreia, kr",
}
TIERS = {
    "Unranked": "Sem elo",
    "Iron": "Ferro",
    "Bronze": "Bronze",
    "Silver": "Prata",
    "Gold": "Ouro",
    "Platinum": "Platina",
    "Diamond": "Diamante",
    "Ascendant": "Ascendente",
    "Immortal": "Imortal",
    "Radiant": "Radiante",
}


_COLUMNS = (
    *CREDENTIAL_COLUMNS,
    *QUEUED,
    chosen("server", "Servidor", "região, region, server, shard, srv", SERVERS, SERVER_WORDS, example="Brazil"),
    data("level", "Nível", "level, lvl, nível da conta, account level", example="84", minimum=1),
    rank_data(
        "current_tier:current_division",
        "Elo atual",
        "elo, current_tier, rank, ranque, tier, current rank, patente, rank atual",
        TIERS,
        divisions=DIVISIONS,
        example="Gold 2",
    ),
    rank_data(
        "peak_tier:peak_division",
        "Elo máximo",
        "peak, peak_tier, peak rank, pico, maior elo, melhor elo, highest rank",
        TIERS,
        divisions=DIVISIONS,
    ),
    data("valorant_points", "Valorant Points", "vp, valorant point, pontos valorant", example="425"),
    data("radianite_points", "Pontos de radianita", "radianita, rp, radianite, radianite point"),
    data("winrate", "Taxa de vitórias (%)", "taxa de vitória, taxa de vitórias, win rate, vitórias", minimum=None),
    chosen(
        "platforms",
        "Plataformas",
        "plataforma, platform, console",
        _PLATFORMS,
        {"PC": "computador", "PSN": "playstation, ps5", "XBOX": "xbox series"},
        kind=ColumnKind.CHOICES,
        place=Place.DATA,
    ),
    data("agents", "Agentes", "agent, agente, agent list", ColumnKind.LIST, "Jett, Sova"),
    data("weapon_skins", "Skins de armas", "skins, weapon skin, skin, skins de arma", ColumnKind.LIST, "Prime Vandal"),
    data("buddies", "Chaveiros", "buddy, gun buddies, chaveiro, amuletos", ColumnKind.LIST),
    data("cards", "Cartões", "card, player cards, cartão", ColumnKind.LIST),
    data("sprays", "Sprays", "spray, grafites", ColumnKind.LIST),
    data("titles", "Títulos de jogador", "player titles, títulos", ColumnKind.LIST),
    RARE_LIST,
    NOTE,
    DUMP,
)


_REQUIRED = "Preencha as informações de login e senha antes de adicionar a conta"
PRICE_REQUIRED = "Preço deve ser maior que 0"
KEY_MISSING = "Configuração da API GameBoost não encontrada"
DEFAULT_SERVER = "NA"

_TITLE = "Conta Valorant | {rank} | {skins} skin(s) | {servidor} | Nível {nivel}"
_STEPS = (
    INSTRUCTIONS.format(site="playvalorant.com")
    + "\n4. Ative a verificação em duas etapas nas configurações da conta Riot."
)

COLLECTIONS = ("agents", "weapon_skins", "buddies", "cards", "sprays", "titles")
_DATA = {**readers_of(_COLUMNS), "winrate": form.percentage}


@dataclass(frozen=True, slots=True, kw_only=True)
class ValorantSettings(QueuedSettings):
    title: str = setting(form.title, _TITLE)
    description: str = setting(
        form.paragraphs("Descrição", 10_000, minimum=20),
        QUEUED_DESCRIPTION.format(game="Valorant", stated="Servidor, nível e elo são os"),
    )
    email_domain: str = setting(
        form.provider("Selecione o provedor de e-mail"), DEFAULT_PROVIDER, alias="emailProvider", keeps_blank=True
    )
    delivery_instructions: str = setting(form.instructions, _STEPS)
    server: str = setting(form.words("Servidor", 60), DEFAULT_SERVER)
    slug: str = setting(form.words("Slug", 200), "")
    account_data: dict[str, Any] = setting(form.account_data(_DATA), {})  # noqa: RUF009  # a dataclass field


def _rank(which: str) -> Callable[[Facts], str]:
    names = (f"{which}_tier", f"{which}_division")
    return lambda facts: " ".join(str(facts[name]) for name in names if facts.get(name))


class Valorant(QueuedGame[ValorantSettings]):
    """'server (default NA), level_up_method by_hand, …, is_manual false, delivery_time {duration 0, unit
    minutes}, gallery, account_data and game_items'; what is not named here is the default of a Listing."""

    slug = "valorant"
    title = "Valorant"
    creation_path = "gameboost/valorant"
    description_name = "valorant"
    answers_with_message = True
    summary = "Texto analisado, criação em lote."
    instruction = "Analise as contas, monte a lista e crie os anúncios no marketplace."
    analysis_failed = "Falha ao analisar texto"
    shown = ()
    words = {
        "analyse": "Analisar com IA",
        "example": "Login: usuario\nSenha: senha123\nElo: Ouro 2\nAgentes: Jett, Sova",
        "list": "Criação em Lote",
        "add": "Adicionar Conta à Lista",
        "create": "Criar {count} Conta(s)",
        "missing": _REQUIRED,
        "noKey": KEY_MISSING,
        "uploadFailed": "Falha ao enviar imagens",
        "place": "Servidor padrão",
    }
    placeholders = (
        Placeholder("nivel", "Nível", "84", number("level")),
        Placeholder("rank", "Elo atual", "Gold 2", _rank("current")),
        Placeholder("pico", "Elo máximo", "Diamond 1", _rank("peak")),
        Placeholder("servidor", "Servidor", "Brazil", words_in("server")),
        Placeholder("vp", "Valorant Points", "425", number("valorant_points")),
        Placeholder("radianita", "Pontos de radianita", "60", number("radianite_points")),
        Placeholder("skins", "Quantidade de skins de armas", "31", number("weapon_skins")),
        Placeholder("agentes", "Quantidade de agentes", "22", number("agents")),
        Placeholder("chaveiros", "Quantidade de chaveiros", "14", number("buddies")),
        Placeholder("plataforma", "Plataformas", "PC", words_in("platforms")),
        RARE_ITEMS,
    )
    columns = _COLUMNS
    defaults = ValorantSettings()
    key_missing = KEY_MISSING
    required = _REQUIRED
    price_required = PRICE_REQUIRED
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
            complete, slug=chosen.slug or slug_of(written(complete, self.placeholders, chosen.rare_list).title)
        )

    def keywords(self, settings: ValorantSettings) -> list[str]:
        tier = settings.account_data.get("current_tier")
        return ["valorant", *filter(None, [tier]), *settings.account_data.get("agents", ())]

    def screen_options(self) -> dict[str, list[Any]]:
        return {
            "servers": [DEFAULT_SERVER, *SERVERS],
            "tiers": [{"value": value, "label": label} for value, label in TIERS.items()],
            "divisions": list(DIVISIONS),
            "platforms": list(_PLATFORMS),
            **super().screen_options(),
        }

    def arranged(self, raw: Mapping[str, Any]) -> Mapping[str, Any]:
        """`game_items` are the collections of account_data under the marketplace's spelling."""
        items = raw.get("game_items", raw.get("gameItems"))
        if isinstance(items, Mapping):
            raw = {form.data_name(name): value for name, value in items.items()} | dict(raw)
        return super().arranged(raw)


GAME = Valorant()
