"""People, their presence, and the counters that lock a guessed account."""

from typing import Any, ClassVar

from django.contrib.auth.models import AbstractBaseUser, BaseUserManager, PermissionsMixin
from django.db import models
from django.db.models.functions import Lower

from accounts.enums import Role


class UserManager(BaseUserManager["User"]):
    def create_user(self, username: str, password: str, **fields: Any) -> "User":
        user = self.model(username=username, **fields)
        user.set_password(password)
        user.save()
        return user

    def create_superuser(self, username: str, password: str, **fields: Any) -> "User":
        return self.create_user(username, password, role=Role.ADMIN, is_staff=True, is_superuser=True, **fields)


class User(AbstractBaseUser, PermissionsMixin):
    """A person of the company. Never deleted: deactivated and pseudonymised (decisions §2)."""

    username = models.CharField("nome de usuário", max_length=150, unique=True)
    full_name = models.CharField("nome completo", max_length=150, blank=True)
    role = models.CharField("papel", max_length=10, choices=Role.choices, default=Role.EMPLOYEE)
    profile_image = models.CharField("foto", max_length=300, blank=True)
    second_password = models.CharField("segunda senha (hash)", max_length=128, blank=True)
    is_active = models.BooleanField("ativa", default=True)
    is_staff = models.BooleanField("acessa o Django admin", default=False)
    created_at = models.DateTimeField("criada em", auto_now_add=True)
    deactivated_at = models.DateTimeField("desativada em", null=True, blank=True)
    last_seen_at = models.DateTimeField("vista em", null=True, blank=True)
    marked_online = models.BooleanField("marcada online", default=False)
    last_active_ip = models.GenericIPAddressField("último IP", null=True, blank=True)
    browser_info = models.CharField("navegador", max_length=300, blank=True)

    objects: ClassVar[UserManager] = UserManager()

    USERNAME_FIELD = "username"
    REQUIRED_FIELDS: ClassVar[list[str]] = []

    class Meta:
        verbose_name = "pessoa"
        verbose_name_plural = "pessoas"
        ordering = ["full_name", "username"]
        constraints = [models.UniqueConstraint(Lower("username"), name="user_one_per_username")]
        indexes = [models.Index(fields=["marked_online", "last_seen_at"], name="user_presence")]

    def __str__(self) -> str:
        return self.full_name or self.username

    @property
    def is_admin(self) -> bool:
        return self.role == Role.ADMIN

    @property
    def display_name(self) -> str:
        return self.full_name or self.username

    @property
    def has_second_password(self) -> bool:
        return bool(self.second_password)


class SignInGuard(models.Model):
    """Attempts against one subject (a username from an address, a username, an address, a second step)."""

    step = models.CharField("etapa", max_length=20)
    subject = models.CharField("alvo", max_length=64)
    failures = models.PositiveIntegerField("falhas", default=0)
    window_until = models.DateTimeField("janela até", null=True)
    locked_until = models.DateTimeField("bloqueado até", null=True, db_index=True)

    class Meta:
        verbose_name = "bloqueio de acesso"
        verbose_name_plural = "bloqueios de acesso"
        constraints = [models.UniqueConstraint(fields=["step", "subject"], name="sign_in_guard_one_per_subject")]

    def __str__(self) -> str:
        return f"{self.step}: {self.failures}"
