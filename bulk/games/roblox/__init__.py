"""Roblox: `usuário:senha`, one account a line."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from bulk.characters import WHITE_SPACE
from bulk.games import form
from bulk.games.base import INSTRUCTIONS, PASTED_DESCRIPTION, Game, either_spelling, plain_text
from bulk.games.columns import CREDENTIAL_COLUMNS, PASTED, RARE_LIST, columns_of, fields_beside
from bulk.games.form import setting
from bulk.games.lines import ParsedLine
from core.errors import Errors

_FIELDS = fields_beside(__file__)
_OWN = columns_of(_FIELDS)
_COLUMNS = (
    *CREDENTIAL_COLUMNS,
    *(_OWN["robux"], _OWN["otherExperiences"]),
    *PASTED,
    *(_OWN["mainExperience"], _OWN["accountTags"], RARE_LIST),
)
_NOTES: dict[str, list[str]] = _FIELDS["game"]["note_labels"]
_LABELS = "|".join([*(label for labels in _NOTES.values() for label in labels), *_FIELDS["game"]["ignored_labels"]])
# Either case of a letter, spelt out: IGNORECASE takes more letters for another's case than the browser does (ı, ſ, K), and
# what is no label is part of the password.
_EITHER_CASE = re.sub("[a-zê]", lambda letter: f"[{letter[0]}{letter[0].upper()}]", _LABELS)
_NOTE = re.compile(rf"[{WHITE_SPACE}]\|(?=[{WHITE_SPACE}]*(?:{_EITHER_CASE})[{WHITE_SPACE}]*:)")
_AMOUNT = re.compile(r"([0-9]{1,9}|[0-9]{1,3}(?:[.,][0-9]{3}){1,2})(?:\s*R\$)?")


@dataclass(frozen=True, slots=True, kw_only=True)
class RobloxSettings(form.PricedInDollars):
    title: str = setting(form.title, "Conta Roblox - Robux e Itens")
    description: str = setting(form.description, PASTED_DESCRIPTION.format(game="Roblox"))
    account_tags: tuple[str, ...] = setting(form.choices(_OWN["accountTags"].options), ("Old Account",))
    main_experience: str = setting(form.choice(_OWN["mainExperience"].options), "King Legacy")
    delivery_instructions: str = setting(form.instructions, INSTRUCTIONS.format(site="roblox.com"))


class Roblox(Game[RobloxSettings], declared=_FIELDS):
    columns = _COLUMNS
    data = {"robux": form.count("Robux")}
    defaults = RobloxSettings()

    def part(self, number: int, line: str) -> ParsedLine:
        """The login up to the first colon, and all behind it as the password (product: creators.lines)."""
        credentials, *notes = _NOTE.split(line)
        login, _, password = (part.strip(WHITE_SPACE) for part in credentials.partition(":"))
        if not (login and password):
            return self.malformed_line(number)
        return ParsedLine(line=number, login=login, password=password, **_parse_notes(notes))

    def details(self, account: Mapping[str, Any]) -> tuple[dict[str, Any], Errors]:
        """`robux` and `otherExperiences` of an account that came with its fields apart."""
        named = either_spelling(account, "otherExperiences")
        experiences = list(filter(None, map(plain_text, named))) if isinstance(named, list | tuple) else []
        details: dict[str, Any] = {"other_experiences": experiences} if experiences else {}
        if form.is_blank(account.get("robux")):
            return details, {}
        try:
            return details | {"robux": self.data["robux"](account["robux"])}, {}
        except form.Invalid as refusal:
            return details, {"robux": [str(refusal)]}

    def account_data(self, line: ParsedLine, settings: RobloxSettings) -> dict[str, Any]:
        data = {
            "main_experience": settings.main_experience,
            "other_experiences": list(line.details.get("other_experiences", ())),
            "account_tags": list(settings.account_tags),
        }
        robux = line.details.get("robux")
        return data if robux is None else data | {"robux_count": robux}

    def keywords(self, settings: RobloxSettings) -> tuple[str, ...]:
        return ("roblox", settings.main_experience, *settings.account_tags)


def _parse_notes(notes: list[str]) -> dict[str, Any]:
    """The fields of a parsed line that `Label: value` notes fill; an e-mail counts only with its password."""
    parted = (note.partition(":") for note in notes)
    values = {label.strip(WHITE_SPACE).lower(): value.strip(WHITE_SPACE) for label, _, value in parted}
    experiences = [name.strip(WHITE_SPACE) for name in _first(values, "otherExperiences").split(",")]
    details = {"robux": _amount(_first(values, "robux")), "other_experiences": list(filter(None, experiences))}
    fields: dict[str, Any] = {"details": {name: value for name, value in details.items() if value not in (None, [])}}
    email, password = _first(values, "emailLogin"), _first(values, "emailPassword")
    if "@" in email and password:
        fields |= {"email_login": email, "email_password": password}
    return fields


def _first(values: dict[str, str], field: str) -> str:
    return next((values[label] for label in _NOTES[field] if label in values), "")


def _amount(written: str) -> int | None:
    """350, 1.250, 1,250, 40 R$; None for anything else, which is then not stated to a buyer."""
    amount = _AMOUNT.fullmatch(written)
    return int(amount[1].replace(".", "").replace(",", "")) if amount else None


GAME = Roblox()
