from collections.abc import Callable
from typing import Any, cast

from django.db.models import Q
from drf_spectacular.utils import PolymorphicProxySerializer, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from accounts import queries, serializers
from accounts.actions import people, sign_in
from accounts.models import User, UserSession
from core.actor import Anyone, IsAdmin, IsSignedIn, SignInAuthentication, actor, resolve_user_id
from core.api import Api, call
from core.conditional import conditional
from core.models import AuditEvent
from core.serializers import Input
from infra import media
from infra.shares import PASSWORDS

TRAIL_LENGTH = 20


class SignInApi(Api):
    """Signing in and out, and one's own sessions."""

    authentication_classes = [SignInAuthentication]
    permissions_by_action = {
        **dict.fromkeys(("login", "verify_second_password"), Anyone),
        **dict.fromkeys(("logout", "me", "list_sessions", "end_others"), IsSignedIn),
    }

    @extend_schema(
        request=serializers.SignInInput,
        responses=PolymorphicProxySerializer(
            component_name="SignIn",
            serializers=[serializers.UserOutput, serializers.SecondStepOutput],
            resource_type_field_name=None,
        ),
    )
    def login(self, request: Request) -> Response:
        """Step 1: the user, or the demand for the second password."""
        person = sign_in.verify_password(request, **serializers.SignInInput.read(request.data))
        if not person.has_second_password:
            return self._enter(request, person)
        sign_in.begin_second_step(request, person)
        return Response(serializers.SecondStepOutput(person).data)

    @extend_schema(request=serializers.SecondPasswordInput, responses=serializers.UserOutput)
    def verify_second_password(self, request: Request) -> Response:
        """Step 2: the user."""
        person = sign_in.verify_second_password(request, **serializers.SecondPasswordInput.read(request.data))
        return self._enter(request, person)

    @call(answers=serializers.MessageOutput)
    def logout(self, request: Request) -> Any:
        """End the session that asks."""
        sign_in.sign_out(request, cast(User, request.user))
        return {"message": "Sessão encerrada."}

    @extend_schema(responses=serializers.UserOutput)
    def me(self, request: Request) -> Response:
        """The signed-in person."""
        return Response(serializers.describe_person(cast(User, request.user), viewer=actor(request)))

    @call(lists=serializers.SessionOutput)
    def list_sessions(self, request: Request) -> Any:
        """The browsers in which the person is signed in."""
        running = UserSession.objects.filter(user_id=actor(request).id).exclude(queries.session_has_ended())
        return running.annotate(is_current=Q(key_hash=sign_in.session_hash(request))).order_by("-id")

    @call(answers=serializers.EndedOutput)
    def end_others(self, request: Request) -> Any:
        """'Encerrar as outras': sign the person out everywhere else."""
        person = cast(User, request.user)
        ended = sign_in.sign_out_everywhere(by=person, person=person, keep=sign_in.session_hash(request))
        sign_in.renew_session(request, person)
        return {"ended": ended}

    def _enter(self, request: Request, person: User) -> Response:
        sign_in.start_session(request, person)
        response = Response(serializers.describe_person(person, viewer=person))
        sign_in.trust_device(response, person)
        return response


