"""E-mail providers, and their webmail address in the delivery instructions. Pure."""

import re
from dataclasses import dataclass
from urllib.parse import urlsplit


@dataclass(frozen=True, slots=True)
class Provider:
    slug: str
    title: str
    domain: str
    webmail_url: str


PROVIDERS = {
    provider.slug: provider
    for provider in (
        Provider("firstmail", "FirstMail", "firstmail.ltd", "https://firstmail.ltd/webmail/login"),
        Provider("rambler", "Rambler", "rambler.ru", "https://mail.rambler.ru"),
        Provider("notletters", "NotLetters", "notletters.com", "https://notletters.com/email/login"),
        Provider("outlook", "Outlook", "outlook.com", "https://outlook.live.com/mail"),
    )
}
DEFAULT_PROVIDER = "firstmail"
SPELLINGS = {
    spelled.lower(): provider.slug
    for provider in PROVIDERS.values()
    for spelled in (provider.slug, provider.title, provider.domain)
}
"""How people and other programs name a provider: by its slug, its title or its domain."""

_HOSTS = {slug: urlsplit(provider.webmail_url).netloc for slug, provider in PROVIDERS.items()}
# Any page of a known webmail, however it was written, up to the last letter or slash: a full stop after it stays.
_WEBMAIL = re.compile(
    rf"https?://(?:www\.)?(?:{'|'.join(map(re.escape, _HOSTS.values()))})"
    r"(?![\w.-]*\w)(?:/(?:[a-z0-9\-._~/?=&%#]*[a-z0-9/])?)?",
    re.ASCII | re.IGNORECASE,
)


def provider_of(address: str) -> Provider | None:
    """The one whose domain an e-mail address has."""
    domain = address.rpartition("@")[2].lower()
    return next((provider for provider in PROVIDERS.values() if provider.domain == domain), None)


def with_webmail(instructions: str, slug: str) -> str:
    """Replace the webmail address in the instructions with that of the chosen provider; instructions that name none
    get a last line that does, since the marketplace requires the link."""
    url = PROVIDERS[slug].webmail_url
    if _WEBMAIL.search(instructions):
        return _WEBMAIL.sub(url, instructions)
    return f"{instructions.rstrip()}\n\nWebmail: {url}".lstrip()


def webmails_in(instructions: str) -> set[str]:
    """The providers whose webmail a text links to."""
    links = [link.lower() for link in _WEBMAIL.findall(instructions)]
    return {slug for slug, host in _HOSTS.items() if any(host in link for link in links)}
