from django.contrib.auth.hashers import Argon2PasswordHasher


class Argon2Hasher(Argon2PasswordHasher):
    """Argon2id at the least cost that OWASP advises (19 MiB, two passes, one lane): with Django's own, 100 MiB, a flood
    of guesses starves everybody's pages. The lockout, which counts before anything is hashed, is what stops guessing."""

    memory_cost = 19_456
    time_cost = 2
    parallelism = 1
