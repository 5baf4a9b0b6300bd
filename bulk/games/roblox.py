"""Roblox: `usuário:senha`, one account a line."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

from bulk.games.base import Game
from bulk.games.fields import choice, choices, description, instructions, price, title
from bulk.games.lines import WHITE_SPACE, ParsedLine
from bulk.games.settings import PricedInDollars, setting

TAGS = ("Old Account", "Has Robux", "Premium", "Rare Items", "High Level", "Limited")
EXPERIENCES = (
    "King Legacy",
    "Blox Fruits",
    "Adopt Me",
    "Brookhaven",
    "Pet Simulator",
    "Royale High",
    "Murder Mystery",
    "Jailbreak",
)
DESCRIPTION = """Conta Roblox pronta para jogar.

• Entrega automática logo após a compra
• Você recebe o login e a senha da conta
• Garantia de 14 dias

Troque a senha no primeiro acesso."""
INSTRUCTIONS = """1. Entre em roblox.com com o login e a senha recebidos.
2. Se a conta tiver e-mail, abra a caixa de entrada em https://firstmail.ltd/webmail/login
3. Troque as senhas logo no primeiro acesso."""

# Lists of accounts often go on as " | Robux: 350 | Premium: False". What follows such a label describes the account and
# is no part of its password; anything else after the first colon is.
ROBUX_LABELS = ("robux",)
EXPERIENCE_LABELS = ("experiences", "other experiences", "experiências", "outras experiências")
EMAIL_LABELS = ("email", "e-mail", "email login")
EMAIL_PASSWORD_LABELS = ("email password", "senha do email", "senha do e-mail", "senha email")
UNUSED_LABELS = "id|total spent|premium|2fa|pending|billing|card|inventory|voice|created|rap|groupfunds|donate"
_LABELS = "|".join((*ROBUX_LABELS, *EXPERIENCE_LABELS, *EMAIL_LABELS, *EMAIL_PASSWORD_LABELS, UNUSED_LABELS))
# Either case of a letter, spelt out: IGNORECASE takes more letters for another's case than the browser does (ı, ſ, K), and
# what is no label is part of the password.
_EITHER_CASE = re.sub("[a-zê]", lambda letter: f"[{letter[0]}{letter[0].upper()}]", _LABELS)
_NOTE = re.compile(rf"[{WHITE_SPACE}]\|(?=[{WHITE_SPACE}]*(?:{_EITHER_CASE})[{WHITE_SPACE}]*:)")
_AMOUNT = re.compile(r"([0-9]{1,9}|[0-9]{1,3}(?:[.,][0-9]{3}){1,2})(?:\s*R\$)?")


@dataclass(frozen=True, slots=True, kw_only=True)
class RobloxSettings(PricedInDollars):
    title: str = setting(title, "Conta Roblox - Robux e Itens")
    description: str = setting(description, DESCRIPTION)
    price_usd: Decimal = setting(price, Decimal("10.00"), alias="price")  # noqa: RUF009  # a dataclass field
    account_tags: tuple[str, ...] = setting(choices(TAGS), ("Old Account",))
    main_experience: str = setting(choice(EXPERIENCES), "King Legacy")
    delivery_instructions: str = setting(instructions, INSTRUCTIONS)


class Roblox(Game[RobloxSettings]):
    slug = "roblox"
    title = "Roblox"
    format_error = "Formato inválido. Use 'usuário:senha'"
    defaults = RobloxSettings()

    def part(self, number: int, line: str) -> ParsedLine:
        """'the first colon parts login from password, the rest is the password'."""
        credentials, *notes = _NOTE.split(line)
        login, _, password = (part.strip(WHITE_SPACE) for part in credentials.partition(":"))
        if not (login and password):
            return self.malformed(number)
        return ParsedLine(line=number, login=login, password=password, **_described(notes))

    def account_data(self, line: ParsedLine, settings: RobloxSettings) -> dict[str, Any]:
        data = {
            "main_experience": settings.main_experience,
            "other_experiences": list(line.other_experiences),
            "account_tags": list(settings.account_tags),
        }
        return data if line.robux is None else data | {"robux_count": line.robux}

    def keywords(self, settings: RobloxSettings) -> tuple[str, ...]:
        return ("roblox", settings.main_experience, *settings.account_tags)

    def screen_options(self) -> dict[str, list[str]]:
        return {"tags": list(TAGS), "experiences": list(EXPERIENCES)}


def _described(notes: list[str]) -> dict[str, Any]:
    """The fields of a parsed line that `Label: value` notes fill; an e-mail counts only with its password."""
    values = dict(_labelled(notes))
    fields: dict[str, Any] = {"robux": _amount(_first(values, ROBUX_LABELS))}
    experiences = _first(values, EXPERIENCE_LABELS).split(",")
    fields["other_experiences"] = tuple(name for name in (each.strip(WHITE_SPACE) for each in experiences) if name)
    email, password = _first(values, EMAIL_LABELS), _first(values, EMAIL_PASSWORD_LABELS)
    if "@" in email and password:
        fields |= {"email_login": email, "email_password": password}
    return fields


def _labelled(notes: list[str]) -> Iterator[tuple[str, str]]:
    for note in notes:
        label, _, value = note.partition(":")
        yield label.strip(WHITE_SPACE).lower(), value.strip(WHITE_SPACE)


def _first(values: dict[str, str], labels: tuple[str, ...]) -> str:
    return next((values[label] for label in labels if label in values), "")


def _amount(written: str) -> int | None:
    """350, 1.250, 1,250, 40 R$; None for anything else, which is then not stated to a buyer."""
    amount = _AMOUNT.fullmatch(written)
    return int(amount[1].replace(".", "").replace(",", "")) if amount else None
