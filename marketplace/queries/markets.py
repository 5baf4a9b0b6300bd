"""How markets are and were spelled."""

from django.db.models import QuerySet

from marketplace.adapters.base import Connection
from marketplace.models import MarketAlias


def service_of(market: str) -> str:
    """The slug of the marketplace that a stored market is a place of."""
    return market.partition(":")[0]


def canonical_market(spelling: str) -> str:
    """A market's name for any spelling of it; those that are no address (the sandbox, practice) have one only."""
    provider, _, address = spelling.partition(":")
    try:
        return Connection(provider, address, "").market
    except ValueError:
        return spelling


def spellings_of(market: str) -> list[str]:
    """The market's name, and every one that indexes of its logins may have been made with."""
    return [market, *MarketAlias.objects.filter(market=market).values_list("spelling", flat=True)]


def older_spellings() -> list[str]:
    """Every alias of every market."""
    return list(MarketAlias.objects.values_list("spelling", flat=True))


def respelled_markets() -> QuerySet[MarketAlias, str]:
    """Markets that were taken for several once."""
    return MarketAlias.objects.values_list("market", flat=True)
