"""People: their list, their profile, their presence, their passwords."""

from typing import cast

from django.db.models import F, QuerySet
from django.db.models.expressions import OrderBy
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from accounts import queries
from accounts.actions import passwords, people, sessions
from accounts.models import User
from accounts.serializers import (
    NewPersonInput,
    OnlineQuery,
    PasswordChangeInput,
    PeopleQuery,
    PresenceInput,
    ProfileImageInput,
    ProfileImageOutput,
    ProfileInput,
    RemovalInput,
    SecondPasswordChangeInput,
    TrailOutput,
    UserForAdminOutput,
    describe_person,
)
from core.actor import IsAdmin, IsSignedIn, actor, resolve_user_id
from core.api import Api, Paging, paginate
from core.conditional import conditional
from infra import media

SORTABLE = {
    "fullName": "full_name",
    "username": "username",
    "role": "role",
    "lastLogin": "last_login",
    "createdAt": "created_at",
}
TRAIL_LENGTH = 20
PHOTO_UPDATED = "Foto de perfil atualizada com sucesso"


class PeopleApi(Api):
    """A foreign id is the same 403 whether it exists or not: every method starts from the resolved id."""

    permissions_by_action = {
        "list": [IsAdmin],
        "online": [IsAdmin],
        "create": [IsAdmin],
        "retrieve": [IsSignedIn],
        "partial_update": [IsSignedIn],
        "destroy": [IsAdmin],
        "presence": [IsSignedIn],
        "password": [IsSignedIn],
        "second_password": [IsSignedIn],
        "trail": [IsSignedIn],
    }

    @extend_schema(parameters=[PeopleQuery, Paging], responses=UserForAdminOutput(many=True))
    def list(self, request: Request) -> Response:
        """Active people. `?search=&role=&ordering=-lastLogin&limit=&offset=`."""
        query = PeopleQuery.read(request.query_params)
        found = queries.matching(queries.active_people(), query["search"])
        if role := query.get("role"):
            found = found.filter(role=role)
        return self._page(request, found.order_by(_order(query["ordering"]), "id"))

    # People who fall silent go offline without anybody writing, so that their number is part of the version.
    @extend_schema(parameters=[OnlineQuery, Paging], responses=UserForAdminOutput(many=True))
    @conditional(lambda request: [queries.PEOPLE, f"online:{queries.online_people().count()}"])
    def online(self, request: Request) -> Response:
        """Who is here now. `?role=&limit=&offset=`."""
        people = queries.online_people().order_by("full_name", "id")
        return self._page(request, people.filter(**OnlineQuery.read(request.query_params)))

    @extend_schema(request=NewPersonInput, responses={201: UserForAdminOutput})
    def create(self, request: Request) -> Response:
        """A new person, who signs in with the password given."""
        given = NewPersonInput.read(request.data)
        person = people.create_person(
            by=actor(request),
            username=given["username"],
            password=given["password"],
            role=given["role"],
            full_name=given["fullName"],
            second_password=given["secondPassword"] or "",
        )
        return Response(describe_person(person, viewer=actor(request)), status=201)

    @extend_schema(responses=UserForAdminOutput)
    def retrieve(self, request: Request, user_id: int) -> Response:
        """One person; for an admin with their access detail, which the person can see was looked at."""
        person = people.view_access(by=actor(request), user_id=resolve_user_id(request, user_id))
        return Response(describe_person(person, viewer=actor(request), access=True))

    @extend_schema(request=ProfileInput, responses=UserForAdminOutput)
    def partial_update(self, request: Request, user_id: int) -> Response:
        """Change the name, or keep or remove the picture."""
        wanted = resolve_user_id(request, user_id)
        given = ProfileInput.read(request.data)
        changes = {"full_name": given.get("fullName")}
        if "profileImage" in given:
            changes["profile_image"] = given["profileImage"] or ""
        person = people.edit_profile(by=actor(request), user_id=wanted, **changes)
        return Response(describe_person(person, viewer=actor(request)))

    @extend_schema(parameters=[RemovalInput], responses={204: None})
    def destroy(self, request: Request, user_id: int) -> Response:
        """Close the account: what the person did stays, under a pseudonym. Their open runs are cancelled and their open
        tasks leave the counts, unless the query or a JSON body hands them on to somebody."""
        given = RemovalInput.read(request.data or request.query_params)
        people.deactivate_person(by=actor(request), user_id=user_id, **given)
        return Response(status=204)

    @extend_schema(request=PresenceInput, responses=UserForAdminOutput)
    def presence(self, request: Request, user_id: int) -> Response:
        """'true on restore, false on unload and logout'."""
        wanted = resolve_user_id(request, user_id)
        given = PresenceInput.read(request.data)
        address = sessions.origin_of(request).address if wanted == actor(request).id else None
        person = people.mark_presence(user_id=wanted, online=given["isOnline"], address=address)
        return Response(describe_person(person, viewer=actor(request)))

    @extend_schema(request=PasswordChangeInput, responses=UserForAdminOutput)
    def password(self, request: Request, user_id: int) -> Response:
        """Change the first password; the other sessions end."""
        wanted = resolve_user_id(request, user_id)
        given = PasswordChangeInput.read(request.data)
        person = passwords.change_password(
            by=actor(request),
            user_id=wanted,
            new_password=given["newPassword"],
            current_password=given["currentPassword"],
            keep_session=sessions.current_hash(request),
        )
        return self._after_password(request, person)

    @extend_schema(request=SecondPasswordChangeInput, responses=UserForAdminOutput)
    def second_password(self, request: Request, user_id: int) -> Response:
        """Set, change or remove the second password; the other sessions end."""
        wanted = resolve_user_id(request, user_id)
        given = SecondPasswordChangeInput.read(request.data)
        person = passwords.set_second_password(
            by=actor(request),
            user_id=wanted,
            second_password=given["secondPassword"] or "",
            current_password=given["currentPassword"],
            keep_session=sessions.current_hash(request),
        )
        return self._after_password(request, person)

    @extend_schema(parameters=[Paging], responses=TrailOutput(many=True))
    def trail(self, request: Request, user_id: int) -> Response:
        """Who looked at the person's data or changed it."""
        rows = queries.trail_of(resolve_user_id(request, user_id))
        return paginate(rows, request, TrailOutput.json_of, default_limit=TRAIL_LENGTH)

    def _page(self, request: Request, rows: QuerySet[User]) -> Response:
        context = {"viewer_id": actor(request).id}
        return paginate(rows, request, lambda page: UserForAdminOutput(page, many=True, context=context).data)

    def _after_password(self, request: Request, person: User) -> Response:
        if person.id == actor(request).id:
            sessions.renew(request, person)
        return Response(describe_person(person, viewer=actor(request)))


class ProfileImageApi(Api):
    parser_classes = [media.AvatarParser]
    permissions_by_action = {"create": [IsSignedIn]}

    @extend_schema(request={"multipart/form-data": ProfileImageInput}, responses={200: ProfileImageOutput})
    def create(self, request: Request) -> Response:
        """'multipart field profile_image; imageUrl, message'. It becomes the person's picture."""
        person = cast(User, request.user)
        name = media.store_avatar(request.FILES.get("profile_image"), folder=f"avatars/{person.id}")
        people.set_profile_image(by=person, name=name)
        return Response({"imageUrl": media.address(name), "message": PHOTO_UPDATED})


def _order(ordering: str) -> OrderBy:
    """Who has no value comes last, either way."""
    column = F(SORTABLE[ordering.removeprefix("-")])
    return column.desc(nulls_last=True) if ordering.startswith("-") else column.asc(nulls_last=True)
