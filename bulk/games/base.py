"""The interface of a game: how its accounts are read, its form checked, and an account made a listing."""

import json
from abc import ABC, abstractmethod
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from functools import cached_property
from itertools import starmap
from typing import Any, Generic, TypeVar

from bulk.characters import WHITE_SPACE
from bulk.errors import ACCOUNTS_TOO_LARGE, COOKIE_REFUSED, ConfigurationMissing, TextEmpty
from bulk.games import errors as said
from bulk.games import form as forms
from bulk.games import lines
from bulk.games.columns import RARE_LIST, ColumnKind, Place, UploadField, fields_beside
from bulk.games.form import FormSettings, Overrides, Reader, S, data_name, is_blank, setting
from bulk.games.lines import ParsedLine
from bulk.games.placeholders import RARE_ITEMS, Placeholders, fill_listing, placeholders_of, text_problems
from bulk.games.providers import PROVIDERS, with_webmail
from core.errors import Errors
from core.serializers import camel
from marketplace.adapters.base import Listing
from marketplace.adapters.registry import MARKETS

MAX_KEYWORD_CHARACTERS = 2_000
MAX_LINE_NUMBER = 1_048_576
_TEXTS: dict[str, str] = fields_beside(__file__)["texts"]
PASTED_DESCRIPTION, QUEUED_DESCRIPTION, INSTRUCTIONS = _TEXTS["pasted"], _TEXTS["queued"], _TEXTS["instructions"]
"""The standard texts of listings."""

LIMITS = {"maxLines": lines.MAX_LINES, "maxBytes": lines.MAX_BYTES, "maxImages": forms.MAX_IMAGES, "maxImageMb": 5}


