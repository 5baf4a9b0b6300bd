"""Fortnite: accounts of the creation queue, analysed or typed."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from bulk.games import form
from bulk.games.base import INSTRUCTIONS, QUEUED_DESCRIPTION, QueuedGame, QueuedSettings, readers_of, shipped_template
from bulk.games.columns import CREDENTIAL_COLUMNS, DUMP, NOTE, QUEUED, RARE_LIST, ColumnKind, chosen, data
from bulk.games.form import setting
from bulk.games.lines import ParsedLine
from bulk.games.placeholders import RARE_ITEMS, Placeholder, number, words_in
from bulk.games.providers import DEFAULT_PROVIDER

PLATFORMS = tuple(map(str, shipped_template("fortnite").fields["platform"].values))
PLATFORM_WORDS = {
    "PC": "computador, windows, epic, pc/mac",
    "PlayStation": "ps, ps4, ps5, psn, playstation 4, playstation 5",
    "Xbox": "xbl, xbox one, xbox series, xbox live",
    "Switch": "nintendo, nintendo switch",
    "Android": "celular android, mobile android",
    "iOS": "iphone, ipad, apple",
}

_COLUMNS = (
    *CREDENTIAL_COLUMNS,
    *QUEUED,
    chosen(
        "platform",
        "Plataforma",
        "plataformas, platforms, console, dispositivo",
        PLATFORMS,
        PLATFORM_WORDS,
        example="PC",
    ),
    data("skins", "Skins", "outfits, trajes, quantidade de skins, skin count, skins count, total skins", example="57"),
    data("pickaxes", "Picaretas", "pickaxe, picareta, pickaxe count, ferramentas"),
    data("emotes", "Gestos", "dances, danças, emote, emote count"),
    data("backblings", "Mochilas", "backpacks, back blings, backbling, mochila, acessórios para as costas"),
    data("wraps", "Envelopamentos", "wrap, envelopamento, wrap count"),
    data("gliders", "Asas-delta", "glider, asas deltas, planadores, planador, glider count"),
    data("sprays", "Sprays", "spray, grafites, spray count"),
    data("loading_screens", "Telas de carregamento", "loading screen, telas, loadings"),
    data("vbucks", "V-Bucks", "vb, v bucks, vbuck, saldo, pavos", example="1.250"),
    data("account_level", "Nível da conta", "nível, level, account level, lvl", example="210", minimum=1),
    data(
        "rare_items",
        "Itens raros",
        "raros, rare items, exclusivos, exclusive skins, exclusives",
        ColumnKind.LIST,
        "IKONIK",
    ),
    data("battlepass", "Passe de batalha", "battle pass, passe", ColumnKind.SWITCH),
    data("seasons_played", "Temporadas jogadas", "temporadas, seasons, seasons played", ColumnKind.LIST),
    RARE_LIST,
    NOTE,
    DUMP,
)


_REQUIRED = "Login, senha, preço e domínio de email são obrigatórios."
FALLBACK = "Conta Fortnite com garantia de acesso total. Entrega imediata após a compra."
"""where the standard description was emptied."""

_TITLE = "Conta Fortnite | {skins} skin(s) | {vbucks} V-Bucks | Nível {nivel}"
"""'the title is optional and falls back to the generated title': as much of it as the account states."""

_STEPS = (
    INSTRUCTIONS.format(site="epicgames.com") + "\n4. Ative a verificação em duas etapas nas configurações da conta."
)

_DATA: Mapping[str, form.Reader] = {**readers_of(_COLUMNS), "battlepass": form.switch, "seasons_played": form.plain}


@form.reads("longtext", lengths=form.description.lengths, error=form.description.error)
def standard_description(value: Any) -> str:
    return FALLBACK if form.is_blank(value) else str(form.description(value))


@dataclass(frozen=True, slots=True, kw_only=True)
class FortniteSettings(QueuedSettings):
    title: str = setting(form.title, _TITLE)
    description: str = setting(
        standard_description, QUEUED_DESCRIPTION.format(game="Fortnite", stated="As plataformas vinculadas são as")
    )
    email_domain: str = setting(form.provider(_REQUIRED), DEFAULT_PROVIDER, alias="emailProvider", keeps_blank=True)
    delivery_instructions: str = setting(form.instructions, _STEPS)
    platform: str = setting(form.words("Plataforma", 30), "PC")
    account_data: dict[str, Any] = setting(form.account_data(_DATA), {})  # noqa: RUF009  # a dataclass field


class Fortnite(QueuedGame[FortniteSettings]):
    slug = "fortnite"
    title = "Fortnite"
    creation_path = "fortnite/bulk-create"
    description_name = "fortnite"
    summary = "Texto analisado ou digitado, com fila de criação."
    instruction = "Analise ou digite as contas, monte a fila e crie os anúncios no marketplace."
    analysis_failed = "Não foi possível analisar o texto. Tente novamente."
    shown = ()
    words = {
        "analyse": "Analisar com IA",
        "example": "Login: usuario\nSenha: senha123\nSkins: 57\nV-Bucks: 1.250\nNível: 210",
        "list": "Fila de criação",
        "add": "Adicionar à fila",
        "missing": _REQUIRED,
        "noKey": "Chave de API do GameBoost não encontrada. Configure-a nas configurações.",
        "uploadFailed": "Erro no upload",
        "createFailed": "Não foi possível criar as contas. Verifique os detalhes e tente novamente.",
        "place": "Plataforma padrão",
    }
    placeholders = (
        Placeholder("skins", "Skins", "57", number("skins")),
        Placeholder("picaretas", "Picaretas", "40", number("pickaxes")),
        Placeholder("emotes", "Gestos", "35", number("emotes")),
        Placeholder("mochilas", "Mochilas", "52", number("backblings")),
        Placeholder("envelopamentos", "Envelopamentos", "18", number("wraps")),
        Placeholder("asas_delta", "Asas-delta", "22", number("gliders")),
        Placeholder("sprays", "Sprays", "60", number("sprays")),
        Placeholder("telas", "Telas de carregamento", "30", number("loading_screens")),
        Placeholder("vbucks", "V-Bucks", "1.250", number("vbucks")),
        Placeholder("nivel", "Nível da conta", "210", number("account_level")),
        Placeholder("plataforma", "Plataforma", "PC", words_in("platform")),
        RARE_ITEMS,
    )
    columns = _COLUMNS
    defaults = FortniteSettings()
    required = price_required = _REQUIRED
    data = _DATA
    lifted = ("platform", "has_2fa")

    def account_data(self, line: ParsedLine, settings: FortniteSettings) -> dict[str, Any]:
        return {"platform": settings.platform, "battlepass": False, **settings.account_data}

    def keywords(self, settings: FortniteSettings) -> list[str]:
        return ["fortnite", settings.platform, *settings.account_data.get("rare_items", ())]

    def screen_options(self) -> dict[str, list[Any]]:
        return {"platforms": list(PLATFORMS), **super().screen_options()}


GAME = Fortnite()
