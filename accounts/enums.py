from django.db import models


class Role(models.TextChoices):
    """Anything that is not an admin gets the employee's routes and menus."""

    ADMIN = "admin", "Administrador"
    EMPLOYEE = "employee", "Funcionário"


class Audited(models.TextChoices):
    PERSON_CREATED = "accounts.person_created", "Criou sua conta"
    PERSON_EDITED = "accounts.person_edited", "Alterou seu perfil"
    PERSON_DEACTIVATED = "accounts.person_deactivated", "Desativou sua conta"
    OPERATOR_ACCESS_CHANGED = "accounts.operator_access_changed", "Alterou seu acesso ao Django admin"
    ACCESS_VIEWED = "accounts.access_viewed", "Viu seus dados de acesso (IP e navegador)"
    PASSWORD_CHANGED = "accounts.password_changed", "Alterou sua senha"
    SECOND_PASSWORD_SET = "accounts.second_password_set", "Definiu sua segunda senha"
    SECOND_PASSWORD_REMOVED = "accounts.second_password_removed", "Removeu sua segunda senha"
    SESSIONS_ENDED = "accounts.sessions_ended", "Encerrou suas sessões"
    DATA_EXPORTED = "accounts.data_exported", "Baixou uma cópia dos seus dados"
    SIGN_IN_LOCKED = "accounts.sign_in_locked", "Acesso bloqueado por tentativas incorretas"
    SIGN_IN_UNLOCKED = "accounts.sign_in_unlocked", "Desbloqueou seu acesso"
