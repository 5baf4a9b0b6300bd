"""What a game is to the run engine: how its lines are read, its form checked, and one account made a listing."""

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import replace
from decimal import Decimal
from typing import Any, ClassVar, Generic, TypeVar

from bulk.games import lines, policy
from bulk.games.fields import MAX_IMAGES
from bulk.games.lines import ParsedLine
from bulk.games.providers import PROVIDERS, with_webmail
from bulk.games.settings import NO_OVERRIDE, Override, Settings
from core.money import quantize
from marketplace.adapters.base import Listing

MAX_KEYWORD_CHARACTERS = 2_000
LIMITS = {"maxLines": lines.MAX_LINES, "maxBytes": lines.MAX_BYTES, "maxImages": MAX_IMAGES, "maxImageMb": 5}

S = TypeVar("S", bound=Settings)


class Game(ABC, Generic[S]):
    """A game whose accounts are pasted, a line each. It holds no state; `bulk.games.GAMES` lists the instances."""

    slug: ClassVar[str]
    title: ClassVar[str]
    format_error: ClassVar[str]
    """The documented text of a line that cannot be parted into its fields."""

    defaults: S
    """The document's defaults; `default_settings().updated(raw)` reads a request."""

    @abstractmethod
    def part(self, number: int, line: str) -> ParsedLine:
        """The documented rule for one cleaned, non-blank line; `self.malformed(number)` where it does not hold."""

    @abstractmethod
    def account_data(self, line: ParsedLine, settings: S) -> dict[str, Any]:
        """Under the names of document 2 §3, which the adapter translates. What is not known is absent, never null."""

    @abstractmethod
    def keywords(self, settings: S) -> Sequence[str]:
        """What a buyer may search for, and only what the settings state: false keywords are fined."""

    @abstractmethod
    def screen_options(self) -> dict[str, list[str]]:
        """The lists of values that only this game's screen offers."""

    def parse(self, text: str) -> list[ParsedLine]:
        """Every non-blank line with its verdict; TextRefused for an empty text and for one beyond the limits."""
        return lines.mark_duplicates([self._read(number, line) for number, line in lines.numbered_lines(text)])

    def read_accounts(self, accounts: Sequence[object]) -> list[ParsedLine]:
        """The same verdicts for accounts that came already parted, numbered from 1.

        Each is {login, password, emailLogin?, emailPassword?, robux?, otherExperiences?}; an e-mail address needs its
        password as in the four-field line.
        """
        if not accounts:
            raise lines.TextEmpty
        lines.check_count(len(accounts))
        return lines.mark_duplicates([self._account(number, each) for number, each in enumerate(accounts, start=1)])

    def default_settings(self, *, description: str = "", delivery_instructions: str = "") -> S:
        """The document's defaults under the person's own texts. Document 1 §2: 'blank means the system default'."""
        return replace(
            self.defaults,
            description=description.strip() or self.defaults.description,
            delivery_instructions=delivery_instructions.strip() or self.defaults.delivery_instructions,
        )

    def screen_props(self, settings: S) -> dict[str, Any]:
        """What the game's island needs besides the person's data: {defaults, limits, options}."""
        providers = [
            {"slug": each.slug, "title": each.title, "domain": each.domain, "webmailUrl": each.webmail_url}
            for each in PROVIDERS.values()
        ]
        return {
            "defaults": settings.as_json(),
            "limits": LIMITS,
            "options": {"providers": providers, **self.screen_options()},
        }

    def warnings(self, settings: S) -> dict[str, list[str]]:
        """{JSON name: texts} of what the marketplace would fine; nothing here refuses."""
        found = {
            "title": policy.title_warnings(settings.title),
            "description": policy.description_warnings(settings.description),
        }
        return {name: texts for name, texts in found.items() if texts}

    def build_listing(
        self,
        line: ParsedLine,
        settings: S,
        override: Override = NO_OVERRIDE,
        *,
        usd_eur_rate: Decimal,
        default_image_url: str,
    ) -> Listing:
        """The documented payload of one valid line; `usd_eur_rate` is euros for a dollar.

        Decisions §8: 'Prices go out in euro' and 'an empty image_urls refused': without images the default one goes.
        """
        chosen = replace(settings, **override)
        return Listing(
            game=self.slug,
            title=self.listing_title(line, settings, override),
            description=chosen.description,
            price_eur=quantize(chosen.price_usd * usd_eur_rate),
            login=line.login,
            password=line.password,
            email_login=line.email_login,
            email_password=line.email_password,
            ign=line.login,
            dump=", ".join(self.keywords(chosen))[:MAX_KEYWORD_CHARACTERS],
            delivery_instructions=with_webmail(chosen.delivery_instructions, chosen.email_domain),
            image_urls=chosen.image_urls or (default_image_url,),
            account_data=self.account_data(line, chosen),
        )

    def listing_title(self, line: ParsedLine, settings: S, override: Override = NO_OVERRIDE) -> str:
        return str(override.get("title", settings.title))

    def malformed(self, number: int) -> ParsedLine:
        return ParsedLine(line=number, error=self.format_error)

    def _read(self, number: int, line: str) -> ParsedLine:
        refused = lines.refusal(line)
        return ParsedLine(line=number, error=refused) if refused else self.part(number, line)

    def _account(self, number: int, raw: object) -> ParsedLine:
        if not isinstance(raw, Mapping):
            return self.malformed(number)
        login, password, *email = (
            lines.visible(_text(raw.get(name))) for name in ("login", "password", "emailLogin", "emailPassword")
        )
        refused = lines.refusal(" ".join((login, password, *email)))
        if refused:
            return ParsedLine(line=number, error=refused)
        if not (login and password) or any(email) != all(email):
            return self.malformed(number)
        robux = raw.get("robux")
        return ParsedLine(
            line=number,
            login=login,
            password=password,
            email_login=email[0],
            email_password=email[1],
            robux=robux if type(robux) is int and robux >= 0 else None,
            other_experiences=_texts(raw.get("otherExperiences")),
        )


def _text(value: object) -> str:
    """A text, or a number that a spreadsheet made of one; "" for anything else."""
    return str(value) if isinstance(value, str | int) and not isinstance(value, bool) else ""


def _texts(value: object) -> tuple[str, ...]:
    return tuple(filter(None, map(_text, value))) if isinstance(value, list | tuple) else ()
