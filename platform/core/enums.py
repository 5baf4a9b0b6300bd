from django.db import models


class Audited(models.TextChoices):
    KEYS_ROTATED = "core.keys_rotated", "Regravou os segredos com a chave nova"
    RESTORED = "core.restored", "Restaurou um backup"
    EXPORTED = "core.rows_exported", "Exportou uma lista do Django admin"
    BACKED_UP = "core.backed_up", "Fez um backup"
    LOGO_CHANGED = "core.logo_changed", "Alterou o logo da empresa"
    CLOCK_WENT_BACK = "core.clock_went_back", "Corrigiu horários guardados, pois o relógio do servidor voltou"
