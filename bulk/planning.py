"""Plan a run: a verdict for every line, before anything is stored or sent. The preview shows a
plan; starting a run stores one, and `digest_of` holds it to the plan that was shown. A line becomes what is stored, and
what is stored the listing that goes out."""

import hashlib
import json
from collections.abc import Collection, Mapping, Sequence
from dataclasses import asdict, dataclass, fields, replace
from datetime import datetime
from decimal import Decimal
from functools import cached_property
from typing import Any, TypedDict, Unpack
from urllib.parse import urlsplit

from django.conf import settings
from django.utils.timezone import localdate

from accounts.queries import upload_settings
from bulk import errors
from bulk.errors import ConfigurationMissing, SettingsInvalid, UnsupportedGame
from bulk.games.base import Game
from bulk.games.catalogue import game_of, title_of
from bulk.games.form import MAX_PRICE, FormSettings
from bulk.games.lines import LOGIN_FIELDS, ParsedLine, fold_login
from bulk.games.placeholders import TEXTS, text_problems, without_values
from bulk.games.terms import Terms
from bulk.models import Row, Run
from bulk.queries import Live, account_index, known_accounts, live_rows
from core.crypto import blind_index
from core.serializers import camel
from marketplace import queries as marketplace
from marketplace.adapters.base import Listing, Market, Prepared
from marketplace.adapters.registry import MARKETS
from marketplace.enums import Service
from marketplace.errors import CONFIGURATION_MISSING
from marketplace.queries import Effective, can_fetch, service_of

Markets = Mapping[str, Terms]
"""{slug of a marketplace: what holds there}."""


def credentials_of(line: ParsedLine) -> dict[str, str]:
    """The secret part of a line, which is stored encrypted and purged."""
    return {name: getattr(line, name) for name in LOGIN_FIELDS}


def line_of(row: Row, game: Game[Any]) -> ParsedLine:
    """The line of a stored row, as it was read. Needs the row's credentials."""
    own = type(game.defaults).read_overrides({str(row.line): row.override})[row.line]
    return ParsedLine(line=row.line, own=own, details=row.details, **row.credentials)


def stored_listing(listing: Listing) -> dict[str, Any]:
    """What Row.listing keeps; `listing_of` reads it back."""
    return asdict(listing) | {"price_eur": str(listing.price_eur)}


def listing_of(row: Row) -> Listing:
    """The confirmed listing of a row. Rows of the first release stored none: theirs is built, not yet prepared."""
    kept = row.listing
    if kept is None:
        game = game_of(row.run.game)
        chosen = game.defaults.with_changes(row.run.settings)
        return build_listing(game, line_of(row, game), chosen, row.run.usd_eur_rate, default_image_url())
    pairs = {name: tuple(kept[name]) for name in ("image_urls", "delivery_time")}
    return Listing(**kept | pairs | {"price_eur": Decimal(kept["price_eur"])})


def build_listing(
    game: Game[Any], line: ParsedLine, chosen: FormSettings, usd_eur_rate: Decimal, image_url: str
) -> Listing:
    """A listing as it goes out, paths of our own media as public addresses."""
    listing = game.build_listing(line, chosen, usd_eur_rate=usd_eur_rate, default_image_url=image_url)
    return replace(listing, image_urls=tuple(absolute(url) for url in listing.image_urls))


def default_image_url() -> str:
    """The image of a listing that has none, since GameBoost refuses an empty `image_urls`."""
    return marketplace.global_settings().default_image_url or marketplace.DEMO_IMAGE


def absolute(url: str) -> str:
    return f"{settings.PUBLIC_BASE_URL}{url}" if url.startswith("/") else url


@dataclass(frozen=True)
class PlannedRow:
    """One non-blank line, or one account. `earlier` is the row that holds its login already; of a row that would be sent,
    `listing` is the account in our own words and `prepared` what would go out. `pays`: its account was never listed."""

    line: ParsedLine
    error: str = ""
    title: str = ""
    login_index: str = ""
    account_index: str = ""
    earlier: Live | None = None
    listing: Listing | None = None
    prepared: Prepared | None = None
    pays: bool = True

    @property
    def goes(self) -> bool:
        """Whether the line would be sent."""
        return self.prepared is not None and not self.prepared.errors


@dataclass(frozen=True)
class Plan:
    owner_id: int
    game: Game[Any]
    settings: FormSettings
    effective: Effective
    terms: Terms
    usd_eur_rate: Decimal
    image_url: str
    rows: list[PlannedRow]

    @property
    def market(self) -> str:
        return self.effective.connection.market

    @property
    def marketplace(self) -> Market:
        return MARKETS[service_of(self.market)]

    @cached_property
    def texts(self) -> dict[str, str]:
        return self.terms.texts(self.game.title)


