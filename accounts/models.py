"""People, their presence and sessions, their upload settings, and the counters that lock a guessed account."""

from typing import Any, ClassVar

from django.contrib.auth.models import AbstractBaseUser, BaseUserManager, PermissionsMixin
from django.db import models
from django.utils import timezone
from django.utils.crypto import salted_hmac

from accounts.enums import Role
from accounts.rules import SILENCE, Count
from core.text import SearchField, identity

BROWSER_LENGTH = 300
SEPARATOR = "\x1f"


class IdentityField(models.TextField[Any, Any]):
    """What makes a user name one of a kind. Of names that were equal before this column, the later ones have the id of
    their row behind a separator that no name can hold, and keep it."""

    def pre_save(self, model_instance: models.Model, add: bool) -> str:
        kept, name = getattr(model_instance, self.attname), identity(getattr(model_instance, "username"))  # noqa: B009 - any model
        value = kept if kept.partition(SEPARATOR)[0] == name else name
        setattr(model_instance, self.attname, value)
        return value


class UserManager(BaseUserManager["User"]):
    def create_superuser(self, username: str, password: str, **fields: Any) -> "User":
        """For Django's own command."""
        user = self.model(username=username, role=Role.ADMIN, is_staff=True, is_superuser=True, **fields)
        user.set_password(password)
        user.save()
        return user


class User(AbstractBaseUser, PermissionsMixin):
    """A person of the company. Never deleted: deactivated and pseudonymised. `profile_image` is a name in the default
    storage, `last_login` the sign-in in use. Presence is `marked_online` and a recent `last_seen_at`."""

    username = models.CharField("nome de usuário", max_length=150, unique=True)
    identity = IdentityField("identidade do nome", unique=True, editable=False, default="")
    full_name = models.CharField("nome completo", max_length=150, blank=True)
    search = SearchField("full_name", "username")
    role = models.CharField("função", max_length=10, choices=Role.choices, default=Role.EMPLOYEE)
    profile_image = models.CharField("foto", max_length=300, blank=True)
    second_password = models.CharField("segunda senha (hash)", max_length=128, blank=True)
    session_nonce = models.CharField("lote de sessões", max_length=32, blank=True)
    is_active = models.BooleanField("ativa", default=True)
    is_staff = models.BooleanField("acessa o Django admin", default=False)
    created_at = models.DateTimeField("criada em", auto_now_add=True)
    deactivated_at = models.DateTimeField("desativada em", null=True, blank=True)
    previous_login_at = models.DateTimeField("login anterior", null=True, blank=True)
    last_seen_at = models.DateTimeField("vista em", null=True, blank=True)
    marked_online = models.BooleanField("marcada online", default=False)
    last_active_ip = models.GenericIPAddressField("último IP", null=True, blank=True)
    browser_info = models.CharField("navegador", max_length=BROWSER_LENGTH, blank=True)

    objects: ClassVar[UserManager] = UserManager()

    USERNAME_FIELD = "username"
    REQUIRED_FIELDS: ClassVar[list[str]] = []

    class Meta:
        verbose_name = "pessoa"
        verbose_name_plural = "pessoas"
        ordering = ["full_name", "username"]
        indexes = [
            models.Index(fields=["last_seen_at"], condition=models.Q(marked_online=True), name="user_online"),
            models.Index(fields=["full_name", "id"], name="user_by_name"),
        ]

    def __str__(self) -> str:
        return self.display_name

    def _get_session_auth_hash(self, secret: str | None = None) -> str:
        """What a session must carry to be this person's: a new password or a new nonce ends the sessions there are."""
        salt = "accounts.User.session"
        return salted_hmac(salt, self.password + self.session_nonce, secret=secret, algorithm="sha256").hexdigest()

    @property
    def is_admin(self) -> bool:
        return self.role == Role.ADMIN

    @property
    def is_online(self) -> bool:
        return self.marked_online and self.last_seen_at is not None and timezone.now() - self.last_seen_at < SILENCE

    @property
    def display_name(self) -> str:
        return self.full_name or self.username

    @property
    def has_second_password(self) -> bool:
        return bool(self.second_password)


class SignInGuard(models.Model):
    """Attempts at one password step against one subject (accounts.rules.Limit says how many). The subject is a keyed
    hash, since people type passwords where the username belongs, and unknown names count too."""

    step = models.CharField("etapa", max_length=20)
    subject = models.CharField("alvo", max_length=64)
    failures = models.PositiveIntegerField("falhas", default=0)
    expires_at = models.DateTimeField("valem até", null=True, db_index=True)

    class Meta:
        verbose_name = "contador de tentativas"
        verbose_name_plural = "contadores de tentativas"
        constraints = [models.UniqueConstraint(fields=["step", "subject"], name="sign_in_guard_one_per_subject")]

    @property
    def count(self) -> Count:
        return Count(self.failures, self.expires_at)


class UserSession(models.Model):
    """A signed-in browser of a person, so that they can see it and end it. Only a hash of the session's key is kept."""

    user = models.ForeignKey(User, models.CASCADE, related_name="sessions", verbose_name="pessoa")
    key_hash = models.CharField("hash da chave", max_length=64, unique=True)
    address = models.GenericIPAddressField("IP", null=True)
    browser = models.CharField("navegador", max_length=BROWSER_LENGTH, blank=True)
    created_at = models.DateTimeField("iniciada em", auto_now_add=True)
    used_at = models.DateTimeField("usada em", default=timezone.now)

    class Meta:
        verbose_name = "sessão"
        verbose_name_plural = "sessões"
        ordering = ["-id"]


class AccessRecord(models.Model):
    """One sign-in: who, from where, with what. Kept 180 days."""

    user = models.ForeignKey(User, models.CASCADE, related_name="access_records", verbose_name="pessoa")
    address = models.GenericIPAddressField("IP", null=True)
    browser = models.CharField("navegador", max_length=BROWSER_LENGTH, blank=True)
    created_at = models.DateTimeField("quando", auto_now_add=True, db_index=True)

    class Meta:
        verbose_name = "registro de acesso"
        verbose_name_plural = "registros de acesso"
        ordering = ["-id"]


class UploadSettings(models.Model):
    """A person's own description for the listings of each game, by the game's slug; blank means the system default."""

    user = models.OneToOneField(User, models.CASCADE, related_name="upload_settings", verbose_name="pessoa")
    descriptions = models.JSONField("descrições por jogo", default=dict)
    updated_at = models.DateTimeField("atualizada em", auto_now=True)

    class Meta:
        verbose_name = "configuração de upload"
        verbose_name_plural = "configurações de upload"