class Game(ABC, Generic[S]):
    """A game whose accounts are pasted a line each, or come already parted. It holds no state."""

    slug: str
    title: str
    creation_path: str  # the call that starts a run, below /api/
    description_name: str  # of a person's own description of this game in the API, before `Description`
    answers_with_message: bool = False  # of creating and of analysing: whether they have a `message`
    analysis_failed: str = ""  # the text for it; "" for a game whose texts are not analysed
    queued: bool = False  # whether accounts are put together in a queue; otherwise their lines are pasted
    old_page_paths: tuple[str, ...] = ()  # other spellings of the creator's path, which lead to it
    summary: str  # what the card of the game says under its title
    # The line under the title of the creator's page.
    instruction: str = "Cole as contas, confira cada linha e crie os anúncios no marketplace."
    # How a line is split: by its colons into so many fields, or ('first_colon') into a login and all the rest; the words
    # for it, and an example. Texts that are analysed come in any form.
    line_rule: str = "fields"
    line_counts: tuple[int, ...] = (2, 4)
    line_format: str = "login:senha ou login:senha:email:senhadoemail"
    line_example: str = "login1:senha1\nlogin2:senha2:eu@exemplo.com:senha3"
    # What is said of a line that cannot be split into its fields.
    format_error: str = "Formato inválido. Use: login:senha ou login:senha:email:senhadoemail"
    # What only this game's screen says; `list` is the title of the accounts that were read.
    words: Mapping[str, str] = {"analyse": "Processar Contas", "list": "Resultado da análise"}
    title_parts: Mapping[str, str] = {}  # how the title of an analysed account puts each field, in this order
    site: str = ""  # where the owner of an analysed account logs in
    # ` | Label: value` notes of a line: the labels of each field that they fill, and those that describe and fill none.
    note_labels: Mapping[str, tuple[str, ...]] = {}
    ignored_labels: tuple[str, ...] = ()
    # The tabs of the form, each with its fields; the one without has all that no other has.
    tabs: Mapping[str, tuple[str, ...]] = {"Configuração em lote": ()}
    shown: tuple[str, ...] = ("emailLogin",)  # what the grid has a column of even when no account states it
    placeholders: Placeholders
    columns: tuple[UploadField, ...]  # what a column of a file may be, in the order they are offered in
    data: Mapping[str, Reader] = {}  # of what an account alone states and that has a rule of its own
    shares_data: bool = False  # whether account_data may be stated for all accounts
    # The texts for nothing to create, and for no key to create it with.
    no_accounts: str = TextEmpty.message
    key_missing: str = ConfigurationMissing.message
    defaults: S  # of a form that nobody filled in; `default_settings().with_changes(raw)` reads a request

    def __init_subclass__(cls, declared: Mapping[str, Any] | None = None) -> None:
        """`declared` is the `fields.toml` of a game's folder: its placeholders, and its attributes in the table `game`."""
        super().__init_subclass__()
        if declared:
            cls.placeholders = (*placeholders_of(declared), *([RARE_ITEMS] if RARE_LIST in cls.columns else []))
            for name, value in declared["game"].items():
                setattr(cls, name, value)

    @cached_property
    def page(self) -> str:
        return f"{self.slug}-bulk"

    @cached_property
    def needed(self) -> set[str]:
        """The fields that a marketplace wants of every account."""
        return {name for market in MARKETS.values() for name in market.required_fields(self.slug)}

    def part(self, number: int, line: str) -> ParsedLine:
        """A cleaned line of two or four fields, none of them empty, else `self.malformed_line(number)`."""
        parts = [part.strip(WHITE_SPACE) for part in line.split(":")]
        if len(parts) not in self.line_counts or not all(parts):
            return self.malformed_line(number)
        fields: dict[str, Any] = dict(zip(lines.LOGIN_FIELDS, parts, strict=False))
        return ParsedLine(line=number, **fields)

    @abstractmethod
    def account_data(self, line: ParsedLine, settings: S) -> dict[str, Any]:
        """Under the API's names, which the adapter translates. What is not known is absent, never null."""

    @abstractmethod
    def keywords(self, settings: S) -> Sequence[str]:
        """Search words of the listing, only of what the settings state: false keywords are fined."""

    def parse(
        self, text: str, form: S | None = None, overrides: Overrides | None = None, skip: Collection[int] = ()
    ) -> list[ParsedLine]:
        """Every non-blank line but those to `skip`, with its verdict; TextRefused for an empty or too long text."""
        numbered = lines.numbered_lines(text, self.no_accounts, skip)
        return self._judge(starmap(self._read, numbered), form, overrides)

    def read_accounts(
        self, accounts: Sequence[object], form: S | None = None, overrides: Overrides | None = None
    ) -> list[ParsedLine]:
        """The same verdicts for accounts that came already parted, numbered from 1 or, when every account states another
        `line`, by these. Each is {login, password, emailLogin?, emailPassword?, line?}, or {text, line?} with its line as
        it was pasted; and any field of the form and the game's own `details`, in either spelling."""
        if not accounts:
            raise TextEmpty(self.no_accounts)
        lines.check_count(len(accounts))
        lines.check_size(json.dumps(accounts, ensure_ascii=False), ACCOUNTS_TOO_LARGE)
        return self._judge(starmap(self._account, _number_accounts(accounts)), form, overrides)

    def problems(self, line: ParsedLine, settings: S) -> Errors:
        """The errors of a line whose fields are readable; `settings` is the form as it holds for it. An e-mail
        without its password is refused."""
        if line.email_login and not line.email_password:
            return {"emailPassword": [said.EMAIL_ALONE]}
        return {"emailLogin": [said.NO_EMAIL]} if line.email_password and not line.email_login else {}

    def default_settings(self, *, description: str = "", delivery_instructions: str = "") -> S:
        """The game's defaults with the person's own texts; a blank one leaves the system's (product: profile.upload-texts)."""
        return replace(
            self.defaults,
            description=description.strip() or self.defaults.description,
            delivery_instructions=delivery_instructions.strip() or self.defaults.delivery_instructions,
        )

    def build_listing(self, line: ParsedLine, settings: S, *, usd_eur_rate: Decimal, default_image_url: str) -> Listing:
        """The listing of a valid line, its texts filled in; without images the default one goes."""
        chosen = settings.of(line)
        listing = Listing(
            game=self.slug,
            title=self.listing_title(line, settings),
            description=chosen.description,
            price_eur=chosen.price_in_euros(usd_eur_rate),
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
        return fill_listing(self.complete(listing, chosen), self.placeholders, chosen.rare_list)

    def complete(self, listing: Listing, chosen: S) -> Listing:
        return listing

    def listing_title(self, line: ParsedLine, settings: S) -> str:
        return str(line.own.get("title", settings.title))

    def malformed_line(self, number: int) -> ParsedLine:
        return ParsedLine(line=number, error=self.format_error)

    def _judge(self, read: Iterable[ParsedLine], form: S | None, overrides: Overrides | None) -> list[ParsedLine]:
        sent, judged = form or self.defaults, []
        first: dict[str, int] = {}
        for line in read:
            if override := (overrides or {}).get(line.line):
                line = replace(line, own={**line.own, **override})
            if line.errors or not line.error:
                problems = {**self.problems(line, sent.of(line)), **text_problems(line.own, self.placeholders)}
                line = line.with_errors({**problems, **line.errors})
            earlier = first.setdefault(lines.fold_login(line.login), line.line) if line.valid else line.line
            if earlier != line.line:
                line = replace(line, duplicate_of=earlier, error=said.LOGIN_TWICE.format(earlier))
            judged.append(line)
        return judged

    def _read(self, number: int, line: str) -> ParsedLine:
        refused = lines.refusal(line)
        return ParsedLine(line=number, error=refused) if refused else self.part(number, line)

    def _account(self, number: int, raw: object) -> ParsedLine:
        if not isinstance(raw, Mapping):
            return self.malformed_line(number)
        if lines.carries_cookie(" ".join(value for value in raw.values() if isinstance(value, str))):
            return ParsedLine(line=number, error=COOKIE_REFUSED)
        if isinstance(text := raw.get("text"), str):
            line = self._read(number, lines.visible(text))
        else:
            line = self._parse_account(number, raw)
        if line.error:
            return line
        stated = self.arrange(raw)
        own, errors = type(self.defaults).read_account(stated)
        details, wrong = self.details(stated)
        return replace(line, own=own, details={**line.details, **details}).with_errors({**errors, **wrong})

    def _parse_account(self, number: int, raw: Mapping[str, Any]) -> ParsedLine:
        fields: dict[str, Any] = {
            name: lines.visible(plain_text(either_spelling(raw, camel(name)))) for name in lines.LOGIN_FIELDS
        }
        if refused := lines.refusal(" ".join(fields.values())):
            return ParsedLine(line=number, error=refused)
        # What lacks in the account of a queue is told field by field, in `problems`.
        if not self.queued and not (fields["login"] and fields["password"]):
            return self.malformed_line(number)
        return ParsedLine(line=number, **fields)

    def details(self, account: Mapping[str, Any]) -> tuple[dict[str, Any], Errors]:
        """The account's own values that are no fields of the form, and the errors in them."""
        return {}, {}

    def arrange(self, raw: Mapping[str, Any]) -> Mapping[str, Any]:
        """The `account_data` of a request fills fields of the form; a field at the top of the request wins."""
        return {name.removesuffix("_count"): value for name, value in data_of(raw).items()} | dict(raw)


def data_of(raw: Mapping[str, Any]) -> dict[str, Any]:
    """The account_data of an account, in either spelling, by its plain names."""
    inner = raw.get("account_data", raw.get("accountData"))
    return {data_name(name): value for name, value in inner.items()} if isinstance(inner, Mapping) else {}


def _number_accounts(accounts: Sequence[object]) -> list[tuple[int, object]]:
    stated = [raw.get("line") if isinstance(raw, Mapping) else None for raw in accounts]
    lines = [line for line in stated if type(line) is int and 0 < line <= MAX_LINE_NUMBER]
    if len(set(lines)) < len(accounts):
        return list(enumerate(accounts, start=1))
    return list(zip(lines, accounts, strict=True))


def either_spelling(raw: Mapping[str, Any], name: str) -> Any:
    return raw[name] if name in raw else raw.get(data_name(name))


def plain_text(value: object) -> str:
    """A text, or a number that a spreadsheet made of one; "" for anything else."""
    return str(value) if isinstance(value, str | int) and not isinstance(value, bool) else ""


MIN_CREDENTIAL = 3


@dataclass(frozen=True, slots=True, kw_only=True)
class QueuedSettings(FormSettings):
    """The standard values of a run; every account may state any of them for itself."""

    price: Decimal | None = setting(forms.euros, None, alias="priceEur")  # noqa: RUF009  # a dataclass field
    has_2fa: bool = setting(forms.switch, False)
    image_urls: tuple[str, ...] = setting(forms.image_urls, (), alias="gallery")
    dump: str = setting(forms.words("Palavras-chave", MAX_KEYWORD_CHARACTERS), "")
    note: str = setting(forms.words("Observação", 500), "")

    def price_in_euros(self, usd_eur_rate: Decimal) -> Decimal:
        return self.price or Decimal(0)


P = TypeVar("P", bound=QueuedSettings)


class QueuedGame(Game[P]):
    """`lifted` names the fields that are the listing's, not the account_data's, wherever an account states them."""

    no_accounts = "Nenhuma conta para criar"
    queued = True
    required: str  # the text for an account without its login or password
    price_required: str
    lifted: tuple[str, ...] = ()

    def problems(self, line: ParsedLine, settings: P) -> Errors:
        errors = {"login": self._credential(line.login, "Login"), "password": self._credential(line.password, "Senha")}
        if settings.price is None:
            errors["price"] = self.price_required
        return {name: [text] for name, text in errors.items() if text}

    def complete(self, listing: Listing, chosen: P) -> Listing:
        return replace(
            listing,
            has_2fa=chosen.has_2fa,
            dump=chosen.dump or listing.dump,
            note=chosen.note,
            email_provider=PROVIDERS[chosen.email_domain].domain if listing.email_login else "",
        )

    def arrange(self, raw: Mapping[str, Any]) -> Mapping[str, Any]:
        """Counts may stand beside the credentials, as the manual form has them, and a platform among the counts, as the
        analysis has it: each goes where the listing has it. What stands at the top wins."""
        data = data_of(raw)
        top: dict[str, Any] = {}
        for name, value in raw.items():
            plain = data_name(name)
            if plain in self.data:
                data[plain] = value
            elif plain != "account_data" or not isinstance(value, Mapping):
                top[name] = value
        known = {data_name(name) for name, value in top.items() if not is_blank(value)}
        top |= {name: data.pop(name) for name in self.lifted if name in data and name not in known}
        data = {name: value for name, value in data.items() if name not in self.lifted}
        return {**top, "account_data": data} if data else top

    def _credential(self, value: str, label: str) -> str:
        if not value:
            return self.required
        return "" if len(value) >= MIN_CREDENTIAL else said.TOO_FEW_CHARACTERS.format(label, MIN_CREDENTIAL)


def readers_of(columns: Iterable[UploadField]) -> dict[str, Reader]:
    """Those of the counts and lists of account_data that the columns of a file describe."""
    counts = {each.name: forms.count(each.label, each.minimum) for each in columns if each.minimum is not None}
    lists = [each.name for each in columns if (each.place, each.kind) == (Place.DATA, ColumnKind.LIST)]
    return counts | dict.fromkeys(lists, forms.names)
