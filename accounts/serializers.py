from functools import partial
from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from accounts import errors
from accounts.enums import Role
from accounts.models import User, UserSession
from accounts.queries import SORTABLE
from accounts.rules import MAX_USERNAME, MIN_PASSWORD, MIN_USERNAME
from core.actor import Actor
from core.audit import sentences
from core.errors import required_text
from core.models import AuditEvent
from core.serializers import MAX_ID, Input, Output, PlainField, SortField, blank_text, fields_of, serializer, texts
from core.text import identity
from infra import media

HAND_ON = "handOn"


class UserOutput(Output):
    """Of themselves readers are told the sign-in before the one in use, so that 'Último login' tells them something and a
    first sign-in reads 'Primeiro acesso'."""

    dual = ("lastLogin", "createdAt")

    shown = fields_of(User, "id username fullName isOnline createdAt")
    role = serializers.ChoiceField(choices=Role.choices)
    profileImage = serializers.SerializerMethodField()
    lastLogin = serializers.SerializerMethodField()

    def get_profileImage(self, person: User) -> str | None:
        return media.address(person.profile_image) if person.profile_image else None

    @extend_schema_field(serializers.DateTimeField(allow_null=True))
    def get_lastLogin(self, person: User) -> str | None:
        at = person.previous_login_at if person == self.context["reader"] else person.last_login
        return serializers.DateTimeField().to_representation(at) if at else None


class UserForAdminOutput(UserOutput):
    """With lastActiveIp and browserInfo, for admins (product: people.fields): of one person at a time, since each look is
    audited, and null unless the context says that this is such a look (`access`)."""

    shown = fields_of(str | None, "lastActiveIp browserInfo")

    def to_representation(self, person: User) -> dict[str, Any]:
        answer = super().to_representation(person)
        return answer if self.context.get("access") else answer | dict.fromkeys(self.shown)


def describe_person(person: User, *, viewer: Actor, access: bool = False) -> dict[str, Any]:
    output = UserForAdminOutput if viewer.is_admin else UserOutput
    return dict(output(person, context={"reader": viewer, "access": access or viewer.id == person.id}).data)


class SessionOutput(Output):
    """A signed-in browser; whether it is the one that asks."""

    shown = fields_of(UserSession, "id browser createdAt") | fields_of(str | None, "address")
    shown |= fields_of(bool, "isCurrent")


class TrailOutput(Output):
    shown = fields_of(AuditEvent, "id event reason createdAt actor=actor_label")
    description = serializers.SerializerMethodField()

    def get_description(self, event: AuditEvent) -> str:
        return sentences().get(event.event, event.event)


PasswordField = partial(serializers.CharField, trim_whitespace=False, max_length=1000)
_TOO_SHORT = texts(f"Senha deve ter pelo menos {MIN_PASSWORD} caracteres", "min_length")
NewPasswordField = partial(PasswordField, min_length=MIN_PASSWORD, error_messages=_TOO_SHORT)


class SignInInput(Input):
    username = serializers.CharField(max_length=150, error_messages=blank_text("Nome de usuário é obrigatório"))
    password = PasswordField(error_messages=blank_text("Senha é obrigatória"))


class SecondPasswordInput(Input):
    userId = serializers.IntegerField(source="user_id")
    secondPassword = PasswordField(source="second_password", error_messages=blank_text("Segunda senha é obrigatória"))


SecondStepOutput = serializer(
    "SecondStepOutput",
    Output,
    **fields_of(User, "id fullName username"),
    requiresSecondPassword=serializers.BooleanField(default=True),
)
MessageOutput = serializer("MessageOutput", Output, message=serializers.CharField())
EndedOutput = serializer("EndedOutput", Output, ended=serializers.IntegerField())
ProfileImageOutput = serializer("ProfileImageOutput", Output, **fields_of(str, "imageUrl message"))


# The multipart body of the upload; the file is checked by infra.media.
ProfileImageInput = serializer("ProfileImageInput", Input, profile_image=serializers.ImageField())


class NewPersonInput(Input):
    username = PlainField(
        min_length=MIN_USERNAME,
        max_length=MAX_USERNAME,
        error_messages=texts(f"Nome de usuário deve ter pelo menos {MIN_USERNAME} caracteres", "min_length"),
    )
    password = NewPasswordField()
    role = serializers.ChoiceField(Role.choices, error_messages=texts(required_text("Função"), "invalid_choice"))
    fullName = PlainField(source="full_name", max_length=150, allow_blank=True, default="")
    secondPassword = NewPasswordField(source="second_password", allow_null=True, allow_blank=True, default="")

    def validate_username(self, name: str) -> str:
        """One letter may stand for many (a ligature of Arabic for eighteen), and an index holds so much of them."""
        if len(identity(name)) > MAX_USERNAME:
            self.fields["username"].fail("max_length", max_length=MAX_USERNAME)
        return name


class ProfileInput(Input):
    """What people may change of themselves. Null or empty removes the picture."""

    # The sources are the columns that the action stores: a new field of the profile is one more line.
    fullName = PlainField(source="full_name", max_length=150, required=False, allow_blank=True)
    profileImage = serializers.CharField(
        source="profile_image", max_length=1000, required=False, allow_null=True, allow_blank=True
    )

    def validate_profileImage(self, address: str | None) -> str:
        return address or ""


class RemovalInput(Input):
    """What becomes of the open work of somebody who is removed. Answers what the action takes."""

    runs = serializers.ChoiceField(choices=["cancel", HAND_ON], default="cancel")
    runsTo = serializers.IntegerField(required=False, allow_null=True, min_value=1, max_value=MAX_ID)
    tasks = serializers.ChoiceField(choices=["leave", HAND_ON], default="leave")
    tasksTo = serializers.IntegerField(required=False, allow_null=True, min_value=1, max_value=MAX_ID)

    def validate(self, given: dict[str, Any]) -> dict[str, Any]:
        unclear = [kind for kind in ("runs", "tasks") if (given[kind] == HAND_ON) != bool(given.get(f"{kind}To"))]
        if unclear:
            raise serializers.ValidationError({f"{kind}To": [errors.UnknownHeir.message] for kind in unclear})
        return {"runs_to": given.get("runsTo"), "tasks_to": given.get("tasksTo")}


PresenceInput = serializer("PresenceInput", Input, isOnline=serializers.BooleanField(source="online"))


class WithCurrentPassword(Input):
    """`currentPassword` is asked of people who change their own."""

    currentPassword = PasswordField(source="current_password", allow_blank=True, default="")


class PasswordChangeInput(WithCurrentPassword):
    newPassword = NewPasswordField(source="new_password")


class SecondPasswordChangeInput(WithCurrentPassword):
    """A null or empty `secondPassword` removes it."""

    secondPassword = NewPasswordField(source="second_password", allow_null=True, allow_blank=True)


class OnlineQuery(Input):
    role = serializers.ChoiceField(choices=Role.choices, required=False)


class PeopleQuery(OnlineQuery):
    search = serializers.CharField(allow_blank=True, default="", max_length=150)
    ordering = SortField(SORTABLE, default="fullName")
