"""The texts of a listing, written from what was read. Nothing in them breaks a seller rule, and no credential is there."""

import html
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from bulk.analysis import Analysis, ParsedAccount
from bulk.analysis.fields import FIELDS, GAME_TITLES, Kind
from bulk.games import policy
from bulk.games.catalogue import game_of
from bulk.games.providers import provider_of, with_webmail
from bulk.games.valorant import TIERS
from core.text import thousands

MAX_TITLE_CHARACTERS = 120
MAX_NAMES_SHOWN = 25
_DELIVERY = "Os dados de acesso são entregues na plataforma, depois da compra."

Data = Mapping[str, Any]


def answer_of(analysis: Analysis, *texts: str) -> dict[str, Any]:
    """`data` of an analysis: what was read of each account and its listing, those of the first at the top. The two
    `texts` are said below every listing and about every delivery; "" for the built-in words."""
    data = analysis.as_json()
    pairs = zip(analysis.accounts, data["accounts"], strict=True)
    accounts = [_listing(account, *texts) | each for account, each in pairs]
    same = {name: data[name] for name in ("warnings", "unrecognized", "source")}
    return {**accounts[0], **same, "accounts": accounts}


def _listing(account: ParsedAccount, below: str, how_to_enter: str) -> dict[str, str]:
    """The title ('Conta Fortnite | 57 skins | 1.250 V-Bucks | Nível 210', as much of it as is stated and fits); what the
    account has, a line each, above the person's own text, and as HTML of escaped values; how the buyer gets in, with the
    page of the e-mail's provider, where it is one of ours and the text names it."""
    game, data, counts = account.game, account.account_data, account.counts
    title = called = f"Conta {GAME_TITLES[game]}"
    for part in _title_parts(game, data, counts):
        longer = f"{title} | {part}"
        if len(longer) <= MAX_TITLE_CHARACTERS and not policy.title_warnings(longer):
            title = longer
    stated = list(_lines(game, data, counts))
    lines = (f"• {label}: {value}" for label, value in stated)
    allowed = [line for line in lines if not policy.description_warnings(line)]
    description = [called, "\n".join(allowed), below.strip() or _DELIVERY]
    items = [f"<li><strong>{html.escape(label)}:</strong> {html.escape(value)}</li>" for label, value in stated]
    address = account.credentials.get("email_login", "")
    instructions, provider = how_to_enter.strip() or _steps(game, has_address=bool(address)), provider_of(address)
    return {
        "title": title,
        "description": "\n\n".join(filter(None, description)),
        "delivery_instructions": with_webmail(instructions, provider.slug) if provider else instructions,
        "account_details": f"<ul>{''.join(items)}</ul>" if items else "",
    }


def _steps(game: str, *, has_address: bool) -> str:
    steps = [f"Entre em {game_of(game).site} com o login e a senha recebidos."]
    if has_address:
        steps.append("Abra a caixa de entrada do e-mail da conta com os dados recebidos.")
    steps.append("Troque as senhas logo no primeiro acesso.")
    return "\n".join(f"{number}. {step}" for number, step in enumerate(steps, start=1))


def _title_parts(game: str, data: Data, counts: Data) -> Iterator[str]:
    for name, template in game_of(game).title_parts.items():
        field = FIELDS[game][name]
        if field.kind is Kind.RANK:
            if f"{name}_tier" in data:
                yield template.format(_rank_text(data, name))
        elif name in counts:
            yield f"{thousands(counts[name])} {field.title.lower() if field.kind is Kind.NAMES else field.title}"
        elif name in data and (data[name] or name not in ("vbucks", "valorant_points")):
            value = len(data[name]) if name == "weapon_skins" else data[name]
            shown = ", ".join(value[:3]) if isinstance(value, list) else value
            yield template.format(thousands(value) if isinstance(value, int) else shown)


def _lines(game: str, data: Data, counts: Data) -> Iterator[tuple[str, str]]:
    """(label, value) of all that is known, in Portuguese."""
    for name, field in FIELDS[game].items():
        if field.kind is Kind.RANK:
            if f"{name}_tier" in data:
                yield field.title, _rank_text(data, name)
        elif name in data:
            yield field.title, _format_value(data[name])
        elif name in counts:
            yield field.title, thousands(counts[name])


def _rank_text(data: Data, which: str) -> str:
    """'Ouro 2'."""
    tier = TIERS[data[f"{which}_tier"]]
    division = data.get(f"{which}_division")
    return f"{tier} {division}" if division else tier


def _format_value(value: Any) -> str:
    if isinstance(value, bool):
        return "sim" if value else "não"
    if isinstance(value, int):
        return thousands(value)
    if isinstance(value, float):
        return f"{value}%".replace(".", ",")
    if isinstance(value, Sequence) and not isinstance(value, str):
        shown = ", ".join(map(str, value[:MAX_NAMES_SHOWN]))
        return shown if len(value) <= MAX_NAMES_SHOWN else f"{shown} e mais {len(value) - MAX_NAMES_SHOWN}"
    return str(value)
