"""What a request would become: every line with its verdict, before anything is stored or sent.

The preview shows a plan; starting a run stores one. Both therefore always say the same.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from typing import Any

from accounts.queries import upload_settings
from bulk.errors import ConfigurationMissing
from bulk.games import GAMES, Game
from bulk.games.lines import ParsedLine, fold_login
from bulk.games.settings import NO_OVERRIDE, Override, Settings
from bulk.payload import build_listing, default_image_url
from bulk.queries import Live, live_rows
from core.crypto import blind_index
from core.money import quantize
from marketplace import queries as marketplace
from marketplace.adapters.registry import prepare
from marketplace.enums import Service
from marketplace.queries import Effective

DESCRIPTIONS = {"roblox": "roblox_description", "war-thunder": "warthander_description"}
"""Where a person's own description of a game is kept (document 1 §3, its spelling)."""


@dataclass(frozen=True)
class PlannedRow:
    """One non-blank line. `earlier` is the row that holds its login already; `override` is as the request had it."""

    line: ParsedLine
    title: str = ""
    login_index: str = ""
    override: Mapping[str, Any] = field(default_factory=dict)
    read_override: Override = field(default_factory=dict)
    earlier: Live | None = None

    @property
    def sendable(self) -> bool:
        return self.line.valid and self.earlier is None


@dataclass(frozen=True)
class Verdict:
    """One line of the preview: valid, warning, invalid or duplicate, and why."""

    line: int
    login: str
    verdict: str
    error: str = ""
    messages: list[str] = field(default_factory=list)


@dataclass(frozen=True)
class Plan:
    game: Game[Any]
    settings: Settings
    market: str
    usd_eur_rate: Decimal
    rows: list[PlannedRow]

    @property
    def price_eur(self) -> Decimal:
        return quantize(self.settings.price_usd * self.usd_eur_rate)


def configuration_of(user_id: int) -> Effective:
    """The configuration with which this person's runs are sent. Raises ConfigurationMissing.

    enabledEndpoints is for the screens' own calls: a run makes the calls it needs (docs/decisions.md).
    """
    effective = marketplace.configuration_in_effect(user_id, Service.GAMEBOOST)
    if effective is None or not effective.api_key:
        raise ConfigurationMissing()
    return effective


def plan_run(
    *,
    user_id: int,
    game: str,
    market: str,
    text: str | None = None,
    accounts: Sequence[object] | None = None,
    settings: Mapping[str, Any] | None = None,
    overrides: Mapping[str, Any] | None = None,
) -> Plan:
    """Read a request: `text` as pasted, or `accounts` already parted.

    Raises TextRefused (empty, over 5,000 lines or 2 MB) and SettingsInvalid; wrong lines are in the plan.
    """
    rules = GAMES[game]
    chosen = default_settings(user_id, rules).updated({} if settings is None else settings)
    read_overrides = type(chosen).read_overrides({} if overrides is None else overrides)
    lines = rules.parse(text or "") if accounts is None else rules.read_accounts(accounts)
    indexes = {line.line: blind_index("login", market, game, fold_login(line.login)) for line in lines if line.login}
    taken = live_rows(sorted({indexes[line.line] for line in lines if line.valid}))
    rows = []
    for line in lines:
        override = read_overrides.get(line.line, NO_OVERRIDE)
        index = indexes.get(line.line, "")
        rows.append(
            PlannedRow(
                line=line,
                title=rules.listing_title(line, chosen, override) if line.login else "",
                login_index=index,
                override=(overrides or {}).get(str(line.line), NO_OVERRIDE),
                read_override=override,
                earlier=taken.get(index) if line.valid else None,
            )
        )
    return Plan(rules, chosen, market, marketplace.usd_eur_rate(), rows)


def default_settings(user_id: int, game: Game[Any]) -> Settings:
    """The form as it opens: the person's own texts, else the global ones, else the documents'."""
    known = marketplace.global_settings()
    own = getattr(upload_settings(user_id), DESCRIPTIONS[game.slug])
    settings: Settings = game.default_settings(
        description=own or known.default_description, delivery_instructions=known.default_instructions
    )
    return settings


def verdicts(plan: Plan) -> list[Verdict]:
    """What is said of every line before anything is sent: everything is checked, no call is made."""
    own_warnings = [text for texts in plan.game.warnings(plan.settings).values() for text in texts]
    image_url = default_image_url()
    return [_verdict(plan, row, own_warnings, image_url) for row in plan.rows]


def _verdict(plan: Plan, row: PlannedRow, own_warnings: list[str], image_url: str) -> Verdict:
    line, shown = row.line.line, masked(row.line.login)
    if not row.line.valid:
        return Verdict(line, shown, row.line.verdict, row.line.error)
    if row.earlier is not None:
        return Verdict(line, shown, "duplicate", duplicate_text(row.earlier))
    listing = build_listing(plan.game, row.line, plan.settings, row.read_override, plan.usd_eur_rate, image_url)
    prepared = prepare(listing)
    if prepared.errors:
        messages = [f"{name}: {text}" for name, texts in prepared.errors.items() for text in texts]
        return Verdict(line, shown, "invalid", messages[0], messages)
    messages = [*prepared.notes, *own_warnings]
    return Verdict(line, shown, "warning" if messages else "valid", messages=messages)


def duplicate_text(earlier: Live) -> str:
    return f"Login duplicado: já está na execução {earlier.run_id}, linha {earlier.line}."


def masked(login: str) -> str:
    """'jo••••02': enough to recognise a login by, too little to use it."""
    if not login:
        return ""
    return f"{login[:2]}••••{login[-2:]}" if len(login) > 6 else f"{login[:1]}••••"
