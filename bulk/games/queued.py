"""What Fortnite and Valorant share: accounts that come one by one, already parted, each with its own price in euro.

They are put together in a queue; a paste of `login:senha` lines works as well, and then
everything else is the form's.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from decimal import Decimal
from typing import Any, ClassVar, TypeVar

from bulk.games.base import Game
from bulk.games.fields import Reader, data_name, euros, image_urls, is_blank, switch, words
from bulk.games.lines import ParsedLine, two_or_four_fields
from bulk.games.providers import PROVIDERS
from bulk.games.settings import FormSettings, setting
from core.errors import Errors
from marketplace.adapters.base import Listing
from marketplace.adapters.gameboost.templates import Template, bundled

NO_ACCOUNTS = "Nenhuma conta para criar"
MIN_CREDENTIAL = 3
MAX_KEYWORDS = 2_000
MAX_NOTE = 500


@dataclass(frozen=True, slots=True, kw_only=True)
class QueuedSettings(FormSettings):
    """The standard values of a run; every account may state any of them for itself."""

    price: Decimal | None = setting(euros, None, alias="priceEur")  # noqa: RUF009  # a dataclass field
    has_2fa: bool = setting(switch, False)
    image_urls: tuple[str, ...] = setting(image_urls, (), alias="gallery")
    dump: str = setting(words("Palavras-chave", MAX_KEYWORDS), "")
    note: str = setting(words("Observação", MAX_NOTE), "")

    def price_in_euros(self, usd_eur_rate: Decimal) -> Decimal:
        return self.price or Decimal(0)


P = TypeVar("P", bound=QueuedSettings)


class QueuedGame(Game[P]):
    """`data` reads the fields of account_data that have a rule of their own. `lifted` names those that are the
    listing's, not the account_data's, wherever an account states them."""

    format_error = "Formato inválido. Use: login:senha ou login:senha:email:senhadoemail"
    no_accounts = NO_ACCOUNTS
    queued = True
    required: ClassVar[str]
    """The text for an account without its login or password."""

    price_required: ClassVar[str]
    data: ClassVar[Mapping[str, Reader]]
    lifted: ClassVar[tuple[str, ...]]

    def part(self, number: int, line: str) -> ParsedLine:
        return self.credentials(number, two_or_four_fields(line))

    def is_complete(self, line: ParsedLine) -> bool:
        """What lacks is told field by field in `problems`."""
        return True

    def problems(self, line: ParsedLine, settings: P) -> Errors:
        errors = {"login": self._credential(line.login, "Login"), "password": self._credential(line.password, "Senha")}
        if settings.price is None:
            errors["price"] = self.price_required
        return {name: [text] for name, text in errors.items() if text}

    def build_listing(self, line: ParsedLine, settings: P, *, usd_eur_rate: Decimal, default_image_url: str) -> Listing:
        listing = super().build_listing(line, settings, usd_eur_rate=usd_eur_rate, default_image_url=default_image_url)
        return self.complete(listing, replace(settings, **line.own))

    def complete(self, listing: Listing, chosen: P) -> Listing:
        """With what only these games state."""
        return replace(
            listing,
            has_2fa=chosen.has_2fa,
            dump=chosen.dump or listing.dump,
            note=chosen.note,
            email_provider=PROVIDERS[chosen.email_domain].domain if listing.email_login else "",
        )

    def arranged(self, raw: Mapping[str, Any]) -> Mapping[str, Any]:
        """Counts may stand beside the credentials, as the manual form has them, and a platform among the counts, as the
        analysis has it: each goes where the listing has it. What stands at the top wins."""
        inner = raw.get("account_data", raw.get("accountData"))
        data = {data_name(name): value for name, value in inner.items()} if isinstance(inner, Mapping) else {}
        top: dict[str, Any] = {}
        for name, value in raw.items():
            plain = data_name(name)
            if plain in self.data:
                data[plain] = value
            elif plain != "account_data" or not isinstance(inner, Mapping):
                top[name] = value
        known = {data_name(name) for name, value in top.items() if not is_blank(value)}
        top |= {name: data.pop(name) for name in self.lifted if name in data and name not in known}
        data = {name: value for name, value in data.items() if name not in self.lifted}
        return {**top, "account_data": data} if data else top

    def _credential(self, value: str, label: str) -> str:
        if not value:
            return self.required
        return "" if len(value) >= MIN_CREDENTIAL else f"{label} deve ter pelo menos {MIN_CREDENTIAL} caracteres"


def count_options(fields: Iterable[tuple[str, str, int]]) -> list[dict[str, Any]]:
    """The whole numbers of a form: what each is called, its least value, and the text below it."""
    return [
        {"name": name, "label": label, "minimum": least, "error": f"{label} deve ser pelo menos {least}"}
        for name, label, least in fields
    ]


def shipped_template(game: str) -> Template:
    """The words that the marketplace accepts, as the forms offer them."""
    template = bundled(game)
    if template is None:
        raise LookupError(game)
    return template