def configuration_of(user_id: int, game: str, *, service: str, training: bool | None = None) -> Effective:
    """The configuration with which this person's runs are sent to a marketplace; `training` asks for that of practice, or
    not, whatever the person is doing now. enabledEndpoints is for the screens' own calls: a run makes those it needs.
    Raises UnsupportedGame and ConfigurationMissing."""
    market = MARKETS[service]
    if refusal := market.refusal_of(game, title_of(game)):
        raise UnsupportedGame(refusal)
    effective = marketplace.configuration_in_effect(user_id, service, training=training)
    if effective is None or not effective.connection.api_key:
        if service == Service.GAMEBOOST:
            raise ConfigurationMissing(game_of(game).key_missing)
        raise ConfigurationMissing(CONFIGURATION_MISSING.format(market.title))
    return effective


def configuration_for(run: Run) -> Effective:
    """The configuration now in effect for a run's owner at its marketplace."""
    return configuration_of(run.owner_id, run.game, service=service_of(run.market), training=run.training)


class Intake(TypedDict, total=False):
    """What a run is asked for with: `text` as pasted, without the lines to skip, or `accounts` already parted."""

    text: str | None
    accounts: Sequence[object] | None
    settings: Mapping[str, Any]
    overrides: Mapping[str, Any]
    skip_lines: Collection[int]


def plan_runs(*, user_id: int, game: str, markets: Markets, **asked: Unpack[Intake]) -> list[Plan]:
    """One plan for each marketplace, all of the same lines, wrong ones included. Raises TextRefused (empty, over 5,000 lines
    or 2 MB), SettingsInvalid, and what `configuration_of` does. Costs the same few queries however many lines there are."""
    rules = game_of(game)
    places = {slug: configuration_of(user_id, game, service=slug) for slug in MARKETS if slug in markets}
    # The form as sent, over the person's own one. A standard text that is too short is refused like a sent one.
    opened = default_settings(user_id, rules)
    chosen = opened.with_changes(opened.as_json()).with_changes(asked.get("settings", {}))
    if wrong := text_problems({name: getattr(chosen, name) for name in TEXTS}, rules.placeholders):
        raise SettingsInvalid(errors={camel(name): texts for name, texts in wrong.items()})
    overrides = chosen.read_overrides(asked.get("overrides", {}))
    accounts = asked.get("accounts")
    if accounts is None:
        lines = rules.parse(asked.get("text") or "", chosen, overrides, frozenset(asked.get("skip_lines", ())))
    else:
        lines = rules.read_accounts(accounts, chosen, overrides)
    indexes: dict[tuple[str, int], list[str]] = {}
    for slug, effective in places.items():
        spellings = marketplace.spellings_of(effective.connection.market)
        indexes |= {(slug, line.line): login_indexes(spellings, game, line.login) for line in lines if line.login}
    valid = {line.line for line in lines if line.valid}
    taken = live_rows({place: each for place, each in indexes.items() if place[1] in valid})
    accounts_of = {line.line: account_index(game, line.login) for line in lines if line.login}
    known = known_accounts([*accounts_of.values(), *(index for each in indexes.values() for index in each)])
    rate, image_url = marketplace.global_settings().usd_eur_rate, default_image_url()
    plans = []
    for slug, effective in places.items():
        plan = Plan(user_id, rules, chosen, effective, markets[slug], rate, image_url, [])
        plan = replace(plan, settings=_at_market(plan, slug))
        for line in lines:
            own, index = indexes.get((slug, line.line), [""]), accounts_of.get(line.line, "")
            met = [known[each] for each in (index, *own) if each in known]
            plan.rows.append(_plan_row(plan, line, own[0], index, taken.get((slug, line.line)), met))
        plans.append(plan)
    return plans


def _at_market(plan: Plan, slug: str) -> FormSettings:
    """The form with the texts of a marketplace, which are judged as the form's own are."""
    wrong = text_problems(plan.texts, plan.game.placeholders)
    try:
        settings = plan.settings.with_changes(plan.texts)
    except SettingsInvalid as refused:
        wrong = {**refused.errors, **wrong}
    if wrong:
        raise SettingsInvalid(errors={f"markets.{slug}.{camel(name)}": texts for name, texts in wrong.items()})
    return settings


