"""What a request would become: every line with its verdict, before anything is stored or sent.

The preview shows a plan; starting a run stores one, and `digest_of` holds it to the plan that was shown. A line becomes
what is stored, and what is stored the listing that goes out.
"""

import hashlib
import json
from collections.abc import Collection, Mapping, Sequence
from dataclasses import asdict, dataclass, fields, replace
from datetime import datetime
from decimal import Decimal
from typing import Any, TypedDict, Unpack
from urllib.parse import urlsplit

from django.conf import settings
from django.utils.timezone import localdate

from accounts.queries import upload_settings
from bulk.errors import ConfigurationMissing, SettingsInvalid, UnsupportedGame
from bulk.games.base import Game
from bulk.games.catalogue import game_of, title_of
from bulk.games.form import Form, FormSettings
from bulk.games.lines import CREDENTIALS, ParsedLine, fold_login
from bulk.games.placeholders import TEXTS, text_problems, without_values, written
from bulk.models import Row
from bulk.queries import Live, account_index, live_rows, sold_accounts
from core.crypto import blind_index
from core.serializers import camel
from marketplace import queries as marketplace
from marketplace.adapters.base import Listing, Market, Prepared
from marketplace.adapters.registry import MARKETS
from marketplace.enums import Service
from marketplace.queries import Effective, can_fetch, service_of


def credentials_of(line: ParsedLine) -> dict[str, str]:
    """The secret part of a line, which is stored encrypted and purged."""
    return {name: getattr(line, name) for name in CREDENTIALS}


def line_of(row: Row, game: Game[Any]) -> ParsedLine:
    """The line of a stored row, as it was read. Needs the row's credentials."""
    own = type(game.defaults).read_overrides({str(row.line): row.override})[row.line]
    return ParsedLine(line=row.line, own=own, details=row.details, **row.credentials)


def stored_listing(listing: Listing) -> dict[str, Any]:
    """What Row.listing keeps, encrypted; `listing_of` reads it back."""
    return asdict(listing) | {"price_eur": str(listing.price_eur)}


def listing_of(row: Row) -> Listing:
    """What goes out for a row: what was confirmed, whatever settings, texts or templates say by now. Rows of the first
    release kept none, so theirs is what their run and line say under the settings of this moment, not yet prepared."""
    kept = row.listing
    if kept is None:
        game = game_of(row.run.game)
        chosen = game.defaults.updated(row.run.settings)
        return build_listing(game, line_of(row, game), chosen, row.run.usd_eur_rate, default_image_url())
    return Listing(
        **kept
        | {
            "price_eur": Decimal(kept["price_eur"]),
            "image_urls": tuple(kept["image_urls"]),
            "delivery_time": tuple(kept["delivery_time"]),
        }
    )


def build_listing(
    game: Game[Any], line: ParsedLine, chosen: FormSettings, usd_eur_rate: Decimal, image_url: str
) -> Listing:
    """A listing as it goes out: its texts filled in, and paths of our own media as public addresses."""
    listing = game.build_listing(line, chosen, usd_eur_rate=usd_eur_rate, default_image_url=image_url)
    listing = written(listing, game.placeholders, Form(chosen).of(line).rare_list)
    return replace(listing, image_urls=tuple(absolute(url) for url in listing.image_urls))


def default_image_url() -> str:
    """'an empty `image_urls` refused', so a listing without images gets this one."""
    return marketplace.global_settings().default_image_url or marketplace.DEMO_IMAGE


def absolute(url: str) -> str:
    return f"{settings.PUBLIC_BASE_URL}{url}" if url.startswith("/") else url


OUT_OF_REACH = (
    "O marketplace não consegue buscar as imagens: elas estão em {origin}, que só existe nesta máquina. "
    "Defina PUBLIC_BASE_URL com o endereço público da plataforma."
)


@dataclass(frozen=True)
class PlannedRow:
    """One non-blank line, or one account. `earlier` is the row that holds its login already; `listing` is the account
    in our own words and `prepared` what would go out, of a row that would be sent; `error` says why not."""

    line: ParsedLine
    error: str = ""
    title: str = ""
    login_index: str = ""
    account_index: str = ""
    earlier: Live | None = None
    listing: Listing | None = None
    prepared: Prepared | None = None


@dataclass(frozen=True)
class Plan:
    owner_id: int
    game: Game[Any]
    settings: FormSettings
    market: str
    marketplace: Market
    usd_eur_rate: Decimal
    image_url: str
    rows: list[PlannedRow]


def configuration_of(user_id: int, game: str, *, service: str, training: bool | None = None) -> Effective:
    """The configuration with which this person's runs are sent to a marketplace. Raises UnsupportedGame where that does
    not take the game, and ConfigurationMissing, for GameBoost in the game's own words.

    `training` asks for that of practice, or not, whatever the person is doing now. enabledEndpoints is for the screens'
    own calls: a run makes the calls it needs.
    """
    market = MARKETS[service]
    if refusal := market.refusal_of(game, title_of(game)):
        raise UnsupportedGame(refusal)
    effective = marketplace.configuration_in_effect(user_id, service, training=training)
    if effective is None or not effective.connection.api_key:
        own_words = service == Service.GAMEBOOST
        raise ConfigurationMissing(
            game_of(game).key_missing if own_words else f"Configuração da API {market.title} não encontrada"
        )
    return effective