class PeopleApi(Api):
    """A foreign id is the same 403 whether it exists or not: every method starts from the resolved id."""

    permissions_by_action = {
        **dict.fromkeys(("list", "online", "create", "destroy", "end_sessions"), IsAdmin),
        **dict.fromkeys(("retrieve", "partial_update", "presence", "trail", "password", "second_password"), IsSignedIn),
    }

    @call(asks=serializers.PeopleQuery, lists=serializers.UserForAdminOutput)
    def list(self, request: Request, query: dict[str, Any]) -> Any:
        """Active people. `?search=&role=&ordering=-lastLogin&limit=&offset=`."""
        return queries.listed_people(**query)

    # People who fall silent go offline without anybody writing, so that their number is part of the version.
    @conditional(lambda request: [queries.PEOPLE, f"online:{queries.online_people().count()}"])
    @call(asks=serializers.OnlineQuery, lists=serializers.UserForAdminOutput)
    def online(self, request: Request, query: dict[str, Any]) -> Any:
        """The people who are online. `?role=&limit=&offset=`."""
        return queries.online_people().order_by("full_name", "id").filter(**query)

    @call(takes=serializers.NewPersonInput, answers=serializers.UserForAdminOutput, status=201)
    def create(self, request: Request, given: dict[str, Any]) -> Any:
        """A new person, who signs in with the password given."""
        with PASSWORDS:
            return people.create_person(by=actor(request), **given)

    @extend_schema(responses=serializers.UserForAdminOutput)
    def retrieve(self, request: Request, user_id: int) -> Response:
        """One person; for an admin with their access detail, which the person can see was looked at."""
        person = people.view_access(by=actor(request), user_id=resolve_user_id(request, user_id))
        return Response(serializers.describe_person(person, viewer=actor(request), access=True))

    @extend_schema(request=serializers.ProfileInput, responses=serializers.UserForAdminOutput)
    def partial_update(self, request: Request, user_id: int) -> Response:
        """Change the name, or keep or remove the picture."""
        wanted = resolve_user_id(request, user_id)
        person = people.edit_profile(by=actor(request), user_id=wanted, **serializers.ProfileInput.read(request.data))
        return Response(serializers.describe_person(person, viewer=actor(request)))

    @extend_schema(parameters=[serializers.RemovalInput], responses={204: None})
    def destroy(self, request: Request, user_id: int) -> Response:
        """Close the account: what the person did stays, under a pseudonym. Their open runs are cancelled and their open
        tasks leave the counts, unless the query or a JSON body hands them on to somebody."""
        given = serializers.RemovalInput.read(request.data or request.query_params)
        people.deactivate_person(by=actor(request), user_id=user_id, **given)
        return Response(status=204)

    @extend_schema(request=serializers.PresenceInput, responses=serializers.UserForAdminOutput)
    def presence(self, request: Request, user_id: int) -> Response:
        """Mark the person online or offline (product: people.online)."""
        wanted = resolve_user_id(request, user_id)
        address = sign_in.address_of(request) if wanted == actor(request).id else None
        person = people.mark_presence(user_id=wanted, address=address, **serializers.PresenceInput.read(request.data))
        return Response(serializers.describe_person(person, viewer=actor(request)))

    @extend_schema(request=serializers.PasswordChangeInput, responses=serializers.UserForAdminOutput)
    def password(self, request: Request, user_id: int) -> Response:
        """Change the first password; the other sessions end."""
        return self._change(request, user_id, people.change_password, serializers.PasswordChangeInput)

    @extend_schema(request=serializers.SecondPasswordChangeInput, responses=serializers.UserForAdminOutput)
    def second_password(self, request: Request, user_id: int) -> Response:
        """Set, change or remove the second password; the other sessions end."""
        return self._change(request, user_id, people.set_second_password, serializers.SecondPasswordChangeInput)

    @call(answers=serializers.EndedOutput)
    def end_sessions(self, request: Request, user_id: int) -> Any:
        """'Encerrar sessões': sign a person out everywhere, as when a device was lost."""
        return {"ended": sign_in.sign_out_everywhere(by=actor(request), person=queries.person_by_id(user_id))}

    @call(lists=serializers.TrailOutput, limit=TRAIL_LENGTH)
    def trail(self, request: Request, user_id: int) -> Any:
        """The audit rows about a person: who looked at their data or changed it."""
        return AuditEvent.objects.filter(subject_id=resolve_user_id(request, user_id)).order_by("-id")

    def _change(self, request: Request, user_id: int, change: Callable[..., User], given: type[Input]) -> Response:
        wanted, keep = resolve_user_id(request, user_id), sign_in.session_hash(request)
        passwords = given.read(request.data)
        with PASSWORDS:
            person = change(by=actor(request), user_id=wanted, keep_session=keep, **passwords)
        if person.id == actor(request).id:
            sign_in.renew_session(request, person)
        return Response(serializers.describe_person(person, viewer=actor(request)))


class ProfileImageApi(Api):
    parser_classes = [media.AvatarParser]
    permissions_by_action = {"create": IsSignedIn}

    @extend_schema(
        request={"multipart/form-data": serializers.ProfileImageInput}, responses={200: serializers.ProfileImageOutput}
    )
    def create(self, request: Request) -> Response:
        """Take a picture as the multipart field `profile_image`; it becomes the person's (product: people.photo)."""
        person = cast(User, request.user)
        name = media.store_avatar(request.FILES.get("profile_image"), folder=f"avatars/{person.id}")
        people.set_profile_image(by=person, name=name)
        return Response({"imageUrl": media.address(name), "message": "Foto de perfil atualizada com sucesso"})
