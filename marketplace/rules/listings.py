"""What a listing's new status means for the people who listed it, and which lots may be bought."""

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any

from marketplace.adapters.base import RemoteListing
from marketplace.enums import ChangeKind, RemoteStatus
from marketplace.errors import BAD_ORIGIN, NO_ORIGIN

CLOCK_SKEW = timedelta(minutes=5)
KINDS: Mapping[str, ChangeKind] = {
    RemoteStatus.SOLD: ChangeKind.SOLD,
    RemoteStatus.REFUNDED: ChangeKind.REFUNDED,
    RemoteStatus.ARCHIVED: ChangeKind.REMOVED,
}
# What nobody has to look for when a pass did not show it: nothing more is expected of it.
SETTLED = frozenset({RemoteStatus.SOLD, RemoteStatus.REFUNDED, RemoteStatus.ARCHIVED})


def change_of(before: str, after: str) -> ChangeKind | None:
    return None if before == after else KINDS.get(after)


def told(counts: dict[ChangeKind, int]) -> str:
    """'2 vendidos, 1 removido.'"""
    words = {
        ChangeKind.SOLD: ("vendido", "vendidos"),
        ChangeKind.REFUNDED: ("reembolsado", "reembolsados"),
        ChangeKind.REMOVED: ("removido", "removidos"),
    }
    parts = [f"{counts[kind]} {words[kind][counts[kind] > 1]}" for kind in ChangeKind if counts.get(kind)]
    return f"{', '.join(parts)}."


def is_unexplained(listing: RemoteListing, copied_at: datetime | None) -> bool:
    """Whether a listing that is seen for the first time must be known to some run: it carries our reference, or it is
    newer than the copy that was restored here."""
    since = copied_at - CLOCK_SKEW if copied_at else None
    return listing.reference != "" or (
        since is not None and listing.created_at is not None and listing.created_at >= since
    )


def told_skipped(skipped: Sequence[tuple[str, str]]) -> str:
    """'O anúncio 1 não pôde ser conferido: Acesso negado.', of (id, reason); blank for none."""
    if not skipped:
        return ""
    remote_id, reason = skipped[0]
    more = len(skipped) - 1
    others = f" O mesmo com {'mais 1 anúncio' if more == 1 else f'mais {more} anúncios'}." if more else ""
    return f"O anúncio {remote_id} não pôde ser conferido: {reason.rstrip('.')}.{others}"


# The vendor's present spellings, and those of its older documents.
REFUSED_ORIGINS: Mapping[str, str] = {
    "brute": "força bruta",
    "phishing": "phishing",
    "fishing": "phishing",
    "stealer": "stealer",
}
SEARCH_WITHOUT = ("brute", "phishing", "stealer")


def origin_refusal(origin: Any) -> str:
    """Why a lot of this origin is not bought; empty when it may be. What does not state its origin cannot be vouched
    for, so it is not bought either."""
    if not isinstance(origin, str) or not origin:
        return NO_ORIGIN
    if kind := REFUSED_ORIGINS.get(origin.lower()):
        return BAD_ORIGIN.format(kind=kind)
    return ""