def home_of(rows: Sequence[PlannedRow]) -> int:
    """The index of the plan in which a line is reported: the first that sends it, else the first with a price for it."""
    going = [position for position, row in enumerate(rows) if row.goes]
    priced = [position for position, row in enumerate(rows) if row.prepared is not None]
    return [*going, *priced, 0][0]


def shared_out(plans: Sequence[Plan]) -> list[tuple[Plan, list[PlannedRow]]]:
    """The lines of each marketplace: those that go there, and those that go nowhere and are reported in its run."""
    rows: list[list[PlannedRow]] = [[] for _ in plans]
    for line in zip(*(plan.rows for plan in plans), strict=True):
        home = home_of(line)
        for position, row in enumerate(line):
            if row.goes or position == home:
                rows[position].append(row)
    return [(plan, own) for plan, own in zip(plans, rows, strict=True) if own]


def login_indexes(spellings: Sequence[str], game: str, login: str) -> list[str]:
    """The blind indexes of a login in a market, one for each spelling of the market."""
    return [blind_index("login", spelling, game, fold_login(login)) for spelling in spellings]


def default_settings(user_id: int, game: Game[FormSettings]) -> FormSettings:
    """The form as it opens: the texts of `texts_of`, else the game's defaults."""
    description, instructions = texts_of(user_id, game.slug)
    return game.default_settings(description=description, delivery_instructions=instructions)


def texts_of(user_id: int, game: str) -> tuple[str, str]:
    """The person's own description, else the global one; the instructions are the global ones."""
    known = marketplace.global_settings()
    own: str = upload_settings(user_id).descriptions.get(game, "")
    return own or known.default_description, known.default_instructions


def digest_of(plans: Sequence[Plan]) -> str:
    """A keyed hash of all listings and their marketplaces; keyed, since they have passwords."""
    parts = []
    for plan, rows in shared_out(plans):
        sealed = hashlib.sha256()
        for row in rows:
            if row.prepared is not None:
                content = [getattr(row.prepared.listing, each.name) for each in fields(Listing)]
                sealed.update(json.dumps([row.line.line, *content], default=str).encode())
        parts += [plan.market, sealed.hexdigest()]
    return blind_index("preview", *parts)


def warnings(plans: Sequence[Plan]) -> list[str]:
    """Warnings about the plans as a whole; they refuse nothing."""
    shown = {(plan.market, url) for plan in plans for row in plan.rows if row.listing for url in row.listing.image_urls}
    out_of_reach = sorted(url for market, url in shown if not can_fetch(market, url))
    if not out_of_reach:
        return []
    parts = urlsplit(out_of_reach[0])
    return [errors.OUT_OF_REACH.format(origin=f"{parts.scheme}://{parts.netloc}")]


def _plan_row(
    plan: Plan, line: ParsedLine, login: str, account: str, earlier: Live | None, met: Sequence[datetime | None]
) -> PlannedRow:
    """`met` are the listings of its account that are known, each with when it was sold."""
    sold_at = next(filter(None, met), None)
    sendable = line.valid and earlier is None and sold_at is None
    error = line.error if earlier is None else duplicate_text(earlier, plan.owner_id)
    if sold_at and not error:
        error = errors.ALREADY_SOLD.format(day=localdate(sold_at))
    listing = prepared = None
    if sendable:
        there = replace(line, own={**line.own, **plan.texts}) if plan.texts else line
        listing = build_listing(plan.game, there, plan.settings, plan.usd_eur_rate, plan.image_url)
        price_eur = plan.terms.price_eur(listing.price_eur)
        listing = replace(listing, price_eur=price_eur, language=plan.terms.language)
        prepared = plan.marketplace.prepare(listing, plan.effective.connection)
        if price_eur > MAX_PRICE:
            listing, prepared, error = None, None, errors.TOO_DEAR
    stated = plan.game.listing_title(line, plan.settings) if line.login or line.own else ""
    return PlannedRow(
        line=line,
        error=error,
        title=listing.title if listing else without_values(stated, plan.game.placeholders),
        login_index=login,
        account_index=account,
        earlier=earlier,
        listing=listing,
        prepared=prepared,
        pays=not met,
    )


def duplicate_text(earlier: Live, owner_id: int) -> str:
    whose = "" if earlier.owner_id == owner_id else ", de outra pessoa"
    return errors.LOGIN_HELD.format(earlier.run_id, earlier.line, whose)


def mask_login(login: str) -> str:
    """'jo••••02': enough to recognise a login by, too little to use it."""
    if len(login) > 6:
        return f"{login[:2]}••••{login[-2:]}"
    return f"{login[:1]}••••" if login else ""
