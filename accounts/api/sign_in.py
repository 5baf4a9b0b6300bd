"""Signing in and out, and one's own sessions."""

from typing import cast

from drf_spectacular.utils import PolymorphicProxySerializer, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from accounts import queries
from accounts.actions import sessions, sign_in
from accounts.models import User
from accounts.serializers import (
    EndedOutput,
    MessageOutput,
    SecondPasswordInput,
    SecondStepOutput,
    SessionOutput,
    SignInInput,
    UserOutput,
    describe_person,
)
from core.actor import Anyone, IsSignedIn, SignInAuthentication, actor
from core.api import Api, Paging, paginate

SIGNED_OUT = "Sessão encerrada."


class SignInApi(Api):
    authentication_classes = [SignInAuthentication]
    permissions_by_action = {
        "login": [Anyone],
        "verify_second_password": [Anyone],
        "logout": [IsSignedIn],
        "me": [IsSignedIn],
        "list_sessions": [IsSignedIn],
        "end_others": [IsSignedIn],
    }

    @extend_schema(
        request=SignInInput,
        responses=PolymorphicProxySerializer(
            component_name="SignIn", serializers=[UserOutput, SecondStepOutput], resource_type_field_name=None
        ),
    )
    def login(self, request: Request) -> Response:
        """Step 1: the user, or the demand for the second password."""
        given = SignInInput.read(request.data)
        username = given["username"]
        known = queries.person_by_username(username)
        person = sign_in.verify_password(
            person=known,
            username=username,
            password=given["password"],
            address=sessions.origin_of(request).address or "",
            trusted=sessions.is_trusted_device(request, known),
        )
        if not person.has_second_password:
            return self._enter(request, person)
        sessions.begin_second_step(request, person)
        return Response(SecondStepOutput(person).data)

    @extend_schema(request=SecondPasswordInput, responses=UserOutput)
    def verify_second_password(self, request: Request) -> Response:
        """Step 2: the user."""
        given = SecondPasswordInput.read(request.data)
        person = sign_in.verify_second_password(
            pending=sessions.pending_person(request),
            user_id=given["userId"],
            second_password=given["secondPassword"],
        )
        return self._enter(request, person)

    @extend_schema(request=None, responses=MessageOutput)
    def logout(self, request: Request) -> Response:
        """End the session that asks."""
        sessions.end(request, cast(User, request.user))
        return Response({"message": SIGNED_OUT})

    @extend_schema(responses=UserOutput)
    def me(self, request: Request) -> Response:
        """The signed-in person."""
        return Response(describe_person(cast(User, request.user), viewer=actor(request)))

    @extend_schema(parameters=[Paging], responses=SessionOutput(many=True))
    def list_sessions(self, request: Request) -> Response:
        """The browsers in which the person is signed in."""
        context = {"current": sessions.current_hash(request)}
        rows = queries.sessions_of(actor(request).id)
        return paginate(rows, request, lambda page: SessionOutput(page, many=True, context=context).data)

    @extend_schema(request=None, responses=EndedOutput)
    def end_others(self, request: Request) -> Response:
        """'Encerrar as outras': sign the person out everywhere else."""
        person = cast(User, request.user)
        ended = sessions.end_other_sessions(by=person, keep=sessions.current_hash(request))
        sessions.renew(request, person)
        return Response({"ended": ended})

    def _enter(self, request: Request, person: User) -> Response:
        sessions.begin(request, person)
        response = Response(describe_person(person, viewer=person))
        sessions.trust_device(response, person)
        return response
