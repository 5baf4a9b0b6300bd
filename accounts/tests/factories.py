"""People for tests. The password is hashed once for all of them, at little cost: Argon2 is slow on purpose."""

from functools import cache
from typing import Any

import factory
from django.contrib.auth.hashers import make_password

from accounts.enums import Role
from accounts.models import User
from accounts.tests.hashers import CheapArgon2

PASSWORD = "senha-de-teste-1"
SECOND_PASSWORD = "segunda-de-teste-1"


@cache
def hashed(password: str) -> str:
    return make_password(password, hasher=CheapArgon2())


class UserFactory(factory.django.DjangoModelFactory[User]):
    class Meta:
        model = User

    username = factory.Sequence(lambda number: f"pessoa{number}")
    full_name = factory.Sequence(lambda number: f"Pessoa {number}")
    role = Role.EMPLOYEE
    password = factory.LazyFunction(lambda: hashed(PASSWORD))

    class Params:
        two_step = factory.Trait(second_password=factory.LazyFunction(lambda: hashed(SECOND_PASSWORD)))


class AdminFactory(UserFactory):
    role = Role.ADMIN


def sign_in_body(user: Any) -> dict[str, str]:
    return {"username": user.username, "password": PASSWORD}
