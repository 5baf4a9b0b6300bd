"""What a listing's new status means for the people who listed it."""

from collections.abc import Mapping

from marketplace.enums import ChangeKind, RemoteStatus

KINDS: Mapping[str, ChangeKind] = {
    RemoteStatus.SOLD: ChangeKind.SOLD,
    RemoteStatus.REFUNDED: ChangeKind.REFUNDED,
    RemoteStatus.ARCHIVED: ChangeKind.REMOVED,
}
# What nobody has to look for when a pass did not show it: nothing more is expected of it.
SETTLED = frozenset({RemoteStatus.SOLD, RemoteStatus.REFUNDED, RemoteStatus.ARCHIVED})


def change_of(before: str, after: str) -> ChangeKind | None:
    """The work that a change of status leaves, if any."""
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
