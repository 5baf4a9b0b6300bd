"""What each person did in a range."""

from dataclasses import dataclass

from accounts.models import User
from accounts.queries import active_people, matching
from analytics.enums import PersonSort, Range
from analytics.queries import sums
from analytics.rules import PersonSum


@dataclass(frozen=True)
class Person:
    user: User
    did: PersonSum

    @property
    def seconds(self) -> int:
        return self.did.duration_ms // 1000


def people(
    range_: Range, *, search: str = "", sort: PersonSort = PersonSort.TIME, limit: int, offset: int = 0
) -> tuple[list[Person], int]:
    """A page of the active people who opened a page in the range, the busiest first, and how many they are."""
    found = set(matching(active_people(), search).values_list("id", flat=True))
    did = {who: each for who, each in sums.by_person(sums.period(range_)).items() if each.views and who in found}
    ordered = sorted(did, key=lambda who: (-getattr(did[who], sort.column), who))
    chosen = ordered[offset : offset + limit]
    users = User.objects.in_bulk(chosen)
    return [Person(users[who], did[who]) for who in chosen], len(ordered)
