from datetime import timedelta

from django.conf import settings
from django.db.models import F, Q, QuerySet
from django.utils import timezone

from accounts.enums import Audited, Role
from accounts.models import SignInGuard, UploadSettings, User
from accounts.rules import CURRENT, PAIR, SECOND, SILENCE, USERNAME, locked_for
from core.crypto import blind_index
from core.errors import ensure
from core.models import AuditEvent
from core.text import identity, searchable

PEOPLE = "people"  # the version of what can be seen of people, for conditional reads
# The version of what people are called, for conditional reads of what they did.
NAMES = "names"

SORTABLE = {"fullName": "full_name", "username": "username", "role": "role"}
SORTABLE |= {"lastLogin": "last_login", "createdAt": "created_at"}


def active_people() -> QuerySet[User]:
    """Everyone who works here now; deactivated people are in no list."""
    return User.objects.filter(is_active=True)


def active_employees() -> QuerySet[User]:
    return active_people().filter(role=Role.EMPLOYEE)


def active_admins() -> QuerySet[User]:
    return active_people().filter(role=Role.ADMIN)


def person_by_id(user_id: int, people: QuerySet[User] | None = None) -> User:
    """An active person (of `people`, when given); NotFound otherwise."""
    return ensure((active_people() if people is None else people).filter(pk=user_id).first())


def person_by_username(username: str) -> User | None:
    """An active person by the name they sign in with, whatever its case; the exact spelling comes first."""
    name = username.strip()
    found = active_people().filter(Q(username=name) | Q(identity=identity(name)))
    return min(found, key=lambda person: person.username != name, default=None)


def name_subject(username: str) -> str:
    """Against what attempts at a username's password are counted, whether anybody has it or not."""
    return blind_index("sign-in", "username", identity(username))


def account_subject(user_id: int) -> str:
    return blind_index("sign-in", "user", str(user_id))


def locked_people() -> list[User]:
    """Active people who are refused at some password for now. People are read only where something is locked."""
    now, limits = timezone.now(), {limit.step: limit for limit in (PAIR, USERNAME, SECOND, CURRENT)}
    guards = SignInGuard.objects.filter(step__in=limits, expires_at__gt=now)
    # A pair's subject begins with that of the username.
    locked = {guard.subject[:32] for guard in guards if locked_for(guard.count, limits[guard.step], now)}
    if not locked:
        return []
    return [
        person
        for person in active_people().order_by("full_name", "id")
        if locked & {name_subject(person.username)[:32], account_subject(person.pk)[:32]}
    ]


def with_known_passwords() -> QuerySet[User]:
    """Active people whom the demo made and who still have its passwords, which are written in the README."""
    made = AuditEvent.objects.filter(event=Audited.PERSON_CREATED, actor_id=None)
    changed = AuditEvent.objects.filter(event=Audited.PASSWORD_CHANGED)
    return active_people().filter(pk__in=made.values("subject_id")).exclude(pk__in=changed.values("subject_id"))


def filter_people(people: QuerySet[User], text: str) -> QuerySet[User]:
    return people.filter(search__contains=searchable(text)) if text else people


def listed_people(*, search: str, ordering: str, role: str = "") -> QuerySet[User]:
    """Active people, by a key of SORTABLE, with a minus in front the other way; who has no value comes last, either way."""
    found = filter_people(active_people(), search)
    if role:
        found = found.filter(role=role)
    column = F(SORTABLE[ordering.removeprefix("-")])
    order = column.desc if ordering.startswith("-") else column.asc
    return found.order_by(order(nulls_last=True), "id")


def people_called(text: str) -> QuerySet[User]:
    """Everyone of this name, deactivated people included, as a subquery for the lists of what they did."""
    return filter_people(User.objects.order_by(), text).only("pk")


def online_people() -> QuerySet[User]:
    """Marked online and heard of in the last two minutes; needs no job."""
    return active_people().filter(marked_online=True, last_seen_at__gt=timezone.now() - SILENCE)


def session_has_ended() -> Q:
    """The filter of sessions that ended: no page was opened for SESSION_IDLE, or it began SESSION_COOKIE_AGE ago."""
    now = timezone.now()
    began_before = now - timedelta(seconds=settings.SESSION_COOKIE_AGE)
    return Q(used_at__lte=now - settings.SESSION_IDLE) | Q(created_at__lte=began_before)


def upload_settings(user_id: int) -> UploadSettings:
    """A person's descriptions; all blank when they never saved any."""
    return UploadSettings.objects.filter(user_id=user_id).first() or UploadSettings(user_id=user_id)