class Asked(TypedDict, total=False):
    """What a run is asked for with: `text` as pasted, without the lines to skip, or `accounts` already parted."""

    text: str | None
    accounts: Sequence[object] | None
    settings: Mapping[str, Any] | None
    overrides: Mapping[str, Any] | None
    skip_lines: Collection[int]


def plan_run(*, user_id: int, game: str, market: str, **asked: Unpack[Asked]) -> Plan:
    """Raises TextRefused (empty, over 5,000 lines or 2 MB) and SettingsInvalid; wrong lines are in the plan. Costs
    the same few queries however many lines there are."""
    rules = game_of(game)
    # The form as sent, over the person's own one. A standard text that is too short is refused like a sent one.
    opened = default_settings(user_id, rules)
    chosen = opened.updated(opened.as_json()).updated({} if asked.get("settings") is None else asked["settings"])
    if wrong := text_problems({name: getattr(chosen, name) for name in TEXTS}, rules.placeholders):
        raise SettingsInvalid(errors={camel(name): texts for name, texts in wrong.items()})
    form = Form(chosen, type(chosen).read_overrides({} if asked.get("overrides") is None else asked["overrides"]))
    accounts = asked.get("accounts")
    if accounts is None:
        lines = rules.parse(asked.get("text") or "", form, frozenset(asked.get("skip_lines", ())))
    else:
        lines = rules.read_accounts(accounts, form)
    spellings = marketplace.spellings_of(market)
    indexes = {line.line: login_indexes(spellings, game, line.login) for line in lines if line.login}
    taken = live_rows({line.line: indexes[line.line] for line in lines if line.valid})
    accounts_of = {line.line: account_index(game, line.login) for line in lines if line.login}
    sold = sold_accounts([*accounts_of.values(), *(index for each in indexes.values() for index in each)])
    plan = Plan(
        user_id,
        rules,
        form.settings,
        market,
        MARKETS[service_of(market)],
        marketplace.global_settings().usd_eur_rate,
        default_image_url(),
        [],
    )
    for line in lines:
        own, index = indexes.get(line.line, [""]), accounts_of.get(line.line, "")
        sold_at = next((sold[each] for each in (index, *own) if each in sold), None)
        plan.rows.append(_planned(plan, line, own[0], index, taken.get(line.line), sold_at))
    return plan


def login_indexes(spellings: Sequence[str], game: str, login: str) -> list[str]:
    """What a login is recognised by in a market, for each of its spellings in their order."""
    return [blind_index("login", spelling, game, fold_login(login)) for spelling in spellings]


def default_settings(user_id: int, game: Game[Any]) -> FormSettings:
    """The form as it opens: the person's own texts, else the global ones, else the game's defaults."""
    known = marketplace.global_settings()
    own = upload_settings(user_id).descriptions.get(game.slug)
    settings: FormSettings = game.default_settings(
        description=own or known.default_description, delivery_instructions=known.default_instructions
    )
    return settings


def digest_of(plan: Plan) -> str:
    """The same for the same listings at the same marketplace, and for nothing else; keyed, as it has passwords."""
    sealed = hashlib.sha256()
    for row in plan.rows:
        if row.prepared is not None:
            content = [getattr(row.prepared.listing, each.name) for each in fields(Listing)]
            sealed.update(json.dumps([row.line.line, *content], default=str).encode())
    return blind_index("preview", plan.market, sealed.hexdigest())


def warnings(plan: Plan) -> list[str]:
    """What is wrong with the whole of a plan and refuses nothing."""
    images = {url for row in plan.rows if row.listing is not None for url in row.listing.image_urls}
    out_of_reach = sorted(url for url in images if not can_fetch(plan.market, url))
    if not out_of_reach:
        return []
    parts = urlsplit(out_of_reach[0])
    return [OUT_OF_REACH.format(origin=f"{parts.scheme}://{parts.netloc}")]


SOLD = "Conta já vendida em {day}: anunciada de novo, sairia do ar na hora. Retire esta linha."


def _planned(
    plan: Plan, line: ParsedLine, login: str, account: str, earlier: Live | None, sold_at: datetime | None
) -> PlannedRow:
    sendable = line.valid and earlier is None and sold_at is None
    error = line.error if earlier is None else duplicate_text(earlier, plan.owner_id)
    if sold_at and not error:
        error = SOLD.format(day=f"{localdate(sold_at):%d/%m/%Y}")
    listing = build_listing(plan.game, line, plan.settings, plan.usd_eur_rate, plan.image_url) if sendable else None
    stated = plan.game.listing_title(line, plan.settings) if line.login or line.own else ""
    return PlannedRow(
        line=line,
        error=error,
        title=listing.title if listing else without_values(stated, plan.game.placeholders),
        login_index=login,
        account_index=account,
        earlier=earlier,
        listing=listing,
        prepared=plan.marketplace.prepare(listing) if listing else None,
    )


def duplicate_text(earlier: Live, owner_id: int) -> str:
    """Names the earlier one, and says so where the person whose plan it is cannot look at it."""
    whose = "" if earlier.owner_id == owner_id else ", de outra pessoa"
    return f"Login duplicado: já está na execução {earlier.run_id}, linha {earlier.line}{whose}."


def masked(login: str) -> str:
    """'jo••••02': enough to recognise a login by, too little to use it."""
    if not login:
        return ""
    return f"{login[:2]}••••{login[-2:]}" if len(login) > 6 else f"{login[:1]}••••"
