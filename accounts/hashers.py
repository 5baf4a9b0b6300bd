"""How passwords are hashed."""

from django.contrib.auth.hashers import Argon2PasswordHasher


class Argon2Hasher(Argon2PasswordHasher):
    """Argon2id at the least cost that OWASP advises (19 MiB, two passes, one lane).

    Django's own cost is four times as high (100 MiB), with which a flood of guesses starves the pages of everybody else;
    the lockout, which counts before anything is hashed, is what stops guessing.
    """

    memory_cost = 19_456
    time_cost = 2
    parallelism = 1
